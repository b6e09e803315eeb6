import { afterAll, beforeAll, expect, it } from "vitest";
import type { BoardAnswer, TicketAnswer } from "../../../src/http/contract.ts";
import { openHouse, type House } from "./house.ts";

let house: House;
let moved: number;

beforeAll(async () => {
  house = await openHouse();
  const maria = await house.browser();
  const send = (path: string, body: unknown) => house.ask(path, { headers: maria, body });
  await send("/api/tickets", { title: "One" });
  await house.advance(60_000);
  const { json } = await send("/api/tickets/1/handoff", { toState: "Research Needed", reason: "unclear" });
  moved = (json as { event: number }).event;
  await house.advance(60_000);
  await send("/api/tickets/1/handoff", { toState: "Human Needed", reason: "who knows?" });
  await send("/api/tickets", { title: "Two" });
});

afterAll(() => house.close());

async function board(at: string | number): Promise<BoardAnswer> {
  return (await house.ask(`/api/board?at=${encodeURIComponent(at)}`)).json as BoardAnswer;
}

it("shows the board after a row, and at a time, and says which moment it is", async () => {
  const then = await board(moved);
  expect(then.cards).toMatchObject([{ key: "1", state: "Research Needed" }]);
  expect(then).toMatchObject({ seq: moved, past: { seq: moved, at: then.now } });
  expect((await board(moved - 1)).cards).toMatchObject([{ key: "1", state: "Backlog" }]);
  const later = new Date(Date.parse(then.now) + 30_000).toISOString();
  expect(await board(later)).toMatchObject({ now: later, seq: moved, cards: [{ key: "1", state: "Research Needed" }] });
  expect((await house.ask("/api/board")).json).toMatchObject({ cards: [{ state: "Human Needed" }, { key: "2" }] });
  expect(((await house.ask("/api/board")).json as BoardAnswer).past).toBeUndefined();
});

it("shows a ticket with what had happened to it by then", async () => {
  const then = (await house.ask(`/api/tickets/1?at=${moved}`)).json as TicketAnswer;
  expect(then.card.state).toBe("Research Needed");
  expect(then.timeline.map(({ kind }) => kind)).toEqual(["move", "create"]);
  expect(then.lastWord).toMatchObject({ text: "unclear" });
  expect((await house.ask(`/api/tickets/2?at=${moved}`)).status).toBe(404);
});

it.each([
  ["0", 404],
  ["4711", 404],
  ["2020-01-01", 404],
  ["2126-01-01", 404],
  ["yesterday", 400],
])("says of the moment %s which ones there are", async (at, status) => {
  const answer = await house.ask(`/api/board?at=${at}`);
  expect([answer.status, answer.text]).toEqual([status, expect.stringContaining("ecovery")]);
});
