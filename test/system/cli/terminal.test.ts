// On a real terminal: what is watched stays within the window, and Ctrl-C leaves the terminal as it was.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { completeSkill } from "../../../src/app/runs/complete-skill.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { updateSessionState } from "../../../src/app/sessions/update-session-state.ts";
import { updateRun } from "../../../src/app/runs/update-run.ts";
import { widthOf } from "../../../src/cli/screens/table.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { openBoard } from "../../../src/store/open.ts";
import { agent, appOn, maria } from "../../support/worlds/world.ts";
import { HAS_TERMINALS } from "../../support/program.ts";
import { PseudoTerminal } from "../../support/terminal/pseudo-terminal.ts";

const [HIDE, SHOW, TOP] = ["\u001b[?25l", "\u001b[?25h", "\u001b[H"];
const CTRL_C = "\u0003";
const LONG = "A title that is much longer than any window is wide, 日本語 and 👩‍👩‍👧 included, and goes on and on";

let folder: string;
let board: StoreBoard;
let app: App;
let sessionId: string;

const worker = agent("claude-code-8f2c1a90-with-a-long-name", "implementer-of-everything");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-terminal-"));
  board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
  app = appOn(board);
  await createTicket(app, maria, { title: LONG });
  await handoff(app, worker, { key: "1", command: "impl", toState: "Done", reason: LONG });
  const opened = await createSession(app, worker, { ticket: "1" });
  if (isRefusal(opened)) throw new Error(tell(opened, "mcp").error);
  ({ sessionId } = opened);
  const metadata = { files: [LONG], testResults: { passed: 1234, failed: 56, skipped: 78 } };
  await updateSessionState(app, worker, { sessionId, state: "implementing", metadata });
  const run = { project: "a-project-with-a-long-name", session: "a-session-with-a-long-name" };
  const tasks = [{ id: "a-task-with-a-long-name", description: LONG }];
  await updateRun(app, worker, { ...run, items: [{ number: 1, type: "code", title: LONG }], tasks });
  await completeSkill(app, worker, { ...run, skill: "collab-start" });
});

afterAll(async () => {
  await board.close();
  rmSync(folder, { recursive: true });
});

const COMMANDS = [
  "sessions",
  "sessions --all",
  "runs",
  "runs a-project-with-a-long-name a-session-with-a-long-name",
  "stats",
  "log",
];

describe.runIf(HAS_TERMINALS).each([28, 59])("in a window of %i columns", (columns) => {
  it.each(COMMANDS)("signalbox %s has no line that would wrap", async (command) => {
    const terminal = start(command, columns);
    await terminal.over;
    const lines = stripVTControlCharacters(terminal.text).split(/\r?\n/);
    expect(lines.join("").trim()).not.toBe("");
    expect(lines.filter((line) => widthOf(line) > columns)).toEqual([]);
  });
});

describe.runIf(HAS_TERMINALS).each(["sessions --watch", "runs --watch", "stats --watch"])("signalbox %s", (command) => {
  it("draws anew when something happens, and gives the cursor back on Ctrl-C", async () => {
    const terminal = start(command, 60);
    await terminal.written((text) => text.includes(`${HIDE}\u001b[2J${TOP}`) && text.endsWith("\u001b[J"));
    expect(terminal.text).not.toContain(SHOW);
    await createTicket(app, maria, { title: "Another" });
    await terminal.written((text) => text.split(TOP).length > 2 && text.endsWith("\u001b[J"));
    terminal.type(CTRL_C);
    expect(await terminal.over).toBe(0);
    expect(terminal.text.split(HIDE)).toHaveLength(2);
    expect(terminal.text.split(SHOW)).toHaveLength(2);
    expect(terminal.text.indexOf(SHOW)).toBeGreaterThan(terminal.text.lastIndexOf(TOP));
    const lines = stripVTControlCharacters(terminal.text).split(/\r?\n/);
    expect(lines.filter((line) => widthOf(line.replace("^C", "")) > 60)).toEqual([]);
  });
});

function start(command: string, columns: number): PseudoTerminal {
  const args = [...command.split(" "), "--database", join(folder, "board.db")];
  return new PseudoTerminal(args, { columns, cwd: folder, env: process.env });
}
