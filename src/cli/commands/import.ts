// signalbox import: takes an export into an empty board.

import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Command } from "commander";
import { showHead } from "../../store/head.ts";
import { importStore } from "../../store/transfer/import.ts";
import { linesOf } from "../lines.ts";
import { CliError, print, printJson } from "../output.ts";
import { Progress } from "../progress.ts";
import { storeCommand, withStore, type StoreOptions } from "../store.ts";

export function importCommand(): Command {
  return storeCommand(new Command("import"))
    .description("take in what export wrote: into an empty board, whole or not at all")
    .argument("<file>", "the export, or - for standard input")
    .action(runImport);
}

async function runImport(file: string, options: StoreOptions): Promise<void> {
  const input = file === "-" ? process.stdin : await openFile(file);
  const progress = new Progress("imported");
  const { head, rows, requests } = await withStore({ ...options, make: true }, (driver) =>
    importStore(driver, linesOf(input), progress.show),
  );
  progress.end();
  if (options.json) printJson({ head: showHead(head), rows, requests });
  else print(`Imported ${rows} rows\nhead ${showHead(head)}`);
}

/** Before the store: what can't be read must not leave an empty board behind. */
async function openFile(file: string): Promise<Readable> {
  try {
    return (await open(file)).createReadStream();
  } catch (error) {
    throw new CliError(`${file} can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
