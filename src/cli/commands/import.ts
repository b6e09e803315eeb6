// signalbox import: takes an export into an empty board, or tickets of another tracker into any.

import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { Command, Option } from "commander";
import { showHead } from "../../store/ledger/head.ts";
import { FORMATS } from "../../importers/read.ts";
import { importStore } from "../../store/transfer/import.ts";
import { importFrom, type ImportFromOptions } from "./import/from-tracker.ts";
import { linesOf } from "../support/lines.ts";
import { CliError, print, printJson } from "../support/output.ts";
import { Progress } from "../screens/progress.ts";
import { personCommand } from "../support/people.ts";
import { withStore, type StoreOptions } from "../support/store.ts";

export function importCommand(): Command {
  return personCommand(new Command("import"))
    .description("take in what export wrote, into an empty board; or with --from, another tracker's tickets into any")
    .argument("<file>", "the export, or - for standard input; Backlog.md is a folder")
    .addOption(new Option("--from <format>", "tickets of another tracker").choices(FORMATS))
    .option("--map <file>", "which of their words is which of ours; a dry run writes a first one")
    .option("--dry-run", "show what would come in, and change nothing")
    .action((file: string, options: ImportOptions) => {
      if (isFrom(options)) return importFrom(file, options);
      if (options.map !== undefined || options.dryRun) throw new CliError("--map and --dry-run go with --from", 2);
      return runImport(file, options);
    });
}

type ImportOptions = StoreOptions & Partial<ImportFromOptions>;

function isFrom(options: ImportOptions): options is ImportFromOptions {
  return options.from !== undefined;
}

async function runImport(file: string, options: StoreOptions): Promise<void> {
  const input = file === "-" ? process.stdin : await openFile(file);
  const progress = new Progress("imported", "rows");
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
