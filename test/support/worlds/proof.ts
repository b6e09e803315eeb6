// A board that works by the shipped workflow with proof, and short ways to say what happens on it.

import type { App, Caller, Witness } from "../../../src/app/app.ts";
import { checkDigests } from "../../../src/app/evidence/check-digest.ts";
import { recordFact, type FactInput } from "../../../src/app/evidence/record-fact.ts";
import type { Git, WorkLook } from "../../../src/app/ports/git.ts";
import type { Key } from "../../../src/engine/facts.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { accepted, hand, locked, ticketIn } from "./steps.ts";
import { ann, appOn, maria, type World } from "./world.ts";

export const HEAD = "3f2c1ab".padEnd(40, "0");
export const OLDER = "91d0e77".padEnd(40, "0");
export const FORK = "b45e".padEnd(40, "0");

export function through(caller: Caller, witness: Witness): Caller {
  return { ...caller, witness };
}

export const checker = through(ann, { level: "witnessed", source: "check" });
const lander = through(ann, { level: "witnessed", source: "git" });
export const attesting = through(maria, { level: "attested", source: "person:Maria" });

/** A checkout that has these commits: what each touches. */
export function checkout(commits: Readonly<Record<string, readonly string[]>>, head: string | null = HEAD): Git {
  return {
    head: () => Promise.resolve(head),
    descendants: () => Promise.resolve([]),
    look: (word): Promise<WorkLook> => {
      const [commit, paths] = Object.entries(commits).find(([hash]) => hash.startsWith(word)) ?? [];
      if (commit === undefined || paths === undefined) return Promise.resolve({ kind: "absent" });
      const empty = paths.length === 0;
      const files = paths.length;
      return Promise.resolve({ kind: "work", commit, fork: FORK, commits: 1, files, empty, paths, pathsCut: false });
    },
  };
}

export function proof(world: World, fields: Partial<App> = {}): World {
  const git = checkout({ [HEAD]: ["src/a.ts"], [OLDER]: ["src/a.ts"] });
  return { ...world, app: appOn(world.board, { machine: shipped("ticket-proof"), git, ...fields }) };
}

const TESTS = checkDigests(shipped("ticket-proof")).get("tests") ?? "";

/** As `signalbox check` gives it. */
export async function tested(world: World, commit = HEAD, fields: Partial<FactInput> = {}): Promise<number> {
  const fact: FactInput = { subject: commit, name: "tests", verdict: "pass", check: TESTS, ...fields };
  return accepted(await recordFact(world.app, checker, fact)).event;
}

export async function landed(world: World, commit = HEAD): Promise<void> {
  accepted(await recordFact(world.app, lander, { subject: commit, name: "landed", verdict: "pass" }));
}

export async function attested(world: World, subject: string, name: string): Promise<void> {
  accepted(await recordFact(world.app, attesting, { subject, name, verdict: "pass", reason: "I have looked" }));
}

/** In the state in which it is built, in somebody's hands. */
export async function building(world: World, by: Caller = ann, title = "a ticket"): Promise<Key> {
  const key = await ticketIn(world, "Plan in Review", { title });
  await locked(world, by, key, "impl");
  return key;
}

export const submit = (
  world: World,
  by: Caller,
  key: Key,
  fields: { commit?: string; evidence?: Record<string, string> } = {},
) => hand(world, by, key, { command: "impl", intent: "complete", commit: HEAD, ...fields });

/** Built, tested and handed in. */
export async function inReview(world: World, by: Caller = ann, commit = HEAD, title?: string): Promise<Key> {
  const key = await building(world, by, title);
  await tested(world, commit);
  accepted(await submit(world, by, key, { commit }));
  return key;
}
