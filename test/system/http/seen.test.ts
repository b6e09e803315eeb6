// What a person sends carries what they saw: if it has changed, nothing is done.

import { afterAll, beforeAll, expect, it } from "vitest";
import { updateRun } from "../../../src/app/runs/update-run.ts";
import { completeSkill } from "../../../src/app/runs/complete-skill.ts";
import { createSession } from "../../../src/app/sessions/create-session.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { isRefusal, type Refusal } from "../../../src/engine/refusal.ts";
import { ann, maria } from "../../support/worlds/world.ts";
import { openHouse, type House } from "./house.ts";

const RUN = { project: "p", session: "s" };

let house: House;
let browser: Record<string, string>;
let sessionId: string;

beforeAll(async () => {
  house = await openHouse();
  browser = await house.browser();
  const { app } = house;
  ok(await createTicket(app, maria, { title: "Held" }));
  ok(await handoff(app, ann, { key: "1", command: "triage", toState: "Research Needed", reason: "Go" }));
  ok(await handoff(app, ann, { key: "1", command: "research", intent: "lock", reason: "Mine" }));
  sessionId = ok(await createSession(app, ann, { ticket: "1" })).sessionId;
  ok(await completeSkill(app, ann, { ...RUN, skill: "collab-start" }));
  ok(await updateRun(app, ann, { ...RUN, tasks: [{ id: "one", dependsOn: [], files: [], description: "It" }] }));
});

afterAll(() => house.close());

it("does not release a claim of another holder, nor on a ticket that moved", async () => {
  const release = (seen: object) => post("/api/claims/1/release", { reason: "Away", ...seen });
  const seen = { fromState: "Research in Progress", holder: "ann" };
  expect(await release({ ...seen, holder: "bob" })).toEqual([409, "state_changed"]);
  expect(await release({ ...seen, fromState: "Research Needed" })).toEqual([409, "state_changed"]);
  expect((await house.app.board.tickets.get("1"))?.claim).not.toBeNull();
  expect(await release(seen)).toEqual([200, null]);
});

it("does not end a session that has gone on", async () => {
  const end = (fromState: string) => post(`/api/sessions/${sessionId}/end`, { reason: "Silent", fromState });
  const state = (await house.app.board.sessions.get(sessionId))?.state ?? "";
  expect(await end("somewhere else")).toEqual([409, "state_changed"]);
  expect((await house.app.board.sessions.get(sessionId))?.completedAt).toBeNull();
  expect(await end(state)).toEqual([200, null]);
});

it("does not drop a task that somebody has taken up", async () => {
  const drop = (fromStatus: string) =>
    post("/api/runs/p/s/tasks/one", { status: "dropped", reason: "Not needed", fromStatus });
  expect(await drop("failed")).toEqual([409, "state_changed"]);
  expect((await house.app.board.runs.get("p/s"))?.tasks[0]?.status).toBe("pending");
  expect(await drop("pending")).toEqual([200, null]);
});

async function post(path: string, body: object): Promise<[number, string | null]> {
  const { status, json } = await house.ask(path, { method: "POST", body, headers: browser });
  const { error } = json as { error?: { code: string } };
  return [status, error?.code ?? null];
}

function ok<T extends object>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  return answer;
}
