// What was found. A store that is broken once breaks with every row: the first are told, and the rest are counted.

export type BreachKind =
  | "chain"
  | "text"
  | "move"
  | "guard"
  | "claim"
  | "version"
  | "table"
  | "answer"
  | "order"
  | "request"
  | "stuck"
  | "store";

const MOST_KEPT = 5000;

export class Breaches {
  readonly kept: string[] = [];
  readonly #tell: (line: string) => void;
  #count = 0;

  constructor(tell: (line: string) => void) {
    this.#tell = tell;
  }

  get count(): number {
    return this.#count;
  }

  note(kind: BreachKind, sentence: string): void {
    const line = `${kind}: ${sentence}`;
    // What is looked at again, because the store went away in between, is found again.
    if (this.kept.includes(line)) return;
    this.#count++;
    if (this.kept.length >= MOST_KEPT) return;
    this.kept.push(line);
    this.#tell(line);
  }
}
