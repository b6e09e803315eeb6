// A person puts a workflow in force. The row in the ledger names them, says how it differs from the one before, and what
// it loosens. No ticket is left in a state that it doesn't know: a map says where such tickets go, in the same commit. A
// session in such a state is led out of it, and a run keeps the workflow that it began with.

import { argument, by, say } from "../../engine/acts.ts";
import { readStateMap, wayBack, type AskedPair, type StateMap } from "../../engine/compare/state-map.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, quote } from "../../engine/words.ts";
import { compile } from "../../engine/workflow/compile.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { checkNames } from "../commit/limits.ts";
import { settle, type Attempt } from "../commit/settle.ts";
import type { Board } from "../ports/board.ts";
import { TICKET_PART, type WorkflowInForce } from "../ports/workflows.ts";
import type { Adoption } from "./adoption.ts";
import { adoptionEntry, compareWith, strandedTickets, type Candidate, type Stranded } from "./compare.ts";
import { mapTickets, type MappedTickets } from "./map-tickets.ts";
import { refuseElsewhere, refuseFreeing, refuseOtherPart, refuseStrandedRuns } from "./map-refusals.ts";
import { strandedRuns } from "./stranded-runs.ts";

export interface AdoptInput extends Candidate {
  /** The hash of the one that they saw in force; refused where it is another by now. null: they saw none. */
  readonly from?: string | null | undefined;
  /** Where tickets go that stand in states which the new one has under another name, or not at all. */
  readonly map?: readonly AskedPair[] | undefined;
  /** Takes tickets from their holders where nobody can hold them after the map; else it is refused. */
  readonly releaseClaims?: boolean | undefined;
  /** Says what would happen, and does nothing. */
  readonly dryRun?: boolean | undefined;
}

export async function adoptWorkflow(
  app: Pick<App, "board" | "newId">,
  caller: Caller,
  input: AdoptInput,
): Promise<Adoption | Refusal> {
  const { map = [], part, dryRun } = input;
  const { board, newId } = app;
  const unfit = refuseAgent(caller) ?? checkNames(caller, undefined);
  if (unfit) return unfit;
  if (map.length > 0 && part !== TICKET_PART) return refuseOtherPart(part);
  if (map.length > 0 && !board.alone) return refuseElsewhere(board.mirror?.name ?? "another tracker");
  // Where tickets live elsewhere, this brings their mirror in step: none of them must be stranded.
  await board.tickets.list({}, 1, null);
  if (map.length === 0 || dryRun || !board.alone) {
    return settle<Adoption | Refusal>(board, () => attempt(app, caller, input));
  }
  // A plan for thousands of tickets would be stale each time: on a board at work somebody always moves one of them. So
  // others wait for it, for as long as it takes.
  return board.alone((mine) => settle(mine, () => attempt({ board: mine, newId }, caller, input)));
}

async function attempt(
  { board, newId }: Pick<App, "board" | "newId">,
  caller: Caller,
  input: AdoptInput,
): Promise<Attempt<Adoption | Refusal>> {
  const { part, workflow, hash, dryRun } = input;
  const inForce = await board.workflows.inForce(part);
  const from = inForce?.hash ?? null;
  if (input.from !== undefined && input.from !== from) return { answer: changedMeanwhile(from) };
  const plain = { name: workflow.name, version: workflow.version, hash, from, adopted: false, event: null };
  if (from === hash) {
    const compared = compareWith(input, inForce);
    return { answer: { ...plain, ...comparedAnswer(compared), ...(dryRun ? { dryRun } : {}) } };
  }
  const map = await readMap(board, input, inForce);
  if (isRefusal(map)) return { answer: map };
  const lost = await strandedTickets(board, input, inForce, map);
  if (lost.length > 0) return { answer: refuseStranding(lost) };
  const runs = map.size === 0 || !inForce ? [] : await strandedRuns(board, inForce.workflow, workflow);
  if (runs.length > 0) return { answer: refuseStrandedRuns(runs) };
  const mapped = map.size === 0 ? null : await mapTickets(board, compile(workflow), map, authorOf(caller));
  const answer: Adoption = {
    ...plain,
    ...comparedAnswer(compareWith(input, inForce, map)),
    ...(mapped ? await mappedAnswer(board, input, inForce, map, mapped) : {}),
  };
  if (dryRun) return { answer: { ...answer, dryRun } };
  if (mapped && mapped.freed.length > 0 && !input.releaseClaims) return { answer: refuseFreeing(mapped.freed) };
  const following = mapped?.entries ?? [];
  return {
    plan: {
      id: newId(),
      // Of several who adopt at once one goes first; the others look again.
      checks: [{ table: "force", key: part, version: inForce?.version ?? 0 }, ...(mapped?.checks ?? [])],
      entries: [await adoptionEntry(board, input, inForce, authorOf(caller), map), ...following],
    },
    answer: ({ seq }) => ({ ...answer, adopted: true, event: seq - following.length }),
  };
}

function comparedAnswer(compared: ReturnType<typeof compareWith>): Pick<Adoption, "difference" | "loosens"> {
  return { difference: compared?.difference ?? null, loosens: compared?.loosens ?? [] };
}

/** On the left may stand what the workflow before knows, and what people have typed elsewhere. */
async function readMap(
  board: Board,
  { map = [], workflow, otherwise }: AdoptInput,
  inForce: WorkflowInForce | null,
): Promise<StateMap | Refusal> {
  if (map.length === 0) return new Map();
  const used = (await board.tickets.countByState()).flatMap(({ state }) => state ?? []);
  const known = Object.keys((inForce?.workflow ?? otherwise)?.states ?? {});
  return readStateMap(map, new Set([...known, ...used]), workflow);
}

async function mappedAnswer(
  board: Board,
  { otherwise }: Candidate,
  inForce: WorkflowInForce | null,
  map: StateMap,
  { states, freed }: MappedTickets,
): Promise<Pick<Adoption, "mapped" | "released" | "back">> {
  const before = inForce?.workflow ?? otherwise;
  const stays = (await board.tickets.countByState()).flatMap(({ state }) =>
    state === null || map.has(state) ? [] : [state],
  );
  return {
    mapped: states,
    released: freed.map(({ key }) => key),
    ...(before ? { back: wayBack(map, before, new Set(stays)) } : {}),
  };
}

function refuseAgent(caller: Caller): Refusal | null {
  if (caller.actor.kind === "person") return null;
  return refuse(
    "person_only",
    "Only a person puts a workflow in force.",
    say`ask a person to do it ${by({ type: "adopt_workflow" })}.`,
  );
}

function changedMeanwhile(from: string | null): Refusal {
  return refuse(
    "workflow_changed",
    "Another workflow has taken force since you looked; nothing was written.",
    "look at how yours differs from that one, then retry.",
    { from },
  );
}

function refuseStranding(lost: readonly Stranded[]): Refusal {
  const where = listed(
    lost.map(({ state, count }) => `${quote(state ?? "")} (${count})`),
    "and",
  );
  return refuse(
    "workflow_strands_tickets",
    `The workflow does not know states that tickets stand in: ${where}. The one last in force stays.`,
    say`say with ${argument("map")} where the tickets of each of these states go, move them first, or keep these states in the workflow; then adopt it again.`,
    { states: lost },
  );
}
