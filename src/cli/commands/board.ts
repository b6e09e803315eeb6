// signalbox board, and signalbox alone: the board of this project, and how to go on.

import { Command } from "commander";
import { viewBoard, type BoardView } from "../../app/pages/board-page.ts";
import { StoreError } from "../../store/errors.ts";
import { renderBoard } from "../screens/board.ts";
import { withLine } from "../support/mirror-line.ts";
import { print, printJson, styled } from "../support/output.ts";
import { withBoard } from "../support/reading.ts";
import { storeCommand, type StoreOptions } from "../support/store.ts";
import { windowWidth } from "../screens/table.ts";
import { showOrWatch, type ShowOptions } from "../screens/watch.ts";

type BoardOptions = StoreOptions & ShowOptions;

export function boardCommand(): Command {
  return storeCommand(new Command("board"))
    .description("the board of this project; signalbox alone shows it too")
    .option("--watch", "keep it up to date")
    .action(runBoard);
}

async function runBoard(options: BoardOptions): Promise<void> {
  try {
    await withBoard(options, (app) =>
      showOrWatch(
        app.board,
        options,
        () => viewBoard(app, 0),
        (view) => show(view, options.watch === true),
      ),
    );
  } catch (error) {
    // A first call in a project is no mistake; to name a board that is not there is one.
    const isMissing = error instanceof StoreError && error.code === "store_missing";
    if (!isMissing || options.database !== undefined) throw error;
    if (options.json) printJson(null);
    else print(`This project has no board yet.\n${BEGIN}`);
  }
}

function show(view: BoardView, watched: boolean): string {
  const isEmpty = view.cards.length === 0 && view.closedCounts.every(({ count }) => count === 0);
  if (isEmpty) return withLine(`The board is empty.\n${BEGIN}`, view);
  return [
    withLine(renderBoard(view, windowWidth()).trimEnd(), view),
    ...(watched || !process.stdout.isTTY ? [] : ["", ...GO_ON.map((line) => styled(line, "dim"))]),
  ].join("\n");
}

const WAYS: Readonly<Record<string, string>> = {
  'signalbox ticket new "Title"': "puts a ticket on it",
  "signalbox init": "lets your agents use it",
  "signalbox import --from gh FILE": "takes tickets over from elsewhere",
  "signalbox serve": "shows it in the browser",
  "signalbox demo": "shows what it looks like with agents at work",
};
const LONGEST = Math.max(...Object.keys(WAYS).map((way) => way.length));
const BEGIN = Object.entries(WAYS)
  .map(([way, what]) => `  ${way.padEnd(LONGEST)}  ${what}`)
  .join("\n");

const GO_ON = [
  "signalbox --watch keeps this up to date; signalbox serve shows it in a browser.",
  "signalbox ticket show N, signalbox move N --to STATE; signalbox --help for more.",
];
