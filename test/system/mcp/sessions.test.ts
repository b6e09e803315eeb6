// Sessions as agents have them: over stdio, from several processes, and read by programs that know nothing of us.

import { execFileSync, spawnSync } from "node:child_process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openOffice, textOf, type Desk, type Office } from "../../support/clients/desk.ts";

/** As people ask it, to the letter. */
const QUERY = `SELECT id, current_state, json_extract(state_history, '$[#-1].state'),
       json_extract(state_history, '$[#-1].metadata.error')
FROM ralph_sessions WHERE outcome = 'failure' ORDER BY completed_at DESC LIMIT 10;`;

const PLAIN_CLIENT = `
const { DatabaseSync } = require("node:sqlite");
const db = new DatabaseSync(process.argv[1], { readOnly: true });
process.stdout.write(JSON.stringify(db.prepare(process.argv[2]).all()));`;

let office: Office;

beforeEach(() => {
  office = openOffice();
});

afterEach(() => office.close());

/** Another process, with no function of ours registered. */
function ask(sql: string): readonly Record<string, unknown>[] {
  const output = execFileSync(process.execPath, ["-e", PLAIN_CLIENT, office.database, sql], { encoding: "utf8" });
  return JSON.parse(output) as Record<string, unknown>[];
}

/** The command-line client; null where there is none. */
function askBySqlite3(sql: string): readonly string[] | null {
  const { error, stdout, stderr } = spawnSync("sqlite3", ["-list", office.database, sql], { encoding: "utf8" });
  if (error) return null;
  expect(stderr).toBe("");
  return stdout.trim().split("\n");
}

interface Told {
  readonly sessionId: string;
  readonly state: string;
  readonly entries: number;
  readonly state_history: readonly { readonly state: string; readonly metadata: Record<string, unknown> }[];
}

async function read(desk: Desk, sessionId: string): Promise<Told> {
  return (await desk.whole("get_session", { sessionId })) as unknown as Told;
}

async function begin(desk: Desk, ticket: number | string): Promise<string> {
  return String((await desk.ok("create_ralph_session", { ticket }))["sessionId"]);
}

const LIFE = [
  ["analyzing", { files: ["docs/plan.md"] }],
  ["implementing", { files: ["src/a.ts", "src/b.ts"] }],
  ["testing", { testResults: { passed: 3, failed: 1, skipped: 0 }, error: "b fails" }],
  ["implementing", {}],
  ["testing", { testResults: { passed: 4, failed: 0, skipped: 0 } }],
  ["committing", { commits: ["abc"] }],
  ["reviewing", {}],
] as const;

describe("a session", () => {
  it("lives from idle to done, with what its agent says of each phase", async () => {
    const desk = await office.connect();
    const sessionId = await begin(desk, await desk.ticket());
    let before = "idle";
    for (const [state, metadata] of LIFE) {
      const answer = await desk.ok("update_session_state", { sessionId, state, metadata });
      expect(answer).toMatchObject({ success: true, previousState: before, newState: state, warnings: [] });
      expect(String(answer["transitionedAt"])).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      before = state;
    }
    const end = await desk.ok("complete_ralph_session", { sessionId, outcome: "success", metadata: { pr: 7 } });
    expect(end).toMatchObject({ previousState: "reviewing", newState: "done", outcome: "success" });
    const { state_history: history, state } = await read(desk, sessionId);
    expect(state).toBe("done");
    expect(history.map((entry) => [entry.state, entry.metadata])).toEqual([["idle", {}], ...LIFE, ["done", { pr: 7 }]]);
    expect(history[0]).toMatchObject({ action: "session_created" });
    const [row] = ask("SELECT outcome, current_state, state_history FROM ralph_sessions");
    expect(row).toMatchObject({ outcome: "success", current_state: "done" });
    expect(JSON.parse(String(row?.["state_history"]))).toEqual(history);
    const { result } = await desk.client.request("resources/read", { uri: `signalbox://session/${sessionId}` });
    expect(JSON.stringify(result)).toContain("b fails");
  });

  it("is opened by number or by words, under either name of the argument", async () => {
    const desk = await office.connect();
    const number = await desk.ticket();
    const sessionId = await begin(desk, number);
    for (const args of [{ ticketId: number }, { ticket: String(number) }, { ticketId: `#${number}` }]) {
      expect(await desk.ok("create_ralph_session", args)).toMatchObject({ sessionId, existing: true });
    }
    expect(await desk.ok("create_ralph_session", { ticket: number, agent: "uma" })).toMatchObject({ existing: false });
    expect(await desk.refused("create_ralph_session", {})).toMatchObject({ code: "ticket_missing" });
    expect(await desk.refused("create_ralph_session", { ticket: 99 })).toMatchObject({ code: "ticket_not_found" });
  });

  it("says how to go on where a call can't be", async () => {
    const desk = await office.connect();
    const sessionId = await begin(desk, await desk.ticket());
    const step = await desk.ok("update_session_state", { sessionId, state: "testing" });
    expect(String((step["warnings"] as string[])[0])).toContain('"analyzing"');
    const unknown = await desk.call("update_session_state", { sessionId: "x", state: "testing" });
    expect(textOf(unknown)).toContain("not found");
    await desk.ok("complete_ralph_session", { sessionId, outcome: "failure", error: "No disk." });
    const late = await desk.call("complete_ralph_session", { sessionId, outcome: "success" });
    expect(textOf(late)).toContain("already completed");
    expect((await read(desk, sessionId)).state_history.at(-1)).toMatchObject({ metadata: { error: "No disk." } });
  });

  it("that failed is found by the query that people ask, with a plain client", async () => {
    const desk = await office.connect();
    const ids = [await begin(desk, await desk.ticket()), await begin(desk, await desk.ticket())];
    const ok = await begin(desk, await desk.ticket());
    await desk.ok("update_session_state", { sessionId: ids[0], state: "testing", metadata: { error: "older" } });
    for (const [index, sessionId] of ids.entries()) {
      const error = `it broke: "${index}" 'ü'`;
      await desk.ok("complete_ralph_session", { sessionId, outcome: "failure", error });
    }
    await desk.ok("complete_ralph_session", { sessionId: ok, outcome: "success" });
    const expected = [
      [ids[1], "failed", "failed", `it broke: "1" 'ü'`],
      [ids[0], "failed", "failed", `it broke: "0" 'ü'`],
    ];
    expect(ask(QUERY).map((row) => Object.values(row))).toEqual(expected);
    const lines = askBySqlite3(QUERY);
    if (lines !== null) expect(lines).toEqual(expected.map((row) => row.join("|")));
  });

  it("loses nothing where two processes report 200 times each", async () => {
    const both = { SIGNALBOX_AGENT: "both" };
    const [one, two] = [await office.connect(both), await office.connect(both)];
    const sessionId = await begin(one, await one.ticket());
    const states = ["analyzing", "implementing", "testing", "committing", "reviewing"];
    const report = async (desk: Desk, who: string): Promise<void> => {
      for (let n = 0; n < 200; n++) {
        const state = states[n % states.length];
        await desk.ok("update_session_state", { sessionId, state, metadata: { who, n } });
      }
    };
    await Promise.all([report(one, "one"), report(two, "two")]);
    const { state_history: history, entries } = await read(one, sessionId);
    expect(entries).toBe(401);
    expect(history).toHaveLength(401);
    for (const who of ["one", "two"]) {
      const own = history.filter(({ metadata }) => metadata["who"] === who).map(({ metadata }) => metadata["n"]);
      expect(own).toEqual(Array.from({ length: 200 }, (_, n) => n));
    }
    expect(ask("SELECT json_array_length(state_history) AS n FROM ralph_sessions")).toEqual([{ n: 401 }]);
  });
});

describe("an agent", () => {
  it("that lost its context finds its sessions and claims, also after it came back", async () => {
    const env = { SIGNALBOX_AGENT: "ann" };
    const desk = await office.connect(env);
    const { number, token } = await desk.held("research");
    const sessionId = await begin(desk, number);
    await desk.ok("update_session_state", { sessionId, state: "analyzing" });
    await desk.client.leave();
    const other = await office.connect();
    expect(await read(other, sessionId)).toMatchObject({ disconnected: true, state: "analyzing" });
    const back = await office.connect(env);
    const work = await back.ok("get_session", {});
    expect(work).toMatchObject({
      sessions: [{ sessionId, ticket: String(number), state: "analyzing", state_history: [{}, {}] }],
      claims: [{ number, holder: "ann", expired: false }],
    });
    expect(JSON.stringify(work)).not.toContain(token);
    await back.ok("update_session_state", { sessionId, state: "implementing" });
    expect(await read(other, sessionId)).toMatchObject({ disconnected: false, entries: 3 });
    const ticket = (await other.ok("get_ticket", { number })) as { claim: { session: object } };
    expect(ticket.claim.session).toMatchObject({ id: sessionId, agent: "ann", state: "implementing", silent: false });
  });

  it("that only reads gives signs of life, and leaves no row in the ledger", async () => {
    const first = await office.connect({ SIGNALBOX_AGENT: "ann" });
    const ticket = await first.ticket();
    await first.ok("create_ralph_session", { ticket });
    const rows = (): unknown => ask("SELECT seq FROM head");
    const before = rows();
    const desk = await office.connect({ SIGNALBOX_AGENT: "ann" });
    await desk.ok("get_ticket", { number: 1 });
    await desk.ok("list_tickets", {});
    expect(rows()).toEqual(before);
    await desk.client.leave();
    expect(ask("SELECT connection, agent FROM presence")).toEqual([{ connection: "ann", agent: "" }]);
  });
});
