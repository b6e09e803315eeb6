// What the skills of a run left in a folder: the texts of its documents, where they are there.

import { readFile, realpath, stat } from "node:fs/promises";
import { join, resolve, sep } from "node:path";

/** More than this is no document that somebody wrote. */
const MOST_BYTES = 256 * 1024;

export async function readDocuments(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const path of new Set(paths)) {
    const text = await readWithin(folder, path);
    if (text !== null) texts.set(path, text);
  }
  return texts;
}

/** A run's names stand in the path, and agents choose them: nothing outside the folder may get into a document. */
async function readWithin(folder: string, path: string): Promise<string | null> {
  try {
    const root = await realpath(folder);
    const file = await realpath(resolve(join(root, path)));
    if (!file.startsWith(`${root}${sep}`)) return null;
    const { size, isFile } = await statOf(file);
    return isFile && size <= MOST_BYTES ? await readFile(file, "utf8") : null;
  } catch (error) {
    if (error instanceof Error && "code" in error) return null;
    throw error;
  }
}

async function statOf(file: string): Promise<{ readonly size: number; readonly isFile: boolean }> {
  const found = await stat(file);
  return { size: found.size, isFile: found.isFile() };
}
