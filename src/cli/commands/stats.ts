// signalbox stats: what the ledger adds up to.

import { Command, InvalidArgumentError } from "commander";
import { readMirror } from "../../app/pages/mirror.ts";
import { readStats } from "../../app/measures/stats.ts";
import { renderStats } from "../screens/stats.ts";
import { withLine } from "../support/mirror-line.ts";
import { withBoard } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { windowWidth } from "../screens/table.ts";
import { showOrWatch, type ShowOptions } from "../screens/watch.ts";

const MOST_DAYS = 366;

interface StatsOptions extends StoreOptions, ShowOptions {
  readonly days: number;
}

export function statsCommand(): Command {
  return storeCommand(new Command("stats"))
    .description("time in each state, throughput, refusals and what waits, read from the ledger")
    .option("--days <number>", "how many days, today included", readDays, 14)
    .option("--watch", "draw it anew whenever something happens")
    .action((options: StatsOptions) =>
      withBoard(options, (app) =>
        showOrWatch(
          app.board,
          options,
          async () => ({ ...(await readStats(app, { days: options.days })), ...(await readMirror(app.board, false)) }),
          (stats) => withLine(renderStats(stats, windowWidth()), stats),
        ),
      ),
    );
}

function readDays(value: string): number {
  const days = Number(value);
  if (!Number.isInteger(days) || days < 1 || days > MOST_DAYS) {
    throw new InvalidArgumentError(`It is a number from 1 to ${MOST_DAYS}.`);
  }
  return days;
}
