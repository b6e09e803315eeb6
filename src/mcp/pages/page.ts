// Answers that are too long for one message come in pages. One mechanism for all tools: lists and long texts of an answer
// are given out until a page is full, each of them once; short fields stand on every page. A page that is not the last
// holds `more` and `cursor`; the same call with that cursor goes on. Servers are stateless: a cursor says where to go on,
// by the last entry that was given out, so that entries which come or go meanwhile shift nothing.

import { hash } from "node:crypto";
import { plainJson } from "../../engine/words.ts";

/** What clients take without a warning, in characters of the text. */
export const MOST_CHARACTERS = 25_000;

/** The rest is for `more`, `cursor` and `cut`. */
const ROOM = 24_000;

/** A text beyond this is given out once, in pieces where it has to be. */
const SHORT = 400;

/** An entry beyond this is split; any other waits for the next page, where it fits. */
const LARGE = 18_000;

/** A piece of a text that is shorter than this is not worth a page's end. */
const SMALLEST_PIECE = 1_000;

/** Their last entry is the newest: pages go from the end to the beginning, and each stays in its order. */
const NEWEST_LAST = new Set(["comments", "state_history", "history"]);

/** Where an answer's list goes on beyond what was read for it: whoever reads it finds this again as `source`. */
export const NEXT = Symbol("next");

/** A place inside an answer: a field, how much of it was given out, and what to know it by. */
export interface Place {
  readonly field: string;
  readonly given: number;
  readonly mark: string;
  /** Inside the field's entry, of which a part was given out. */
  readonly inner?: Place;
}

export interface Page {
  readonly page: Readonly<Record<string, unknown>>;
  /** The page as text, where that was needed to see that all of it fits. */
  readonly text: string | null;
  /** Where the next page begins; null: it is the last. */
  readonly next: Place | null;
  /** How many entries and texts are still to come. */
  readonly left: number;
  /** The text, or the entry of a list, that the next page goes on with. */
  readonly cut: string | null;
}

/** What a cursor counted by is not there any more. */
export class PlaceGone extends Error {}

export function pageOf(answer: object, at: Place | null, room: number = ROOM): Page {
  const text = at === null ? plainJson(answer) : null;
  if (text !== null && text.length <= room) return { page: { ...answer }, text, next: null, left: 0, cut: null };
  const filling = new Filling(room);
  const taken = filling.object(answer, at);
  if (!taken) throw new Error("an answer has no room for its short fields");
  const { piece, next } = taken;
  return {
    page: piece as Page["page"],
    text: null,
    next,
    left: next === null ? 0 : countFrom(answer, next),
    cut: next && isCut(answer, next) ? pathTo(answer, next) : null,
  };
}

interface Taken {
  readonly piece: unknown;
  readonly next: Place | null;
}

class Filling {
  #left: number;
  /** Whether the page holds anything that the one before did not: if not, it must take what comes. */
  #isBegun = false;

  constructor(room: number) {
    this.#left = room;
  }

  /** null: not even its short fields fit. */
  object(value: object, at: Place | null): Taken | null {
    const piece = emptied(value);
    const own = sizeOf(piece);
    if (own > this.#left && this.#isBegun) return null;
    this.#left -= own;
    const parts = partsOf(value);
    const first = at === null ? 0 : parts.findIndex(([name]) => name === at.field);
    if (first < 0) throw new PlaceGone();
    for (const [index, [name, part]] of parts.slice(first).entries()) {
      const taken = this.#part(name, part, index === 0 ? at : null);
      piece[name] = taken.piece;
      if (taken.next) return { piece, next: taken.next };
    }
    return { piece, next: null };
  }

  #part(field: string, part: unknown, at: Place | null): Taken {
    if (typeof part === "string") return this.#text(field, part, at);
    if (Array.isArray(part)) return this.#list(field, part, at);
    const taken = this.object(part as object, at?.inner ?? null);
    if (!taken) return { piece: emptied(part as object), next: { field, given: 0, mark: "" } };
    return { piece: taken.piece, next: taken.next && { field, given: 0, mark: "", inner: taken.next } };
  }

  #list(field: string, given: readonly unknown[], at: Place | null): Taken {
    const isTurned = NEWEST_LAST.has(field);
    const list = isTurned ? given.toReversed() : given;
    const taken: unknown[] = [];
    const answer = (next: Place | null): Taken => ({ piece: isTurned ? taken.toReversed() : taken, next });
    let index = at === null ? 0 : find(list, at);
    for (let inner = at?.inner ?? null; index < list.length; index++, inner = null) {
      const entry = list[index];
      const size = sizeOf(entry) + 1;
      if (inner === null && size <= this.#left) {
        taken.push(entry);
        this.#left -= size;
        this.#isBegun = true;
        continue;
      }
      const isSplit = inner !== null || size > LARGE || !this.#isBegun;
      const split = isSplit ? this.#split(entry, inner) : null;
      if (!split) return answer({ field, given: index, mark: index === 0 ? "" : markOf(list[index - 1]) });
      taken.push(split.piece);
      if (split.next) return answer({ field, given: index, mark: markOf(entry), inner: split.next });
    }
    return answer(null);
  }

  #split(entry: unknown, at: Place | null): Taken | null {
    if (typeof entry === "string") return this.#text("", entry, at);
    if (Array.isArray(entry)) return this.#list("", entry, at);
    if (typeof entry === "object" && entry !== null) return this.object(entry, at);
    this.#isBegun = true;
    return { piece: entry, next: null };
  }

  #text(field: string, text: string, at: Place | null): Taken {
    const mark = markOf(text);
    if (at !== null && (at.mark !== mark || at.given > text.length)) throw new PlaceGone();
    const from = at?.given ?? 0;
    const rest = text.slice(from);
    const fits = beginningWithin(rest, this.#left);
    if (fits < rest.length && fits < SMALLEST_PIECE && this.#isBegun) {
      return { piece: "", next: { field, given: from, mark } };
    }
    const piece = rest.slice(0, Math.max(fits, 1));
    this.#left -= sizeOf(piece);
    this.#isBegun = true;
    return { piece, next: piece.length < rest.length ? { field, given: from + piece.length, mark } : null };
  }
}

/** Lists, long texts, and what holds any of these: given out once, in this order. */
function partsOf(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, inner]) => isPart(inner));
}

function isPart(value: unknown): boolean {
  if (typeof value === "string") return value.length > SHORT;
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.values(value).some(isPart);
}

/** With its short fields alone. */
function emptied(value: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isPart(inner) ? nothingOf(inner) : inner]),
  );
}

function nothingOf(part: unknown): unknown {
  if (typeof part === "string") return "";
  return Array.isArray(part) ? [] : emptied(part as object);
}

/** The entry to go on with. */
function find(list: readonly unknown[], { given, mark, inner }: Place): number {
  if (given === 0 && mark === "") return 0;
  const expected = inner ? given : given - 1;
  const isIt = (index: number): boolean => index in list && markOf(list[index]) === mark;
  // Two entries may look the same: the nearer one is meant.
  for (let away = 0; away <= Math.max(expected, list.length); away++) {
    const found = [expected + away, expected - away].find(isIt);
    if (found !== undefined) return inner ? found : found + 1;
  }
  throw new PlaceGone();
}

/** What an entry is known by, though its other fields may change. */
function markOf(entry: unknown): string {
  const fields = typeof entry === "object" && entry !== null ? (entry as Record<string, unknown>) : {};
  const { sessionId, seq, id, number, repo } = fields;
  const name = sessionId ?? seq ?? id ?? (number === undefined ? undefined : [number, repo]);
  return shortHash(JSON.stringify(name ?? entry));
}

export function shortHash(text: string): string {
  return hash("sha256", text, "base64url").slice(0, 10);
}

/** How much of a text can be written in so many characters of JSON; never half a letter. */
function beginningWithin(text: string, room: number): number {
  let length = Math.min(text.length, Math.max(room, 0));
  while (length > 0) {
    const size = sizeOf(text.slice(0, length));
    if (size <= room) break;
    length = Math.min(length - 1, Math.floor((length * room) / size));
  }
  return length < text.length && /[\uD800-\uDBFF]$/.test(text.slice(0, length)) ? length - 1 : length;
}

function countFrom(value: object, { field, given, inner }: Place): number {
  const parts = partsOf(value);
  const first = parts.findIndex(([name]) => name === field);
  return parts.slice(first).reduce((sum, [, part], index) => {
    if (typeof part === "string") return sum + 1;
    if (Array.isArray(part)) return sum + part.length - (index === 0 ? given : 0);
    return sum + (index === 0 && inner ? countFrom(part as object, inner) : countAll(part as object));
  }, 0);
}

function countAll(value: object): number {
  const [first] = partsOf(value);
  return first ? countFrom(value, { field: first[0], given: 0, mark: "" }) : 0;
}

/** Whether the page ends inside a text, or inside an entry of a list. */
function isCut(value: object, { field, given, inner }: Place): boolean {
  const part = fieldOf(value, field);
  if (typeof part === "string") return given > 0;
  if (inner === undefined) return false;
  return Array.isArray(part) || isCut(part as object, inner);
}

/** As in comments[].body: the way into the entry that was split. */
function pathTo(value: unknown, { field, given, inner }: Place): string {
  const part = field === "" ? value : fieldOf(value as object, field);
  if (inner === undefined) return field;
  if (!Array.isArray(part)) return `${field}.${pathTo(part, inner)}`;
  const list = NEWEST_LAST.has(field) ? part.toReversed() : part;
  const rest = pathTo(list[given], inner);
  return `${field}[]${rest === "" || rest.startsWith("[") ? "" : "."}${rest}`;
}

function fieldOf(value: object, field: string): unknown {
  return (value as Record<string, unknown>)[field];
}

function sizeOf(value: unknown): number {
  return plainJson(value).length;
}
