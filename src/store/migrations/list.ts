// Forward only: a migration that has been released is never edited, and never taken back.

import { SQL as firstPostgres } from "./1-postgres.ts";
import { SQL as firstSqlite } from "./1-sqlite.ts";
import { SQL as pickAgain } from "./3-pick-again.ts";

export interface Migration {
  readonly version: number;
  readonly sqlite: string;
  readonly postgres: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sqlite: firstSqlite, postgres: firstPostgres },
  { version: 2, sqlite: "", postgres: "" },
  { version: 3, sqlite: pickAgain, postgres: pickAgain },
];

export const SCHEMA_VERSION = MIGRATIONS.length;
