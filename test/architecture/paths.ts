// The paths that a page names: in backticks, and in fenced trees, where indentation says what lies in what.

export function pathsIn(markdown: string): readonly string[] {
  const [prose, trees] = split(markdown);
  return [...new Set([...trees.flatMap(treePaths), ...prose.flatMap(quotedPaths)])];
}

/** Lines outside of fences, and each fenced block by itself. */
function split(markdown: string): [prose: string[], trees: string[][]] {
  const [prose, trees]: [string[], string[][]] = [[], []];
  let open: string[] | null = null;
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) {
      if (open) trees.push(open);
      open = open ? null : [];
    } else if (open) open.push(line);
    else prose.push(line);
  }
  if (open) throw new Error("a fence is opened and never closed");
  return [prose, trees];
}

/** One or more names with a space between them, then two spaces or more and what they are. */
const TREE_LINE = /^( *)((?:\S+ )*\S+)(?: {2,}.*)?$/;
const STEP = 2;

function treePaths(lines: readonly string[]): readonly string[] {
  const above: string[] = [];
  return lines.flatMap((line) => {
    const [, indent = "", names] = TREE_LINE.exec(line) ?? [];
    if (names === undefined) throw new Error(`no line of a tree: ${line}`);
    const depth = indent.length / STEP;
    const parent = above.slice(0, depth).join("");
    const paths = names.split(" ").map((name) => `${parent}${name}`);
    above.splice(depth, above.length, names.split(" ").at(-1) ?? "");
    return paths;
  });
}

/** In backticks, with a slash in it, and nothing that a path has not. What begins with a slash is an address. */
const QUOTED = /`([\w.-]+(?:\/[\w.-]+)+\/?)`/g;

function quotedPaths(line: string): readonly string[] {
  return [...line.matchAll(QUOTED)].map(([, path = ""]) => path);
}
