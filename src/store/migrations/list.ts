// Forward only: a migration that has been released is never edited, and never taken back.

import { SQL as firstPostgres } from "./1-postgres.ts";
import { SQL as firstSqlite } from "./1-sqlite.ts";
import { SQL as secondPostgres } from "./2-postgres.ts";
import { SQL as secondSqlite } from "./2-sqlite.ts";
import { TOKENS } from "./2-tokens.ts";
import * as processes from "./3-processes.ts";
import { SQL as pickAgain } from "./4-pick-again.ts";
import * as browsers from "./5-browsers.ts";
import { SQL as functions } from "./6-functions.ts";
import * as evidence from "./7-evidence.ts";
import { SQL as numbers } from "./8-numbers.ts";
import * as witnesses from "./9-witnesses.ts";
import * as names from "./10-names.ts";
import * as past from "./11-past.ts";
import * as pulls from "./12-pulls.ts";
import * as deliveries from "./13-deliveries.ts";
import { SQL as planning } from "./14-planning.ts";
import { SQL as requestAge } from "./15-request-age.ts";

export interface Migration {
  readonly version: number;
  readonly sqlite: string;
  readonly postgres: string;
  /** Carried out after the text, in the same transaction. */
  readonly derive?: Derivation;
}

/** What SQL can't make by itself: for each row that is read, one is written. */
export interface Derivation {
  readonly read: string;
  readonly make: (row: Readonly<Record<string, unknown>>) => readonly (string | number)[];
  readonly write: { readonly sqlite: string; readonly postgres: string };
  readonly afterwards: string;
}

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sqlite: firstSqlite, postgres: firstPostgres },
  { version: 2, sqlite: secondSqlite, postgres: secondPostgres, derive: TOKENS },
  { version: 3, sqlite: processes.SQLITE, postgres: processes.POSTGRES },
  { version: 4, sqlite: pickAgain, postgres: pickAgain },
  { version: 5, sqlite: browsers.SQLITE, postgres: browsers.POSTGRES },
  { version: 6, sqlite: functions, postgres: functions },
  { version: 7, sqlite: evidence.SQLITE, postgres: evidence.POSTGRES },
  { version: 8, sqlite: numbers, postgres: numbers },
  { version: 9, sqlite: witnesses.SQLITE, postgres: witnesses.POSTGRES },
  { version: 10, sqlite: names.SQLITE, postgres: names.POSTGRES },
  { version: 11, sqlite: past.SQLITE, postgres: past.POSTGRES },
  { version: 12, sqlite: pulls.SQLITE, postgres: pulls.POSTGRES },
  { version: 13, sqlite: deliveries.SQLITE, postgres: deliveries.POSTGRES },
  { version: 14, sqlite: planning, postgres: planning },
  { version: 15, sqlite: requestAge, postgres: requestAge },
];

export const SCHEMA_VERSION = MIGRATIONS.length;
