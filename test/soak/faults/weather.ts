// Which faults are on, and were: an error that an agent sees has to be one of theirs.

import { clock } from "../wait.ts";

/** What was broken needs a moment to be whole again, and an answer a moment to arrive. */
const GRACE_MS = 8_000;

interface Spell {
  readonly name: string;
  readonly codes: ReadonlySet<string>;
  readonly from: number;
  until: number;
}

export class Weather {
  readonly #spells: Spell[] = [];

  /** `codes`: the errors that it may cause. To be called when it is over: what comes back. */
  begin(name: string, codes: readonly string[]): () => void {
    const spell = { name, codes: new Set(codes), from: clock(), until: Number.POSITIVE_INFINITY };
    this.#spells.push(spell);
    return () => {
      spell.until = clock();
    };
  }

  explains(code: string, from: number, until: number): boolean {
    return this.#spells.some((spell) => spell.codes.has(code) && spell.from <= until && from <= spell.until + GRACE_MS);
  }

  get ongoing(): readonly string[] {
    const now = clock();
    return this.#spells.filter(({ until }) => until > now).map(({ name }) => name);
  }
}
