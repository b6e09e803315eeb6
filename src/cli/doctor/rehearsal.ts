// A board made for the occasion, on which every hook has something to say: one agent holds a ticket, and another ticket may
// not be begun because its group has not arrived.

import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { App, Caller } from "../../app/app.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { handoff, type HandoffAnswer } from "../../app/tickets/handoff.ts";
import { shortestPath } from "../../engine/graph/paths.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { agentName } from "../hooks/identity.ts";
import { configuredWorkflow } from "../../setup/workflow.ts";
import { LazyApp } from "../../setup/lazy-app.ts";

export const REHEARSED_SESSION = "5160a1b0-0000-4000-8000-000000000001";

export interface Rehearsal {
  readonly database: string;
  /** What the agent was answered that holds a ticket. */
  readonly locked: HandoffAnswer;
  /** The handoff that has to wait, and the ticket that it waits for. */
  readonly waiting: { readonly number: number; readonly command: string; readonly intent: string };
  readonly waitsFor: number;
}

export async function rehearse(folder: string): Promise<Rehearsal> {
  const database = join(folder, "board.db");
  const workflows = {
    ticket: await configuredWorkflow("ticket", undefined),
    session: await configuredWorkflow("session", undefined),
    run: await configuredWorkflow("run", undefined),
  };
  const log = (): void => undefined;
  const lazy = new LazyApp({ database, board: undefined, workflows, problems: [], via: "doctor", log });
  try {
    return { database, ...(await play(await lazy.open())) };
  } finally {
    await lazy.close();
  }
}

async function play(app: App): Promise<Omit<Rehearsal, "database">> {
  const { machine } = app;
  const intent = [...machine.intents.values()].find(({ acquires }) => acquires)?.name ?? "";
  const lockers = [...machine.commands.values()].filter(({ lock }) => lock !== null);
  const guarded = machine.workflow.edges.find(({ guards }) => guards?.some(({ type }) => type === "group_convergence"));
  const researcher = lockers.find(({ lock }) => lock !== guarded?.to);
  const planner = lockers.find(({ lock }) => lock === guarded?.to);
  const [input] = researcher?.inputs ?? [];
  if (!guarded || !researcher || !planner || input === undefined) throw new Error("the shipped workflow has changed");

  const held = await ticketIn(app, input, undefined);
  const session = { connection: `claude-code-${REHEARSED_SESSION}`, agent: agentName(mainAgent) };
  const agent: Caller = { actor: { kind: "agent", identity: session }, via: "doctor" };
  const locking = { key: String(held), command: researcher.shown, intent, reason: "Rehearsal." };
  const locked = must(await handoff(app, agent, locking));

  const parent = await ticketIn(app, machine.workflow.start, undefined);
  const number = await ticketIn(app, guarded.from, parent);
  const waitsFor = await ticketIn(app, machine.workflow.start, parent);
  return { locked, waiting: { number, command: planner.shown, intent }, waitsFor };
}

const person: Caller = { actor: { kind: "person", name: "doctor" }, via: "doctor" };
const mainAgent = {
  kind: "Stop",
  session: REHEARSED_SESSION,
  subagent: null,
  agentType: null,
  tool: null,
  input: {},
  response: null,
  goesOn: false,
};

async function ticketIn(app: App, state: string, parent: number | undefined): Promise<number> {
  const under = parent === undefined ? {} : { parent: String(parent) };
  const { number } = must(await createTicket(app, person, { title: `Rehearsal ${randomUUID()}`, ...under }));
  for (const { to } of shortestPath(app.machine, app.machine.workflow.start, state) ?? []) {
    must(await handoff(app, person, { key: String(number), toState: to, reason: "Rehearsal." }));
  }
  return number;
}

function must<T extends object>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(tell(answer, "cli").error);
  return answer;
}
