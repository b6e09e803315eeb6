import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { invite } from "../../../src/app/keys/invitations.ts";
import { listTokens, recognizeToken, revokeToken } from "../../../src/app/keys/tokens.ts";
import { cookieName, passCookie, type Pass } from "../../../src/http/auth/cookies.ts";
import { maria } from "../../support/worlds/world.ts";
import { bearer, openHouse, type Answered, type House } from "./house.ts";

const DAY = 24 * 3_600_000;

let house: House;

beforeAll(async () => {
  house = await openHouse();
});

afterAll(() => house.close());

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
    house.advance(DAY);
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

  it("lets a browser in once, with a cookie that no script and no other site gets at", async () => {
    const code = await link();
    const opened = await house.ask(`/open?code=${code}`);
    expect(opened).toMatchObject({ status: 303, headers: { location: "/" } });
    const [cookie = ""] = opened.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(await me({ cookie: cookie.split(";")[0] ?? "" })).toMatchObject({
      json: { role: "operator", name: "Maria" },
    });
    const again = await house.ask(`/open?code=${code}`);
    expect(again).toMatchObject({ status: 403, json: { error: { code: "link_used_up" } } });
    expect(again.headers["set-cookie"]).toBeUndefined();
  });

  it("lets in one of two who come at the same time", async () => {
    const code = await link();
    const both = await Promise.all([house.ask(`/open?code=${code}`), house.ask(`/open?code=${code}`)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 403]);
  });

  it("is not used up by whoever only looks ahead", async () => {
    const code = await link();
    expect((await house.ask(`/open?code=${code}`, { method: "HEAD" })).headers["set-cookie"]).toBeUndefined();
    await house.ask(`/open?code=${code}`, { headers: { "sec-purpose": "prefetch" } });
    expect((await house.ask(`/open?code=${code}`)).status).toBe(303);
  });

  it("runs out after a quarter of an hour", async () => {
    const code = await link();
    house.advance(15 * 60_000);
    expect((await house.ask(`/open?code=${code}`)).status).toBe(403);
  });
});

describe("a cookie", () => {
  it("is worth nothing when it was signed elsewhere, changed, or has run out", async () => {
    const cookie = await house.browser();
    const [name = "", value = ""] = cookie.split("=");
    const [text = "", signature = ""] = value.split(".");
    const pass = JSON.parse(Buffer.from(text, "base64url").toString()) as Pass;
    const secret = await house.app.board.keys.cookieSecret();
    expect(cookieName(secret)).toBe(name);
    const later = Buffer.from(JSON.stringify({ ...pass, expiresAt: pass.expiresAt + DAY })).toString("base64url");
    const viewer = Buffer.from(JSON.stringify({ ...pass, name: "Eve" })).toString("base64url");
    const signed = async (by: string, forged: Pass): Promise<string> =>
      (await passCookie(by, forged, {})).replace(/^[^=]+=([^;]+).*$/, "$1");
    const worthless = [
      `${later}.${signature}`,
      `${viewer}.${signature}`,
      `${text}.${signature.slice(0, -1)}`,
      `${text}.`,
      text,
      await signed("another secret", pass),
      await signed(secret, { ...pass, expiresAt: Date.now() - 1 }),
      await signed(secret, { ...pass, token: "0000000000" }),
    ];
    expect((await make({ cookie })).status).toBe(201);
    expect((await make({ cookie: `${name}=${await signed(secret, pass)}` })).status).toBe(201);
    for (const one of worthless) expect(await make({ cookie: `${name}=${one}` }), one).toMatchObject({ status: 401 });
  });

  it("ends with the token that it came from", async () => {
    const cookie = await house.browser();
    const [text = ""] = (cookie.split("=")[1] ?? "").split(".");
    const { token } = JSON.parse(Buffer.from(text, "base64url").toString()) as Pass;
    expect((await make({ cookie })).status).toBe(201);
    await revokeToken(house.app, maria, token);
    expect((await make({ cookie })).status).toBe(401);
  });

  it("is refused to pages from elsewhere, a neighbouring port included", async () => {
    const cookie = await house.browser();
    const { host, port } = new URL(house.url);
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { host, origin: `http://127.0.0.1:${Number(port) + 1}` },
      { host, origin: `http://localhost:${port}` },
    ]) {
      expect(await make({ cookie, ...headers })).toMatchObject({
        status: 403,
        json: { error: { code: "cross_site" } },
      });
    }
    expect((await make({ cookie, host, origin: house.url, "sec-fetch-site": "same-origin" })).status).toBe(201);
  });

  it("of a viewer lets a browser look, and no more", async () => {
    const cookie = await house.browser("viewer");
    expect((await me({ cookie })).json).toMatchObject({ role: "viewer" });
    expect((await make({ cookie })).status).toBe(403);
  });
});

describe("wrong keys, one after the other", () => {
  it("are not looked at any more after a while, and keys that were good before still are", async () => {
    const other = await openHouse();
    try {
      const good = bearer(await other.token("viewer"));
      const known = await other.ask("/api/me", { headers: good });
      const statuses: number[] = [];
      for (let index = 0; index < 25; index++) {
        statuses.push((await other.ask("/api/me", { headers: bearer(`wrong-${index}`) })).status);
      }
      expect(known.status).toBe(200);
      expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 401));
      expect(statuses.slice(20)).toEqual([429, 429, 429, 429, 429]);
      const refused = await other.ask("/api/me", { headers: bearer("wrong") });
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
      expect((await other.ask("/open?code=wrong")).status).toBe(429);
      expect((await other.ask("/api/me", { headers: good })).status).toBe(200);
      expect((await other.ask("/api/me")).status).toBe(200);
    } finally {
      await other.close();
    }
  });
});
