import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { viewBoard, type BoardView } from "../../../src/app/pages/board-page.ts";
import { viewNeeds } from "../../../src/app/pages/needs-you.ts";
import { renderBoard, type ShownBoard } from "../../../src/cli/screens/board.ts";
import { widthOf } from "../../../src/cli/screens/table.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { openBoard } from "../../../src/store/open.ts";
import { ann, appOn, maria } from "../../support/worlds/world.ts";
import { bareEnv, PROGRAM, runProgramSync, type Ended } from "../../support/program.ts";

let folder: string;
let board: StoreBoard;
let app: App;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-board-"));
  board = await openBoard({ database: join(folder, ".signalbox", "board.db"), synchronous: "OFF" });
  app = appOn(board);
});

afterEach(async () => {
  await board.close();
  rmSync(folder, { recursive: true });
});

/** One in research by ann, one blocked by it, one waiting for a person, one closed; nine in the queue. */
async function fill(): Promise<void> {
  await createTicket(app, maria, { title: "Find out \u001b[2J how", priority: "P0", estimate: "S" });
  await createTicket(app, maria, { title: "Then build it", blockedBy: ["1"] });
  await createTicket(app, maria, { title: "Somebody decide", priority: "P1" });
  await createTicket(app, maria, { title: "Long done" });
  for (let number = 5; number < 14; number++) await createTicket(app, maria, { title: `Queued ${number}` });
  await handoff(app, maria, { key: "1", toState: "Research Needed", reason: "go" });
  await handoff(app, ann, { key: "1", command: "research", intent: "lock", reason: "mine" });
  await createSession(app, ann, { ticket: "1" });
  await handoff(app, maria, { key: "3", toState: "Research Needed", reason: "go" });
  await handoff(app, ann, { key: "3", command: "research", intent: "escalate", reason: "stuck" });
  await handoff(app, maria, { key: "4", toState: "Done", reason: "was easy" });
}

async function read(): Promise<ShownBoard> {
  return { view: await viewBoard(app, 0), needs: await viewNeeds(app), row: 4_127 };
}

describe("the board as text", () => {
  it("stacks phases where the window is narrow, and is never wider than it", async () => {
    await fill();
    const text = renderBoard(await read(), 80);
    for (const line of text.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(80);
    expect(text).toMatch(
      /^12 open · 1 held · 1 waits for people · 1 Done\n\w{3} \d+ \w{3} \d{4}, \d\d:\d\d .+, row 4,127$/m,
    );
    expect(text).toMatch(
      /^Research\n {2}▣ Research in Progress 1\n +#1 P0 Find out {2}\[2J how +\d+s {2}● ann idle \d+m!$/m,
    );
    expect(text).toMatch(/^ +#2 {4}Then build it \[after #1\]/m);
    expect(text).toMatch(/^Siding\n {2}⚑ Human Needed 1$/m);
    expect(text).toMatch(/^ +… 2 more$/m);
    expect(text).not.toContain("In Review");
    expect(text).not.toContain("\u001b");
  });

  it("puts what waits for people first, the oldest first, with what was said", async () => {
    await fill();
    const shown = await read();
    expect(renderBoard(shown, Number.MAX_SAFE_INTEGER)).toMatch(
      /^⚑ Waits for people\n {2}\d+s {2}#3 {2}P1 {2}Human Needed {2}Somebody decide {2}ann: stuck\n\n/,
    );
    expect(renderBoard(shown, 80).split("\n")[3]).toBe("⚑ Waits for people");
  });

  it.each([30, 45, 60, 140, 200, 300])("fits into %i columns", async (width) => {
    await fill();
    const lines = renderBoard(await read(), width).split("\n");
    for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
  });

  it("puts phases side by side where there is room, empty ones too", async () => {
    await fill();
    const lines = renderBoard(await read(), 200).split("\n");
    const heading = lines.findIndex((line) => line.startsWith("INTAKE"));
    const states = lines[heading + 2];
    expect(lines[heading]).toMatch(/^INTAKE +RESEARCH +PLAN +BUILD +SIDING$/);
    expect(states).toMatch(
      /^○ Backlog 10 +○ Research Needed 0 +○ Ready for Plan 0 +○ In Progress 0 +⚑ Human Needed 1$/,
    );
  });

  it("shows a ticket whose state the workflow does not know", async () => {
    await fill();
    const shown = await read();
    const [first, ...rest] = shown.view.cards;
    if (!first) throw new Error("there is no card");
    const view = { ...shown.view, cards: [{ ...first, state: "Gone" }, ...rest] };
    const text = renderBoard({ ...shown, view }, 80);
    expect(text).toMatch(/^In no state of the workflow\n +#1 /m);
  });
});

describe("signalbox without a command", () => {
  it("prints the board into a pipe: plain, whole, and at an end", async () => {
    await fill();
    const { status, stdout } = signalbox();
    expect(status).toBe(0);
    expect(stdout).toContain("12 open");
    expect(stdout).not.toContain("\u001b");
    expect(stdout).not.toContain("signalbox board");
  });

  it("has colours where they are asked for", async () => {
    await fill();
    expect(signalboxWith({ FORCE_COLOR: "1" }).stdout).toContain("\u001b[33m");
  });

  it("takes the board's options without its name", async () => {
    await fill();
    const { cards, closedCounts } = JSON.parse(signalbox("--json").stdout) as BoardView;
    expect(cards).toHaveLength(12);
    expect(closedCounts).toContainEqual({ state: "Done", count: 1 });
  });

  it("says how to begin, on an empty board and where there is none", async () => {
    expect(signalbox().stdout).toMatch(/^The board is empty\.\n {2}signalbox ticket new/);
    const elsewhere = mkdtempSync(join(tmpdir(), "signalbox-none-"));
    try {
      const at = { cwd: elsewhere };
      expect(signalboxWith({}, [], at)).toMatchObject({
        status: 0,
        stdout: expect.stringMatching(/^This project has no board yet\.\n/),
      });
      expect(signalboxWith({}, ["--json"], at).stdout).toBe("null\n");
      for (const command of [
        ["board"],
        ["ticket", "list"],
        ["log"],
        ["move", "7", "approve", "--reason", "x"],
        ["runs"],
      ]) {
        expect(signalboxWith({}, command, at)).toMatchObject({
          status: 2,
          stderr: expect.stringMatching(/^signalbox: there is no board here yet\. .*\n {2}signalbox ticket new/),
        });
      }
      expect(readdirSync(elsewhere)).toEqual([]);
      expect(signalboxWith({}, ["--database", "nowhere.db"], at)).toMatchObject({ status: 1, stdout: "" });
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  it("is printed as it was after a row, and says that it is past; a moment that there was not is refused", async () => {
    await fill();
    const then = signalboxWith({}, ["board", "--at", "#2"]);
    expect(then.stdout).toMatch(/^As it was at .+, row 2\. Read only\.\nIntake[^]+2 open/);
    const { past, cards } = JSON.parse(signalboxWith({}, ["board", "--at", "1", "--json"]).stdout) as {
      past: { seq: number };
      cards: readonly { title: string }[];
    };
    expect([past.seq, cards.length]).toEqual([1, 1]);
    expect(signalboxWith({}, ["board", "--at", "2020-01-01"])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("Recovery: ask for a time between"),
    });
  });

  it("watches: prints anew when something happens, and ends politely", async () => {
    await fill();
    const child = spawn(process.execPath, [PROGRAM, "--watch", "--json"], { cwd: folder, env: bareEnv() });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const open = async (): Promise<number> => {
      const line: IteratorResult<string> = await lines.next();
      return (JSON.parse(String(line.value)) as BoardView).cards.length;
    };
    expect(await open()).toBe(12);
    await createTicket(app, maria, { title: "One more" });
    expect(await open()).toBe(13);
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });

  it("still knows help and version, and the command that was meant", () => {
    expect(signalbox("--version").stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect(signalbox("--help").stdout).toMatch(/^Usage: signalbox /);
    expect(signalbox("bord")).toMatchObject({ status: 2, stderr: expect.stringContaining("Did you mean board?") });
  });
});

function signalbox(...args: readonly string[]): Ended {
  return signalboxWith({}, args);
}

function signalboxWith(
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  { cwd }: { readonly cwd: string } = { cwd: folder },
): Ended {
  return runProgramSync(args, { cwd, env: bareEnv(env) });
}
