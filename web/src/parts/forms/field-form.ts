// One field of a ticket, edited in place while others may change it too. What the person wrote stays, also over a reload. It
// is sent with what stood there when they began: when that has changed, nothing is sent until they have seen both values and
// chosen.

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { ApiError, freshRequestId } from "../../api/client.ts";
import { setDraft, useDraft } from "../../lib/drafts.ts";
import { useIsWriting } from "../../lib/keys.ts";
import { useMayAct } from "../../lib/may.ts";

export interface FieldFormOptions {
  /** Names the draft. */
  readonly id: string;
  /** What stands there now, as text. */
  readonly current: string;
  /** `seen`: what the person knew to stand there. */
  readonly send: (text: string, seen: string, requestId: string) => Promise<unknown>;
  readonly touches: readonly (readonly unknown[])[];
}

export interface FieldForm {
  readonly open: boolean;
  readonly text: string;
  /** What stood there when the person began. */
  readonly before: string;
  readonly current: string;
  /** Others have changed it since, and the person has not chosen between the two. */
  readonly changed: boolean;
  readonly sending: boolean;
  readonly error: Error | null;
  readonly begin: () => void;
  readonly write: (text: string) => void;
  /** Sends the text, or the one that is given; nothing where others have changed the field. */
  readonly save: (text?: string) => void;
  /** After a change: mine, knowing theirs. */
  readonly saveMine: () => void;
  /** Gives up what was written. */
  readonly drop: () => void;
}

export function useFieldForm({ id, current, send, touches }: FieldFormOptions): FieldForm {
  const client = useQueryClient();
  const may = useMayAct();
  const draft = useDraft(id);
  /** What stood there when it was opened; null: it is not open. */
  const [opened, setOpened] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const request = useRef<{ readonly what: string; readonly id: string } | null>(null);
  const before = draft?.mark ?? opened ?? current;
  const text = draft?.text ?? before;
  const isOpen = draft !== null || opened !== null;
  const changed = isOpen && before !== current && !sending && text !== current;
  useIsWriting(draft !== null && draft.text !== draft.mark);

  const close = () => {
    setDraft(id, null);
    setOpened(null);
    setError(null);
  };
  const run = async (wanted: string, seen: string) => {
    const what = JSON.stringify([wanted, seen]);
    if (request.current?.what !== what) request.current = { what, id: freshRequestId() };
    setSending(true);
    setError(null);
    try {
      await send(wanted, seen, request.current.id);
      request.current = null;
      close();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    }
    // What stands there by now is asked for before anything is said about it.
    await Promise.all(touches.map((queryKey) => client.invalidateQueries({ queryKey }))).catch(() => undefined);
    setSending(false);
  };
  const submit = (wanted: string, seen: string) => {
    if (!may.act || sending) return;
    if (wanted === current) return close();
    void run(wanted, seen);
  };
  return {
    open: isOpen,
    text,
    before,
    current,
    changed,
    sending,
    // Both values say it better.
    error: changed && error instanceof ApiError && error.code === "field_changed" ? null : error,
    begin: () => setOpened(current),
    write: (next) => setDraft(id, { text: next, mark: before }),
    save: (given) => {
      const wanted = given ?? text;
      if (given !== undefined) setDraft(id, { text: given, mark: before });
      if (before === current || wanted === current) submit(wanted, before);
    },
    saveMine: () => submit(text, current),
    drop: close,
  };
}
