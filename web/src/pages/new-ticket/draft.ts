// A new ticket that is being written. It is kept in this browser until it is created or given up.

import { setDraft, useDraft } from "../../lib/drafts.ts";

export interface TicketDraft {
  readonly title: string;
  readonly body: string;
  readonly priority: string | null;
  readonly estimate: string | null;
  readonly labels: string;
  readonly parent: string | null;
  readonly blockedBy: readonly string[];
}

const ID = "new ticket";
const EMPTY: TicketDraft = {
  title: "",
  body: "",
  priority: null,
  estimate: null,
  labels: "",
  parent: null,
  blockedBy: [],
};

export function useTicketDraft(): readonly [TicketDraft, (change: Partial<TicketDraft>) => void, () => void] {
  const kept = useDraft(ID);
  const draft: TicketDraft = kept === null ? EMPTY : { ...EMPTY, ...(JSON.parse(kept.text) as Partial<TicketDraft>) };
  const write = (change: Partial<TicketDraft>) =>
    setDraft(ID, { text: JSON.stringify({ ...draft, ...change }), mark: "" });
  return [draft, write, () => setDraft(ID, null)];
}
