// signalbox backup: a copy of the board in one file, while it is in use.

import { Command } from "commander";
import { backupStore } from "../../store/transfer/backup.ts";
import { showHead } from "../../store/ledger/head.ts";
import { print, printJson } from "../support/output.ts";
import { storeCommand, withStore, type StoreOptions } from "../support/store.ts";

export function backupCommand(): Command {
  return storeCommand(new Command("backup"))
    .description("copy the board into a file, while others work on it; prints the head to note")
    .argument("<file>", "where to; it must not be there yet")
    .action(runBackup);
}

async function runBackup(file: string, options: StoreOptions): Promise<void> {
  const head = await withStore({ ...options, make: false }, (driver) => backupStore(driver, file));
  if (options.json) printJson({ file, head: showHead(head) });
  else print(`Backed up to ${file}\nhead ${showHead(head)}`);
}
