// Small words that several pages say the same way.

import type { EventView } from "../../../src/http/contract.ts";

/** `1 ticket`, `2 tickets`. */
export function count(n: number, one: string, many: string): string {
  return `${n.toLocaleString("en")} ${n === 1 ? one : many}`;
}

export function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The words of Markdown without its marks, on one line, for places where a line is all there is. */
export function plainWords(markdown: string): string {
  return markdown
    .replaceAll(/\*\*|`|^(?:#+|>) /gm, "")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 200);
}

/** What a row of the ledger says of a commit: `tests pass at 3f2c1ab`. */
export function factWords({ data, subject }: Pick<EventView, "data" | "subject">): string {
  const word = (value: unknown): string => (typeof value === "string" ? value : "?");
  const at = subject.type === "commit" ? ` at ${subject.key.slice(0, 7)}` : "";
  return `${word(data["name"])} ${VERDICTS[word(data["verdict"])] ?? word(data["verdict"])}${at}`;
}

const VERDICTS: Readonly<Record<string, string>> = {
  pass: "passed",
  fail: "failed",
  empty: "ran nothing",
  unknown: "could not be looked at",
};

/** `#12`, or `owner/repo#12` outside the default repository. */
export function showKey(key: string): string {
  return key.includes("#") ? key : `#${key}`;
}

/** A part of an address as it was meant. The router undoes most of the escaping, but not that of slashes. */
export function unescapeName(part: string | undefined): string {
  try {
    return decodeURIComponent(part ?? "");
  } catch {
    // A lone percent sign is part of a name, and was unescaped already; half an escape names nothing that there is.
    return part ?? "";
  }
}

export function sessionPath(id: string): string {
  return `/sessions/${encodeURIComponent(id)}`;
}

export function ticketPath(key: string): string {
  return `/ticket/${encodeURIComponent(key)}`;
}
