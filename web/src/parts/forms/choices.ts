// What a person may choose in a form, each with a letter of its own.

export interface Choice {
  readonly id: string;
  /** The verb on the button. */
  readonly label: string;
  /** The state that it leads to. */
  readonly to: string | null;
  readonly warnings: readonly string[];
  /** What is said once it is done. */
  readonly done: string;
  /** It has to name this too. */
  readonly takes?: "commit" | null;
  readonly send: (reason: string, requestId: string, commit: string) => Promise<unknown>;
}

/** Letters that mean something else on the pages where the form stands. */
const TAKEN = "cegjklmopu";

/** A letter for each label: the first of its own that is still free. */
export function lettersFor(labels: readonly string[]): readonly (string | undefined)[] {
  const used = new Set(TAKEN);
  return labels.map((label) => {
    const letter = Array.from(label.toLowerCase()).find((one) => /[a-z]/.test(one) && !used.has(one));
    if (letter !== undefined) used.add(letter);
    return letter;
  });
}

/** 1 to 9, as many as there are. */
export function digitsFor(choices: readonly unknown[]): readonly (string | undefined)[] {
  return choices.map((_, index) => (index < 9 ? String(index + 1) : undefined));
}
