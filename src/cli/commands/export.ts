// signalbox export: the whole board as JSON lines, which either engine takes in again.

import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { Writable } from "node:stream";
import { Command } from "commander";
import type { Driver } from "../../store/driver.ts";
import { isPostgres } from "../../store/open.ts";
import { readAddress } from "../../store/postgres/connect/address.ts";
import { showHead } from "../../store/ledger/head.ts";
import { writeAside } from "../../store/transfer/new-file.ts";
import { exportStore, type Exported } from "../../store/transfer/export.ts";
import { CliError, print, printJson } from "../support/output.ts";
import { Progress } from "../screens/progress.ts";
import { storeCommand, withStore, type StoreOptions } from "../support/store.ts";

export function exportCommand(): Command {
  return storeCommand(new Command("export"))
    .description("write the whole board as JSON lines, to move it between SQLite and PostgreSQL")
    .argument("[file]", "where to (default: standard output)")
    .option("--seal <where>", "then let the SQLite file take no more writes, and say that the board went there")
    .action(runExport);
}

interface ExportOptions extends StoreOptions {
  readonly seal?: string;
}

async function runExport(file: string | undefined, options: ExportOptions): Promise<void> {
  await withStore({ ...options, make: false }, async (driver) => {
    // First: nothing may be written that the export does not have. It can be said again, should the export fail.
    if (options.seal !== undefined) await seal(driver, options.seal);
    if (file === undefined) {
      await toStream(driver, process.stdout);
      return;
    }
    const { head, rows, requests } = await writeAside(file, (aside) => toFile(driver, aside));
    if (options.json) printJson({ file, head: showHead(head), rows, requests });
    else
      print(
        `Exported ${rows} rows to ${file}\nhead ${showHead(head)}${options.seal === undefined ? "" : "\nThe old file takes no more writes"}`,
      );
  });
}

async function seal(driver: Driver, where: string): Promise<void> {
  if (!driver.seal) {
    throw new CliError(
      "--seal is for a SQLite file; on PostgreSQL take the role its right to write: REVOKE INSERT, UPDATE, DELETE",
    );
  }
  if (where.trim() === "" || where.length > 500)
    throw new CliError("--seal says where the board went, in up to 500 characters", 2);
  // Everybody who is refused reads it: a password must not stand there.
  await driver.seal(isPostgres(where) ? `PostgreSQL at ${readAddress(where).where}` : where);
}

async function toFile(driver: Driver, file: string): Promise<Exported> {
  // It holds all that was ever said on the board: for nobody else's eyes.
  const stream = createWriteStream(file, { flags: "wx", mode: 0o600, flush: true });
  const exported = await toStream(driver, stream);
  stream.end();
  await finished(stream);
  return exported;
}

const CHARACTERS_AT_ONCE = 64 * 1024;

async function toStream(driver: Driver, stream: Writable): Promise<Exported> {
  const progress = new Progress("exported", "rows");
  // The write that failed says so itself.
  stream.on("error", () => {});
  let waiting = "";
  const flush = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    stream.write(waiting, (error) => {
      if (error) reject(new CliError(`the export can't be written: ${error.message}`));
      else resolve();
    });
    waiting = "";
    return promise;
  };
  const exported = await exportStore(
    driver,
    (line) => {
      waiting += line;
      return waiting.length < CHARACTERS_AT_ONCE ? undefined : flush();
    },
    progress.show,
  );
  await flush();
  progress.end();
  return exported;
}
