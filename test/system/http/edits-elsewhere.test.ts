// Edits, links and undo over HTTP, on boards that are no file of our own.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TicketAnswer } from "../../../src/http/contract.ts";
import { makeGitHubWorld } from "../../support/github/world.ts";
import { makePostgresWorld } from "../../support/worlds/postgres-world.ts";
import { openHouse, type Answered, type House } from "./house.ts";

const BOARDS = [
  ["PostgreSQL", () => makePostgresWorld()],
  ["GitHub", () => makeGitHubWorld(false)],
] as const;

describe.each(BOARDS)("on %s", (_, make) => {
  let house: House;
  let maria: Record<string, string>;

  beforeAll(async () => {
    house = await openHouse({}, await make());
    maria = await house.browser();
  });

  afterAll(() => house.close());

  async function send(method: string, path: string, body?: unknown): Promise<Answered & { code?: string }> {
    const answer = await house.ask(path, { method, headers: maria, body });
    const { error } = answer.json as { error?: { code: string } };
    return error ? { ...answer, code: error.code } : answer;
  }

  async function made(title: string): Promise<number> {
    const { json, text } = await send("POST", "/api/tickets", { title });
    const { number } = json as { number?: number };
    if (number === undefined) throw new Error(text);
    return number;
  }

  async function read(number: number): Promise<TicketAnswer> {
    return (await house.ask(`/api/tickets/${number}`)).json as TicketAnswer;
  }

  it("edits the fields that are given, and overwrites nothing that was not seen", async () => {
    const number = await made("First");
    const patch = { title: "Second", priority: "P1", seen: { title: "First", priority: null } };
    expect(await send("PATCH", `/api/tickets/${number}`, patch)).toMatchObject({ status: 200 });
    const late = await send("PATCH", `/api/tickets/${number}`, { title: "Third", seen: { title: "First" } });
    expect(late).toMatchObject({ status: 409, code: "field_changed" });
    expect((await read(number)).card).toMatchObject({ title: "Second", priority: "P1" });
  });

  it("links a parent and a blocker, and takes them away", async () => {
    const [parent, child, other] = [await made("Parent"), await made("Child"), await made("Other")];
    expect(await send("PATCH", `/api/tickets/${child}`, { parent, seen: { parent: null } })).toMatchObject({
      status: 200,
    });
    expect(await send("PUT", `/api/tickets/${child}/blockers/${other}`, {})).toMatchObject({ status: 200 });
    const loop = await send("PUT", `/api/tickets/${other}/blockers/${child}`, {});
    expect(loop).toMatchObject({ status: 409, code: "cycle" });
    expect((await read(child)).blockedBy.map(({ number }) => number)).toEqual([other]);
    expect(await send("DELETE", `/api/tickets/${child}/blockers/${other}`)).toMatchObject({ status: 200 });
    expect((await read(child)).blockedBy).toEqual([]);
  });

  it("undoes a move for a minute, while nothing else has happened", async () => {
    const number = await made("Moved too soon");
    const move = { toState: "Research Needed", reason: "Go" };
    expect(await send("POST", `/api/tickets/${number}/handoff`, move)).toMatchObject({ status: 200 });
    expect(await send("POST", `/api/tickets/${number}/undo`, {})).toMatchObject({ status: 200 });
    const { card, timeline } = await read(number);
    expect(card.state).toBe("Backlog");
    expect(timeline[0]).toMatchObject({ kind: "undo", from: "Research Needed", to: "Backlog" });
    await send("POST", `/api/tickets/${number}/handoff`, move);
    await house.advance(61_000);
    expect(await send("POST", `/api/tickets/${number}/undo`, {})).toMatchObject({ code: "nothing_to_undo" });
    expect((await read(number)).card.state).toBe("Research Needed");
  });
});
