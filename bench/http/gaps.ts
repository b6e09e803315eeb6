// A text with gaps: made from one that was sent, and filled with what the next one differs in.

/** What a move differs in from the one before it. */
export interface Filling {
  readonly key: string;
  readonly plan: string;
  readonly version: number;
  readonly fence: number;
  readonly now: number;
}

export interface Template {
  readonly texts: readonly string[];
  readonly gaps: readonly { readonly of: keyof Filling; readonly plus: number }[];
}

/**
 * Where the values of `filling` stand in the text, or a number that is a little more. They have to be such as stand
 * nowhere else by chance.
 */
export function templateOf(text: string, filling: Filling): Template {
  const texts: string[] = [];
  const gaps: Template["gaps"][number][] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[\w-]+/g)) {
    const gap = gapFor(word, filling);
    if (!gap) continue;
    texts.push(text.slice(from, index));
    gaps.push(gap);
    from = index + word.length;
  }
  return { texts: [...texts, text.slice(from)], gaps };
}

export function fill({ texts, gaps }: Template, filling: Filling): string {
  let text = texts[0] ?? "";
  for (const [index, { of, plus }] of gaps.entries()) {
    const value = filling[of];
    text += `${typeof value === "number" ? value + plus : value}${texts[index + 1]}`;
  }
  return text;
}

/** A lease, in milliseconds, is the most that is added to anything. */
const MOST_MORE = 10_000_000;

function gapFor(word: string, filling: Filling): Template["gaps"][number] | null {
  if (word === filling.key) return { of: "key", plus: 0 };
  if (word === filling.plan) return { of: "plan", plus: 0 };
  for (const what of ["version", "fence", "now"] as const) {
    const plus = Number(word) - filling[what];
    if (plus >= 0 && plus <= MOST_MORE) return { of: what, plus };
  }
  return null;
}
