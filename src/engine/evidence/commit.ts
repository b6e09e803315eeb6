// Which commit a move is about. Only an edge that takes one gives the ticket another; everywhere else the commit that was
// looked at is the one that goes on.

import type { Actor, Key } from "../facts.ts";
import type { EdgeSpec } from "../workflow/format.ts";
import { isWaived } from "./guards.ts";
import { ticketSubject } from "./fact.ts";
import { means, type EvidenceFacts, type GivenCommit, type OtherWork } from "./snapshot.ts";

/** What becomes of the ticket's commit. */
export interface CommitTaken {
  readonly head: string;
  readonly fork: string | null;
}

export type CommitDenied = "commit_missing" | "commit_unknown" | "commit_changed" | "commit_taken";

export type CommitCheck =
  | {
      readonly ok: true;
      readonly taken: CommitTaken | null;
      /** It was given, and made no difference. */ readonly idle: boolean;
    }
  | { readonly ok: false; readonly code: CommitDenied };

export function checkCommit(
  edges: readonly EdgeSpec[],
  evidence: EvidenceFacts,
  { key, actor }: { readonly key: Key; readonly actor: Actor },
): CommitCheck {
  const { given, head = null } = evidence;
  if (!edges.some(({ takes }) => takes === "commit")) {
    if (!given) return { ok: true, taken: null, idle: false };
    if (head === null) return { ok: true, taken: null, idle: true };
    const word = given.kind === "known" ? given.commit : given.word;
    return means(word, head) ? { ok: true, taken: null, idle: false } : { ok: false, code: "commit_changed" };
  }
  if (given?.kind === "unknown") return { ok: false, code: "commit_unknown" };
  if (given) {
    // A person who hands it in says that it is this ticket's work.
    if (actor.kind === "agent" && othersWork(evidence, given).length > 0) return { ok: false, code: "commit_taken" };
    return { ok: true, taken: { head: given.commit, fork: given.fork }, idle: false };
  }
  return isCodeless(edges, evidence, key, head)
    ? { ok: true, taken: null, idle: false }
    : { ok: false, code: "commit_missing" };
}

/** Tickets whose work it is, and that nobody meant to share theirs. */
export function othersWork(evidence: EvidenceFacts, given: GivenCommit | undefined): readonly OtherWork[] {
  if (given?.kind !== "known") return [];
  return given.others.filter(({ head, tied }) => !tied && !isWaived(SHARED, evidence, head));
}

const SHARED = "shared";

/** A person has said that there is no code: then there is no commit to name. A ticket that has one keeps naming it. */
function isCodeless(edges: readonly EdgeSpec[], evidence: EvidenceFacts, key: Key, head: string | null): boolean {
  if (head !== null) return false;
  const stands = edges.flatMap(({ guards = [] }) =>
    guards.flatMap((guard) => (guard.type === "facts" && guard.unless !== undefined ? [guard.unless] : [])),
  );
  return stands.some((unless) => isWaived(unless, evidence, ticketSubject(key)));
}
