import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StdioClient } from "../../test/support/clients/stdio-client.ts";
import { createTicket } from "../app/tickets/create.ts";
import { isRefusal } from "../engine/refusal.ts";
import { agent, appOn } from "../../test/support/worlds/world.ts";
import type { StoreBoard } from "../store/board.ts";
import { openBoard } from "../store/open.ts";
import { hashWorkflow } from "../workflows/hash.ts";
import { shipped } from "../workflows/shipped.ts";
import { configuredWorkflow, useWorkflow } from "./workflow.ts";

const TICKET = join(import.meta.dirname, "../../workflows/ticket.json");
const OLDER = join(import.meta.dirname, "../../test/fixtures/workflows/older/ticket.json");

/** Knows none of the shipped states. */
const BUG = {
  name: "ticket",
  version: 1,
  title: "Bug",
  mode: "enforce",
  start: "Reported",
  states: {
    Reported: { description: "Somebody saw it." },
    Fixing: { lock: true, description: "One agent is at it." },
    Closed: { terminal: true },
  },
  edges: [
    { from: "Reported", to: "Fixing" },
    { from: "Fixing", to: "Closed" },
  ],
  pipeline: ["Reported", "Fixing", "Closed"],
  commands: { fix: { description: "Fix it.", inputs: ["Reported"], outputs: ["Closed"], lock: "Fixing" } },
  intents: {
    lock: { description: "take it", acquires: true, expected: true, commands: { fix: "Fixing" } },
    complete: { description: "done", expected: true, commands: { fix: "Closed" } },
  },
  lease: { seconds: 600, graceSeconds: 120 },
};

const SHORT = hashWorkflow(shipped("ticket").workflow).slice(0, 7);

let folder: string;
let database: string;
const clients: StdioClient[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-workflow-"));
  database = join(folder, "board.db");
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.leave();
  rmSync(folder, { recursive: true });
});

function write(name: string, workflow: object | string): string {
  const file = join(folder, name);
  writeFileSync(file, typeof workflow === "string" ? workflow : JSON.stringify(workflow));
  return file;
}

/** The shipped one but for its title. */
function renamed(title: string): object {
  return { ...(JSON.parse(readFileSync(TICKET, "utf8")) as object), title };
}

async function withBoard<T>(use: (board: StoreBoard) => Promise<T>): Promise<T> {
  const board = await openBoard({ database });
  try {
    return await use(board);
  } finally {
    await board.close();
  }
}

/** As a process does that starts with this file, or with none. */
async function start(file?: string): Promise<{ title: string | undefined; warnings: readonly string[] }> {
  return withBoard(async (board) => {
    const { machine, warnings } = await useWorkflow(board, await configuredWorkflow("ticket", file), "stdio");
    return { title: machine.workflow.title, warnings };
  });
}

function adoptions(): Promise<number> {
  return withBoard(async (board) => (await board.ledger.after(0, 1000)).filter((row) => row.kind === "adopt").length);
}

async function connect(env: Record<string, string>): Promise<StdioClient> {
  const client = new StdioClient(database, env);
  clients.push(client);
  await client.initialize();
  return client;
}

const RESEARCH = { number: 1, command: "triage", to_state: "Research Needed", reason: "next" };

describe("a workflow file", () => {
  it("that is valid and differs takes force on a board without tickets, and those without one work by it", async () => {
    expect(await start()).toEqual({ title: "Ticket", warnings: [] });
    expect(await adoptions()).toBe(1);
    expect(await start(write("own.json", renamed("Ours")))).toEqual({ title: "Ours", warnings: [] });
    expect(await adoptions()).toBe(2);
    expect(await start()).toEqual({ title: "Ours", warnings: [] });
    expect(await start(write("own.json", renamed("Ours")))).toEqual({ title: "Ours", warnings: [] });
    expect(await adoptions()).toBe(2);
  });

  it.each([
    ["is missing", undefined, "there is no such file"],
    ["is no JSON", "{", "not JSON"],
    ["has an edge to nowhere", { ...BUG, edges: [...BUG.edges, { from: "Fixing", to: "Gone" }] }, "Gone"],
  ])("that %s leaves in force what was", async (_, content, says) => {
    const bad = content === undefined ? join(folder, "bad.json") : write("bad.json", content);
    const fresh = await start(bad);
    expect(fresh.title).toBe("Ticket");
    expect(fresh.warnings).toHaveLength(1);
    expect(fresh.warnings[0]).toContain(says);
    expect(fresh.warnings[0]).toContain("The shipped one is used.");

    await start(write("own.json", renamed("Ours")));
    const later = await start(bad);
    expect(later.title).toBe("Ours");
    expect(later.warnings[0]).toContain("The workflow last in force stays.");
    expect(await adoptions()).toBe(2);
  });

  it("does not take force once there is a ticket, whatever is in it, and that is said with the way out", async () => {
    await start();
    await withBoard(async (board) => {
      for (const title of ["One", "Two"]) {
        expect(isRefusal(await createTicket(appOn(board), agent("ann"), { title }))).toBe(false);
      }
    });
    for (const file of [write("bug.json", BUG), write("our own.json", renamed("Ours"))]) {
      const { title, warnings } = await start(file);
      expect(title).toBe("Ticket");
      const adopt = `signalbox workflow adopt ${file.includes(" ") ? `'${file}'` : file}`;
      expect(warnings).toEqual([`this board works by ticket v1 (${SHORT}); the file differs: ${adopt}`]);
    }
    expect(await adoptions()).toBe(1);
  });

  it("may know other states where there is no ticket", async () => {
    await start();
    expect(await start(write("bug.json", BUG))).toEqual({ title: "Bug", warnings: [] });
  });
});

describe("a workflow of sessions or runs", () => {
  const skill = join(import.meta.dirname, "../../workflows/skill.json");
  const session = JSON.parse(readFileSync(join(import.meta.dirname, "../../workflows/session.json"), "utf8")) as object;

  it("takes force by a file alone, and those without one work by it", async () => {
    const use = (part: "session" | "run", file?: string) =>
      withBoard(async (board) => useWorkflow(board, await configuredWorkflow(part, file), "stdio"));
    expect((await use("session")).machine.workflow.mode).toBe("observe");
    expect(await adoptions()).toBe(0);
    const strict = write("sessions.json", { ...session, mode: "enforce" });
    expect((await use("session", strict)).machine.workflow.mode).toBe("enforce");
    expect((await use("session")).machine.workflow.mode).toBe("enforce");
    expect((await use("run")).machine.workflow.name).toBe("skill");
    expect(await adoptions()).toBe(1);
  });

  it.each([
    ["session", TICKET, "no outcomes"],
    ["session", skill, "no outcomes"],
    ["run", TICKET, "no state of it has a skill"],
  ] as const)("for a %s is no workflow that was made for something else", async (part, file, says) => {
    const { problem, machine } = await configuredWorkflow(part, file);
    expect(problem).toContain(file);
    expect(problem).toContain(says);
    expect(machine.workflow.name).toBe(part === "run" ? "skill" : part);
  });

  it("refuses reports by its own graph where a server was given one that enforces", async () => {
    const client = await connect({ SIGNALBOX_SESSION_WORKFLOW: write("s.json", { ...session, mode: "enforce" }) });
    await client.ok("create_ticket", { title: "One" });
    const { sessionId } = await client.ok("create_ralph_session", { ticket: 1 });
    const answer = await client.call("update_session_state", { sessionId, state: "testing" });
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: "out_of_order" } });
    expect(await client.ok("update_session_state", { sessionId, state: "analyzing" })).toMatchObject({ success: true });
  });
});

describe("a server", () => {
  it("says in every handoff's answer and on stderr that its file could not be used", async () => {
    const client = await connect({ SIGNALBOX_WORKFLOW: join(folder, "missing.json") });
    await client.ok("create_ticket", { title: "One" });
    for (const step of [RESEARCH, { ...RESEARCH, command: "research", to_state: "Research in Progress" }]) {
      const { warnings } = (await client.ok("handoff_ticket", step)) as { warnings: string[] };
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toContain("missing.json: there is no such file. ");
    }
    expect(client.stderr).toContain("missing.json: there is no such file. ");
  });

  it("does not start with such a file where it is strict", async () => {
    const client = new StdioClient(database, {
      SIGNALBOX_WORKFLOW: join(folder, "missing.json"),
      SIGNALBOX_STRICT: "1",
    });
    const [code] = (await once(client.process, "exit")) as [number];
    expect(code).toBe(1);
    expect(client.stderr).toContain("missing.json: there is no such file. ");
    expect(existsSync(database)).toBe(false);
  });

  it("says in every handoff's answer and on stderr that its file is not in force", async () => {
    const first = await connect({});
    await first.ok("create_ticket", { title: "One" });
    const file = write("bug.json", BUG);
    const second = await connect({ SIGNALBOX_WORKFLOW: file });
    const differs = `this board works by ticket v1 (${SHORT}); the file differs: signalbox workflow adopt ${file}`;
    for (const step of [RESEARCH, { ...RESEARCH, command: "research", to_state: "Research in Progress" }]) {
      expect(await second.ok("handoff_ticket", step)).toMatchObject({ warnings: [differs] });
    }
    expect(second.stderr).toContain(differs);
    expect(await adoptions()).toBe(1);
    expect(await first.ok("get_ticket", { number: 1 })).toMatchObject({ state: "Research in Progress" });
  });

  it("works by the older shape, under the older name", async () => {
    const client = await connect({ RALPH_STATE_MACHINE_CONFIG: OLDER });
    await client.ok("create_ticket", { title: "One" });
    expect(await client.ok("handoff_ticket", RESEARCH)).toMatchObject({ newState: "Research Needed", warnings: [] });
    const lock = { number: 1, command: "ralph_research", intent: "__LOCK__", reason: "next" };
    expect(await client.ok("handoff_ticket", lock)).toMatchObject({ newState: "Research in Progress", warnings: [] });
  });

  it("takes its database from the command line before the environment", async () => {
    const client = await connect({ SIGNALBOX_DATABASE: join(folder, "other.db") });
    await client.ok("create_ticket", { title: "One" });
    expect(existsSync(database)).toBe(true);
    expect(existsSync(join(folder, "other.db"))).toBe(false);
  });
});
