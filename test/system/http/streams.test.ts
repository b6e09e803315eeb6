import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { revokeToken } from "../../../src/app/keys/tokens.ts";
import { LiveClient } from "../../support/clients/live-client.ts";
import { maria } from "../../support/worlds/world.ts";
import { bearer, openHouse, type House } from "./house.ts";

let house: House;
let open: LiveClient[];

beforeEach(async () => {
  open = [];
  house = await openHouse();
});

afterEach(async () => {
  await Promise.all(open.map((client) => client.disconnect()));
  await house.close();
});

async function listen(headers: Record<string, string>): Promise<LiveClient> {
  const client = new LiveClient(headers);
  open.push(client);
  await client.connect(house.url);
  return client;
}

const metric = async (name: string): Promise<number> => {
  const { text } = await house.ask("/metrics", { headers: bearer(await house.token("viewer")) });
  return Number(new RegExp(`^signalbox_${name} (\\d+)$`, "m").exec(text)?.[1]);
};

describe("an open stream", () => {
  it("ends with the token that it was opened with, and no other does", async () => {
    const [gone, stays] = [await house.token("viewer", { name: "gone" }), await house.token("viewer")];
    const [first, second, local] = [await listen(bearer(gone)), await listen(bearer(stays)), await listen({})];
    await revokeToken(house.app, maria, "gone");
    await first.ended();
    await createTicket(house.app, maria, { title: "For those who are left" });
    for (const client of [second, local]) {
      await client.until((heard) => heard.some(({ event }) => event === "create"));
    }
    expect(first.heard.some(({ event }) => event === "create")).toBe(false);
    expect(await metric("live_streams_ended_total")).toBe(1);
    expect(await metric("live_streams")).toBe(2);
  });

  it("ends when its token expires", async () => {
    const client = await listen(bearer(await house.token("viewer", { lastsMs: 60_000 })));
    await house.advance(60_000);
    await client.ended();
  });

  it("ends when its browser is signed out, by itself or by an operator", async () => {
    const [one, two, three] = [await house.browser(), await house.browser(), await house.browser()];
    const [first, second, third] = [await listen(one), await listen(two), await listen(three)];
    expect((await house.ask("/api/browsers/this", { method: "DELETE", headers: one })).status).toBe(200);
    await first.ended();
    const id = (two["signalbox-session"] ?? "").split("_")[1];
    expect((await house.ask(`/api/browsers/${id}`, { method: "DELETE", headers: three })).status).toBe(200);
    await second.ended();
    await createTicket(house.app, maria, { title: "One" });
    await third.until((heard) => heard.some(({ event }) => event === "create"));
  });

  it("that was opened without a token ends when the door shuts", async () => {
    const client = await listen({});
    await house.token("agent", { name: "bob", commands: ["impl"] });
    await client.ended();
  });
});

describe("too many streams", () => {
  it("of one caller are refused to them, and to nobody else", async () => {
    const token = await house.token("viewer");
    for (let index = 0; index < 100; index++) await listen(bearer(token));
    const refused = await house.ask("/api/events", { headers: bearer(token) });
    expect(refused).toMatchObject({ status: 429, json: { error: { code: "too_many_streams" } } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
    expect(await metric("live_streams_refused_total")).toBe(1);
    await listen(bearer(await house.token("viewer")));
    await open[0]?.disconnect();
    await expect.poll(async () => (await house.ask("/api/events", { headers: bearer(token) })).status).toBe(200);
  });
});

describe("a subscription at /mcp", () => {
  it("stays open for nobody: there is nothing that it could bring", async () => {
    const body = {
      jsonrpc: "2.0",
      id: 1,
      method: "subscriptions/listen",
      params: {
        notifications: { toolsListChanged: true },
        _meta: {
          "io.modelcontextprotocol/protocolVersion": "2026-07-28",
          "io.modelcontextprotocol/clientInfo": { name: "test-client", version: "1" },
          "io.modelcontextprotocol/clientCapabilities": {},
        },
      },
    };
    const response = await fetch(`${house.url}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "subscriptions/listen",
      },
      body: JSON.stringify(body),
    });
    expect(await response.text()).toContain('"resultType":"complete"');
  });
});
