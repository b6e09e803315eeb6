import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openOffice, type Desk, type Office } from "../../support/clients/desk.ts";
import { bareEnv, PROGRAM } from "../../support/program.ts";

let office: Office;
let desk: Desk;

beforeEach(async () => {
  office = openOffice();
  desk = await office.connect({ SIGNALBOX_AGENT: "ann" });
});

afterEach(() => office.close());

function start(...args: string[]): {
  readonly heard: (words: string) => Promise<string>;
  readonly end: () => Promise<number>;
  readonly over: Promise<number>;
} {
  const asked = [PROGRAM, "sessions", "--database", office.database, ...args];
  const child = spawn(process.execPath, asked, { env: bareEnv() });
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const over = once(child, "exit").then(([code]) => Number(code));
  const heard = async (words: string): Promise<string> => {
    while (!output.includes(words)) {
      const more = await Promise.race([once(child.stdout, "data"), over.then(() => null)]);
      if (more === null && !output.includes(words)) throw new Error(`it ended without ${words}: ${output}`);
    }
    return output;
  };
  return {
    heard,
    over,
    end: () => {
      child.kill("SIGINT");
      return over;
    },
  };
}

async function begin(title: string): Promise<unknown> {
  const ticket = await desk.ticket({ title });
  return (await desk.ok("create_ralph_session", { ticket }))["sessionId"];
}

it("shows who does what, and nothing that a terminal would obey", async () => {
  const sessionId = await begin("A \u001b[31mred\u0007 title");
  const ended = await begin("Over");
  const metadata = { files: ["a", "b"], testResults: { passed: 3, failed: 1 } };
  await desk.ok("update_session_state", { sessionId, state: "testing", metadata });
  await desk.ok("complete_ralph_session", { sessionId: ended, outcome: "failure" });
  const output = await start().heard("out of order");
  expect(output).toMatch(/◐ testing +ann +#1 A +\[31mred +title +\d+s +3 passed, 1 failed +2 +1 out of order/);
  expect(output).not.toContain("\u001b");
  expect(output).not.toContain("Over");
  expect(await start("--all").heard("Over")).toContain("✗ failed");
  const json = start("--json");
  expect(await json.over).toBe(0);
  expect(JSON.parse(await json.heard("]"))).toMatchObject([
    { id: sessionId, agent: "ann", files: ["a", "b"], outOfOrder: 1 },
  ]);
});

it("keeps up with what is committed, and ends when it is interrupted", async () => {
  await desk.ticket();
  const watching = start("--watch");
  await watching.heard("No agent has a session open.");
  const sessionId = await begin("Watched");
  await watching.heard("● idle");
  await desk.ok("update_session_state", { sessionId, state: "analyzing" });
  await watching.heard("◐ analyzing");
  expect(await watching.end()).toBe(0);
});

it("shows one session by how its id begins: what was said, refused, and why it ended", async () => {
  const ticket = await desk.ticket({ title: "Price list" });
  const id = String((await desk.ok("create_ralph_session", { ticket }))["sessionId"]);
  await desk.ok("update_session_state", {
    sessionId: id,
    state: "analyzing",
    metadata: { note: "Reading \u001b[31mit" },
  });
  await desk.refused("update_session_state", { sessionId: id, state: "idle" });
  const error = "The port is taken.";
  await desk.ok("complete_ralph_session", { sessionId: id, outcome: "failure", error });
  const shown = start(id.slice(0, 8));
  expect(await shown.over).toBe(0);
  const output = await shown.heard("Recovery:");
  for (const words of ["ann on #1 Price list", "outcome failure", error, "Reading", "not_reportable"]) {
    expect(output).toContain(words);
  }
  expect(output).not.toContain("\u001b");
  const json = start(id, "--json");
  expect(await json.over).toBe(0);
  expect(JSON.parse(await json.heard('"others"'))).toMatchObject({
    session: { id, outcome: "failure", error },
    ticket: { key: String(ticket) },
  });
  expect(await start("nope-nope").over).toBe(1);
});
