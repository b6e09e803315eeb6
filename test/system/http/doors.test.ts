import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, it } from "vitest";
import { revokeToken } from "../../../src/app/keys/tokens.ts";
import { maria } from "../../support/worlds/world.ts";
import { bearer, openHouse, type Answered, type House } from "./house.ts";

let house: House;

afterEach(() => house.close());

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
const accept = { accept: "application/json, text/event-stream" };

/** What somebody without a key gets: the board, and the agents' tools. */
async function withoutKey(headers: Record<string, string> = {}): Promise<readonly number[]> {
  const answers = await Promise.all([
    house.ask("/api/board", { headers }),
    house.ask("/mcp", { body: LIST, headers: { ...accept, ...headers } }),
  ]);
  return answers.map(({ status }) => status);
}

/** Exactly these bytes, on a connection of their own. */
async function raw(lines: readonly string[]): Promise<string> {
  const { port } = new URL(house.url);
  const socket = connect(Number(port), "127.0.0.1");
  socket.end(`${lines.join("\r\n")}\r\n\r\n`);
  return text(socket);
}

describe("this machine's door without a token", () => {
  it("is open on a board that limits nobody, and shut where a name, another address or a flag says so", async () => {
    house = await openHouse();
    expect(await withoutKey()).toEqual([200, 200]);
    await house.close();
    for (const options of [{ allowHosts: ["board.example"] }, { loopback: false }, { requireToken: true }]) {
      house = await openHouse(options);
      expect(await withoutKey(), JSON.stringify(options)).toEqual([401, 401]);
      expect((await house.ask("/healthz")).status).toBe(200);
      expect((await house.ask("/api/board", { headers: bearer(await house.token("viewer")) })).status).toBe(200);
      if (options.requireToken !== true) await house.close();
    }
  });

  it("is shut to pages: one on a neighbouring port neither reads nor acts", async () => {
    house = await openHouse();
    expect(await withoutKey({ origin: house.url.replace("127.0.0.1", "localhost") })).toEqual([200, 200]);
    for (const headers of [{ origin: "http://127.0.0.1:9" }, { "sec-fetch-site": "same-site" }]) {
      expect(await withoutKey(headers), JSON.stringify(headers)).toEqual([401, 401]);
    }
  });

  it("shuts when a token is limited to commands, says so once, and does not open for an agent whose token is taken back", async () => {
    house = await openHouse();
    await house.token("agent", { name: "free" });
    expect(await withoutKey()).toEqual([200, 200]);
    await house.token("agent", { name: "researcher", commands: ["research"] });
    await expect.poll(() => withoutKey()).toEqual([401, 401]);
    const said = house.logged.filter(({ message }) => String(message).includes("limited to commands"));
    expect(said).toEqual([
      {
        level: "warn",
        message: "everybody needs a token or a link, on this machine too: a token of this board is limited to commands",
      },
    ]);
    await revokeToken(house.app, maria, "researcher");
    expect(await withoutKey()).toEqual([401, 401]);
  });

  it("is no way round a token that is limited: the same call without it is refused", async () => {
    house = await openHouse();
    const key = bearer(await house.token("agent", { name: "researcher", commands: ["research"] }));
    const made = await house.ask("/api/tickets", { body: { title: "One" }, headers: key });
    const { number } = made.json as { number: number };
    const triage = (headers: Record<string, string>): Promise<Answered> =>
      house.ask("/mcp", {
        headers: { ...accept, ...headers },
        body: {
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: {
            name: "handoff_ticket",
            arguments: { number, command: "triage", to_state: "Research Needed", reason: "x" },
          },
        },
      });
    expect((await triage(key)).text).toContain("command_not_allowed");
    expect(await triage({})).toMatchObject({ status: 401, json: { error: { code: "token_needed" } } });
  });
});

const wrongKey = (): object | undefined => house.logged.find(({ message }) => message === "a key did not fit");

describe("behind nginx", () => {
  it("a plain proxy_pass, which adds nothing, needs a key", async () => {
    house = await openHouse();
    const { host } = new URL(house.url);
    // As nginx sends it: HTTP/1.0, its own name for the server, and the headers of whoever asked.
    const plain = [
      `GET /api/board HTTP/1.0`,
      `Host: ${host}`,
      "Connection: close",
      "User-Agent: curl/8.5.0",
      "Accept: */*",
    ];
    expect(await raw(plain)).toMatch(/^HTTP\/1\.1 401 /);
    const key = await house.token("viewer");
    expect(await raw([...plain, `Authorization: Bearer ${key}`])).toMatch(/^HTTP\/1\.1 200 /);
    expect(await raw([`GET /api/board HTTP/1.1`, `Host: ${host}`, "Connection: close"])).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("the configuration of docs/teams.md needs a key, and its client's address counts where it is trusted", async () => {
    house = await openHouse({ allowHosts: ["board.example.org"], trustedProxies: ["127.0.0.1"] });
    const key = await house.token("viewer", { name: "reader" });
    const forwarded = (address: string): string[] => [
      "GET /api/me HTTP/1.1",
      "Host: board.example.org",
      `X-Forwarded-For: ${address}`,
      "X-Forwarded-Proto: https",
      "Connection: close",
    ];
    expect(await raw(forwarded("203.0.113.9"))).toMatch(/^HTTP\/1\.1 401 /);
    expect(await raw([...forwarded("203.0.113.9"), `Authorization: Bearer ${key}`])).toMatch(/^HTTP\/1\.1 200 /);
    const kept = (await house.app.board.keys.tokens()).find(({ name }) => name === "reader");
    expect(kept?.seenFrom).toBe("203.0.113.9");
    await raw([...forwarded("203.0.113.9"), "Authorization: Bearer sbx_0123456789_nothing"]);
    expect(wrongKey()).toMatchObject({ from: "203.0.113.9" });
  });

  it("what somebody says of their own address counts for nothing without a trusted proxy", async () => {
    house = await openHouse();
    await house.ask("/api/me", { headers: { ...bearer("wrong"), "x-forwarded-for": "203.0.113.9" } });
    expect(wrongKey()).toMatchObject({ from: "127.0.0.1" });
  });
});
