// JSON leaves marks of direction and the upper control characters as they are, and its text ends up on screens: each answer
// has them as numbers.

import { afterAll, beforeAll, expect, it } from "vitest";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { ann, maria } from "../../support/worlds/world.ts";
import { openHouse, type House } from "./house.ts";

const EVIL = "evil\u009b2J\u202egpj.exe\u2066\u200f\u{e0041}";
const BAD = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;

let house: House;

beforeAll(async () => {
  house = await openHouse();
  await createTicket(house.app, maria, { title: EVIL, body: EVIL, labels: [EVIL] });
  await createSession(house.app, ann, { ticket: "1" });
});

afterAll(() => house.close());

it.each(["/api/board", "/api/tickets", "/api/tickets/1", "/api/ledger", "/api/sessions"])(
  "%s says the same as before, with nothing unseen in it",
  async (path) => {
    const { status, text, json, headers } = await house.ask(path);
    expect({ status, type: headers["content-type"] }).toEqual({ status: 200, type: "application/json" });
    expect(text).not.toMatch(BAD);
    expect(text).toContain(String.raw`evil\u009b2J\u202e`);
    expect(findText(json, EVIL)).toBe(true);
  },
);

it("so does an answer that is no", async () => {
  const { status, text } = await house.ask(`/api/tickets/${encodeURIComponent(EVIL)}`);
  expect(status).toBe(404);
  expect(text).not.toMatch(BAD);
});

it("so does the text of a tool's answer", async () => {
  const params = { name: "get_ticket", arguments: { number: 1 } };
  const headers = { accept: "application/json, text/event-stream" };
  const { text } = await house.ask("/mcp", { headers, body: { jsonrpc: "2.0", id: 1, method: "tools/call", params } });
  const { result } = JSON.parse(text.replace(/^[^]*?data: /, "")) as { result: { content: [{ text: string }] } };
  const [{ text: told }] = result.content;
  expect(told).not.toMatch(BAD);
  expect(JSON.parse(told)).toMatchObject({ title: EVIL });
});

function findText(value: unknown, text: string): boolean {
  if (typeof value !== "object" || value === null) return value === text;
  return Object.values(value).some((inner) => findText(inner, text));
}
