// signalbox migrate: brings a shared board's schema up to date, and back. Nothing else does: others work on the board.

import { Command } from "commander";
import { readSettings } from "../../setup/settings.ts";
import { openMaintenance, type Maintenance, type Versions } from "../../store/maintain.ts";
import { placeOf } from "../support/database.ts";
import { print, printJson } from "../support/output.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";

interface MigrateOptions extends StoreOptions {
  readonly check?: boolean;
  readonly back?: boolean;
  readonly grant?: string;
}

export function migrateCommand(): Command {
  return storeCommand(new Command("migrate"))
    .description("bring the board's schema up to date, and keep a copy of the one before")
    .option("--check", "only say whether it has to be done; exit 1 if so")
    .option("--back", "go back to the copy of the schema before, with what was written since")
    .option("--grant <role>", "give a PostgreSQL role the rights to work on the board, and no others")
    .addHelpText("after", HELP)
    .action(runMigrate);
}

const HELP = `
On PostgreSQL, servers, commands and hooks never migrate a board by themselves: programs of the older version are refused
from then on, so that you decide when. Writes wait while it runs. A SQLite file is also brought up to date when it is opened.
--back is for the newer program; start the older one afterwards.`;

async function runMigrate(options: MigrateOptions): Promise<void> {
  const settings = readSettings(process.env, process.cwd());
  const place = placeOf(settings, options.database);
  const maintenance = await openMaintenance({
    ...place,
    connections: settings.connections,
    ...(settings.board === undefined ? {} : { board: settings.board }),
  });
  try {
    if (options.check) return await check(maintenance, options);
    if (options.back) return await back(maintenance, options);
    const versions = await maintenance.migrate();
    if (options.grant !== undefined) await maintenance.grant(options.grant);
    if (options.json) printJson({ ...versions, granted: options.grant ?? null });
    else
      print([migrated(versions), ...(options.grant === undefined ? [] : [`Granted to ${options.grant}`])].join("\n"));
  } finally {
    await maintenance.close();
  }
}

function migrated({ found, known }: Versions): string {
  if (found === known) return `Schema ${known} already; nothing to do`;
  if (found === 0) return `Made the board with schema ${known}`;
  return `Migrated from schema ${found} to ${known}; the copy of before is kept. Restart what still runs the older version`;
}

async function check(maintenance: Maintenance, { json }: MigrateOptions): Promise<void> {
  const { found, known } = await maintenance.versions();
  if (found !== known) process.exitCode = 1;
  if (json) return printJson({ found, known });
  if (found === known) return print(`Schema ${known}: up to date`);
  const what = found < known ? "run `signalbox migrate`" : "this program is too old for it: upgrade Signalbox here";
  print(`The board has schema ${found}, this program needs ${known}: ${what}`);
}

async function back(maintenance: Maintenance, { json }: MigrateOptions): Promise<void> {
  const went = await maintenance.back();
  if (json) return printJson(went);
  const rows = `${went.carried} ${went.carried === 1 ? "row" : "rows"}`;
  print(
    `Went back from schema ${went.from} to ${went.to}, with ${rows} written since. The newer board is kept as ${went.aside}.\nStart the older version now; this one would have to migrate again`,
  );
}
