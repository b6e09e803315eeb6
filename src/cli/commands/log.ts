// signalbox log: the ledger in words, a row at a time; on a terminal as many lines as it takes, in a pipe one.

import { Command, InvalidArgumentError } from "commander";
import type { App } from "../../app/app.ts";
import { isOfTicket, toEventView } from "../../app/ledger/events.ts";
import { findEvents, isWanted, type EventFilter } from "../../app/ledger/find-events.ts";
import { followLedger } from "../../app/ledger/feed.ts";
import { noSuchTicket } from "../../app/commit/refused.ts";
import type { EventView } from "../../app/pages/views.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { plainJson } from "../../engine/words.ts";
import type { Reader } from "../../setup/open-reader.ts";
import { readKey, readMoment, readWords } from "../support/arguments.ts";
import { CliError, print, printJson } from "../support/output.ts";
import { withReader } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { renderEvent } from "../screens/event.ts";
import { windowWidth } from "../screens/table.ts";
import { untilInterrupted } from "../screens/watch.ts";

interface LogOptions extends StoreOptions {
  readonly follow?: boolean;
  readonly limit: number;
  readonly who?: string;
  readonly kind?: readonly string[];
  readonly since?: number;
  readonly until?: number;
  readonly refused?: boolean;
}

const MOST_ROWS = 10_000;

export function logCommand(): Command {
  return storeCommand(new Command("log"))
    .description("the ledger in words, the newest last; --json prints JSON, one row a line with --follow")
    .argument("[ticket]", "only what happened to this ticket and in the sessions on it: its number", readKey)
    .option("--follow", "go on as it grows, until Ctrl-C")
    .option("--limit <number>", "how many of the newest rows", readLimit, 50)
    .option("--who <name>", "only what this person or agent did")
    .option("--kind <kinds>", "only rows of these kinds, such as move,comment; may be repeated", readWords)
    .option("--since <time>", "from then on: 2h, 30d, 11:42, 2026-11-16, or 2026-11-16 11:42", readMoment)
    .option("--until <time>", "before then", readMoment)
    .option("--refused", "only what was refused, with the words")
    .action(runLog);
}

async function runLog(key: string | undefined, options: LogOptions): Promise<void> {
  const { kind: kinds, who, since, until, refused } = options;
  const filter: EventFilter = { who, kinds, since, until, refused };
  await withReader(options, async (reader) => {
    // Before the rows are read: what comes in between is printed by `follow`, and nothing twice.
    const { seq } = await reader.stored.board.ledger.head();
    const events = await newest(reader, key, filter, seq, options.limit);
    const show = (event: EventView): string => renderEvent(event, windowWidth());
    if (!options.follow) {
      if (options.json) printJson(events);
      else if (events.length > 0) print(events.map(show).join("\n"));
      return;
    }
    const line = options.json ? (event: EventView) => plainJson(event) : show;
    for (const event of events) print(line(event));
    // Where tickets live elsewhere, they are looked at there for as long as somebody follows.
    await follow(await reader.live(), seq, (event, isOfKey) => {
      if (isOfKey(key) && isWanted(event, filter)) print(line(event));
    });
  });
}

/** The oldest of them first, as they happened. */
async function newest(
  { stored, live }: Reader,
  key: string | undefined,
  filter: EventFilter,
  head: number,
  limit: number,
): Promise<readonly EventView[]> {
  const events = await findEvents(stored, filter, { key, head, limit });
  if (events.length > 0 || key === undefined || (await (await live()).board.tickets.get(key)))
    return events.toReversed();
  throw new CliError(tell(noSuchTicket(key), "cli").error);
}

async function follow(
  app: App,
  after: number,
  take: (event: EventView, isOfKey: (key: string | undefined) => boolean) => void,
): Promise<void> {
  const end = untilInterrupted();
  const following = followLedger(app.board, after, (rows) => {
    for (const row of rows) take(toEventView(row), (key) => key === undefined || isOfTicket(row, key));
  });
  end.addEventListener("abort", () => void following.stop(), { once: true });
  if (end.aborted) await following.stop();
  await following.done;
}

function readLimit(value: string): number {
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ROWS) {
    throw new InvalidArgumentError(`It is a number from 1 to ${MOST_ROWS}.`);
  }
  return limit;
}
