// The chips of many tickets, in one read whatever their number; and in none where the workflow asks for no evidence.

import { subjectOf } from "../../engine/evidence/fact.ts";
import type { Key } from "../../engine/facts.ts";
import type { App } from "../app.ts";
import type { ChipView } from "../pages/evidence-views.ts";
import { checkDigests } from "./check-digest.ts";
import { askedIn, chipsOf } from "./chips.ts";

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
  return new Map(
    tickets.map(({ key, state, head }) => [
      key,
      chipsOf(askedIn(machine, state), facts.get(subjectOf(key, head)) ?? [], checks),
    ]),
  );
}
