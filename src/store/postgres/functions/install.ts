// Every function of a board, as it is now: the one place where they stand. Migrations change tables; whatever they do,
// the functions are made anew after the last step, in the same transaction. Their text names no schema: `qualified`
// writes it before each name, so that no connection's search_path can lead a function to another board's tables.

import type { ClientBase } from "pg";
import type { Migration } from "../../migrations/list.ts";
import { qualified } from "../qualify.ts";
import { CHANGE_SQL } from "./change.ts";
import { WRITES_SQL } from "./commit.ts";
import { HOLDS_SQL } from "./holds.ts";
import { TIMES_SQL, TRIGGERS_SQL } from "./triggers.ts";

/** The migrations up to here bring functions of their own. */
const FIRST_VERSION = 6;

const FUNCTIONS_SQL = [TIMES_SQL, TRIGGERS_SQL, CHANGE_SQL, HOLDS_SQL, WRITES_SQL].join("\n");

export async function installFunctions(
  client: ClientBase,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  if (migrations.length < FIRST_VERSION) return;
  await client.query(qualified(schema, FUNCTIONS_SQL));
}
