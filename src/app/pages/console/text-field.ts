// A text that somebody types, with the place where the next letter goes.

export interface TextField {
  readonly text: string;
  /** How many letters stand before the cursor. A letter is what a person sees as one. */
  readonly at: number;
}

export const EMPTY: TextField = { text: "", at: 0 };

export function fieldWith(text: string): TextField {
  return { text, at: lettersOf(text).length };
}

export function insert(field: TextField, typed: string): TextField {
  const { before, after } = parts(field);
  const text = typed.replaceAll(/\r\n?/g, "\n").replaceAll(NOT_TYPED, "");
  // A mark that belongs to the letter before it makes no letter of its own.
  return { text: `${before}${text}${after}`, at: lettersOf(`${before}${text}`).length };
}

export function deleteBefore(field: TextField): TextField {
  const { letters, after } = parts(field);
  return field.at === 0 ? field : { text: `${letters.slice(0, field.at - 1).join("")}${after}`, at: field.at - 1 };
}

export function deleteAfter(field: TextField): TextField {
  const { letters, before } = parts(field);
  return { text: `${before}${letters.slice(field.at + 1).join("")}`, at: field.at };
}

/** Back to the beginning of the word, with the spaces behind it. */
export function deleteWord(field: TextField): TextField {
  const { before, after } = parts(field);
  const kept = before.replace(/\S*\s*$/, "");
  return { text: `${kept}${after}`, at: lettersOf(kept).length };
}

/** All that stands in the line before the cursor. */
export function deleteLine(field: TextField): TextField {
  const { before, after } = parts(field);
  const kept = before.slice(0, before.lastIndexOf("\n") + 1);
  return { text: `${kept}${after}`, at: lettersOf(kept).length };
}

export function move(field: TextField, by: number): TextField {
  const { letters } = parts(field);
  return { ...field, at: Math.min(letters.length, Math.max(0, field.at + by)) };
}

export function toLineStart(field: TextField): TextField {
  return { ...field, at: field.at - columnOf(field) };
}

export function toLineEnd(field: TextField): TextField {
  const { after } = parts(field);
  return { ...field, at: field.at + lettersOf(after.split("\n", 1)[0] ?? "").length };
}

/** A line up or down, at the same place in it where it is long enough; the same field where there is none. */
export function moveLine(field: TextField, by: -1 | 1): TextField {
  const lines = field.text.split("\n").map(lettersOf);
  const { before } = parts(field);
  const row = before.split("\n").length - 1;
  const target = lines[row + by];
  if (!target) return field;
  const start = lines.slice(0, row + by).reduce((sum, line) => sum + line.length + 1, 0);
  return { ...field, at: start + Math.min(target.length, columnOf(field)) };
}

/** What stands before the cursor, the letter on it, and what follows. */
export function aroundCursor({ text, at }: TextField): { readonly before: string; readonly on: string; after: string } {
  const letters = lettersOf(text);
  return { before: letters.slice(0, at).join(""), on: letters[at] ?? "", after: letters.slice(at + 1).join("") };
}

// oxlint-disable-next-line no-control-regex -- what a terminal sends and nobody means
const NOT_TYPED = /[\u0000-\u0008\u000b-\u001f\u007f]/g;

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

function lettersOf(text: string): readonly string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

function parts({ text, at }: TextField) {
  const letters = lettersOf(text);
  return { letters, before: letters.slice(0, at).join(""), after: letters.slice(at).join("") };
}

function columnOf(field: TextField): number {
  const { before } = parts(field);
  return lettersOf(before.slice(before.lastIndexOf("\n") + 1)).length;
}
