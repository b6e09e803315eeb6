// A copy of the store in one file, while it is in use.

import type { Head } from "../../app/ports/ledger.ts";
import type { Driver } from "../driver.ts";
import { StoreError } from "../errors.ts";
import { writeAside } from "./new-file.ts";

/** Answers with the head that the copy has. */
export async function backupStore(driver: Driver, to: string): Promise<Head> {
  const copy = driver.backup?.bind(driver);
  if (!copy) {
    throw new StoreError(
      "store_failed",
      "A PostgreSQL database is not copied into a file.",
      "Use pg_dump, or signalbox export for a copy that either engine takes.",
    );
  }
  return writeAside(to, copy);
}
