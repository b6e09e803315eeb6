// How texts are made: other people's words in quotes, lists, and the word that somebody probably meant.

const MOST_LETTERS = 80;

/** What JSON leaves as it is and nobody sees: control characters, line breaks, marks of direction, hidden tags. */
const UNSEEN =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

// eslint-disable-next-line no-control-regex -- it is what a terminal reads
const CONTROL = /[\u0000-\u0008\u000b-\u001f]/g;

/** What follows it is the server's own advice, and nobody else's. */
const OUR_MARK = /(recovery\s*):/gi;

const ONE_WORD = /^[\p{L}\p{N}._@/#%+~-]+$/u;
const PLAIN_WORDS = /^[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+)*$/u;

/** Text of agents and people: on one line, cut short, and never to be taken for the server's own words. */
export function quote(text: string): string {
  return quoteWhole(shortened(text));
}

/** Nothing in it that a quoted text is not to have: what is mostly quoted is a state or a command. */
const PLAIN_TEXT = /^[\w .,()#/-]*$/;

/** Not cut: for a name that the reader has to give back as it is. */
export function quoteWhole(text: string): string {
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  return JSON.stringify(text)
    .replaceAll(UNSEEN, escaped)
    .replaceAll(OUR_MARK, String.raw`$1\u003a`);
}

/** With what can't be seen, or what a terminal would obey, written as its number. Its lines stay lines. */
export function inSight(text: string): string {
  return text.replaceAll(UNSEEN, asUnits).replaceAll(CONTROL, asUnits);
}

/**
 * For every reader, machine or not: JSON leaves marks of direction and the upper control characters as they are, and its
 * text ends up on somebody's screen. Read back, it is the same value.
 */
export function plainJson(value: unknown, indent?: number): string {
  // What a terminal would obey, JSON has written as its number already.
  return (JSON.stringify(value, null, indent) ?? "null").replaceAll(UNSEEN, asUnits);
}

/** A name as it is; one that could be read as more than a name is quoted. */
export function showName(name: string): string {
  return name.length <= MOST_LETTERS && ONE_WORD.test(name) ? name : quote(name);
}

/** Where a list or a bracket marks it off well enough: as it is, unless there is more in it than words. */
export function showWord(word: string): string {
  return word.length <= MOST_LETTERS && PLAIN_WORDS.test(word) ? word : quote(word);
}

/** Cut between letters, never through one. */
function shortened(text: string): string {
  const letters = Array.from(text.slice(0, 2 * MOST_LETTERS + 1));
  return letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join("")}…` : text;
}

/** As JSON takes it, also where it is beyond the first 65,536. */
function asUnits(mark: string): string {
  return Array.from({ length: mark.length }, (_, at) => escaped(mark.charAt(at))).join("");
}

function escaped(mark: string): string {
  const code = mark.codePointAt(0)?.toString(16) ?? "";
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}

/** "A, B or C". */
export function listed(items: Iterable<string>, join = "or"): string {
  const all = [...items];
  if (all.length < 2) return all.join("");
  return `${all.slice(0, -1).join(", ")} ${join} ${all.at(-1)}`;
}

/** Like `listed`, cut short: a graph of 100,000 tasks must not answer with 100,000 names. */
export function listedBriefly(items: Iterable<string>, join = "and", most = 12): string {
  const all = [...items];
  if (all.length <= most) return listed(all, join);
  return `${all.slice(0, most).join(", ")} and ${all.length - most} more`;
}

/** `Unknown state "Dnoe". Did you mean "Done"?` */
export function unknown(kind: string, word: string, known: Iterable<string> = []): string {
  return `Unknown ${kind} ${quote(word)}.${didYouMean(nearest(word, known))}`;
}

/** With a space before it, to follow a sentence; nothing where no word is near. */
export function didYouMean(word: string | undefined): string {
  return word === undefined ? "" : ` Did you mean ${quote(word)}?`;
}

/** The known word that somebody probably meant, or undefined where none is close. */
export function nearest(word: string, known: Iterable<string>): string | undefined {
  const wanted = plain(word);
  let best: string | undefined;
  let bestDistance = Infinity;
  for (const candidate of known) {
    const distance = editDistance(wanted, plain(candidate));
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return bestDistance <= Math.max(1, Math.floor(wanted.length / 3)) ? best : undefined;
}

function plain(word: string): string {
  return word
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
