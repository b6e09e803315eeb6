import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { TICKETS } from "../../support/engine/boards.ts";
import { ann, maria } from "../../support/worlds/world.ts";
import { bearer, openHouse, type House } from "./house.ts";

type Who = "none" | "viewer" | "agent" | "witness" | "operator" | "browser" | "member";

type Answers = readonly [number, number, number, number, number, number];

interface Line {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** In the order: nobody, a viewer's token, an agent's, a witness's, an operator's, an operator's browser. */
  readonly local: Answers;
  /** The same where the server listens to the network. */
  readonly remote: Answers;
  /** Of a member's token, where it is not what an operator's is answered. */
  readonly member?: number;
}

const COMMIT = "3f2c1ab0".repeat(5);
const ALL = [200, 200, 200, 200, 200, 200] as const;
const READ = { local: [200, 200, 200, 403, 200, 200], remote: [401, 200, 200, 403, 200, 200] } as const;
const OPEN = { local: [200, 200, 200, 200, 200, 200], remote: [200, 200, 200, 200, 200, 200] } as const;
const WRONG_METHOD = { local: [404, 404, 404, 403, 404, 404], remote: [401, 404, 404, 403, 404, 404] } as const;
const writes = (agent: number, operator: number) =>
  ({
    local: [401, 403, agent, 403, operator, operator],
    remote: [401, 403, agent, 403, operator, operator],
  }) as const;

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const MCP = { local: [200, 403, 200, 403, 403, 200], remote: [401, 403, 200, 403, 403, 401] } as const;

const TABLE: readonly Line[] = [
  { method: "GET", path: "/healthz", ...OPEN },
  { method: "GET", path: "/readyz", ...OPEN },
  { method: "GET", path: "/", ...OPEN },
  { method: "GET", path: "/tickets/1", ...OPEN },
  { method: "GET", path: "/assets/index-1234.js", ...OPEN },
  { method: "GET", path: "/metrics", ...READ },
  { method: "GET", path: "/api/me", local: ALL, remote: [401, 200, 200, 200, 200, 200] },
  { method: "GET", path: "/api/board", ...READ },
  { method: "GET", path: "/api/needs", ...READ },
  { method: "GET", path: "/api/agents", ...READ },
  {
    method: "GET",
    path: "/api/browsers",
    local: [401, 200, 200, 403, 200, 200],
    remote: [401, 200, 200, 403, 200, 200],
  },
  {
    method: "DELETE",
    path: "/api/browsers/0123456789",
    local: [401, 404, 404, 403, 404, 404],
    remote: [401, 404, 404, 403, 404, 404],
  },
  {
    method: "GET",
    path: "/api/tokens",
    member: 403,
    local: [401, 403, 403, 403, 200, 200],
    remote: [401, 403, 403, 403, 200, 200],
  },
  { method: "POST", path: "/api/tokens", body: { role: "viewer" }, ...writes(403, 201), member: 403 },
  { method: "POST", path: "/api/tokens/none/limit", body: { to: [] }, ...writes(403, 404), member: 403 },
  { method: "POST", path: "/api/tokens/none/revoke", body: { reason: "x" }, ...writes(403, 404), member: 403 },
  { method: "GET", path: "/open", ...OPEN },
  {
    method: "POST",
    path: "/open",
    body: { code: "made up" },
    local: [403, 403, 403, 403, 403, 403],
    remote: [403, 403, 403, 403, 403, 403],
  },
  { method: "GET", path: "/api/tickets", ...READ },
  { method: "GET", path: "/api/tickets/1", ...READ },
  { method: "GET", path: "/api/tickets/1/moves", ...READ },
  { method: "GET", path: "/api/sessions", ...READ },
  { method: "GET", path: "/api/sessions/SESSION", ...READ },
  { method: "GET", path: "/api/runs", ...READ },
  {
    method: "GET",
    path: "/api/runs/none/none/export",
    local: [404, 404, 404, 403, 404, 404],
    remote: [401, 404, 404, 403, 404, 404],
  },
  {
    method: "GET",
    path: "/api/runs/none/none",
    local: [404, 404, 404, 403, 404, 404],
    remote: [401, 404, 404, 403, 404, 404],
  },
  { method: "GET", path: "/api/workflows/ticket", ...READ },
  { method: "GET", path: "/api/stats", ...READ },
  { method: "GET", path: "/api/ledger?after=0&limit=5", ...READ },
  { method: "GET", path: "/api/ledger?who=x&kind=change,refusal&q=word", ...READ },
  { method: "GET", path: "/api/board?at=1", ...READ },
  { method: "GET", path: "/api/ledger/1", ...READ },
  { method: "GET", path: "/api/ledger/summary?from=2026-11-15&to=2026-11-16", ...READ },
  { method: "GET", path: "/api/ledger.csv", ...READ },
  { method: "GET", path: "/api/ledger.jsonl?refused=1", ...READ },
  { method: "GET", path: "/api/events", ...READ },
  {
    method: "GET",
    path: "/api/nothing",
    local: [404, 404, 404, 403, 404, 404],
    remote: [401, 404, 404, 403, 404, 404],
  },
  { method: "HEAD", path: "/api/board", ...READ },
  { method: "POST", path: "/api/tickets", body: { title: "One more" }, ...writes(201, 201) },
  { method: "PATCH", path: "/api/tickets/1", body: { title: "One" }, ...writes(200, 200) },
  { method: "PUT", path: "/api/tickets/1/blockers/2", body: {}, ...writes(200, 200) },
  // What takes a link away is a command's, or a person's.
  { method: "DELETE", path: "/api/tickets/1/blockers/2", ...writes(409, 200) },
  { method: "POST", path: "/api/tickets/2/undo", body: {}, ...writes(403, 409) },
  { method: "POST", path: "/api/tickets/1/comments", body: { body: "A word" }, ...writes(201, 201) },
  // An agent acts as a command; a person does not.
  {
    method: "POST",
    path: "/api/tickets/1/handoff",
    body: { command: "triage", toState: "Research Needed", reason: "x", fromState: "Backlog" },
    ...writes(200, 409),
  },
  {
    method: "POST",
    path: "/api/tickets/1/handoff",
    body: { toState: "Ready for Plan", reason: "x", override: true },
    ...writes(403, 200),
    member: 403,
  },
  { method: "POST", path: "/api/claims/2/release", body: { reason: "x" }, ...writes(409, 409), member: 403 },
  { method: "POST", path: "/api/sessions", body: { ticket: 1 }, ...writes(201, 201) },
  { method: "POST", path: "/api/sessions", body: { ticket: 999, agent: "wren" }, ...writes(404, 404) },
  { method: "POST", path: "/api/sessions", body: { agent: "wren" }, ...writes(400, 400) },
  { method: "POST", path: "/api/sessions/SESSION/end", body: { reason: "x" }, ...writes(403, 200), member: 403 },
  { method: "POST", path: "/api/runs/a/b/tasks/c", body: { status: "done" }, ...writes(404, 404) },
  {
    method: "POST",
    path: "/api/workflows/adopt",
    body: { workflow: TICKETS, dryRun: true },
    ...writes(403, 200),
    member: 403,
  },
  { method: "POST", path: "/api/workflows/adopt", body: { workflow: {} }, ...writes(403, 400), member: 403 },
  { method: "GET", path: `/api/facts?commit=${COMMIT}`, local: ALL, remote: [401, 200, 200, 200, 200, 200] },
  {
    method: "POST",
    path: "/api/facts",
    body: { commit: COMMIT, name: "tests", verdict: "fail", reason: "x" },
    local: [401, 403, 201, 201, 201, 201],
    remote: [401, 403, 201, 201, 201, 201],
  },
  { method: "POST", path: "/api/tickets/1/attest", body: { name: "codeless", reason: "x" }, ...writes(403, 201) },
  { method: "PUT", path: "/api/tickets/1", body: {}, ...WRONG_METHOD },
  { method: "DELETE", path: "/api/tickets/1", ...WRONG_METHOD },
  { method: "PATCH", path: "/api/board", body: {}, ...WRONG_METHOD },
  { method: "POST", path: "/api/board", body: {}, ...WRONG_METHOD },
  { method: "POST", path: "/mcp", body: LIST, ...MCP },
  { method: "GET", path: "/mcp", local: [405, 403, 405, 403, 403, 405], remote: [401, 403, 405, 403, 403, 401] },
];

const ROLES: readonly Who[] = ["none", "viewer", "agent", "witness", "operator", "browser"];

describe.each([
  ["on this machine", "local"],
  ["on the network", "remote"],
] as const)("a server that listens %s", (_, reach) => {
  let house: House;
  let keys: Record<Who, Record<string, string>>;
  let session: string;

  beforeAll(async () => {
    house = await openHouse({ loopback: reach === "local" });
    await createTicket(house.app, maria, { title: "One" });
    await createTicket(house.app, maria, { title: "Two" });
    keys = {
      none: {},
      viewer: bearer(await house.token("viewer")),
      agent: bearer(await house.token("agent")),
      witness: bearer(await house.token("witness", { facts: ["tests"] })),
      operator: bearer(await house.token("operator")),
      member: bearer(await house.token("member", { name: "mel" })),
      browser: { ...(await house.browser()), origin: house.url, host: new URL(house.url).host },
    };
    const opened = await createSession(house.app, ann, { ticket: "2" });
    if (isRefusal(opened)) throw new Error(tell(opened, "mcp").error);
    session = opened.sessionId;
  });

  afterAll(() => house.close());

  const cases = TABLE.flatMap((line) => [
    ...ROLES.map((who, index) => ({ line, who, expected: line[reach][index] ?? 0 })),
    { line, who: "member" as const, expected: line.member ?? line[reach][ROLES.indexOf("operator")] ?? 0 },
  ]);

  it("lets a member go along the workflow in their own name, and past nothing", async () => {
    const made = await house.ask("/api/tickets", { method: "POST", headers: keys.member, body: { title: "Mine" } });
    const { number } = made.json as { number: number };
    const path = `/api/tickets/${number}`;
    const move = { toState: "Research Needed", reason: "because" };
    const moved = await house.ask(`${path}/handoff`, { method: "POST", headers: keys.member, body: move });
    expect(moved.status, moved.text).toBe(200);
    for (const role of ["member", "viewer", "agent", "operator"] as const) {
      const { json } = await house.ask(`${path}/moves`, { headers: keys[role] });
      const { moves } = json as { moves: readonly { readonly legal: boolean; readonly override: boolean }[] };
      expect(moves.some(({ legal }) => !legal)).toBe(true);
      expect(
        moves.some(({ override }) => override),
        role,
      ).toBe(role === "operator");
    }
    const page = await house.ask(path, { headers: keys.viewer });
    expect(page.text).toContain("mel (person)");
    const undone = await house.ask(`${path}/undo`, { method: "POST", headers: keys.member, body: {} });
    expect(undone.status, undone.text).toBe(200);
  });

  it("tells people of buttons, and an agent at the API of no tool", async () => {
    const refusedOf = async (who: Who, body: object): Promise<unknown> => {
      const answer = await house.ask("/api/tickets/1/handoff", { method: "POST", headers: keys[who], body });
      expect(answer.status).toBe(409);
      return answer.json;
    };
    const asked = { toState: "In Review", reason: "because" };
    expect(await refusedOf("operator", asked)).toEqual({
      error: {
        code: "invalid_transition",
        message: expect.stringMatching(/^Invalid transition: #1 is in "Backlog".*Done or Canceled\.$/),
        recovery:
          'use "Send to research" (to Research Needed), "Skip research" (to Ready for Plan), "Close" (to Done) or "Cancel" (to Canceled), or use "Override the graph" as an operator.',
      },
    });
    expect(await refusedOf("agent", { ...asked, command: "triage" })).toMatchObject({
      error: { recovery: expect.stringContaining('"Send to research" (to Research Needed, as ralph_triage)') },
    });
  });

  it.each(cases)("answers $line.method $line.path of $who with $expected", async ({ line, who, expected }) => {
    const { method, body } = line;
    const path = line.path.replace("SESSION", session);
    const headers = { accept: "application/json, text/event-stream, */*", ...keys[who] };
    const answer = await house.ask(path, { method, headers, ...(body === undefined ? {} : { body }) });
    // What has ended, or has moved, is in the way of whoever does the same again.
    const repeated =
      (who === "browser" || who === "member") && expected === 200 && method === "POST" && answer.status === 409;
    expect(repeated ? expected : answer.status, answer.text).toBe(expected);
    if (expected >= 400 && method !== "HEAD" && !path.startsWith("/mcp")) {
      expect(answer.json).toMatchObject({
        error: { code: expect.any(String), message: expect.any(String), recovery: expect.any(String) },
      });
    }
  });
});
