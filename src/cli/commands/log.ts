// signalbox log: the ledger in words, one line a row.

import { Command, InvalidArgumentError } from "commander";
import type { App } from "../../app/app.ts";
import { isOfTicket, newestEvents, ticketEvents, toEventView } from "../../app/ledger/events.ts";
import { eventWords } from "../../app/ledger/event-words.ts";
import { followLedger } from "../../app/ledger/feed.ts";
import { noSuchTicket } from "../../app/commit/refused.ts";
import type { EventView } from "../../app/pages/views.ts";
import { asPerson } from "../../engine/names.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { plainJson } from "../../engine/words.ts";
import type { Reader } from "../../setup/open-reader.ts";
import { CliError, print, printJson, styled } from "../support/output.ts";
import { padded } from "../screens/plots.ts";
import { withReader } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { cut, oneLine, widthOf, windowWidth } from "../screens/table.ts";
import { untilInterrupted } from "../screens/watch.ts";

interface LogOptions extends StoreOptions {
  readonly follow?: boolean;
  readonly limit: number;
}

const MOST_ROWS = 10_000;

export function logCommand(): Command {
  return storeCommand(new Command("log"))
    .description(
      "the ledger in words, one line a row, the newest last; --json prints JSON, one row a line with --follow",
    )
    .argument("[ticket]", "only what happened to this ticket and in the sessions on it: its number")
    .option("--follow", "go on as it grows, until Ctrl-C")
    .option("--limit <number>", "how many of the newest rows", readLimit, 50)
    .action(runLog);
}

async function runLog(ticket: string | undefined, options: LogOptions): Promise<void> {
  const key = ticket?.replace(/^#/, "");
  await withReader(options, async (reader) => {
    // Before the rows are read: what comes in between is printed by `follow`, and nothing twice.
    const { seq } = await reader.stored.board.ledger.head();
    const events = await newest(reader, key, seq, options.limit);
    if (!options.follow) {
      if (options.json) printJson(events);
      else if (events.length > 0) print(events.map(lineOf).join("\n"));
      return;
    }
    const show = options.json ? (event: EventView) => plainJson(event) : lineOf;
    for (const event of events) print(show(event));
    // Where tickets live elsewhere, they are looked at there for as long as somebody follows.
    await follow(await reader.live(), key, seq, show);
  });
}

/** The oldest of them first, as they happened. */
async function newest(
  reader: Reader,
  key: string | undefined,
  head: number,
  limit: number,
): Promise<readonly EventView[]> {
  const { stored, live } = reader;
  if (key === undefined) return (await newestEvents(stored, head + 1, limit)).toReversed();
  const events = await ticketEvents(stored, key, limit, head + 1);
  if (events.length > 0 || (await (await live()).board.tickets.get(key))) return events.toReversed();
  throw new CliError(tell(noSuchTicket(key), "cli").error);
}

async function follow(
  app: App,
  key: string | undefined,
  after: number,
  show: (event: EventView) => string,
): Promise<void> {
  const end = untilInterrupted();
  const following = followLedger(app.board, after, (rows) => {
    for (const row of rows) {
      if (key === undefined || isOfTicket(row, key)) print(show(toEventView(row)));
    }
  });
  end.addEventListener("abort", () => void following.stop(), { once: true });
  if (end.aborted) await following.stop();
  await following.done;
}

/** In a narrow window the day can be spared, and a part of the names. */
const NARROW = 60;
const WHO = 16;
const NARROW_WHO = 12;

/** Time, who, what happened, and why; on a terminal never longer than a line. */
function lineOf(event: EventView): string {
  const width = windowWidth();
  const narrow = width < NARROW;
  const at = event.at.slice(narrow ? 11 : 0, 19).replace("T", " ");
  const nameWidth = narrow ? NARROW_WHO : WHO;
  const who = padded(whoOf(event, nameWidth), nameWidth);
  const head = `${styled(at, "dim")}  ${event.person ? styled(who, "magenta") : who}  `;
  const room = Math.max(1, width - at.length - widthOf(who) - 4);
  const words = cut(oneLine(eventWords(event)), room);
  const left = room - widthOf(words) - 2;
  const why = whyOf(event);
  const shown = event.kind === "refuse" ? styled(words, "red") : words;
  return why === "" || left < 8 ? `${head}${shown}` : `${head}${shown}  ${styled(cut(why, left), "dim")}`;
}

/** Cut at its end, the name of a person could be that of an agent: only the name is cut. */
function whoOf({ who, person }: EventView, width: number): string {
  const shown = oneLine(who);
  if (!person || widthOf(shown) <= width) return shown;
  const mark = asPerson("");
  return asPerson(cut(shown.slice(0, -mark.length), width - mark.length));
}

function whyOf({ texts }: EventView): string {
  const { reason } = texts;
  if (reason === undefined) return "";
  return reason === null ? "[redacted]" : oneLine(reason);
}

function readLimit(value: string): number {
  const limit = Number(value);
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_ROWS) {
    throw new InvalidArgumentError(`It is a number from 1 to ${MOST_ROWS}.`);
  }
  return limit;
}
