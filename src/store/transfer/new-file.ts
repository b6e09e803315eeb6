// Files that appear whole or not at all, and never in the place of another one.

import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { StoreError } from "../errors.ts";

/** `write` gets the name of a file beside, which takes its place at the end. */
export async function writeAside<T>(file: string, write: (aside: string) => Promise<T>): Promise<T> {
  checkFree(file);
  const aside = `${file}.${process.pid}.part`;
  try {
    const result = await write(aside);
    checkFree(file);
    await rename(aside, file);
    return result;
  } finally {
    await rm(aside, { force: true });
  }
}

function checkFree(file: string): void {
  if (existsSync(file)) {
    throw new StoreError("store_failed", `${file} is there already, and was left as it is.`, "Name another file.");
  }
  if (!existsSync(dirname(file))) {
    throw new StoreError("store_missing", `The folder ${dirname(file)} is not there.`, "Make it, or name another one.");
  }
}
