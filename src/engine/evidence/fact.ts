// A fact about a commit: what each source said of it last, and through which door. It is only ever true of that commit:
// another commit has facts of its own.

import { asPerson } from "../names.ts";
import { showName } from "../words.ts";
import { sameIdentity, type Identity, type Key, type Time } from "../facts.ts";
import type { Level } from "../workflow/format.ts";

export const LEVELS = ["reported", "witnessed", "observed", "attested"] as const satisfies readonly Level[];

/** empty: it ran nothing. unknown: nobody could look; it is never a pass. */
export const VERDICTS = ["pass", "fail", "empty", "unknown"] as const;
export type Verdict = (typeof VERDICTS)[number];

export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What one source said last. */
export interface Said {
  readonly level: Level;
  /** Whom the door knows: "check", "git", "github", "token:NAME", "oidc:…", "person:NAME"; an agent's name where it is reported. */
  readonly source: string;
  readonly verdict: Verdict;
  /** What tells this saying from others of the same source. */
  readonly run: string;
  readonly at: Time;
  /** The digest of the check that was run. */
  readonly check?: string;
  readonly tests?: TestCounts;
  readonly url?: string;
  /** Of the fact "work": where the change forks off, how many commits it has, and the files that it touches. */
  readonly fork?: string;
  readonly commits?: number;
  readonly paths?: readonly string[];
  /** There are more paths than these. */
  readonly pathsCut?: boolean;
  /** The whole change by one name, wherever it stands. */
  readonly patch?: string;
}

/** All that is kept about one fact of one subject; version 0: nothing was ever said. */
export interface Fact {
  /** A commit's hash; or a ticket, while it has none. */
  readonly subject: string;
  readonly name: string;
  readonly said: readonly Said[];
  readonly version: number;
}

const RANKS: Readonly<Record<Level, number>> = { reported: 0, witnessed: 1, observed: 2, attested: 2 };

export function rankOf(level: Level): number {
  return RANKS[level];
}

/** Facts that have a meaning of their own. Others are what a workflow's checks, CI jobs and people make of them. */
export const BUILT_IN = {
  /** The change has commits, and a difference to its base. */
  work: "git",
  /** The change is in the base. */
  landed: "git",
  pr: "github",
  checks: "github",
  review: "people",
  codeless: "people",
  /** The work of this commit may be that of other tickets too. */
  shared: "people",
} as const;

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const PART_OF_A_COMMIT = /^[0-9a-f]{7,64}$/;
const NAME = /^[a-z0-9][a-z0-9_.-]{0,63}$/;

/** A whole hash, as git prints it. */
export function isCommit(word: string): boolean {
  return COMMIT.test(word);
}

/** A hash, or how one begins. */
export function mayBeCommit(word: string): boolean {
  return PART_OF_A_COMMIT.test(word);
}

export function isFactName(word: string): boolean {
  return NAME.test(word);
}

/** `3f2c1ab`: what people and git call it. */
export function shortCommit(commit: string): string {
  return commit.slice(0, 7);
}

/** What facts of a ticket without a commit are about: no commit is called so. */
export function ticketSubject(key: Key): string {
  return key.includes("#") ? key : `#${key}`;
}

/** What a ticket's facts are about. */
export function subjectOf(key: Key, head: string | null): string {
  return head ?? ticketSubject(key);
}

/** The ticket that a subject is; null: it is a commit. */
export function ticketIn(subject: string): Key | null {
  const hash = subject.indexOf("#");
  if (hash < 0) return null;
  return hash === 0 ? subject.slice(1) : subject;
}

export function factKey(subject: string, name: string): string {
  return `${subject}/${name}`;
}

/** A source's newer word takes the place of its older one. */
export function withSaid(said: readonly Said[], entry: Said): readonly Said[] {
  const others = said.filter((other) => other.level !== entry.level || other.source !== entry.source);
  return [...others, entry];
}

/** Without what one source said; `former`: what it had said before, which counts again. */
export function withoutSaid(
  said: readonly Said[],
  gone: Pick<Said, "level" | "source" | "run">,
  former: Said | null,
): readonly Said[] {
  const at = said.findIndex(
    ({ level, source, run }) => level === gone.level && source === gone.source && run === gone.run,
  );
  if (at < 0) return said;
  return [...said.slice(0, at), ...(former ? [former] : []), ...said.slice(at + 1)];
}

/** The person behind a saying; null: it was no person. */
export function personBehind({ source }: Pick<Said, "source">): string | null {
  return source.startsWith(PERSON) ? source.slice(PERSON.length) : null;
}

/** `token ci`, `Maria (person)`, `github`, or an agent's name. */
export function showSource({ source }: Pick<Said, "source">): string {
  const person = personBehind({ source });
  if (person !== null) return asPerson(showName(person));
  const [, door, name] = /^(token|oidc):(.*)$/s.exec(source) ?? [];
  return door === undefined || name === undefined ? showName(source) : `${door} ${showName(name)}`;
}

const PERSON = "person:";

export function personSource(name: string): string {
  return PERSON + name;
}

/** Who did one step of a ticket, or took a claim on it. */
export interface Hand {
  readonly person: string | null;
  readonly identity: Identity | null;
}

export function sameHand(a: Hand, b: Hand, by: "connection" | "agent" | "person"): boolean {
  if (a.person !== null || b.person !== null) return a.person !== null && a.person === b.person;
  if (a.identity === null || b.identity === null) return false;
  return by === "agent" ? sameIdentity(a.identity, b.identity) : a.identity.connection === b.identity.connection;
}
