// Tickets that were handed in with the same work: with the commit that is given now, with a branch that holds it, or with
// another commit that makes the same change. One change is evidence for one ticket, unless the two are meant to share it.

import type { Fact } from "../../engine/evidence/fact.ts";
import type { OtherWork } from "../../engine/evidence/snapshot.ts";
import type { Key, Time } from "../../engine/facts.ts";
import { isGivenUp } from "../../engine/groups/members.ts";
import type { App } from "../app.ts";
import type { Evidence, HandedIn } from "../ports/evidence.ts";
import type { WorkLook } from "../ports/git.ts";
import type { Observed } from "../ports/tickets.ts";

/** As many tickets are compared with: all work under way, and what ended last. The very same commit is found wherever it is. */
const MOST_OPEN = 1_000;
const MOST_CLOSED = 200;
/** Groups are small; a larger one is not walked to its end. */
const MOST_LINKED = 200;

type Looking = Pick<App, "board" | "machine" | "git">;

export interface Given {
  readonly key: Key;
  readonly commit: string;
  readonly look: WorkLook | null;
  /** What a tracker elsewhere shows of this ticket. */
  readonly observed?: readonly Observed[] | undefined;
}

export interface SharedWork {
  readonly others: readonly OtherWork[];
  /** What people have said of sharing it. */
  readonly facts: readonly Fact[];
}

const NONE: SharedWork = { others: [], facts: [] };
const NOBODY: readonly string[] = [];

export async function otherWork(app: Looking, given: Given): Promise<SharedWork> {
  const { evidence } = app.board;
  const found = await sameWork(app, given);
  if (found.length === 0) return NONE;
  const steps = await evidence.steps(given.key);
  // What this ticket was handed in with before is its own, whoever has built on it since.
  if (steps.some(({ commit }) => commit === given.commit)) return NONE;
  const onePull = given.observed?.some(({ commit, name }) => commit === given.commit && name === "pr") === true;
  const others = await Promise.all(
    found.map(async (other) => ({ ...other, tied: onePull || (await isTied(evidence, given.key, other)) })),
  );
  return { others, facts: await evidence.factsOf([...new Set(others.map(({ head }) => head))], "shared") };
}

async function sameWork(app: Looking, { key, commit, look }: Given): Promise<readonly Omit<OtherWork, "tied">[]> {
  const { evidence } = app.board;
  const isOther = (one: HandedIn): boolean =>
    one.key !== key && !isGivenUp(app.machine, { state: one.state, readable: true });
  const same = (await evidence.ticketsAt(commit)).filter(isOther);
  const known = same.map((one) => ({ key: one.key, head: one.head, how: "same" as const }));
  // Without a change of its own it is no work of anybody, and that is said in other words.
  if (look?.kind !== "work" || look.empty) return known;
  const [open, closed] = await Promise.all([evidence.openCommits(MOST_OPEN), evidence.lastClosed(MOST_CLOSED)]);
  const handedIn = [...open, ...closed.flatMap(({ head, ...one }) => (head === null ? [] : [{ ...one, head }]))];
  const rest = handedIn.filter((one) => isOther(one) && one.head !== commit);
  if (rest.length === 0) return known;
  const heads = [...new Set(rest.map(({ head }) => head))];
  const [holding, copies] = await Promise.all([
    app.git ? app.git.descendants(commit, heads) : NOBODY,
    copiesAmong(evidence, heads, look.patch),
  ]);
  return [
    ...known,
    ...rest.flatMap(({ key: other, head }) => {
      const how = holding.includes(head) ? "part" : copies.includes(head) ? "copy" : null;
      return how === null ? [] : [{ key: other, head, how } as const];
    }),
  ];
}

/** Commits whose whole change has this name, as git showed it when they were handed in. */
async function copiesAmong(
  evidence: Evidence,
  heads: readonly string[],
  patch: string | undefined,
): Promise<readonly string[]> {
  if (patch === undefined) return [];
  const facts = await evidence.factsOf(heads, "work");
  return facts
    .filter(({ said }) => said.some((one) => one.level !== "reported" && one.patch === patch))
    .map(({ subject }) => subject);
}

/** Linked by parents and blockers before the other was handed in: a link that is made afterwards says nothing. */
async function isTied(evidence: Evidence, key: Key, other: Pick<HandedIn, "key" | "head">): Promise<boolean> {
  const taken = (await evidence.steps(other.key)).find(({ commit }) => commit === other.head)?.at;
  if (taken === undefined) return false;
  return (await linkedBefore(evidence, key, taken)).has(other.key);
}

async function linkedBefore(evidence: Evidence, key: Key, before: Time): Promise<ReadonlySet<Key>> {
  const reached = new Set([key]);
  let edge: readonly Key[] = [key];
  while (edge.length > 0 && reached.size < MOST_LINKED) {
    const links = (await evidence.links(edge)).filter(({ since }) => since < before);
    edge = [...new Set(links.map(({ to }) => to))].filter((to) => !reached.has(to));
    for (const next of edge) reached.add(next);
  }
  return reached;
}
