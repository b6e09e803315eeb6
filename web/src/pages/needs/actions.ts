// What a person can do about a ticket that waits for them.

import type { Card, MoveView, Workflow } from "../../../../src/http/contract.ts";
import { sendEnd, sendRelease } from "../../api/send.ts";
import { showKey } from "../../lib/words.ts";
import type { Choice } from "../../parts/forms/choices.ts";
import { commentChoice, moveChoice } from "../../parts/forms/move-form.tsx";
import { byProgress, PROOF, type NeedRow } from "./rows.ts";

/** `moves`: null while they are asked for; until then every edge is offered, so that a quick letter is not lost. */
export function actionsOf(
  { card, needs }: Pick<NeedRow, "card" | "needs">,
  moves: readonly MoveView[] | null,
  workflow: Workflow,
): Choice[] {
  const { key } = card;
  const actions: Choice[] = [];
  if (needs.some((need) => need.kind === "stale_claim")) {
    actions.push({
      id: "release",
      label: "Release the claim",
      to: null,
      warnings: [],
      done: `${showKey(key)}: Release the claim.`,
      send: (reason, requestId) =>
        sendRelease(key, { reason, requestId, fromState: card.state, holder: card.claim?.holder ?? "" }),
    });
  }
  const silent = needs.find((need) => need.kind === "silent_session")?.session;
  if (silent) {
    actions.push({
      id: "end",
      label: "End the session as timeout",
      to: null,
      warnings: [],
      done: `${showKey(key)}: End the session as timeout.`,
      send: (reason, requestId) => sendEnd(silent.id, { reason, requestId, fromState: silent.state }),
    });
  }
  const proof = needs.filter((need) => PROOF.has(need.kind));
  if (proof.length > 0 || needs.some((need) => need.kind === "state")) actions.push(...movesOf(card, moves, workflow));
  if (proof.length > 0) actions.push(...pastGuards(card, proof, moves, workflow));
  return actions;
}

/** What is not met is recorded with the move; or a person has looked, and it stays. */
function pastGuards(
  { key, state }: Card,
  proof: NeedRow["needs"],
  moves: readonly MoveView[] | null,
  workflow: Workflow,
): Choice[] {
  const kinds = new Set(proof.map(({ kind }) => kind));
  const followed = (workflow.follow ?? []).filter((way) => way.from === state).map(({ to }) => to);
  const wanted = new Set([
    ...(kinds.has("merged_ungated") ? followed : []),
    ...(kinds.has("dragged_ungated") ? proof.flatMap(({ from }) => from ?? []) : []),
  ]);
  const overrides = (moves ?? [])
    .filter(({ to, legal, override }) => !legal && override && wanted.has(to))
    .map((move) => moveChoice(key, state, move, true));
  if (!kinds.has("contradicted") && !kinds.has("dragged_ungated")) return overrides;
  const done = `${showKey(key)}: you have looked, and it stays where it is.`;
  return [...overrides, { ...commentChoice(key), id: "looked", label: "I have looked, it may stay", done }];
}

/** Legal moves, those that lead on first. */
export function movesOf(card: Card, moves: readonly MoveView[] | null, workflow: Workflow): Choice[] {
  return (moves ?? movesByGraph(workflow, card.state))
    .filter((move) => move.legal)
    .toSorted((a, b) => byProgress(workflow, card.state, a.to) - byProgress(workflow, card.state, b.to))
    .map((move) => {
      const choice = moveChoice(card.key, card.state, move, false);
      return { ...choice, done: `${showKey(card.key)}: ${move.label}. It is in ${move.to} now.` };
    });
}

/** What the graph alone says: guards may still refuse one of them. */
function movesByGraph(
  workflow: Workflow,
  from: string | null,
): Pick<MoveView, "to" | "label" | "legal" | "warnings" | "takes">[] {
  return workflow.edges
    .filter((edge) => edge.from === from)
    .map((edge) => ({
      to: edge.to,
      label: edge.label ?? `Move to ${edge.to}`,
      legal: true,
      warnings: [],
      takes: edge.takes ?? null,
    }));
}
