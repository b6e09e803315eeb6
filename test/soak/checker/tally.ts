// How much happened, in words for whoever reads the summary.

import type { Counts } from "../counts.ts";
import type { Row } from "./row.ts";

const WORDS: Readonly<Record<string, string>> = {
  "ticket move": "moves",
  "ticket stay": "stays",
  "ticket override": "overrides",
  "ticket propagate": "children led on",
  "ticket release": "claims given back",
  "ticket claim": "claims cut to a grace",
  "ticket create": "tickets made",
  "ticket comment": "comments",
  "ticket edit": "edits",
  "ticket link": "links",
  "session create": "sessions begun",
  "session move": "steps of sessions",
  "run move": "steps of runs",
};

export class Tally {
  readonly #counts = new Map<string, number>();

  get counts(): Counts {
    return Object.fromEntries(this.#counts);
  }

  row(row: Row): void {
    this.add("rows of the ledger");
    if (row.kind === "refuse") this.add(`refused: ${String(row.data["code"])}`);
    const word = WORDS[`${row.subject.type} ${row.kind}`];
    if (word !== undefined) this.add(word);
    const claim = row.data["claim"];
    if (typeof claim !== "object" || claim === null || !("type" in claim) || claim.type !== "acquire") return;
    this.add("claims");
    if ("takenFrom" in claim && claim.takenFrom !== null) this.add("claims taken over");
  }

  add(word: string): void {
    this.set(word, (this.#counts.get(word) ?? 0) + 1);
  }

  set(word: string, count: number): void {
    this.#counts.set(word, count);
  }
}
