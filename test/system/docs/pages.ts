// The Markdown files of the project, and what stands in them.

import { readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { ROOT } from "../../support/program.ts";

export { ROOT };

/** Not ours to check: made by others, or samples of what others write. */
const LEFT_OUT = new Set(["node_modules", "dist", "samples", "fixtures"]);

/** Every Markdown file, as a path from the root. */
export function allPages(): readonly string[] {
  const walk = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      if (LEFT_OUT.has(entry.name) || entry.name.startsWith(".")) return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? walk(path) : [path];
    });
  return walk(ROOT)
    .filter((path) => path.endsWith(".md"))
    .map((path) => relative(ROOT, path).split(sep).join("/"))
    .toSorted();
}

export function readPage(page: string): string {
  return readFileSync(join(ROOT, page), "utf8");
}

/** The bodies of the fenced blocks in a language. */
export function fences(page: string, language: string): readonly string[] {
  return [...readPage(page).matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(
    ([, body = ""]) => body,
  );
}

export interface CommandLine {
  readonly text: string;
  /** What the page says about it, after the #. */
  readonly remark: string;
}

const PROGRAMS = /^(?:[A-Z_]+=\S+ )?(?:signalbox|npm|npx|node|claude|docker|gh|git|curl|psql|pg_dump) |^export \w+=/;

/** The lines that a reader would type: those of shell blocks, and indented ones that begin with a program. */
export function commandLines(page: string): readonly CommandLine[] {
  const found: CommandLine[] = [];
  let fence: string | null = null;
  for (const line of readPage(page).split("\n")) {
    const mark = /^```(\w*)/.exec(line);
    if (mark) fence = fence === null ? (mark[1] ?? "") : null;
    else if (fence === null && PROGRAMS.test(line.slice(4)) && line.startsWith("    "))
      found.push(split(line.slice(4)));
    else if (/^(sh|bash|shell|console)$/.test(fence ?? "") && line.trim() !== "") found.push(split(line));
  }
  return found;
}

function split(line: string): CommandLine {
  const [, text = "", remark = ""] = /^(.*?)(?:\s+#\s*(.*))?$/.exec(line) ?? [];
  return { text: text.trim(), remark };
}
