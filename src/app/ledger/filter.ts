// Which rows of the ledger somebody wants: by who, kind, subject, state, time and words. Terminal, API and page share it.

import type { Time } from "../../engine/facts.ts";
import { asPerson, nameAt } from "../../engine/names.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, unknown } from "../../engine/words.ts";
import type { EntryKind, Subject } from "../commit/plan.ts";
import type { EventView } from "../pages/views.ts";
import type { RowHints } from "../ports/ledger.ts";

export interface EventFilter {
  /** A person or an agent, by the whole name or by the part that people use. */
  readonly who?: string | undefined;
  readonly kinds?: readonly KindName[] | undefined;
  /** A ticket stands for the sessions on it too. */
  readonly subject?: Subject | undefined;
  /** It came from there, went there, or wanted to. */
  readonly state?: string | undefined;
  readonly refused?: boolean | undefined;
  /** Why it was refused. */
  readonly code?: string | undefined;
  /** The type of its subject. */
  readonly about?: string | undefined;
  /** The state that it came from. */
  readonly left?: string | undefined;
  readonly since?: Time | undefined;
  readonly until?: Time | undefined;
  /** All of these words stand in what was written, in any case. */
  readonly words?: string | undefined;
}

const KINDS: Readonly<Record<EntryKind, true>> = {
  move: true,
  stay: true,
  refuse: true,
  claim: true,
  release: true,
  create: true,
  edit: true,
  link: true,
  comment: true,
  propagate: true,
  override: true,
  undo: true,
  adopt: true,
  map: true,
  void: true,
  redact: true,
  rename: true,
  issue: true,
  revoke: true,
  fact: true,
  retract: true,
};

/** Leases that go on, and signs of life. */
const ROUTINE: ReadonlySet<string> = new Set<EntryKind>(["stay", "claim"]);

export function isRoutine(kind: string, type: string): boolean {
  return ROUTINE.has(kind) || type === "session";
}

/** Names for several kinds at once. */
const GROUPS: Readonly<Record<GroupName, (event: Pick<EventView, "kind" | "subject">) => boolean>> = {
  /** What somebody changed: all but refusals, leases and what sessions report. */
  change: ({ kind, subject }) => kind !== "refuse" && !isRoutine(kind, subject.type),
  refusal: ({ kind }) => kind === "refuse",
  /** Tickets, sessions and runs that went from one state into another. */
  step: ({ kind }) => STEPS.has(kind),
  /** Keys to the board, and what became of them. */
  key: ({ kind }) => kind === "issue" || kind === "revoke",
};

const STEPS: ReadonlySet<string> = new Set<EntryKind>(["move", "override", "undo", "propagate"]);

type GroupName = "change" | "refusal" | "step" | "key";
export type KindName = EntryKind | GroupName;

export function readKinds(words: readonly string[]): readonly KindName[] | Refusal {
  const known = [...Object.keys(GROUPS), ...Object.keys(KINDS)];
  const wrong = words.find((word) => !known.includes(word));
  if (wrong === undefined) return words as readonly KindName[];
  return refuse("invalid_arguments", unknown("kind", wrong, known), `ask for ${listed(known)}.`);
}

const SUBJECT = /^(ticket|session|run|board|commit):(.+)$/s;

/** A ticket's key, with or without #, or any other subject with its type before it: `run:api/3`. */
export function readSubject(text: string): Subject {
  const [, type, key] = SUBJECT.exec(text) ?? [];
  if (type === undefined || key === undefined) return { type: "ticket", key: text.replace(/^#/, "") };
  return { type: type as Subject["type"], key };
}

/** What a store may look for. It may find more than is wanted, and leaves nothing out. */
export function hintsOf({ who, kinds, refused, state, words }: EventFilter): RowHints {
  return {
    kinds: refused ? ["refuse"] : kindsOf(kinds),
    mentions: [who === undefined ? undefined : writtenName(who), state].filter((name) => name !== undefined),
    word: words === undefined ? undefined : wordsOf(words).toSorted((a, b) => b.length - a.length)[0],
  };
}

/** What a row holds of the name that people are shown. */
function writtenName(who: string): string {
  const suffix = asPerson("");
  return who.endsWith(suffix) ? who.slice(0, -suffix.length) : (who.split("/")[0] ?? who);
}

/** undefined: any may be wanted. */
function kindsOf(names: readonly KindName[] | undefined): readonly EntryKind[] | undefined {
  if (names === undefined) return undefined;
  const ticket: Subject = { type: "ticket", key: "" };
  return (Object.keys(KINDS) as EntryKind[]).filter((kind) =>
    names.some((name) => kind === name || isIn(name, { kind, subject: ticket })),
  );
}

export function isWanted(event: EventView, filter: EventFilter): boolean {
  const { who, kinds, refused, since, until, state, words, code, about, left } = filter;
  const at = Date.parse(event.at);
  if ((since !== undefined && at < since) || (until !== undefined && at >= until)) return false;
  if (refused && event.kind !== "refuse") return false;
  if (kinds && !kinds.some((name) => event.kind === name || isIn(name, event))) return false;
  if (code !== undefined && event.code !== code) return false;
  if (about !== undefined && event.subject.type !== about) return false;
  if (left !== undefined && event.from !== left) return false;
  if (who !== undefined && !namesOf(event).has(who.toLowerCase())) return false;
  if (state !== undefined && !statesOf(event).has(state.toLowerCase())) return false;
  return words === undefined || hasWords(event, wordsOf(words));
}

/** Whether a row that comes in by itself is about it; a ticket's are those of the sessions on it too. */
export function isAbout({ subject, data }: Pick<EventView, "subject" | "data">, wanted: Subject | undefined): boolean {
  if (!wanted || (subject.type === wanted.type && subject.key === wanted.key)) return true;
  return wanted.type === "ticket" && subject.type === "session" && data["ticket"] === wanted.key;
}

function isIn(name: KindName, event: Pick<EventView, "kind" | "subject">): boolean {
  return Object.hasOwn(GROUPS, name) && GROUPS[name as GroupName](event);
}

function statesOf({ from, to }: EventView): ReadonlySet<string> {
  return new Set([from, to].flatMap((state) => state?.toLowerCase() ?? []));
}

/** `ada (person)` is ada too; `claude@token/impl` is claude, claude@token and impl too. */
function namesOf({ who, person }: EventView): ReadonlySet<string> {
  const names = person
    ? [who, who.slice(0, -asPerson("").length)]
    : [who, ...who.split("/"), ...who.split("/").map(nameAt)];
  return new Set(names.map((name) => name.toLowerCase()));
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean);
}

function hasWords({ texts, refusal }: EventView, words: readonly string[]): boolean {
  const said = [...Object.values(texts), refusal?.what, refusal?.recovery].join("\n").toLowerCase();
  return words.every((word) => said.includes(word.toLowerCase()));
}
