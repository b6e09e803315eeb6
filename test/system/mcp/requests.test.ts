// The same request twice, over real servers: by the agent that sent it, by its twin, and by others who use the same id.

import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { issueToken } from "../../../src/app/keys/tokens.ts";
import { openBoard } from "../../../src/store/open.ts";
import { openOffice, type Desk, type Office } from "../../support/clients/desk.ts";
import { answerOf, HttpServer } from "../../support/clients/http-server.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { appOn, person } from "../../support/worlds/world.ts";

const LOCK = { command: "research", intent: "lock", reason: "next", request_id: "r1" };
const COMPLETE = { command: "research", intent: "complete", reason: "found" };

interface Locked {
  readonly repeated?: true;
  readonly event: number;
  readonly claim: { readonly token?: string; readonly fence: number; readonly holder: string };
}

let office: Office;
let desk: Desk;

beforeAll(async () => {
  office = openOffice();
  desk = await office.connect({ SIGNALBOX_AGENT: "desk" });
});
afterAll(() => office.close());

async function lock(by: Desk, number: number, more: object = {}): Promise<Locked> {
  return (await by.ok("handoff_ticket", { number, ...LOCK, ...more })) as unknown as Locked;
}

describe("a request that comes again from another process", () => {
  it.each([
    ["SIGNALBOX_AGENT", "ann"],
    ["CLAUDE_CODE_SESSION_ID", "0f3c"],
  ])("of the same %s is answered as before, with a second token; both hold", async (variable, name) => {
    const [one, twin] = [await office.connect({ [variable]: name }), await office.connect({ [variable]: name })];
    const number = await desk.ticketIn("Research Needed");
    const first = await lock(one, number);
    const again = await lock(twin, number);
    expect(again).toEqual({ ...first, repeated: true, claim: { ...first.claim, token: again.claim.token } });
    expect(again.claim.token).toMatch(/^1\.\w{20,}$/);
    expect(again.claim.token).not.toBe(first.claim.token);
    for (const claim of [first.claim.token, again.claim.token]) {
      const renewal = { command: "research", intent: "lock", reason: "still here", number, claim };
      expect(await desk.ok("handoff_ticket", renewal)).toMatchObject({ claim: { token: claim, fence: 1 } });
    }
    await one.ok("handoff_ticket", { number, ...COMPLETE, claim: first.claim.token });
    const late = { number, ...COMPLETE, claim: again.claim.token };
    expect(await twin.refused("handoff_ticket", late)).toMatchObject({ code: "claim_lost" });
  });

  it("of another agent is a request of its own", async () => {
    const [one, other] = [await office.connect({ SIGNALBOX_AGENT: "bob" }), await office.connect()];
    const number = await desk.ticketIn("Research Needed");
    await lock(one, number);
    for (const by of [other, desk]) {
      expect(await by.refused("handoff_ticket", { number, ...LOCK })).toMatchObject({ code: "claim_conflict" });
    }
    const comment = { number, body: "Seen", request_id: "r1" };
    const said = [await one.ok("add_comment", comment), await other.ok("add_comment", comment)];
    for (const answer of said) expect(answer).not.toHaveProperty("repeated");
    expect(await other.ok("add_comment", { ...comment, body: "Seen by me", agent: "uma" })).not.toHaveProperty(
      "repeated",
    );
    const reused = await other.refused("add_comment", { ...comment, body: "Something else" });
    expect(reused).toMatchObject({ code: "request_reused", request_id: "r1" });
  });

  it("without a name of its own is answered as before, and brings no token", async () => {
    const [one, other] = [await office.connect(), await office.connect()];
    const number = await desk.ticketIn("Research Needed");
    const first = await lock(one, number, { request_id: "nameless" });
    const { token, ...claim } = first.claim;
    expect(token).toEqual(expect.any(String));
    for (const by of [one, other]) {
      expect(await lock(by, number, { request_id: "nameless" })).toEqual({ ...first, repeated: true, claim });
    }
  });

  it("at the same moment does it once, and leaves one holder who can go on", async () => {
    const twins = await Promise.all(Array.from({ length: 4 }, () => office.connect({ SIGNALBOX_AGENT: "cid" })));
    for (let round = 0; round < 5; round++) {
      const number = await desk.ticketIn("Research Needed");
      const answers = await Promise.all(twins.map((twin) => lock(twin, number)));
      expect(answers.filter(({ repeated }) => !repeated)).toHaveLength(1);
      expect(new Set(answers.map(({ event, claim }) => `${event} ${claim.holder} ${claim.fence}`)).size).toBe(1);
      expect(new Set(answers.map(({ claim }) => claim.token)).size).toBe(twins.length);
      const claim = answers[round % twins.length]?.claim.token;
      expect(await desk.ok("handoff_ticket", { number, ...COMPLETE, claim })).toMatchObject({ changed: true });
    }
  });
});

describe("a copy of the file", () => {
  it("holds no token, and nothing that is taken for one", async () => {
    const number = await desk.ticketIn("Research Needed");
    const tokens = [await lock(desk, number), await lock(desk, number)].map(({ claim }) => claim.token ?? "");
    const copy = join(office.folder, "copy.db");
    for (const end of ["", "-wal"]) {
      if (existsSync(`${office.database}${end}`)) copyFileSync(`${office.database}${end}`, `${copy}${end}`);
    }
    for (const name of readdirSync(office.folder)) {
      const bytes = readFileSync(join(office.folder, name));
      for (const token of tokens) expect(bytes.includes(token.split(".")[1] ?? "")).toBe(false);
    }
    const cells = wordsIn(copy);
    expect(cells).toContain("handoff_ticket");
    const stranger = await office.connect();
    for (const word of cells.filter((one) => one.length >= 16 && one.length <= 200)) {
      for (const claim of [word, `1.${word}`]) {
        const refused = await stranger.refused("handoff_ticket", { number, ...COMPLETE, claim, dry_run: true });
        expect(refused).toMatchObject({ code: "claim_lost" });
      }
    }
    for (const claim of tokens) await stranger.ok("handoff_ticket", { number, ...COMPLETE, claim, dry_run: true });
  });
});

/** Every word of every cell. */
function wordsIn(file: string): readonly string[] {
  const db = new DatabaseSync(file);
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    const cells = tables.flatMap(({ name }) =>
      db
        .prepare(`SELECT * FROM "${String(name)}"`)
        .all()
        .flatMap((row) => Object.values(row).map(String)),
    );
    return [...new Set(cells.flatMap((cell) => cell.split(/[^A-Za-z0-9_.-]+/)))];
  } finally {
    db.close();
  }
}

describe("a request over HTTP", () => {
  let server: HttpServer;
  beforeAll(async () => {
    server = await HttpServer.start(office.database);
  });
  afterAll(() => server.stop());

  async function tokenOf(name: string): Promise<string> {
    const board = await openBoard({ database: office.database });
    try {
      return accepted(await issueToken(appOn(board), person("Olga", true), { name, role: "agent" })).token;
    } finally {
      await board.close();
    }
  }

  async function call(token: string | null, name: string, args: object): Promise<Record<string, unknown>> {
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
    const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
    const { result } = await answerOf(await server.post(body, headers));
    return (result as { structuredContent: Record<string, unknown> }).structuredContent;
  }

  it("belongs to its token's name; without a token all share it, and none gets a token on a repeat", async () => {
    const number = await desk.ticketIn("Research Needed");
    const comment = { number, body: "Seen", request_id: "h1" };
    const nobody = await call(null, "add_comment", comment);
    expect(nobody).not.toHaveProperty("repeated");
    expect(await call(null, "add_comment", comment)).toEqual({ ...nobody, repeated: true });
    const ask = { number, ...LOCK, request_id: "h1" };
    const first = (await call(null, "handoff_ticket", ask)) as unknown as Locked;
    const { token: _, ...claim } = first.claim;
    expect(await call(null, "handoff_ticket", ask)).toEqual({ ...first, repeated: true, claim });
  });

  it("of a token's agent gets a second token again, at each of its doors, and nobody else's does", async () => {
    const [eve, fay] = [await tokenOf("eve"), await tokenOf("fay")];
    const number = await desk.ticketIn("Research Needed");
    const ask = { number, ...LOCK, request_id: "h2" };
    const first = (await call(eve, "handoff_ticket", ask)) as unknown as Locked;
    const again = (await call(eve, "handoff_ticket", ask)) as unknown as Locked;
    expect(again).toEqual({ ...first, repeated: true, claim: { ...first.claim, token: again.claim.token } });
    expect(again.claim.token).not.toBe(first.claim.token);
    expect(await call(fay, "handoff_ticket", ask)).toMatchObject({ code: "claim_conflict" });
    const { request_id: requestId, number: _, ...input } = ask;
    const plain = await fetch(`${server.url}/api/tickets/${number}/handoff`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${eve}` },
      body: JSON.stringify({ ...input, requestId }),
    });
    const { claim } = (await plain.json()) as Locked;
    expect(claim.token).not.toBe(again.claim.token);
    const done = { number, ...COMPLETE, claim: claim.token };
    expect(await call(fay, "handoff_ticket", done)).toMatchObject({ changed: true });
    // An agent on stdio that calls itself the same sends requests of its own.
    const namesake = await office.connect({ SIGNALBOX_AGENT: "eve" });
    expect(await namesake.refused("handoff_ticket", ask)).not.toMatchObject({ code: "request_reused" });
  });
});
