// Opens a store and closes it again, when it is told so; or is killed in the middle of a migration.

import { MIGRATIONS, type Migration } from "../../../src/store/migrations/list.ts";
import { openStore } from "./app.ts";
import { say, setupOf, told } from "./child.ts";
import type { Address } from "./place.ts";

export interface OpenerSetup extends Address {
  /** SQL of further migrations. */
  readonly further?: readonly string[];
  /** Dies when it gets to the migration of this version: before it is carried out, or after. */
  readonly dieAt?: { readonly version: number; readonly when: "before" | "after" };
}

const { further = [], dieAt, ...address } = setupOf() as OpenerSetup;
const nextOrder = told<"open" | "close">();
const migrations = [
  ...MIGRATIONS,
  ...further.map((sqlite, index) => ({ version: MIGRATIONS.length + index + 1, sqlite, postgres: "" })),
].map(mortal);
await say("ready");
await nextOrder();
const store = await openStore(address, { migrations });
await say((await store.ledger.head()).seq);
await nextOrder();
await store.close();
process.disconnect();

/** The version is asked for when the SQL has been carried out. */
function mortal(migration: Migration): Migration {
  const { version, sqlite } = migration;
  const die = (when: "before" | "after"): void => {
    if (dieAt?.version === version && dieAt.when === when) process.kill(process.pid, "SIGKILL");
  };
  return {
    ...migration,
    get sqlite() {
      die("before");
      return sqlite;
    },
    get version() {
      die("after");
      return version;
    },
  };
}
