// What a person can do about a ticket that waits for them.

import { freshRequestId, postJson } from "../../api/client.ts";
import type { MoveView, Workflow } from "../../../../src/http/contract.ts";
import { byProgress, type NeedRow } from "./rows.ts";

export interface Action {
  readonly id: string;
  readonly label: string;
  /** The state that it leads to. */
  readonly to: string | null;
  readonly letter: string | null;
  readonly warnings: readonly string[];
  send(reason: string): Promise<unknown>;
}

/** Letters that mean something else on this page. */
const TAKEN = new Set(["j", "k", "o", "g", "m"]);

/** `moves`: null while they are asked for; until then every edge is offered, so that a quick hand's letter is not lost. */
export function actionsOf(row: NeedRow, moves: readonly MoveView[] | null, workflow: Workflow): Action[] {
  const { card } = row;
  const key = encodeURIComponent(card.key);
  const actions: Omit<Action, "letter">[] = [];
  if (row.needs.some((need) => need.kind === "stale_claim")) {
    actions.push({
      id: "release",
      label: "Release the claim",
      to: null,
      warnings: [],
      send: (reason) => postJson(`/api/claims/${key}/release`, { reason, requestId: freshRequestId() }),
    });
  }
  const silent = row.needs.find((need) => need.kind === "silent_session")?.session;
  if (silent) {
    actions.push({
      id: "end",
      label: "End the session as timeout",
      to: null,
      warnings: [],
      send: (reason) =>
        postJson(`/api/sessions/${encodeURIComponent(silent.id)}/end`, { reason, requestId: freshRequestId() }),
    });
  }
  if (row.needs.some((need) => need.kind === "state")) {
    const legal = (moves ?? movesByGraph(workflow, card.state))
      .filter((move) => move.legal)
      .toSorted((a, b) => byProgress(workflow, card.state, a.to) - byProgress(workflow, card.state, b.to));
    for (const move of legal) {
      actions.push({
        id: `to ${move.to}`,
        label: move.label,
        to: move.to,
        warnings: move.warnings,
        // The state that was looked at goes along: somebody else may have moved it meanwhile.
        send: (reason) =>
          postJson(`/api/tickets/${key}/handoff`, {
            toState: move.to,
            reason,
            fromState: card.state,
            requestId: freshRequestId(),
          }),
      });
    }
  }
  return withLetters(actions);
}

/** What the graph alone says: guards may still refuse one of them. */
function movesByGraph(
  workflow: Workflow,
  from: string | null,
): Pick<MoveView, "to" | "label" | "legal" | "warnings">[] {
  return workflow.edges
    .filter((edge) => edge.from === from)
    .map((edge) => ({ to: edge.to, label: edge.label ?? `Move to ${edge.to}`, legal: true, warnings: [] }));
}

/** The first letter of the label that is still free. */
function withLetters(actions: readonly Omit<Action, "letter">[]): Action[] {
  const used = new Set(TAKEN);
  return actions.map((action) => {
    const letter =
      action.label
        .toLowerCase()
        .match(/[a-z]/g)
        ?.find((one) => !used.has(one)) ?? null;
    if (letter !== null) used.add(letter);
    return { ...action, letter };
  });
}
