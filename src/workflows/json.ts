// Finds the first fault in a JSON text, with its place. JSON.parse says no place for some faults, words that differ from
// one Node to the next for others, and nothing at all about a key that stands twice, of which it drops the first.

export interface JsonFault {
  readonly offset: number;
  readonly reason: string;
}

/** Deeper than any workflow is, and far less deep than what overflows a stack. */
export const MOST_LEVELS = 64;

type Expected = "value" | "value or ]" | "key" | "key or }" | "more" | "end";

/** undefined: JSON.parse reads this text, and reads all of it. */
export function findJsonFault(text: string): JsonFault | undefined {
  // The keys that an open object has so far; null for an open array.
  const open: (Set<string> | null)[] = [];
  let expected: Expected = "value";
  let at = skipSpace(text, 0);

  for (; at < text.length; at = skipSpace(text, at)) {
    const char = text[at] ?? "";
    const inside = open.at(-1);
    if (expected === "end") return { offset: at, reason: `nothing may follow the value, but ${show(text, at)} does` };
    if (expected === "more") {
      const close = inside ? "}" : "]";
      if (char === close) {
        open.pop();
        expected = open.length > 0 ? "more" : "end";
      } else if (char === ",") expected = inside ? "key" : "value";
      else return { offset: at, reason: `expected "," or "${close}", found ${show(text, at)}` };
      at += 1;
    } else if ((expected === "key or }" && char === "}") || (expected === "value or ]" && char === "]")) {
      open.pop();
      expected = open.length > 0 ? "more" : "end";
      at += 1;
    } else if (inside && (expected === "key" || expected === "key or }")) {
      if (char !== '"') return { offset: at, reason: `expected a key in double quotes, found ${show(text, at)}` };
      const end = endOfString(text, at);
      if (typeof end !== "number") return end;
      const key = String(JSON.parse(text.slice(at, end)));
      if (inside.has(key)) return { offset: at, reason: `the key ${JSON.stringify(key)} stands twice in one object` };
      inside.add(key);
      const colon = skipSpace(text, end);
      if (text[colon] !== ":") return { offset: colon, reason: `expected ":", found ${show(text, colon)}` };
      at = colon + 1;
      expected = "value";
    } else if (char === "{" || char === "[") {
      if (open.length === MOST_LEVELS) return { offset: at, reason: `nested more than ${MOST_LEVELS} levels deep` };
      open.push(char === "{" ? new Set() : null);
      expected = char === "{" ? "key or }" : "value or ]";
      at += 1;
    } else {
      const end = char === '"' ? endOfString(text, at) : endOfWord(text, at);
      if (typeof end !== "number") return end;
      at = end;
      expected = open.length > 0 ? "more" : "end";
    }
  }
  return expected === "end" ? undefined : { offset: text.length, reason: "the text ends too early" };
}

/** As editors count: from 1. */
export function lineAndColumn(text: string, offset: number): string {
  const before = text.slice(0, offset).split("\n");
  return `${before.length}:${(before.at(-1) ?? "").length + 1}`;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && " \n\r\t".includes(text[at] ?? "")) at += 1;
  return at;
}

const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;
const WORD = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function endOfString(text: string, from: number): number | JsonFault {
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text[at] ?? "";
    if (char === '"') return at + 1;
    if (char < " ") return { offset: at, reason: `${show(text, at)} in a string must be escaped` };
    if (char !== "\\") continue;
    ESCAPE.lastIndex = at + 1;
    if (!ESCAPE.test(text)) return { offset: at, reason: "not an escape that JSON knows" };
    at = ESCAPE.lastIndex - 1;
  }
  return { offset: from, reason: "a string that is never closed" };
}

function endOfWord(text: string, from: number): number | JsonFault {
  WORD.lastIndex = from;
  return WORD.test(text) ? WORD.lastIndex : { offset: from, reason: `expected a value, found ${show(text, from)}` };
}

function show(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? "the end of the text" : JSON.stringify(String.fromCodePoint(point));
}
