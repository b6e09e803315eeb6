import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { createSession, type CreateSessionAnswer } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { completeSession } from "../../../src/app/sessions/complete-session.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { updateSessionState } from "../../../src/app/sessions/update-session-state.ts";
import type { EventView, Stats } from "../../../src/app/pages/views.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { openBoard } from "../../../src/store/open.ts";
import { ann, appOn, maria } from "../../support/worlds/world.ts";
import { PROGRAM, runProgramSync } from "../../support/program.ts";

let folder: string;
let board: StoreBoard;
let app: App;

/** Two tickets, one of them done; one refusal. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-reading-"));
  board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
  app = appOn(board);
  await createTicket(app, maria, { title: "Write it \u001b[2J down" });
  await createTicket(app, maria, { title: "Second" });
  await handoff(app, maria, { key: "1", toState: "Research Needed", reason: "nobody\nknows\u001b[31m" });
  await handoff(app, ann, { key: "1", command: "impl", toState: "Done", reason: "just so" });
  await handoff(app, maria, { key: "2", toState: "Done", reason: "was easy" });
});

afterEach(async () => {
  await board.close();
  rmSync(folder, { recursive: true });
});

describe("signalbox stats", () => {
  it("shows figures, plots and lists, plain where nobody looks on", () => {
    const { out, status } = signalbox("stats", "--days", "7");
    expect(status).toBe(0);
    expect(out).toMatch(/^Stats 7 days, \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d \(UTC\)\n/);
    expect(out).toMatch(/^Finished +1 was 0/m);
    expect(out).toMatch(/^Finished a day +[·█]{7} {2}most 1$/m);
    expect(out).toMatch(/^Research Needed +·+ +– +– +– +1$/m);
    expect(out).toMatch(/^invalid_transition .*1$/m);
    expect(out).toMatch(/^#1 Research Needed: Write it {2}\[2J down +\d+s$/m);
    expect(out).not.toContain("\u001b");
  });

  it("gives the same in JSON", () => {
    const stats = JSON.parse(signalbox("stats", "--json").out) as Stats;
    expect(stats).toMatchObject({ days: 14, tickets: { open: 1, closed: 1, finished: 1 }, refusals: { total: 1 } });
    expect(stats.tickets.throughput).toHaveLength(14);
  });

  it("has colours where they are asked for", () => {
    expect(signalboxWith({ FORCE_COLOR: "1" }, "stats").out).toContain("\u001b[32m");
  });

  it.each(["0", "367", "1.5", "many"])("does not take %s days", (days) => {
    expect(signalbox("stats", "--days", days)).toMatchObject({ status: 2, err: expect.stringContaining("1 to 366") });
  });

  it("watches: prints anew when something happens, and ends politely", async () => {
    const watching = start("stats", "--watch", "--json");
    expect(JSON.parse(await watching.line())).toMatchObject({ tickets: { open: 1 } });
    await createTicket(app, maria, { title: "Third" });
    expect(JSON.parse(await watching.line())).toMatchObject({ tickets: { open: 2 } });
    expect(await watching.end("SIGINT")).toBe(0);
  });
});

describe("signalbox log", () => {
  it("tells the ledger in words, the newest last, and nothing that a terminal would obey", () => {
    const { out, status } = signalbox("log");
    expect(status).toBe(0);
    const lines = out.trimEnd().split("\n");
    expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d IST {2}/, ""))).toEqual([
      "Maria (person)    #1 created in Backlog",
      "Maria (person)    #2 created in Backlog",
      "Maria (person)    #1 Backlog → Research Needed  nobody knows [31m",
      expect.stringMatching(
        /^ann {15}impl #1 Research Needed → Done refused: invalid_transition {2}just so {2}Invalid transition: .+ {2}Recovery: /,
      ),
      "Maria (person)    #2 Backlog → Done  was easy",
    ]);
  });

  it("finds rows by who, by kind, by time, and the refused ones alone", () => {
    const seqs = (...args: string[]): readonly number[] =>
      (JSON.parse(signalbox("log", "--json", ...args).out) as EventView[]).map(({ seq }) => seq);
    expect(seqs("--who", "maria")).toEqual([1, 2, 3, 5]);
    expect(seqs("--who", "Maria (person)", "--limit", "2")).toEqual([3, 5]);
    expect(seqs("--who", "mar")).toEqual([]);
    expect(seqs("--kind", "create,refuse")).toEqual([1, 2, 4]);
    expect(seqs("--refused")).toEqual([4]);
    expect(seqs("1", "--kind", "move")).toEqual([3]);
    expect(seqs("2", "--who", "ann")).toEqual([]);
    expect(seqs("--since", "1h")).toEqual([1, 2, 3, 4, 5]);
    expect(seqs("--until", "1h")).toEqual([]);
    expect(seqs("--since", "2020-01-01", "--until", "2020-01-02 11:42")).toEqual([]);
    expect(seqs("--state", "research needed")).toEqual([3, 4]);
    expect(seqs("--words", "EASY was")).toEqual([5]);
    expect(seqs("--kind", "change", "--about", "ticket:2")).toEqual([2, 5]);
    expect(signalbox("log", "--kind", "mve")).toMatchObject({ err: expect.stringContaining('Did you mean "move"?') });
    expect(signalbox("log", "--since", "soon")).toMatchObject({
      status: 2,
      err: expect.stringContaining("2026-11-16"),
    });
  });

  it("is a table and lines of JSON, the newest first, with the same filters", () => {
    const table = signalbox("log", "--csv", "--who", "maria").out.split("\r\n");
    expect(table.map((line) => line.split(",")[0])).toEqual(["row", "5", "3", "2", "1", ""]);
    const lines = signalbox("log", "--jsonl", "--limit", "2").out.trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as EventView).seq)).toEqual([5, 4]);
  });

  it("tells of one ticket, as many rows as were asked for", () => {
    expect(signalbox("log", "#2").out.match(/#\d/g)).toEqual(["#2", "#2"]);
    const [row, ...more] = JSON.parse(signalbox("log", "1", "--limit", "1", "--json").out) as EventView[];
    expect(row).toMatchObject({ kind: "refuse", code: "invalid_transition", who: "ann", from: "Research Needed" });
    expect(more).toEqual([]);
  });

  it("tells of one ticket also what happened in the sessions on it, in between and marked", async () => {
    const { sessionId } = await openSession("1");
    await openSession("2");
    await updateSessionState(app, ann, { sessionId, state: "testing" });
    await handoff(app, maria, { key: "1", toState: "Ready for Plan", reason: "known" });
    await updateSessionState(app, ann, { sessionId, state: "idle" });
    await completeSession(app, maria, { sessionId, outcome: "timeout", reason: "It hangs." });
    const { out } = signalbox("log", "1", "--limit", "5");
    expect(
      out
        .trimEnd()
        .replaceAll(/^.{43}/gm, "")
        .split("\n"),
    ).toEqual([
      "#1 session created in idle",
      "#1 session idle → testing (out of order)",
      "#1 Research Needed → Ready for Plan  known",
      expect.stringMatching(/^#1 session testing refused: not_reportable {2}/),
      "#1 session testing → failed  It hangs.",
    ]);
    const [last] = JSON.parse(signalbox("log", "1", "--limit", "1", "--json").out) as EventView[];
    expect(last).toMatchObject({ subject: { type: "session", key: sessionId }, who: "Maria (person)" });
  });

  it("shows refusals in red where there are colours", () => {
    const { out } = signalboxWith({ FORCE_COLOR: "1" }, "log");
    expect(out).toContain("\u001b[31mimpl #1 Research Needed → Done refused: invalid_transition\u001b[0m");
  });

  it("says that a ticket is not there, and what is no number", () => {
    expect(signalbox("log", "99")).toMatchObject({ status: 1, err: expect.stringContaining("no ticket #99") });
    expect(signalbox("log", "--limit", "0")).toMatchObject({ status: 2 });
  });

  it("follows: every row once, of one ticket where one was named", async () => {
    const all = start("log", "--follow", "--limit", "1", "--json");
    const one = start("log", "1", "--follow", "--limit", "1");
    expect(JSON.parse(await all.line())).toMatchObject({ seq: 5 });
    expect(await one.line()).toContain("refused");
    await handoff(app, maria, { key: "1", toState: "Ready for Plan", reason: "known" });
    expect(JSON.parse(await all.line())).toMatchObject({ seq: 6, to: "Ready for Plan" });
    expect(await one.line()).toContain("#1 Research Needed → Ready for Plan  known");
    await openSession("2");
    expect(JSON.parse(await all.line())).toMatchObject({ seq: 7, kind: "create" });
    await openSession("1");
    expect(JSON.parse(await all.line())).toMatchObject({ seq: 8, kind: "create" });
    expect(await one.line()).toContain("#1 session created in idle");
    expect(await one.end("SIGTERM")).toBe(0);
    expect(await all.end("SIGINT")).toBe(0);
    expect(one.rest()).toBe("");
  });
});

async function openSession(ticket: string): Promise<CreateSessionAnswer> {
  const opened = await createSession(app, ann, { ticket });
  if (isRefusal(opened)) throw new Error(tell(opened, "mcp").error);
  return opened;
}

function signalbox(...args: string[]): { out: string; err: string; status: number | null } {
  return signalboxWith({ NO_COLOR: "1" }, ...args);
}

function signalboxWith(env: Readonly<Record<string, string>>, ...args: string[]) {
  const { stdout, stderr, status } = runProgramSync(args, options(env));
  return { out: stdout, err: stderr, status };
}

function options(env: Readonly<Record<string, string>>) {
  const { FORCE_COLOR: _, NO_COLOR: __, ...rest } = process.env;
  return { cwd: folder, env: { ...rest, TZ: "Asia/Kolkata", ...env, SIGNALBOX_DATABASE: join(folder, "board.db") } };
}

function start(...args: string[]) {
  const child: ChildProcessWithoutNullStreams = spawn(process.execPath, [PROGRAM, ...args], options({ NO_COLOR: "1" }));
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  return {
    /** The next one, whenever it comes. */
    async line(): Promise<string> {
      while (!text.includes("\n")) await once(child.stdout, "data");
      const end = text.indexOf("\n");
      const line = text.slice(0, end);
      text = text.slice(end + 1);
      return line;
    },
    rest: () => text,
    async end(signal: NodeJS.Signals): Promise<number | null> {
      const exited = once(child, "close");
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}
