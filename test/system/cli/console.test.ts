// The interactive board, driven on a real pseudo-terminal as a person does it.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { ticketEvents } from "../../../src/app/ledger/events.ts";
import { addComment } from "../../../src/app/tickets/comment.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { updateTicket } from "../../../src/app/tickets/update.ts";
import { widthOf } from "../../../src/cli/screens/table.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { openBoard } from "../../../src/store/open.ts";
import { bareEnv, HAS_TERMINALS } from "../../support/program.ts";
import { PseudoTerminal } from "../../support/terminal/pseudo-terminal.ts";
import { agent, appOn, maria } from "../../support/worlds/world.ts";
import { fillProofBoard, PROOF_WORKFLOW } from "../browser/story/proof-board.ts";
import { makeProject } from "../../support/git/project.ts";

const [ENTER, ESCAPE, SEND, CTRL_C] = ["\r", "\u001b", "\u0013", "\u0003"];
const ALTERNATE = { enter: "\u001b[?1049h", leave: "\u001b[?1049l" };

let folder: string;
let board: StoreBoard;
let app: App;
const open: PseudoTerminal[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-console-"));
  board = await openBoard({ database: join(folder, ".signalbox", "board.db"), synchronous: "OFF" });
  app = appOn(board);
  await createTicket(app, maria, { title: "Prices \u001b[2J with four digits", body: "Round half to even." });
  await createTicket(app, maria, { title: "Stock per shop", parent: "1" });
  await createTicket(app, maria, { title: "Sort tyres by width" });
  await createTicket(app, maria, { title: "Counted twice", parent: "1" });
  await handoff(app, maria, { key: "2", toState: "Ready for Plan", reason: "known" });
  await handoff(app, maria, { key: "3", toState: "Research Needed", reason: "look" });
  await handoff(app, agent("heron"), { key: "3", command: "research", intent: "escalate", reason: "Half up or even?" });
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((terminal) => terminal.close()));
  await board.close();
  rmSync(folder, { recursive: true });
});

function start(columns = 100, rows = 30, more: NodeJS.ProcessEnv = {}, nodeOptions: readonly string[] = []) {
  const env = bareEnv({ GIT_AUTHOR_NAME: "Maria", ...more });
  const terminal = new PseudoTerminal(["board"], { columns, rows, cwd: folder, env, nodeOptions });
  open.push(terminal);
  return terminal;
}

async function lastEvent(key: string) {
  const [event] = await ticketEvents(app, key, 1, null);
  return event;
}

/** The screen of before is back, the cursor is there, and keys are echoed as they were. */
async function expectGivenBack(terminal: PseudoTerminal): Promise<void> {
  expect(terminal.text.split(ALTERNATE.enter)).toHaveLength(2);
  expect(terminal.text.lastIndexOf(ALTERNATE.leave)).toBeGreaterThan(terminal.text.lastIndexOf(ALTERNATE.enter));
  expect(terminal.text.lastIndexOf("\u001b[?25h")).toBeGreaterThan(terminal.text.lastIndexOf("\u001b[?25l"));
  expect(terminal.text.lastIndexOf("\u001b[?2004l")).toBeGreaterThan(terminal.text.lastIndexOf("\u001b[?2004h"));
  const { before, after } = terminal.settings();
  expect(after).toBe(before);
}

describe.runIf(HAS_TERMINALS)("signalbox board on a terminal", () => {
  it("opens a ticket, searches, moves one with a reason, and quits", async () => {
    const terminal = start();
    // What waits for a person is aimed at.
    await terminal.until(/▌ #3 .*\n.*▌ {2}Sort tyres/);
    terminal.type(ENTER);
    expect(await terminal.until(/may go to/)).toMatch(/why +heron: Half up or even\?/);
    terminal.type(ESCAPE);
    await terminal.until((screen) => !screen.includes("may go to"));
    terminal.type("/digits");
    const found = await terminal.until(/Search: digits/);
    expect(found).toContain("Prices  [2J with");
    expect(found).not.toContain("Stock per shop");
    terminal.type(ENTER);
    await terminal.until(/search “digits”, 1 found: esc shows all/);
    terminal.type("m");
    await terminal.until(/1 {2}Send to research → Research Needed/);
    terminal.type("1");
    terminal.type("It matters, 1 of 2");
    await terminal.until(/It matters, 1 of 2/);
    terminal.type(SEND);
    await terminal.until(/#1: Backlog → Research Needed\. Ledger row/);
    expect(await lastEvent("1")).toMatchObject({
      kind: "move",
      who: "Maria (person)",
      via: "cli",
      from: "Backlog",
      to: "Research Needed",
      texts: { reason: "It matters, 1 of 2" },
    });
    terminal.type("q");
    expect(await terminal.over).toBe(0);
    await expectGivenBack(terminal);
  });

  it("says why a move is refused in words of the terminal, and keeps what was typed", async () => {
    const terminal = start();
    await terminal.until(/▌ #3/);
    terminal.type("/stock");
    await terminal.until(/▌ #2/);
    terminal.type(`${ENTER}m`);
    await terminal.until(/1 {2}Start planning → Plan in Progress {3}✗ shut/);
    terminal.type("1");
    terminal.type("We know enough");
    await terminal.until(/We know enough/);
    terminal.type(SEND);
    const refused = await terminal.until(/#2 was not moved/);
    expect(refused).toMatch(/signalbox /);
    expect(refused).not.toMatch(/handoff_ticket|ralph_/);
    expect(await lastEvent("2")).toMatchObject({ kind: "refuse", who: "Maria (person)", from: "Ready for Plan" });
    terminal.type(ENTER);
    await terminal.until(/We know enough/);
    terminal.type(CTRL_C);
    expect(await terminal.over).toBe(0);
    await expectGivenBack(terminal);
  });

  it("shows what others do at once, and takes nothing out of a person's hands", async () => {
    const terminal = start();
    await terminal.until(/▌ #3/);
    terminal.type("m");
    await terminal.until(/2 {2}Back to research → Research Needed/);
    terminal.type("2");
    terminal.type("Half of a senten");
    await terminal.until(/Half of a senten/);
    await handoff(app, maria, { key: "3", toState: "In Progress", reason: "I know it" });
    const changed = await terminal.until(/Maria \(person\) moved it from Human Needed to In Progress/);
    expect(changed).toContain("Half of a senten");
    expect(changed).toMatch(/ 1 {2}Submit work → In Review/);
    expect(changed).toContain("Nothing is chosen.");
    terminal.type(SEND);
    terminal.type("ce");
    await terminal.until(/Half of a sentence/);
    expect(await lastEvent("3")).toMatchObject({ kind: "move", to: "In Progress" });
    terminal.type(ESCAPE);
    await terminal.until((screen) => !screen.includes("Half of"));
    terminal.type("m");
    await terminal.until(/Half of a sentence/);
  });

  it("comments, and makes a ticket", async () => {
    const terminal = start(80, 24);
    await terminal.until(/▌ #3/);
    terminal.type("c");
    await terminal.until(/Comment on #3/);
    terminal.type("Half to even.");
    await terminal.until(/Half to even\./);
    terminal.type(SEND);
    await terminal.until(/#3: your comment stands/);
    expect(await board.tickets.comments("3")).toMatchObject([{ author: "Maria", body: "Half to even." }]);
    terminal.type("n");
    await terminal.until(/New ticket/);
    terminal.type(`Say hello${ENTER}`);
    await terminal.until(/#5 made, in Backlog/);
  });

  it("undoes the move that was made last, and says why where it can't", async () => {
    const terminal = start();
    await terminal.until(/▌ #3/);
    terminal.type("u");
    await terminal.until(/Nothing to undo/);
    terminal.type("m");
    await terminal.until(/2 {2}Back to research/);
    terminal.type("2");
    terminal.type("Look again");
    await terminal.until(/Look again/);
    terminal.type(SEND);
    await terminal.until(/#3: Human Needed → Research Needed\..* u undoes it\./);
    terminal.type("u");
    await terminal.until(/#3: Research Needed → Human Needed, undone\./);
    expect(await lastEvent("3")).toMatchObject({ kind: "undo", who: "Maria (person)", to: "Human Needed" });
    terminal.type("m");
    await terminal.until(/2 {2}Back to research/);
    terminal.type("2");
    await terminal.until(/▌ 2 {2}Back/);
    terminal.type("Look");
    await terminal.until(/│ Look/);
    terminal.type(SEND);
    await terminal.until(/u undoes it\./);
    await addComment(app, agent("heron"), { key: "3", body: "On it." });
    terminal.type("u");
    await terminal.until(/There is nothing to undo: the last thing that happened to #3 is no move\./);
    expect(await board.tickets.get("3")).toMatchObject({ state: "Research Needed" });
  });

  it("edits a ticket, and overwrites nothing that somebody else has written meanwhile", async () => {
    const terminal = start(80, 24);
    await terminal.until(/▌ #3/);
    terminal.type("e");
    await terminal.until(/Edit #3 Sort tyres[^]*one line/);
    terminal.type(" and brand");
    terminal.type("\t");
    await terminal.until(/P0 P1 P2 P3, or nothing/);
    terminal.type("p1");
    terminal.type("\t\t");
    await terminal.until(/with commas between them/);
    terminal.type("tyres, till");
    await terminal.until(/tyres, till/);
    await updateTicket(app, agent("heron"), { key: "3", title: "Sort wheels" });
    expect(await terminal.until(/Somebody changed the title: it is "Sort wheels"/)).toContain("width and brand");
    terminal.type(SEND);
    await terminal.until(/#3 was not changed[^]*The title of #3 changed after you looked/);
    expect(await board.tickets.get("3")).toMatchObject({ title: "Sort wheels", priority: null });
    terminal.type(ENTER);
    await terminal.until(/width and brand[^]*ctrl\+s send/);
    terminal.type(SEND);
    await terminal.until(/#3: title, priority, labels changed\./);
    expect(await board.tickets.get("3")).toMatchObject({
      title: "Sort tyres by width and brand",
      priority: "P1",
      labels: ["tyres", "till"],
    });
  });

  it("finds words in texts, comments and reasons, and says when nothing matches", async () => {
    await addComment(app, maria, { key: "4", body: "The gasket is missing." });
    const terminal = start(80, 24);
    await terminal.until(/▌ #3/);
    for (const [words, key, title] of [
      ["round half", "1", "Prices"],
      ["gasket", "4", "Counted twice"],
      ["known", "2", "Stock per shop"],
    ] as const) {
      terminal.type(`/${words}`);
      const found = await terminal.until(/1 found/);
      expect(found).toMatch(new RegExp(`▌ #${key} [^]*▌ {2}${title}`));
      expect(found).not.toContain("Sort tyres");
      terminal.type(ESCAPE);
      await terminal.until((screen) => !screen.includes("Search:"));
    }
    terminal.type("/zebra");
    await terminal.until(/Search: zebra.*nothing matches/);
    terminal.type(ENTER);
    await terminal.until(/search “zebra”, nothing matches: esc shows all/);
  });

  it("asks for the commit where a way takes one, and knows what git calls it", async () => {
    const project = makeProject();
    try {
      const database = join(folder, "proof.db");
      const { asked } = await fillProofBoard(database);
      const env = bareEnv({ SIGNALBOX_DATABASE: database, SIGNALBOX_WORKFLOW: PROOF_WORKFLOW });
      const terminal = new PseudoTerminal(["board"], { columns: 100, rows: 30, cwd: project.agent.folder, env });
      open.push(terminal);
      await terminal.until(/▌ #/);
      terminal.type(`/#${asked}`);
      await terminal.until(new RegExp(`▌ #${asked} `));
      terminal.type(`${ENTER}m`);
      await terminal.until(/1 {2}Submit work → In Review {3}takes a commit/);
      terminal.type("1");
      await terminal.until(/Which commit\?[^]*A commit is missing/);
      terminal.type("HEAD");
      await terminal.until(/│ HEAD/);
      terminal.type(ENTER);
      terminal.type("It is done");
      await terminal.until(/│ It is done/);
      terminal.type(SEND);
      const commit = project.agent.head().slice(0, 7);
      await terminal.until(new RegExp(`was not moved[^]*${commit}`));
    } finally {
      project.remove();
    }
  });

  it("fits every window that it is given, and shows its keys", async () => {
    const terminal = start(120, 40);
    await terminal.until(/Backlog .*Research Needed .*Human Needed/);
    for (const [columns, rows] of [
      [80, 24],
      [60, 20],
      [40, 15],
      [28, 8],
      [100, 30],
    ] as const) {
      terminal.resize(columns, rows);
      const screen = await terminal.until((text) => isWhole(text, columns, rows));
      expect(screen).toContain("#3");
    }
    terminal.type("?");
    await terminal.until(/only what waits for people/);
  });

  it("shows all of its keys and what it searches for in a small window, too", async () => {
    const terminal = start(40, 15);
    await terminal.until(/▌ #3/);
    terminal.type("?");
    let screen = await terminal.until(/undo your move/);
    while (!screen.includes("‡")) {
      const before = screen;
      terminal.type("j");
      screen = await terminal.until((now) => now !== before);
    }
    terminal.type(ESCAPE);
    await terminal.until((screen) => !screen.includes("‡"));
    terminal.type("/digits");
    await terminal.until(/▌ #1 [^]*Search: digits.* 1 found/);
    terminal.type("xy");
    await terminal.until(/Search: digitsxy.*nothing matches/);
  });

  it.each(["SIGTERM", "SIGHUP"] as const)("gives the terminal back on %s", async (signal) => {
    const terminal = start();
    await terminal.until(/▌ #3/);
    terminal.signal(signal);
    expect(await terminal.over).toBe(0);
    await expectGivenBack(terminal);
  });

  it("gives the terminal back when it crashes, and says what happened", async () => {
    const crash = "data:text/javascript,process.on('SIGUSR2',()=>{throw new Error('planted')})";
    const terminal = start(100, 30, {}, ["--import", crash]);
    await terminal.until(/▌ #3/);
    terminal.signal("SIGUSR2");
    expect(await terminal.over).toBe(1);
    await expectGivenBack(terminal);
    expect(terminal.screen()).toContain("this is a bug: planted");
  });

  it("needs no colours, and is printed where there is no room for keys", async () => {
    const terminal = start(80, 24, { NO_COLOR: "1" });
    await terminal.until(/▌ #3/);
    for (const code of [7, 31, 32, 33, 34, 35, 36]) expect(terminal.text).not.toContain(`\u001b[${code}m`);
    terminal.type("q");
    await terminal.over;
    const dumb = start(80, 24, { TERM: "dumb" });
    expect(await dumb.over).toBe(0);
    expect(dumb.text).not.toContain(ALTERNATE.enter);
    expect(dumb.text).toContain("Waits for people");
  });
});

/** Drawn for this window: its last line has the keys, and no line is longer than it is wide. */
function isWhole(screen: string, columns: number, rows: number): boolean {
  const lines = screen.split("\n");
  return (
    lines.length === rows &&
    /enter open/.test(lines.at(-1) ?? "") &&
    lines.every((line) => widthOf(line) <= columns) &&
    (columns < 60 || /─{20}/.test(screen))
  );
}
