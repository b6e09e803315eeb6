// A form about something that others may change while somebody writes. As long as it has the focus or holds text, it
// stays about what the person saw. When that changes, the form says so, keeps the text, and sends nothing until the
// person has chosen again.

import { useQueryClient } from "@tanstack/react-query";
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from "react";
import { ApiError, freshRequestId } from "../../api/client.ts";
import { dropSentDraft, setDraft, useDraft } from "../../lib/drafts.ts";
import { MOMENT_MS, silenceLetters, useIsWriting } from "../../lib/keys.ts";

export interface LiveFormOptions<View> {
  /** Names the draft: the same text is shown wherever this form is opened. */
  readonly id: string;
  /** Changes whenever what the form is about changes. */
  readonly mark: string;
  readonly view: View;
  /** Whether `view` is complete for this `mark`. */
  readonly ready?: boolean;
  /** The mark that the person saw, where they chose before the form opened. */
  readonly seen?: string | undefined;
  /** Something beside the text was written, e.g. in another field. */
  readonly holdsMore?: boolean;
  /** Completes the view: called when it is not complete. */
  readonly complete?: (() => void) | undefined;
  /** Queries to be asked again after something was sent. */
  readonly touches: readonly (readonly unknown[])[];
}

export interface LiveForm<View> {
  readonly text: string;
  readonly write: (text: string) => void;
  /** It has the focus or holds text. */
  readonly engaged: boolean;
  /** What the person saw; after a change, what is there now. */
  readonly view: View;
  /** What the person saw before the last change; null where they saw it before this page was opened. */
  readonly before: View | null;
  readonly mark: string;
  /** It changed since the person came, and they have not chosen again. */
  readonly moved: boolean;
  /** The view is complete. */
  readonly ready: boolean;
  /** The person has chosen again after a change. */
  readonly again: boolean;
  /** The person has seen the change and chooses again. */
  readonly accept: () => void;
  /** It changed a moment ago: a click may be meant for what was there before. */
  readonly tooSoon: () => boolean;
  readonly sending: boolean;
  readonly error: Error | null;
  /** `what` names the attempt: the same one keeps its request id, so that it is not done twice. */
  readonly send: (
    what: string,
    run: (text: string, requestId: string) => Promise<unknown>,
    done: () => void,
  ) => Promise<void>;
  /** For the element around it all. */
  readonly frame: {
    readonly ref: RefObject<HTMLFormElement | null>;
    readonly tabIndex: -1;
    readonly onFocus: () => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

interface Kept<View> {
  readonly mark: string;
  readonly view: View;
  readonly ready: boolean;
  readonly moved: boolean;
  readonly again: boolean;
  readonly before: View | null;
}

export function useLiveForm<View>(options: LiveFormOptions<View>): LiveForm<View> {
  const { id, mark, view, ready = true, complete, seen, touches, holdsMore = false } = options;
  const client = useQueryClient();
  const draft = useDraft(id);
  const [focused, setFocused] = useState(false);
  /** After sending, the form follows again until the person writes or comes back. */
  const [resting, rest] = useState(false);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const request = useRef<{ readonly what: string; readonly id: string } | null>(null);

  const text = draft?.text ?? "";
  const engaged = text !== "" || holdsMore || sending || ((focused || seen !== undefined) && !resting);
  const now: Kept<View> = { mark, view, ready, moved: false, again: false, before: null };
  const kept = useRef(opened(now, seen ?? draft?.mark));
  if (!engaged) kept.current = now;
  // While something is under way, the change may be our own.
  else if (!sending) kept.current = meanwhile(kept.current, now);
  const { moved, again } = kept.current;

  const frame = useRef<HTMLFormElement>(null);
  const changedAt = useMoment(mark, ready);
  useIsWriting(text.trim() !== "");
  useCompletion(mark, ready, complete);
  useLayoutEffect(() => {
    // A button that had the focus may be gone with the change.
    if (focused && document.activeElement === document.body) frame.current?.focus();
  });

  return {
    text,
    write: (next) => setDraft(id, next === "" ? null : { text: next, mark: kept.current.mark }),
    engaged,
    view: moved ? view : kept.current.view,
    before: kept.current.before,
    mark: moved ? mark : kept.current.mark,
    moved,
    ready: moved ? ready : kept.current.ready,
    again,
    accept() {
      kept.current = { ...now, again: true, before: kept.current.before };
      if (text !== "") setDraft(id, { text, mark });
      redraw();
    },
    tooSoon: () => performance.now() - changedAt.current < MOMENT_MS,
    sending,
    error,
    async send(what, run, done) {
      if (sending) return;
      const attempt = `${what}\n${text}`;
      if (request.current?.what !== attempt) request.current = { what: attempt, id: freshRequestId() };
      setSending(true);
      setError(null);
      try {
        await run(text.trim(), request.current.id);
        request.current = null;
        rest(true);
        dropSentDraft(id, text);
        done();
      } catch (failure) {
        if (isRefused(failure)) request.current = null;
        setError(failure instanceof Error ? failure : new Error(String(failure)));
      } finally {
        setSending(false);
        for (const queryKey of touches) void client.invalidateQueries({ queryKey });
      }
    },
    frame: {
      ref: frame,
      tabIndex: -1,
      onFocus: () => setFocused(true),
      onBlur: (event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setFocused(false);
        rest(false);
      },
    },
  };
}

/** After a change: what became of the text. */
export function keptWords({ error }: LiveForm<unknown>): string {
  return error ? "Your text is kept." : "Nothing was sent, your text is kept.";
}

/** `seen`: what the person knew before the form was there. */
function opened<View>(now: Kept<View>, seen: string | undefined): Kept<View> {
  return seen === undefined || seen === now.mark ? now : { ...now, mark: seen, moved: true };
}

/** What was shown stays, unless it was incomplete; a change is remembered even if it is taken back. */
function meanwhile<View>(kept: Kept<View>, now: Kept<View>): Kept<View> {
  if (kept.mark !== now.mark) return kept.moved ? kept : { ...kept, moved: true, before: kept.view };
  return !kept.ready && now.ready ? { ...kept, view: now.view, ready: true } : kept;
}

/** When it changed last, or showed what had changed; letters anywhere on the page are off for a moment. */
function useMoment(mark: string, ready: boolean): RefObject<number> {
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  const before = useRef({ mark, ready, changed: false });
  useLayoutEffect(() => {
    const changed = before.current.changed || mark !== before.current.mark;
    if (mark !== before.current.mark || (changed && ready && !before.current.ready)) {
      changedAt.current = performance.now();
      silenceLetters();
    }
    before.current = { mark, ready, changed };
  }, [mark, ready]);
  return changedAt;
}

/** Others wait until a busy ledger pauses; somebody who wants to choose does not. */
function useCompletion(mark: string, ready: boolean, complete: (() => void) | undefined): void {
  const ask = useEffectEvent(() => complete?.());
  useEffect(() => {
    if (!ready) ask();
  }, [mark, ready]);
}

/** The server has decided; anything else may have arrived or not. */
function isRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status >= 400 && error.status < 500;
}
