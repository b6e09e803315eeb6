// signalbox import --from: tickets of another tracker, by a table of words that people can change.

import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import * as z from "zod";
import { importTickets, type ImportAnswer } from "../../../app/tickets/import.ts";
import { isRefusal, type Refusal } from "../../../engine/refusal.ts";
import type { Workflow } from "../../../engine/workflow/format.ts";
import { fitTickets, type Fitted } from "../../../importers/fit.ts";
import type { Foreign } from "../../../importers/foreign.ts";
import { checkMap, guessMap, mapSchema, type WordMap } from "../../../importers/map.ts";
import { readForeign, type Format } from "../../../importers/read.ts";
import { CliError, print, printJson, styled } from "../../support/output.ts";
import { printAnswer, withPerson, type PersonOptions } from "../../support/people.ts";
import { Progress } from "../../screens/progress.ts";
import { oneLine } from "../../screens/table.ts";
import { workflowHere } from "../../support/workflow-here.ts";

export interface ImportFromOptions extends PersonOptions {
  readonly from: Format;
  readonly map?: string;
  readonly dryRun?: boolean;
}

/** Of a long list the beginning: the whole of it is in the JSON. */
const MOST_LINES = 20;

export async function importFrom(path: string, options: ImportFromOptions): Promise<void> {
  const foreign = await readForeign(options.from, path, () => text(process.stdin));
  if (options.dryRun) {
    const workflow = await workflowHere(options.database);
    const map = await readMap(options, foreign, workflow);
    return preview(options, foreign, map, fitTickets(foreign.tickets, map, options.from));
  }
  const progress = new Progress("imported", "tickets");
  const answer = await withPerson({ ...options, make: true }, async (app, caller) => {
    const map = await readMap(options, foreign, app.machine.workflow);
    const { tickets, notes } = fitTickets(foreign.tickets, map, options.from);
    const imported = await importTickets(app, caller(false), { source: options.from, tickets }, progress.show);
    return isRefusal(imported) ? imported : reportOf(imported, foreign, notes);
  });
  progress.end();
  printAnswer<ImportReport>(options, answer, describe);
}

interface ImportReport {
  readonly imported: number;
  readonly known: number;
  readonly numbers: Readonly<Record<string, number>>;
  /** What was not taken over, or not as it was. */
  readonly notes: readonly string[];
}

function reportOf(
  { imported, known, keys, unlinked }: ImportAnswer,
  foreign: Foreign,
  notes: readonly string[],
): ImportReport | Refusal {
  const numbers = Object.fromEntries([...keys].map(([id, key]) => [id, Number(key)]));
  return { imported, known, numbers, notes: [...foreign.problems, ...notes, ...unlinked] };
}

function describe({ imported, known, notes }: ImportReport): string {
  const again = known > 0 ? `, ${known} were here already` : "";
  return [`Imported ${imported} tickets${again}`, ...noteLines(notes)].join("\n");
}

/** The person's table where there is one; else a guess, which a dry run writes down for them to change. */
async function readMap(
  { map: file, dryRun }: ImportFromOptions,
  foreign: Foreign,
  workflow: Workflow,
): Promise<WordMap> {
  const guess = guessMap(foreign.tickets, workflow);
  if (file === undefined) return guess;
  if (!existsSync(file) && dryRun) {
    await writeFile(file, `${JSON.stringify(guess, null, 2)}\n`, { flag: "wx" });
    return guess;
  }
  const map = await readTable(file);
  const wrong = checkMap(map, foreign.tickets, workflow);
  if (wrong.length > 0) throw new CliError([`${file} does not fit:`, ...wrong.map((line) => `  ${line}`)].join("\n"));
  return map;
}

async function readTable(file: string): Promise<WordMap> {
  try {
    return mapSchema.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    const why =
      error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : String(error);
    throw new CliError(
      `${file} can't be used: ${oneLine(why)} (--dry-run with a file that is not there writes a first one)`,
    );
  }
}

function preview(options: ImportFromOptions, { tickets, problems }: Foreign, map: WordMap, fitted: Fitted): void {
  const notes = [...problems, ...fitted.notes];
  const links = fitted.tickets.reduce(
    (sum, { parent, blockedBy }) => sum + blockedBy.length + (parent === null ? 0 : 1),
    0,
  );
  if (options.json) {
    printJson({ dryRun: true, tickets: fitted.tickets, map, links, notes });
    return;
  }
  const count = (part: "state" | "priority" | "estimate", word: string): number =>
    tickets.filter((ticket) => ticket[part] === word).length;
  const table = (
    title: string,
    part: "state" | "priority" | "estimate",
    words: Readonly<Record<string, string | null>>,
  ): string[] =>
    Object.keys(words).length === 0
      ? []
      : [
          styled(title, "bold"),
          ...Object.entries(words).map(
            ([word, ours]) =>
              `  ${String(count(part, word)).padStart(5)}  ${oneLine(word)} → ${ours ?? "(below the text)"}`,
          ),
        ];
  print(
    [
      `${fitted.tickets.length} tickets with ${links} links would come in.`,
      ...table("States", "state", map.states),
      ...table("Priorities", "priority", map.priorities),
      ...table("Estimates", "estimate", map.estimates),
      ...noteLines(notes),
      styled(
        options.map === undefined
          ? "Change a word: write the table with --dry-run --map FILE, edit it, and import with --map FILE."
          : `The table is ${options.map}: edit it, and import with --map ${options.map}.`,
        "dim",
      ),
    ].join("\n"),
  );
}

function noteLines(notes: readonly string[]): readonly string[] {
  if (notes.length === 0) return [];
  const shown = notes.slice(0, MOST_LINES).map((note) => `  ${oneLine(note)}`);
  const more = notes.length > MOST_LINES ? [`  … ${notes.length - MOST_LINES} more (--json has all)`] : [];
  return [styled("To know:", "yellow"), ...shown, ...more];
}
