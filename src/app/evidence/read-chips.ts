// The chips of many tickets, in few reads whatever their number; and in none where the workflow asks for no evidence.

import { subjectOf } from "../../engine/evidence/fact.ts";
import type { Key } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import type { ChipView } from "../pages/evidence-views.ts";
import type { Board } from "../ports/board.ts";
import type { KeptFact } from "../ports/evidence.ts";
import { checkDigests } from "./check-digest.ts";
import { askedIn, chipsOf, type FormerFacts } from "./chips.ts";

interface CommitOfTicket {
  readonly key: Key;
  readonly state: string | null;
  readonly head: string | null;
}

export async function readChips(
  app: App,
  tickets: readonly CommitOfTicket[],
): Promise<ReadonlyMap<Key, readonly ChipView[]>> {
  const { machine, board } = app;
  if (!machine.asksForEvidence) return new Map();
  const subjects = tickets.map(({ key, head }) => subjectOf(key, head));
  const facts = Map.groupBy(await board.evidence.factsOf(subjects), ({ subject }) => subject);
  const checks = checkDigests(machine);
  const factsAt = ({ key, head }: CommitOfTicket): readonly KeptFact[] => facts.get(subjectOf(key, head)) ?? [];
  const chips = new Map(
    tickets.map((ticket) => [ticket.key, chipsOf(askedIn(machine, ticket.state), factsAt(ticket), checks)]),
  );
  // Only a ticket that has a commit may have had another one before.
  const lacking = tickets.filter(
    ({ key, head }) => head !== null && chips.get(key)?.some(({ mark }) => mark === "none"),
  );
  const former = await readFormer(board, lacking);
  for (const ticket of lacking) {
    const own = former.get(ticket.key);
    if (own) chips.set(ticket.key, chipsOf(askedIn(machine, ticket.state), factsAt(ticket), checks, own));
  }
  return chips;
}

/** The commits that tickets had before, the newest first, with what was said of them. */
async function readFormer(
  { evidence }: Board,
  tickets: readonly CommitOfTicket[],
): Promise<ReadonlyMap<Key, readonly FormerFacts[]>> {
  if (tickets.length === 0) return new Map();
  const heads = new Map(tickets.map(({ key, head }) => [key, head]));
  const named = await evidence.commitsNamed([...heads.keys()]);
  const before = named.filter(({ key, commit }) => commit !== heads.get(key)).toReversed();
  const facts = Map.groupBy(
    await evidence.factsOf([...new Set(before.map(({ commit }) => commit))]),
    ({ subject }) => subject,
  );
  const byTicket = Map.groupBy(before, ({ key }) => key);
  return new Map(
    [...byTicket].map(([key, own]) => [key, own.map(({ commit }) => ({ commit, facts: facts.get(commit) ?? [] }))]),
  );
}
