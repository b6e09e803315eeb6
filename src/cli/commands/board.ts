// signalbox board: the board of this project; on a terminal one can work on it. signalbox alone prints it, and how to go on.

import { Command, Option } from "commander";
import { viewBoard } from "../../app/pages/board-page.ts";
import { NoBoardError } from "../../store/errors.ts";
import { atMoment, momentOf, viewMoment, type Named } from "../../app/pages/past.ts";
import { viewNeeds } from "../../app/pages/needs-you.ts";
import type { App } from "../../app/app.ts";
import { renderBoard, type ShownBoard } from "../screens/board.ts";
import { BEGIN } from "../screens/begin.ts";
import { withLine } from "../support/mirror-line.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { showLongMoment } from "../screens/times.ts";
import { readNamed } from "../support/arguments.ts";
import { CliError, print, printJson, styled } from "../support/output.ts";
import { withBoard } from "../support/reading.ts";
import { personCommand, type PersonOptions } from "../support/people.ts";
import { windowWidth } from "../screens/table.ts";
import { showOrWatch, type ShowOptions } from "../screens/watch.ts";

interface BoardOptions extends PersonOptions, ShowOptions {
  readonly text?: boolean;
  readonly at?: Named;
}

export function boardCommand(): Command {
  return personCommand(new Command("board"))
    .description("the board of this project: on a terminal to work on, in a pipe as text; signalbox alone prints it")
    .option("--watch", "keep it up to date, what waits for people first")
    .addOption(
      new Option("--at <moment>", "as it was: 2h, 2026-11-16 11:42, or a row of the ledger such as #4127")
        .argParser(readNamed)
        .conflicts("watch"),
    )
    .option("--text", "print it once, on a terminal too")
    .action(runBoard);
}

async function runBoard(options: BoardOptions): Promise<void> {
  try {
    if (isInteractive(options) && (await withBoard(options, hasTickets))) {
      // Loaded only here: nobody else waits for what draws it.
      const { runConsole } = await import("../console/run.ts");
      await runConsole(options);
      return;
    }
    const { at } = options;
    if (at) {
      await withBoard(options, (app) => showPast(app, at, options));
      return;
    }
    await withBoard(options, (app) =>
      options.json
        ? showOrWatch(app.board, options, () => viewBoard(app, 0), String)
        : showOrWatch(
            app.board,
            options,
            () => readShown(app),
            (shown) => show(shown, options.watch === true),
          ),
    );
  } catch (error) {
    // A first look at a project is no mistake; to ask for a board that is not there is one.
    const isFirstLook = error instanceof NoBoardError && error.own && (options.text || options.json);
    if (!isFirstLook) throw error;
    if (options.json) printJson(null);
    else print(`This project has no board yet.\n${BEGIN}`);
  }
}

/** Nothing waits for anybody there. */
async function showPast(app: App, at: Named, { json }: BoardOptions): Promise<void> {
  const moment = await momentOf(app, at);
  if (isRefusal(moment)) throw new CliError(tell(moment, "cli").error);
  const view = await atMoment(app, moment, [], (then) => viewBoard(then, 0));
  if (json) return printJson({ past: await viewMoment(app, moment), ...view });
  print(styled(`As it was at ${showLongMoment(view.now)}, row ${moment.seq.toLocaleString("en")}. Read only.`, "bold"));
  print(renderBoard({ view, needs: [], row: moment.seq }, windowWidth()).trimEnd());
}

function isInteractive({ json, watch, text, at }: BoardOptions): boolean {
  if (json || watch || text || at || process.env["TERM"] === "dumb") return false;
  return process.stdin.isTTY && process.stdout.isTTY;
}

async function hasTickets(app: App): Promise<boolean> {
  // Where tickets live elsewhere, none may have been seen yet.
  await app.board.mirror?.fresh();
  const counts = await app.board.tickets.countByState();
  return counts.some(({ count }) => count > 0);
}

async function readShown(app: App): Promise<ShownBoard> {
  const [view, needs, { seq }] = await Promise.all([viewBoard(app, 0), viewNeeds(app), app.board.ledger.head()]);
  return { view, needs, row: seq };
}

function show(shown: ShownBoard, watched: boolean): string {
  const { view } = shown;
  const isEmpty = view.cards.length === 0 && view.closedCounts.every(({ count }) => count === 0);
  if (isEmpty) return withLine(`The board is empty.\n${BEGIN}`, view);
  return [
    withLine(renderBoard(shown, windowWidth()).trimEnd(), view),
    ...(watched || !process.stdout.isTTY ? [] : ["", ...GO_ON.map((line) => styled(line, "dim"))]),
  ].join("\n");
}

const GO_ON = [
  "signalbox board lets you work on it here; signalbox serve shows it in a browser.",
  "signalbox ticket show N, signalbox move N STATE; signalbox --help for more.",
];
