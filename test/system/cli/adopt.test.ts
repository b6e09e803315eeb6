// A person adopts a workflow at the command line, while servers run on the same board.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LedgerRow } from "../../../src/app/commit/plan.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import type { Workflow } from "../../../src/engine/workflow/format.ts";
import { configuredWorkflow, useWorkflow } from "../../../src/setup/workflow.ts";
import { openBoard } from "../../../src/store/open.ts";
import { hashWorkflow } from "../../../src/workflows/hash.ts";
import { TICKETS } from "../../support/engine/boards.ts";
import { edge, guarded, newCommand, set, state, together } from "../../support/engine/workflow-edits.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { signInBy } from "../../support/clients/sign-in.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { track } from "../../support/processes/child.ts";
import { HAS_TERMINALS, PROGRAM, runProgram, type Ended } from "../../support/program.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { appOn, operator } from "../../support/worlds/world.ts";

/** One state, command and edge more. */
const qa = together(
  set({ version: 2 }),
  state("QA", { description: "Somebody tries it out." }),
  edge("In Review", "QA"),
  edge("QA", "Done"),
  newCommand("test", { inputs: ["In Review", "QA"], outputs: ["QA", "Done"] }),
)(TICKETS);
const QA = `ticket v2 (${hashWorkflow(qa).slice(0, 7)})`;
const SHIPPED = `ticket v1 (${hashWorkflow(TICKETS).slice(0, 7)})`;
const LOOSE = guarded("Ready for Plan", "Plan in Progress", [])(TICKETS);
const LOOSENED = 'guard gone: "Ready for Plan" → "Plan in Progress" no longer asks for group_convergence';

let folder: string;
let database: string;
const clients: StdioClient[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-adopt-"));
  database = join(folder, "board.db");
});

afterEach(async () => {
  for (const client of clients.splice(0)) await client.leave();
  rmSync(folder, { recursive: true });
});

describe("a server that runs", () => {
  it("goes on by the workflow that a person adopts, and says so once", async () => {
    await seed("In Review");
    const [first, second] = [await connect(), await connect()];
    const inReview = { number: 1, command: "impl", to_state: "In Review", reason: "next" };
    const test = { number: 1, command: "test", to_state: "QA", reason: "try it" };
    for (const server of [first, second]) {
      expect(await server.call("handoff_ticket", test)).toMatchObject({
        structuredContent: { code: "unknown_command" },
      });
    }
    const adopted = await run(["workflow", "adopt", write("qa.json", qa), "--as", "Olga"]);
    expect(adopted).toMatchObject({ status: 0, stderr: "" });
    expect(adopted.stdout).toBe(
      [
        `Ticket (${QA.slice(-8, -1)}) is in force for tickets. Servers that run now take it up by themselves.`,
        '  states: + "QA"',
        '  edges: + "In Review" → "QA", + "QA" → "Done"',
        "  commands: + test",
        "  also different: version\n",
      ].join("\n"),
    );

    const told = `this board works by ${QA} now, adopted by "Olga (person)"; this process has taken it up`;
    expect(await first.ok("handoff_ticket", test)).toMatchObject({ newState: "QA", warnings: [told] });
    const stays = { ...test, reason: "still at it" };
    expect(await first.ok("handoff_ticket", stays)).toMatchObject({ changed: false, warnings: [] });
    // The other one hears of it by itself.
    expect(await second.ok("handoff_ticket", { ...test, to_state: "Done" })).toMatchObject({ warnings: [told] });
    for (const server of [first, second]) {
      expect(server.stderr.split("\n").filter((line) => line.includes("has taken it up"))).toHaveLength(1);
    }
    expect(await second.call("handoff_ticket", inReview)).toMatchObject({
      structuredContent: { code: "terminal_state" },
    });
    expect((await rows()).filter(({ kind }) => kind === "adopt")).toMatchObject([
      { by: { agent: "signalbox", via: "stdio" } },
      {
        by: { person: "Olga", via: "cli", proof: "key" },
        data: { difference: { states: { added: ["QA"], removed: [] } }, loosens: [] },
      },
    ]);
  });

  it("shows it on the dashboard: a banner while its file differs, none once that is in force", async () => {
    await seed();
    const file = write("qa.json", qa);
    const server = await HttpServer.start(database, { SIGNALBOX_WORKFLOW: file });
    const seen = async () =>
      JSON.parse((await server.raw("/api/board")).body) as { warnings: string[]; workflow: Workflow };
    const before = await seen();
    expect(before.warnings).toEqual([
      `this board works by ${SHIPPED}; the file differs: signalbox workflow adopt ${file}`,
    ]);
    expect(before.workflow.version).toBe(1);

    const { headers: browser } = await signInBy(await server.link());
    const post = (body: object, headers: Record<string, string>) =>
      fetch(`${server.url}/api/workflows/adopt`, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    expect((await post({ workflow: qa }, {})).status).toBe(401);
    const dry = await post({ workflow: qa, dryRun: true }, browser);
    expect(await dry.json()).toMatchObject({ adopted: false, dryRun: true, from: hashWorkflow(TICKETS), loosens: [] });
    const done = await post({ workflow: qa, from: hashWorkflow(TICKETS) }, browser);
    expect(await done.json()).toMatchObject({ adopted: true, hash: hashWorkflow(qa) });
    const after = await seen();
    expect(after.warnings).toEqual([]);
    expect(after.workflow.version).toBe(2);
    expect((await post({ workflow: qa, from: hashWorkflow(TICKETS) }, browser)).status).toBe(409);
    expect((await post({ workflow: { name: "x" } }, browser)).status).toBe(400);
    await server.stop();
  });
});

describe("servers that start at once", () => {
  it("with files of their own agree on one, and none takes force after the first ticket", async () => {
    const files = Array.from({ length: 4 }, (_, index) =>
      write(`${index}.json`, set({ title: `File ${index}` })(TICKETS)),
    );
    const servers = await Promise.all(files.map((file) => connect({ SIGNALBOX_WORKFLOW: file })));
    await Promise.all(servers.map((server) => server.ok("create_ticket", { title: "One" })));
    const triage = { command: "triage", to_state: "Research Needed", reason: "next" };
    const answers = await Promise.all(
      servers.map((server, index) => server.ok("handoff_ticket", { ...triage, number: index + 1 })),
    );
    const differing = answers.filter(({ warnings }) => String(warnings).includes("the file differs"));
    expect(differing).toHaveLength(3);
    const kinds = (await rows()).map(({ kind }) => kind);
    expect(kinds.lastIndexOf("adopt")).toBeLessThan(kinds.indexOf("create"));
  });
});

describe("signalbox workflow adopt", () => {
  beforeEach(() => seed());

  it.each([
    ["an agent's shell", { CLAUDECODE: "1" }, "agent's shell"],
    ["a token that is none", { SIGNALBOX_TOKEN: "sbx_nothing" }, "not known here"],
  ])("is refused to whoever shows no proof of a person: %s", async (_, env, says) => {
    const refused = await run(["workflow", "adopt", write("qa.json", qa), "--yes"], env);
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toContain(says);
    expect((await rows()).filter(({ kind }) => kind === "adopt")).toHaveLength(1);
  });

  it("is refused to an agent's token", async () => {
    const { token } = JSON.parse((await run(["token", "new", "--role", "agent", "--json"])).stdout) as {
      token: string;
    };
    const refused = await run(["workflow", "adopt", write("qa.json", qa)], { SIGNALBOX_TOKEN: token });
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toContain("role agent");
  });

  it("says what it loosens, in words and as JSON", async () => {
    const file = write("loose.json", LOOSE);
    const { stdout } = await run(["workflow", "adopt", file]);
    expect(stdout).toContain("It loosens what is in force:\n  - guard gone:");
    expect(stdout).toContain(LOOSENED);
    const back = JSON.parse((await run(["workflow", "adopt", "ticket", "--json"])).stdout) as object;
    expect(back).toMatchObject({ adopted: true, loosens: [], difference: { guards: { removed: [] } } });
    const again = JSON.parse((await run(["workflow", "adopt", file, "--json"])).stdout) as { loosens: string[] };
    expect(again.loosens[0]).toContain(LOOSENED);
  });

  it("tells a project that its settings name another file", async () => {
    const env = { SIGNALBOX_WORKFLOW: write("qa.json", qa) };
    expect((await run(["workflow", "adopt", write("loose.json", LOOSE)], env)).stdout).toContain("settings name");
    expect((await run(["workflow", "adopt", join(folder, "qa.json")], env)).stdout).not.toContain("settings name");
  });

  it.runIf(HAS_TERMINALS)("asks at a terminal before anything is loosened", async () => {
    const file = write("loose.json", LOOSE);
    const no = await terminal(`workflow adopt ${file}`, "n\r");
    expect(no.code).toBe(1);
    expect(no.text).toMatch(/It loosens[^]*Put it in force\? \[y\/N\][^]*nothing was changed/);
    expect((await rows()).filter(({ kind }) => kind === "adopt")).toHaveLength(1);
    const yes = await terminal(`workflow adopt ${file}`, "y\r");
    expect(yes.code).toBe(0);
    expect(yes.text).toContain("is in force for tickets");
    const back = await terminal("workflow adopt ticket", "");
    expect(back.code).toBe(0);
    expect(back.text).not.toContain("[y/N]");
    const unasked = await terminal(`workflow adopt --yes ${file}`, "");
    expect(unasked.code).toBe(0);
    expect(unasked.text).not.toContain("[y/N]");
    expect((await rows()).filter(({ kind }) => kind === "adopt")).toHaveLength(4);
  });
});

describe("signalbox doctor", () => {
  it("says which workflow is in force, and how the file differs that the settings name", async () => {
    await seed();
    const file = write("qa.json", qa);
    const { status, stdout } = await run(["doctor"], { SIGNALBOX_WORKFLOW: file });
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /FAIL ticket workflow: this board works by ticket v1 \(\w{7}\) since [-\d]+ [:\d]+ \S+, adopted by signalbox; the file \S+ differs: states: \+ "QA"/,
    );
    expect(stdout).toContain(`→ Run \`signalbox workflow adopt ${file}\``);
    expect(stdout).toContain("ok   session workflow: this board works by the shipped one, session");
  });
});

const environment = (env: Record<string, string>) => ({
  PATH: process.env["PATH"],
  HOME: folder,
  SIGNALBOX_DATABASE: database,
  ...env,
});

function run(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  return runProgram(args, { cwd: folder, env: environment(env) });
}

/** On a pseudo-terminal, with these keys typed when it asks. */
async function terminal(
  command: string,
  keys: string,
): Promise<{ readonly code: number | null; readonly text: string }> {
  const line = `exec ${process.execPath} ${PROGRAM} ${command}`;
  const env = { ...environment({}), TERM: "dumb", NO_COLOR: "1" };
  const child = track(spawn("script", ["-qefc", line, "/dev/null"], { cwd: folder, env }));
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const isAsked = !shown.includes("[y/N]");
    shown += chunk;
    if (isAsked && shown.includes("[y/N]")) child.stdin.write(keys);
  });
  await once(child, "close");
  return { code: child.exitCode, text: shown };
}

async function connect(env: Record<string, string> = {}): Promise<StdioClient> {
  const client = new StdioClient(database, env);
  clients.push(client);
  await client.initialize();
  return client;
}

function write(name: string, workflow: Workflow): string {
  const file = join(folder, name);
  writeFileSync(file, JSON.stringify(workflow));
  return file;
}

/** A board that works by the shipped workflow, with a ticket in this state. */
async function seed(state = "Backlog"): Promise<void> {
  const board = await openBoard({ database });
  try {
    await useWorkflow(board, await configuredWorkflow("ticket", undefined), "stdio");
    const app = appOn(board);
    accepted(await createTicket(app, operator, { title: "One" }));
    if (state !== "Backlog") {
      accepted(await handoff(app, operator, { key: "1", toState: state, reason: "to begin with" }));
    }
  } finally {
    await board.close();
  }
}

async function rows(): Promise<readonly LedgerRow[]> {
  const board = await openBoard({ database });
  try {
    return await board.ledger.after(0, 1000);
  } finally {
    await board.close();
  }
}
