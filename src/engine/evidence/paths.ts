// Paths against patterns: * and ? within a folder, ** over folders, {a,b} for either. A name that begins with a dot is a
// name like any other: a guard that did not see .github would be none.

/** The paths that one of the patterns means. */
export function touchedPaths(paths: readonly string[], patterns: readonly string[]): readonly string[] {
  const all = patterns.flatMap((pattern) => alternatives(pattern)).map((pattern) => pattern.split("/"));
  return paths.filter((path) => {
    const names = path.split("/");
    return all.some((pattern) => matchesFrom(pattern, names));
  });
}

const MOST_ALTERNATIVES = 1_000;

/** `{a,b}/c` is `a/c` or `b/c`. What is not closed is a name with a brace in it. */
function alternatives(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const braces = innermost(at);
    // Too many to try: all of it is meant.
    if (done.length + open.length > MOST_ALTERNATIVES) return ["**"];
    if (!braces) done.push(at);
    else for (const word of braces.words) open.push(braces.before + word + braces.after);
  }
  return done;
}

function innermost(pattern: string): { before: string; words: readonly string[]; after: string } | null {
  for (let close = pattern.indexOf("}"); close >= 0; close = pattern.indexOf("}", close + 1)) {
    const start = pattern.lastIndexOf("{", close);
    const words = pattern.slice(start + 1, close).split(",");
    if (start >= 0 && words.length > 1)
      return { before: pattern.slice(0, start), words, after: pattern.slice(close + 1) };
  }
  return null;
}

/** Name by name; each pair of places is looked at once, however many ** there are. */
function matchesFrom(pattern: readonly string[], names: readonly string[]): boolean {
  let reached = new Set([0]);
  for (const [place, part] of pattern.entries()) {
    const next = new Set<number>();
    if (part === "**") {
      // At the end it means what is in the folder, and not the folder itself.
      const fewest = place === pattern.length - 1 && place > 0 ? 1 : 0;
      const from = Math.min(...reached) + fewest;
      for (let at = from; at <= names.length; at++) next.add(at);
    } else {
      for (const at of reached) {
        const name = names[at];
        if (name !== undefined && matchesName(part, name)) next.add(at + 1);
      }
    }
    if (next.size === 0) return false;
    reached = next;
  }
  return reached.has(names.length);
}

/** The last * takes more where the rest does not fit: no other has to be tried again. */
function matchesName(pattern: string, name: string): boolean {
  let [p, n] = [0, 0];
  let star = -1;
  let taken = 0;
  while (n < name.length) {
    if (pattern[p] === "*") {
      star = p++;
      taken = n;
    } else if (pattern[p] === "?" || pattern[p] === name[n]) {
      p++;
      n++;
    } else if (star >= 0) {
      p = star + 1;
      n = ++taken;
    } else return false;
  }
  while (pattern[p] === "*") p++;
  return p === pattern.length;
}
