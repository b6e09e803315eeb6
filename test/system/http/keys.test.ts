import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { invite } from "../../../src/app/keys/invitations.ts";
import { listTokens, recognizeToken, revokeToken } from "../../../src/app/keys/tokens.ts";
import type { TokenView } from "../../../src/app/pages/people-views.ts";
import type { BrowsersAnswer } from "../../../src/http/contract.ts";
import { TICKETS } from "../../support/engine/boards.ts";
import { maria } from "../../support/worlds/world.ts";
import { bearer, openHouse, type Answered, type House } from "./house.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let house: House;

beforeEach(async () => {
  house = await openHouse();
});

afterEach(() => house.close());

const me = (headers: Record<string, string>): Promise<Answered> => house.ask("/api/me", { headers });
const make = (headers: Record<string, string>): Promise<Answered> =>
  house.ask("/api/tickets", { body: { title: "One" }, headers });

describe("a token", () => {
  it("says who its bearer is", async () => {
    expect((await me(bearer(await house.token("agent", { name: "bob" })))).json).toEqual({
      role: "agent",
      name: "bob",
    });
  });

  it("is worth nothing once it is revoked", async () => {
    const token = await house.token("operator", { name: "gone" });
    expect((await make(bearer(token))).status).toBe(201);
    await revokeToken(house.app, maria, "gone");
    expect(await make(bearer(token))).toMatchObject({ status: 401, json: { error: { code: "token_unknown" } } });
    expect((await me(bearer(token))).status).toBe(401);
  });

  it("is worth nothing once it has expired", async () => {
    const token = await house.token("operator", { lastsMs: DAY });
    expect((await me(bearer(token))).status).toBe(200);
    await house.advance(DAY);
    expect((await me(bearer(token))).status).toBe(401);
  });

  it("is not another one with a letter changed", async () => {
    const token = await house.token("operator");
    const last = token.endsWith("A") ? "B" : "A";
    expect((await me(bearer(`${token.slice(0, -1)}${last}`))).status).toBe(401);
    expect((await me(bearer(`${token}A`))).status).toBe(401);
    expect((await me({ authorization: `Basic ${token}` })).status).toBe(401);
  });

  it("is kept as a digest, and the ledger says that it was given out and taken back, without that", async () => {
    const token = await house.token("viewer", { name: "kept" });
    await revokeToken(house.app, maria, "kept");
    const secret = token.split("_").slice(2).join("_");
    const kept = (await house.app.board.keys.tokens()).find(({ name }) => name === "kept");
    const rows = JSON.stringify(await house.app.board.ledger.after(0, 1_000));
    expect(JSON.stringify(kept)).not.toContain(secret);
    expect(rows).not.toContain(secret);
    expect(rows).not.toContain(kept?.hash);
    expect(rows).toContain('"kind":"issue"');
    expect(rows).toContain('"kind":"revoke"');
    expect((await listTokens(house.app)).find(({ name }) => name === "kept")).toMatchObject({ state: "revoked" });
  });

  it("of an agent is limited to its commands, and makes nobody a person", async () => {
    const headers = bearer(await house.token("agent", { name: "planner", commands: ["plan"] }));
    const made = (await make(headers)).json as { number: number };
    const hand = (body: object): Promise<Answered> =>
      house.ask(`/api/tickets/${made.number}/handoff`, { headers, body: { reason: "x", ...body } });
    const triage = await hand({ command: "triage", toState: "Ready for Plan" });
    expect(triage).toMatchObject({ status: 403, json: { error: { code: "command_not_allowed" } } });
    expect((await hand({ toState: "Ready for Plan" })).status).toBe(400);
    const [row] = await house.app.board.ledger.history({ type: "ticket", key: String(made.number) }, 1);
    expect(row).toMatchObject({ by: { connection: "planner@token", via: "http" } });
    expect(row?.by.person).toBeUndefined();
  });
});

describe("an agent's token at /mcp", () => {
  const call = (headers: Record<string, string>, name: string, args: object): Promise<Answered> =>
    house.ask("/mcp", {
      headers: { accept: "application/json, text/event-stream", ...headers },
      body: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } },
    });

  it("gives the caller a name of its own, and holds it to its commands", async () => {
    const made = (await make(bearer(await house.token("operator")))).json as { number: number };
    const { number } = made;
    const headers = bearer(await house.token("agent", { name: "triager", commands: ["triage"] }));
    const moved = await call(headers, "handoff_ticket", {
      number,
      command: "triage",
      to_state: "Research Needed",
      reason: "x",
    });
    expect(moved.text).toContain("Research Needed");
    const [row] = await house.app.board.ledger.history({ type: "ticket", key: String(number) }, 1);
    expect(row).toMatchObject({ kind: "move", by: { connection: "triager@token", via: "http" } });
    const lock = { number, command: "research", intent: "lock", reason: "x" };
    expect((await call(headers, "handoff_ticket", lock)).text).toContain("command_not_allowed");
  });
});

describe("a link", () => {
  const link = async (): Promise<string> => {
    const token = await recognizeToken(house.app.board, await house.token("operator"));
    return token ? invite(house.app, token, "Maria") : "";
  };

  const open = (code: string, headers: Record<string, string> = {}): Promise<Answered> =>
    house.ask("/open", { body: { code }, headers });

  it("lets a browser in once, and sets no cookie: those go to every port of a host", async () => {
    const code = await link();
    const opened = await open(code);
    expect(opened).toMatchObject({ status: 201, json: { browser: { name: "Maria", role: "operator" } } });
    const { session } = opened.json as { session: string };
    expect(await me({ "signalbox-session": session })).toMatchObject({ json: { role: "operator", name: "Maria" } });
    const again = await open(code);
    expect(again).toMatchObject({ status: 403, json: { error: { code: "link_used_up" } } });
    for (const answer of [opened, again, await house.ask("/open")]) {
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
    expect(await me({ cookie: `signalbox-session=${session}` })).toMatchObject({ json: { name: null } });
  });

  it("lets in one of two who come at the same time", async () => {
    const code = await link();
    const both = await Promise.all([open(code), open(code)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
  });

  it("is not used up by whoever only looks at its page", async () => {
    const code = await link();
    for (const method of ["HEAD", "GET"]) expect((await house.ask(`/open?code=${code}`, { method })).status).toBe(200);
    expect((await open(code)).status).toBe(201);
  });

  it("is ignored where another site leads to it, a neighbouring port included", async () => {
    const code = await link();
    const { host, port } = new URL(house.url);
    for (const site of ["cross-site", "same-site"]) {
      expect(await house.ask("/open", { headers: { "sec-fetch-site": site } })).toMatchObject({
        status: 403,
        json: { error: { code: "link_from_elsewhere" } },
      });
    }
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { host, origin: `http://127.0.0.1:${Number(port) + 1}` },
      { host, origin: `http://localhost:${port}` },
    ]) {
      expect(await open(code, headers)).toMatchObject({ status: 403, json: { error: { code: "cross_site" } } });
    }
    expect((await house.ask("/open", { headers: { "sec-fetch-site": "none" } })).status).toBe(200);
    expect((await open(code, { host, origin: house.url, "sec-fetch-site": "same-origin" })).status).toBe(201);
  });

  it("runs out after a quarter of an hour", async () => {
    const code = await link();
    await house.advance(15 * MINUTE);
    expect((await open(code)).status).toBe(403);
  });
});

describe("a browser", () => {
  const sessionOf = (browser: Record<string, string>): string => browser["signalbox-session"] ?? "";
  const idOf = (browser: Record<string, string>): string => sessionOf(browser).split("_")[1] ?? "";
  const list = async (headers: Record<string, string>): Promise<BrowsersAnswer["browsers"]> =>
    ((await house.ask("/api/browsers", { headers })).json as BrowsersAnswer).browsers;
  const end = (id: string, headers: Record<string, string>): Promise<Answered> =>
    house.ask(`/api/browsers/${id}`, { method: "DELETE", headers });

  it("is not another one with a letter changed", async () => {
    const [browser, other] = [await house.browser(), await house.browser()];
    const [session, theirs] = [sessionOf(browser), sessionOf(other)];
    const last = session.endsWith("A") ? "B" : "A";
    for (const forged of [
      `${session.slice(0, -1)}${last}`,
      `${session}A`,
      `sbb_${idOf(other)}_${session.split("_").slice(2).join("_")}`,
      session.replace("sbb_", "sbx_"),
      theirs.split("_").slice(2).join("_"),
      "",
      "x",
    ]) {
      const answer = await make({ "signalbox-session": forged });
      expect(answer, forged).toMatchObject({ status: 401, json: { error: { code: "signed_out" } } });
      expect(answer.headers["signalbox-session"]).toBe("ended");
    }
    expect((await make(browser)).status).toBe(201);
  });

  it("ends with the token that it came from", async () => {
    const browser = await house.browser();
    expect((await make(browser)).status).toBe(201);
    const { token } = (await list(browser)).find(({ current }) => current) ?? { token: "" };
    await revokeToken(house.app, maria, token);
    expect((await make(browser)).status).toBe(401);
  });

  it("is signed out after 12 hours without use, and after 30 days however much it is used", async () => {
    const [idle, busy] = [await house.browser(), await house.browser()];
    for (let hours = 0; hours + 11 < 30 * 24; hours += 11) {
      await house.advance(11 * HOUR);
      expect((await me(busy)).status, `after ${hours + 11} hours`).toBe(200);
    }
    expect((await me(idle)).status).toBe(401);
    await house.advance(11 * HOUR);
    expect((await me(busy)).status).toBe(401);
    const next = await house.browser();
    await house.advance(12 * HOUR - 1);
    expect((await me(next)).status).toBe(200);
    await house.advance(12 * HOUR);
    expect((await me(next)).status).toBe(401);
  });

  it("is listed with its last use, and ended one by one; signing out ends it", async () => {
    const [one, two, viewer] = [await house.browser(), await house.browser(), await house.browser("viewer")];
    await house.advance(5 * MINUTE);
    await me({ ...two, "user-agent": "Firefox" });
    const listed = await list(one);
    const [first, second] = [listed.find(({ id }) => id === idOf(one)), listed.find(({ id }) => id === idOf(two))];
    expect(first).toMatchObject({ name: "Maria", role: "operator", current: true, seenFrom: "127.0.0.1" });
    expect(Date.parse(second?.seenAt ?? "") - Date.parse(second?.startedAt ?? "")).toBe(5 * MINUTE);
    expect(JSON.stringify(listed)).not.toContain(sessionOf(two).split("_").slice(2).join("_"));
    // Who is no operator sees and ends their own.
    expect((await list(viewer)).map(({ id }) => id)).toEqual([idOf(viewer)]);
    expect(await end(idOf(one), viewer)).toMatchObject({ status: 404, json: { error: { code: "browser_not_found" } } });
    expect(await end(idOf(two), one)).toMatchObject({ status: 200, json: { ended: idOf(two) } });
    expect((await me(two)).status).toBe(401);
    expect((await end("this", viewer)).status).toBe(200);
    expect((await me(viewer)).status).toBe(401);
    expect((await me(one)).status).toBe(200);
    const rows = JSON.stringify(await house.app.board.ledger.after(0, 1_000));
    expect(rows).toContain(`"browser":"${idOf(two)}"`);
  });

  it("that opens a new link has one session, the new one", async () => {
    const browser = await house.browser();
    const token = await recognizeToken(house.app.board, await house.token("operator"));
    const code = token ? await invite(house.app, token, "Maria") : "";
    const { json } = await house.ask("/open", { body: { code }, headers: browser });
    expect((await me(browser)).status).toBe(401);
    expect((await me({ "signalbox-session": (json as { session: string }).session })).status).toBe(200);
  });

  it("is refused to pages from elsewhere, a neighbouring port included", async () => {
    const browser = await house.browser();
    const { host, port } = new URL(house.url);
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { host, origin: `http://127.0.0.1:${Number(port) + 1}` },
      { host, origin: `http://localhost:${port}` },
    ]) {
      expect(await make({ ...browser, ...headers })).toMatchObject({
        status: 403,
        json: { error: { code: "cross_site" } },
      });
    }
    expect((await make({ ...browser, host, origin: house.url, "sec-fetch-site": "same-origin" })).status).toBe(201);
  });

  it("of a viewer lets them look, and no more", async () => {
    const browser = await house.browser("viewer");
    expect((await me(browser)).json).toMatchObject({ role: "viewer" });
    expect((await make(browser)).status).toBe(403);
  });

  it("overrides and adopts within 15 minutes of its link; a key itself is proof each time", async () => {
    const [browser, key] = [await house.browser(), bearer(await house.token("operator"))];
    const { number } = (await make(browser)).json as { number: number };
    const move = (headers: Record<string, string>, body: object): Promise<Answered> =>
      house.ask(`/api/tickets/${number}/handoff`, { headers, body: { reason: "x", ...body } });
    const adopt = (headers: Record<string, string>, dryRun: boolean): Promise<Answered> =>
      house.ask("/api/workflows/adopt", { headers, body: { workflow: TICKETS, dryRun } });
    await house.advance(15 * MINUTE - 1);
    expect((await move(browser, { toState: "In Review", override: true })).status).toBe(200);
    await house.advance(1);
    const late = { status: 403, json: { error: { code: "proof_needed" } } };
    expect(await move(browser, { toState: "Backlog", override: true })).toMatchObject(late);
    expect(await adopt(browser, false)).toMatchObject(late);
    // What the workflow allows asks for nothing more, and neither does looking.
    expect((await adopt(browser, true)).status).toBe(200);
    expect((await move(browser, { toState: "In Progress" })).status).toBe(200);
    expect((await move(key, { toState: "Backlog", override: true })).status).toBe(200);
    expect((await adopt(key, false)).status).toBe(200);
    const fresh = await house.browser();
    expect((await move(fresh, { toState: "In Review", override: true })).status).toBe(200);
  });
});

describe("the use of a key", () => {
  it("is kept with its time and address", async () => {
    const token = await house.token("agent", { name: "used" });
    const used = async (): Promise<TokenView | undefined> =>
      (await listTokens(house.app)).find(({ name }) => name === "used");
    expect(await used()).toMatchObject({ seenAt: null, seenFrom: null });
    await me(bearer(token));
    const first = await used();
    expect(first).toMatchObject({ seenAt: expect.any(String), seenFrom: "127.0.0.1" });
    await house.advance(2 * MINUTE);
    await me(bearer(token));
    expect(Date.parse((await used())?.seenAt ?? "") - Date.parse(first?.seenAt ?? "")).toBe(2 * MINUTE);
  });

  it("that fails is logged, without what was sent", async () => {
    const token = await house.token("viewer");
    const [, id = "", secret = ""] = /^sbx_([^_]+)_(.+)$/.exec(token) ?? [];
    const forged = `sbx_${id}_${secret.slice(1)}x`;
    await me(bearer(forged));
    await me({ "signalbox-session": "made up" });
    await house.ask("/open", { body: { code: "made-up-code" } });
    expect(house.logged).toContainEqual({ level: "warn", message: "a key did not fit", key: id, from: "127.0.0.1" });
    expect(house.logged).toContainEqual({ level: "warn", message: "a session did not fit", from: "127.0.0.1" });
    expect(house.logged).toContainEqual({ level: "warn", message: "a link did not fit", from: "127.0.0.1" });
    expect(JSON.stringify(house.logged)).not.toMatch(new RegExp(`${secret.slice(1)}|made up|made-up`));
  });
});
