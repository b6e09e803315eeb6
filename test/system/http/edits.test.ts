import { afterAll, beforeAll, expect, it } from "vitest";
import type { TicketAnswer } from "../../../src/http/contract.ts";
import { bearer, openHouse, type Answered, type House } from "./house.ts";

let house: House;
let maria: Record<string, string>;

beforeAll(async () => {
  house = await openHouse();
  maria = await house.browser();
});

afterAll(() => house.close());

async function made(title: string): Promise<number> {
  const { json } = await house.ask("/api/tickets", { headers: maria, body: { title } });
  return (json as { number: number }).number;
}

function send(method: string, path: string, body: unknown, headers = maria): Promise<Answered> {
  return house.ask(path, { method, headers, body });
}

async function read(number: number): Promise<TicketAnswer> {
  return (await house.ask(`/api/tickets/${number}`)).json as TicketAnswer;
}

function codeOf({ json }: Answered): string {
  return (json as { error: { code: string } }).error.code;
}

it("edits the fields that are given, and refuses what was changed since it was seen", async () => {
  const number = await made("First");
  const patch = { title: "Second", priority: "P1", labels: ["till"], seen: { title: "First", priority: null } };
  const done = await send("PATCH", `/api/tickets/${number}`, patch);
  expect([done.status, done.json]).toMatchObject([200, { number, edited: ["title", "priority", "labels"] }]);
  const late = await send("PATCH", `/api/tickets/${number}`, { title: "Third", seen: { title: "First" } });
  expect([late.status, codeOf(late)]).toEqual([409, "field_changed"]);
  expect((await read(number)).card).toMatchObject({
    title: "Second",
    priority: "P1",
    labels: ["till"],
    estimate: null,
  });
  expect((await send("PATCH", `/api/tickets/${number}`, { state: "Done" })).status).toBe(400);
  expect(codeOf(await send("PATCH", `/api/tickets/${number}`, {}))).toBe("nothing_to_edit");
  expect((await send("PATCH", "/api/tickets/999", { title: "x" })).status).toBe(404);
});

it("links by the rules of everybody, and answers a loop with the reason", async () => {
  const [parent, child, other] = [await made("Parent"), await made("Child"), await made("Other")];
  expect((await send("PATCH", `/api/tickets/${child}`, { parent, seen: { parent: null } })).status).toBe(200);
  expect((await send("PUT", `/api/tickets/${child}/blockers/${other}`, {})).status).toBe(200);
  const loop = await send("PUT", `/api/tickets/${other}/blockers/${child}`, {});
  expect([loop.status, codeOf(loop)]).toEqual([409, "cycle"]);
  const family = await send("PUT", `/api/tickets/${child}/blockers/${parent}`, {});
  expect([family.status, codeOf(family)]).toEqual([409, "blocked_by_family"]);
  expect((await read(child)).blockedBy.map(({ number }) => number)).toEqual([other]);
  expect((await send("DELETE", `/api/tickets/${child}/blockers/${other}`, undefined)).status).toBe(200);
  expect((await send("PATCH", `/api/tickets/${child}`, { parent: null, seen: { parent } })).status).toBe(200);
  expect(await read(child)).toMatchObject({ parent: null, blockedBy: [] });
});

it("lets an agent edit what nobody holds, and undo nothing", async () => {
  const number = await made("For an agent");
  const agent = bearer(await house.token("agent"));
  expect((await send("PATCH", `/api/tickets/${number}`, { title: "By an agent" }, agent)).status).toBe(200);
  const undo = await send("POST", `/api/tickets/${number}/undo`, {}, agent);
  expect([undo.status, codeOf(undo)]).toEqual([403, "person_only"]);
});

it("undoes a person's own move by the row that it was", async () => {
  const number = await made("To be undone");
  const move = { toState: "Canceled", reason: "By mistake" };
  const moved = await send("POST", `/api/tickets/${number}/handoff`, move);
  const { event } = moved.json as { event: number };
  expect((await send("POST", `/api/tickets/${number}/undo`, { event: event - 1 })).status).toBe(409);
  const undone = await send("POST", `/api/tickets/${number}/undo`, { event });
  expect([undone.status, undone.json]).toMatchObject([200, { newState: "Backlog", undone: event }]);
  const again = await send("POST", `/api/tickets/${number}/undo`, { event });
  expect([again.status, codeOf(again)]).toEqual([409, "nothing_to_undo"]);
});
