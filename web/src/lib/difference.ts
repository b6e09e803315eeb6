// How two texts differ, line by line.

export interface DiffLine {
  readonly change: "same" | "added" | "removed";
  readonly line: string;
}

/** Beyond this many pairs of lines it would take too long: then everything is new. */
const MOST_PAIRS = 1_000_000;

export function differenceOf(before: string, after: string): DiffLine[] {
  const old = linesOf(before);
  const now = linesOf(after);
  if (old.length * now.length > MOST_PAIRS) return [...as("removed", old), ...as("added", now)];
  const common = commonTails(old, now);
  const lines: DiffLine[] = [];
  let [o, n] = [0, 0];
  while (o < old.length || n < now.length) {
    const [oldLine, newLine] = [old[o], now[n]];
    if (oldLine !== undefined && oldLine === newLine) {
      lines.push({ change: "same", line: oldLine });
      o += 1;
      n += 1;
    } else if (newLine === undefined || (oldLine !== undefined && at(common, o + 1, n) >= at(common, o, n + 1))) {
      lines.push({ change: "removed", line: oldLine ?? "" });
      o += 1;
    } else {
      lines.push({ change: "added", line: newLine });
      n += 1;
    }
  }
  return lines;
}

/** How many lines the rests have in common, from every pair of places on. */
function commonTails(old: readonly string[], now: readonly string[]): readonly Uint32Array[] {
  const common = Array.from({ length: old.length + 1 }, () => new Uint32Array(now.length + 1));
  for (let o = old.length - 1; o >= 0; o--) {
    for (let n = now.length - 1; n >= 0; n--) {
      const row = common[o];
      if (!row) continue;
      row[n] = old[o] === now[n] ? at(common, o + 1, n + 1) + 1 : Math.max(at(common, o + 1, n), at(common, o, n + 1));
    }
  }
  return common;
}

function at(common: readonly Uint32Array[], o: number, n: number): number {
  return common[o]?.[n] ?? 0;
}

/** Empty lines say nothing. */
function linesOf(text: string): readonly string[] {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trimEnd()]));
}

function as(change: DiffLine["change"], lines: readonly string[]): DiffLine[] {
  return lines.map((line) => ({ change, line }));
}
