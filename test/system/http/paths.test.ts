import { afterEach, expect, it } from "vitest";
import { KnownError } from "../../../src/app/commit/errors.ts";
import { bearer, openHouse, type House } from "./house.ts";

let house: House;

afterEach(() => house.close());

const MCP = { accept: "application/json, text/event-stream" };
const CALL = {
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name: "get_ticket", arguments: { number: 1 } },
};

/** A store whose reads fail, as a disk's do. */
function breakStore(): void {
  const tickets = house.app.board.tickets as { page?: unknown; get: unknown };
  const fail = (): never => {
    throw new KnownError("store_failed", "Reading /srv/boards/ours/board.db failed.", "look at the disk.");
  };
  for (const name of Object.keys(tickets) as (keyof typeof tickets)[]) tickets[name] = fail;
}

it.each([
  ["on this machine names the file", true, "/srv/boards/ours/board.db"],
  ["beyond it names no path", false, "Reading board.db failed."],
])("an error %s", async (_, loopback, told) => {
  house = await openHouse({ loopback });
  const key = bearer(await house.token("agent"));
  breakStore();
  const api = await house.ask("/api/tickets/1", { headers: key });
  const mcp = await house.ask("/mcp", { headers: { ...MCP, ...key }, body: CALL });
  expect(api).toMatchObject({ status: 503, json: { error: { code: "store_failed" } } });
  for (const { text } of [api, mcp]) {
    expect(text).toContain(told);
    expect(text.includes("/srv/")).toBe(loopback);
  }
  if (!loopback) expect(JSON.stringify(house.logged)).toContain("/srv/boards/ours/board.db");
});
