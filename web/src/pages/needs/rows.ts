// What waits for a person, one row a ticket, and the word for what is asked of them.

import type { Card, NeedView, Workflow } from "../../../../src/http/contract.ts";

/** Those about a ticket's evidence. */
export const PROOF: ReadonlySet<NeedView["kind"]> = new Set(["contradicted", "merged_ungated", "dragged_ungated"]);

export interface NeedRow {
  readonly card: Card;
  /** Since the oldest of its reasons. */
  readonly since: string;
  /** What a person would do about it, in one word or two; rows are filtered by it. */
  readonly verb: string;
  readonly needs: readonly NeedView[];
}

/** `needs` oldest first, and so are the rows. */
export function rowsOf(needs: readonly NeedView[], workflow: Workflow): NeedRow[] {
  const byTicket = Map.groupBy(needs, (need) => need.card.key);
  return [...byTicket.values()].flatMap((own) => {
    const [oldest] = own;
    return oldest ? [{ card: oldest.card, since: oldest.since, verb: verbOf(own, workflow), needs: own }] : [];
  });
}

export function verbsOf(rows: readonly NeedRow[]): { verb: string; count: number }[] {
  const grouped = Map.groupBy(rows, (row) => row.verb);
  return [...grouped].map(([verb, own]) => ({ verb, count: own.length }));
}

/** Edges out of a state, those that lead on first: approving comes before sending back. */
export function byProgress(workflow: Workflow, from: string | null, to: string): number {
  const place = (state: string | null) => (state === null ? -1 : (workflow.pipeline?.indexOf(state) ?? -1));
  const here = place(from);
  const there = place(to);
  return here >= 0 && there > here ? 0 : 1;
}

/** An agent asks something, and no way leads on by itself: nothing may be sent that nobody has chosen. */
export function isQuestion(needs: readonly NeedView[], workflow: Workflow): boolean {
  return verbOf(needs, workflow) === QUESTION;
}

const QUESTION = "Answer";

function verbOf(own: readonly NeedView[], workflow: Workflow): string {
  if (own.some((need) => need.kind === "contradicted")) return "Look";
  if (own.some((need) => need.kind === "merged_ungated")) return "Merged";
  if (own.some((need) => need.kind === "dragged_ungated")) return "Dragged";
  const waiting = own.find((need) => need.kind === "state");
  if (!waiting) return own.some((need) => need.kind === "stale_claim") ? "Release" : "End";
  const { state } = waiting.card;
  const onward = workflow.edges.find((edge) => edge.from === state && byProgress(workflow, state, edge.to) === 0);
  return onward ? (onward.label ?? state ?? "Decide") : QUESTION;
}
