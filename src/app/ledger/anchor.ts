// A head of the ledger that was written down elsewhere, for programs to find again. It is a text of a few lines, so that it
// fits into a git note, a tag or a file; a signature may follow it.

export interface Anchor {
  /** The board's id. */
  readonly board: string;
  readonly name: string;
  readonly row: number;
  readonly hash: string;
  /** When it was written, ISO 8601. */
  readonly time: string;
}

/** As it was found, before anybody has looked whether it is true. */
export interface WrittenAnchor {
  readonly anchor: Anchor;
  /** What a signature is over. */
  readonly text: string;
  /** null: nobody has signed it. */
  readonly signature: string | null;
}

const FIRST_LINE = "signalbox anchor v1";
const BEGIN = "-----BEGIN SSH SIGNATURE-----";
const END = "-----END SSH SIGNATURE-----";

const BODY = [
  FIRST_LINE,
  "board: (?<board>[!-~]{1,100})",
  "name: (?<name>[^\\n]{0,200})",
  "row: (?<row>\\d{1,15})",
  "hash: (?<hash>[0-9a-f]{64})",
  "time: (?<time>\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)",
].join("\\n");
const WRITTEN = new RegExp(`^${BODY}\\n(?:(?<signature>${BEGIN}\\n[A-Za-z0-9+/=\\n]+\\n${END})(?:\\n|$))?`);

export function writeAnchor({ board, name, row, hash, time }: Anchor): string {
  const shown = name.replaceAll(/\p{C}+/gu, " ").slice(0, 100);
  return `${[FIRST_LINE, `board: ${board}`, `name: ${shown}`, `row: ${row}`, `hash: ${hash}`, `time: ${time}`].join("\n")}\n`;
}

/** All that are in a text, whatever stands between them; null: one of them can't be read. */
export function readAnchors(text: string): readonly WrittenAnchor[] | null {
  // Some editor, or a checkout on Windows, may have changed the ends of lines.
  const parts = `${text.replaceAll("\r\n", "\n")}\n`.split(new RegExp(`^(?=${FIRST_LINE}$)`, "m"));
  const found = parts.filter((part) => part.startsWith(FIRST_LINE)).map(readOne);
  return found.every((one) => one !== null) ? found : null;
}

function readOne(part: string): WrittenAnchor | null {
  const groups = WRITTEN.exec(part)?.groups;
  if (!groups) return null;
  const { board = "", name = "", row, hash = "", time = "", signature = null } = groups;
  // A signature that is broken must not pass for none.
  if (signature === null && part.includes(BEGIN)) return null;
  const text = signature === null ? part.split("\n").slice(0, 6).join("\n") + "\n" : part.slice(0, part.indexOf(BEGIN));
  return { anchor: { board, name, row: Number(row), hash, time }, text, signature };
}
