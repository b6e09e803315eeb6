// Where another tracker's tickets are read from, by the name of its format.

import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { readBacklog, type MarkdownFile } from "./backlog.ts";
import { readBeads } from "./beads.ts";
import { ImportError, type Foreign } from "./foreign.ts";
import { readGh } from "./gh.ts";

export const FORMATS = ["gh", "beads", "backlog", "csv"] as const;
export type Format = (typeof FORMATS)[number];

type ReadFile = (content: string, file: string) => Foreign;

/** Loaded where it is asked for, as far as it brings a library along. */
const ONE_FILE: Readonly<Record<Exclude<Format, "backlog">, () => ReadFile | Promise<ReadFile>>> = {
  gh: () => readGh,
  beads: () => readBeads,
  csv: async () => (await import("./csv.ts")).readCsv,
};
/** Where Backlog.md keeps what counts; the rest is named, and left where it is. */
const TAKEN = ["tasks", "completed"];
const LEFT = ["drafts", "archive", "docs", "decisions"];

export async function readForeign(format: Format, path: string, stdin: () => Promise<string>): Promise<Foreign> {
  if (format === "backlog") return withoutTwins(await readFolder(path));
  const read = await ONE_FILE[format]();
  return withoutTwins(read(await readOne(path, stdin), path));
}

async function readOne(path: string, stdin: () => Promise<string>): Promise<string> {
  return path === "-" ? stdin() : reading(path, () => readFile(path, "utf8"));
}

async function readFolder(path: string): Promise<Foreign> {
  const info = await reading(path, () => stat(path));
  if (!info.isDirectory()) return readBacklog([{ name: path, content: await readFile(path, "utf8") }]);
  const inside = await readdir(path);
  const folders = TAKEN.filter((name) => inside.includes(name)).map((name) => join(path, name));
  const files = await Promise.all((folders.length > 0 ? folders : [path]).map(markdownIn));
  const found = readBacklog(files.flat());
  const left = folders.length > 0 ? LEFT.filter((name) => inside.includes(name)) : [];
  return { ...found, problems: [...found.problems, ...left.map((name) => `${join(path, name)}: not taken over`)] };
}

async function markdownIn(folder: string): Promise<readonly MarkdownFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".md")).toSorted(byNumber);
  return Promise.all(
    names.map(async (name) => ({ name: join(folder, name), content: await readFile(join(folder, name), "utf8") })),
  );
}

const byNumber = new Intl.Collator("en", { numeric: true }).compare;

async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new ImportError(
      `${path} can't be read: ${error instanceof Error ? error.message : String(error)}.`,
      "Check the path, and who may read it.",
    );
  }
}

/** An id names one ticket: links by it would else lead to either. */
function withoutTwins({ tickets, problems }: Foreign): Foreign {
  const seen = new Set<string>();
  const twins: string[] = [];
  const kept = tickets.filter(({ id, title }) => {
    if (seen.has(id)) twins.push(`${id} is there twice; not taken over the second time: ${title}`);
    return !seen.has(id) && seen.add(id);
  });
  return { tickets: kept, problems: [...problems, ...twins] };
}
