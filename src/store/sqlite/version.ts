// Which schema a file has, without opening it as a board, which would bring it up to date.

import { existsSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { NoBoardError } from "../errors.ts";

export function fileVersion(file: string): number {
  if (!existsSync(file)) throw new NoBoardError(`at ${file}`);
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(db.prepare("PRAGMA user_version").get()?.["user_version"]);
  } finally {
    db.close();
  }
}
