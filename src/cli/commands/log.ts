// signalbox log: the ledger in words, a row at a time; on a terminal as many lines as it takes, in a pipe one.

import { once } from "node:events";
import { Command, InvalidArgumentError, Option } from "commander";
import type { App } from "../../app/app.ts";
import type { LedgerRow } from "../../app/commit/plan.ts";
import { toEventView } from "../../app/ledger/events.ts";
import { headOf, lineOf } from "../../app/pages/ledger-file.ts";
import { isAbout, isWanted, readKinds, readSubject, type EventFilter } from "../../app/ledger/filter.ts";
import { findEvents } from "../../app/ledger/find-events.ts";
import { followLedger } from "../../app/ledger/feed.ts";
import { noSuchTicket } from "../../app/commit/refused.ts";
import { viewLedger } from "../../app/pages/ledger-page.ts";
import type { EventView } from "../../app/pages/views.ts";
import { isRefusal } from "../../engine/refusal.ts";
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
  readonly limit?: number;
  readonly who?: string;
  readonly kind?: readonly string[];
  readonly about?: string;
  readonly state?: string;
  readonly words?: string;
  readonly since?: number;
  readonly until?: number;
  readonly refused?: boolean;
  readonly csv?: boolean;
  readonly jsonl?: boolean;
}

const MOST_ROWS = 1_000_000;
const DEFAULT_ROWS = 50;

export function logCommand(): Command {
  return storeCommand(new Command("log"))
    .description("the ledger in words, the newest last; --json prints JSON, one row a line with --follow")
    .argument("[ticket]", "only what happened to this ticket and in the sessions on it: its number", readKey)
    .option("--follow", "go on as it grows, until Ctrl-C")
    .option("--limit <number>", "how many of the newest rows; with --csv and --jsonl all of them", readLimit)
    .option("--who <name>", "only what this person or agent did")
    .option(
      "--kind <kinds>",
      "only rows of these kinds, such as move,comment or change,refusal; may be repeated",
      readWords,
    )
    .option(
      "--about <subject>",
      "only what happened to it: run:PROJECT/SESSION, session:ID, commit:SHA or board:tokens",
    )
    .option("--state <state>", "only what came from this state, went there or wanted to")
    .option("--words <words>", "only rows with all of these words in a reason, a refusal or a comment")
    .option("--since <time>", "from then on: 2h, 30d, 11:42, 2026-11-16, or 2026-11-16 11:42", readMoment)
    .option("--until <time>", "before then", readMoment)
    .option("--refused", "only what was refused, with the words")
    .addOption(
      new Option("--csv", "as a table for spreadsheets, the newest first").conflicts(["follow", "jsonl", "json"]),
    )
    .addOption(new Option("--jsonl", "one JSON object a line, the newest first").conflicts(["follow", "json"]))
    .action(runLog);
}

async function runLog(key: string | undefined, options: LogOptions): Promise<void> {
  const filter = filterOf(key, options);
  await withReader(options, async (reader) => {
    // Before the rows are read: what comes in between is printed by `follow`, and nothing twice.
    const { seq } = await reader.stored.board.ledger.head();
    if (options.csv || options.jsonl) return writeFile(reader.stored, filter, seq, options);
    const events = await newest(reader, key, filter, seq, options.limit ?? DEFAULT_ROWS);
    const show = (event: EventView): string => renderEvent(event, windowWidth());
    if (!options.follow) {
      if (options.json) printJson(events);
      else if (events.length > 0) print(events.map(show).join("\n"));
      return;
    }
    const line = options.json ? (event: EventView) => plainJson(event) : show;
    for (const event of events) print(line(event));
    // Where tickets live elsewhere, they are looked at there for as long as somebody follows.
    await follow(await reader.live(), seq, (row) => {
      const event = toEventView(row);
      if (isAbout(row, filter.subject) && isWanted(event, filter)) print(line(event));
    });
  });
}

function filterOf(key: string | undefined, options: LogOptions): EventFilter {
  const { who, kind, about, state, words, since, until, refused } = options;
  if (key !== undefined && about !== undefined) throw new CliError("Name a ticket, or what it is --about; not both.");
  const kinds = kind && readKinds(kind);
  if (kinds && isRefusal(kinds)) throw new CliError(tell(kinds, "cli").error);
  const subject = key === undefined ? about && readSubject(about) : { type: "ticket" as const, key };
  return { who, kinds, subject: subject || undefined, state, words, since, until, refused };
}

/** The oldest of them first, as they happened. */
async function newest(
  { stored, live }: Reader,
  key: string | undefined,
  filter: EventFilter,
  head: number,
  limit: number,
): Promise<readonly EventView[]> {
  const { events } = await findEvents(stored, filter, { before: head + 1, limit });
  if (events.length > 0 || key === undefined || (await (await live()).board.tickets.get(key)))
    return events.toReversed();
  throw new CliError(tell(noSuchTicket(key), "cli").error);
}

async function writeFile(app: App, filter: EventFilter, head: number, options: LogOptions): Promise<void> {
  const format = options.csv ? "csv" : "jsonl";
  process.stdout.write(headOf(format));
  let left = options.limit ?? MOST_ROWS;
  for (let before: number | null = head + 1; before !== null && left > 0;) {
    const page: Awaited<ReturnType<typeof viewLedger>> = await viewLedger(app, filter, {
      before,
      limit: Math.min(left, AT_ONCE),
    });
    const text = page.rows.map((row) => lineOf(format, row)).join("");
    if (!process.stdout.write(text)) await once(process.stdout, "drain");
    left -= page.rows.length;
    before = page.next;
  }
}

const AT_ONCE = 500;

async function follow(app: App, after: number, take: (row: LedgerRow) => void): Promise<void> {
  const end = untilInterrupted();
  const following = followLedger(app.board, after, (rows) => {
    for (const row of rows) take(row);
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
