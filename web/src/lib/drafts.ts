// The text of forms that was not sent yet. It outlives its form and a reload of the page.

import { useSyncExternalStore } from "react";

export interface Draft {
  readonly text: string;
  /** What the form was about when the writing began; see `useLiveForm`. */
  readonly mark: string;
}

const KEPT_AS = "signalbox.draft ";
const drafts = new Map<string, Draft | null>();
const listeners = new Set<() => void>();

export function useDraft(id: string): Draft | null {
  return useSyncExternalStore(subscribe, () => getDraft(id));
}

function getDraft(id: string): Draft | null {
  const known = drafts.get(id);
  if (known !== undefined) return known;
  const kept = readDraft(sessionStorage.getItem(KEPT_AS + id));
  drafts.set(id, kept);
  return kept;
}

export function setDraft(id: string, draft: Draft | null): void {
  drafts.set(id, draft);
  if (draft === null) sessionStorage.removeItem(KEPT_AS + id);
  else sessionStorage.setItem(KEPT_AS + id, JSON.stringify(draft));
  for (const listener of listeners) listener();
}

/** What was typed after `sent` had been sent stays. */
export function dropSentDraft(id: string, sent: string): void {
  if (getDraft(id)?.text === sent) setDraft(id, null);
}

function readDraft(kept: string | null): Draft | null {
  if (kept === null) return null;
  const { text, mark } = JSON.parse(kept) as Partial<Draft>;
  return typeof text === "string" && typeof mark === "string" ? { text, mark } : null;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
