// Forward only: a migration that has been released is never edited, and never taken back.

import { SQL as firstPostgres } from "./1-postgres.ts";
import { SQL as firstSqlite } from "./1-sqlite.ts";
import * as processes from "./2-processes.ts";

export interface Migration {
  readonly version: number;
  readonly sqlite: string;
  readonly postgres: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sqlite: firstSqlite, postgres: firstPostgres },
  { version: 2, sqlite: processes.SQLITE, postgres: processes.POSTGRES },
];

export const SCHEMA_VERSION = MIGRATIONS.length;
