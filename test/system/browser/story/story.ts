// Two weeks of work on a board, told in a moment: what pages look like that have something to show.

import type { App } from "../../../../src/app/app.ts";
import { createTicket } from "../../../../src/app/tickets/create.ts";
import { isRefusal } from "../../../../src/engine/refusal.ts";
import { tell } from "../../../../src/engine/surfaces/tell.ts";
import { openBoard } from "../../../../src/store/open.ts";
import { appOn, MINUTE, person } from "../../../support/worlds/world.ts";
import { currentLife, ticketLife } from "./lives.ts";
import { AGENTS, BODY, CURRENT, GROUPS, IDEAS, type Idea, type Standing } from "./project.ts";
import { runLife } from "./runs.ts";
import { makeDice, Timetable } from "./timetable.ts";

const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const DAYS = 13;
/** It ends in the afternoon, wherever it is told. */
const NOW_HOUR = 15;
/** So many tickets were opened today; the last of them nobody has looked at yet. */
const TODAY = 22;
const UNTOUCHED = 6;
const maria = person("Maria");

/** Ends at `until`, with agents in the middle of their work. */
export async function tellStory(database: string, until: number): Promise<void> {
  const table = new Timetable(until - DAYS * DAY, until);
  const board = await openBoard({ database, synchronous: "OFF", clock: () => table.now });
  const app = appOn(board);
  const dice = makeDice(11);
  const hourAt = (wait: number): number => (NOW_HOUR + 24 * DAYS + (table.now + wait - until) / HOUR) % 24;
  const scene = { app, dice, free: [...AGENTS], hourAt };
  const keys = new Map<string, string>();
  for (const title of GROUPS) keys.set(title, await open(app, { title, priority: "P1", estimate: "L" }, keys));
  const today = IDEAS.length - TODAY;
  for (const [index, idea] of IDEAS.entries()) {
    const day = index < today ? ((DAYS - 1) * index) / today : DAYS - (0.3 * (IDEAS.length - index)) / TODAY;
    table.add(until - (DAYS - day) * DAY, ideaLife(idea, index < IDEAS.length - UNTOUCHED));
  }
  for (const { stands, ...idea } of CURRENT) {
    table.add(until - HOUR, currentLifeOf(idea, stands));
  }
  table.add(until - 3 * DAY, runLife(app, "returns-1", true));
  table.add(until - 4 * HOUR, runLife(app, "returns-2", false));
  await table.run();
  await board.close();

  async function* ideaLife(idea: Idea, begins: boolean): AsyncGenerator<number, void> {
    const key = await open(app, idea, keys);
    keys.set(idea.title, key);
    yield* ticketLife(scene, key, begins);
  }

  async function* currentLifeOf(idea: Idea, stands: Standing): AsyncGenerator<number, void> {
    yield* currentLife(scene, await open(app, idea, keys), stands);
  }
}

async function open(app: App, idea: Idea, keys: ReadonlyMap<string, string>): Promise<string> {
  const { group, after, ...fields } = idea;
  const blocker = after === undefined ? undefined : keys.get(after);
  const made = await createTicket(app, maria, {
    ...fields,
    body: BODY,
    ...(group === undefined ? {} : { parent: keys.get(group) }),
    ...(blocker === undefined ? {} : { blockedBy: [blocker] }),
  });
  if (isRefusal(made)) throw new Error(tell(made, "mcp").error);
  return String(made.number);
}
