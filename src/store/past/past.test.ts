import { afterEach, describe, expect, it } from "vitest";
import { atMoment } from "../../app/pages/past.ts";
import { viewBoard } from "../../app/pages/board-page.ts";
import { viewTicketPage } from "../../app/pages/ticket-page.ts";
import { addComment } from "../../app/tickets/comment.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { handoff } from "../../app/tickets/handoff.ts";
import { updateTicket } from "../../app/tickets/update.ts";
import { redactText } from "../../app/ledger/redact.ts";
import { createSession } from "../../app/sessions/create-session.ts";
import { updateSessionState } from "../../app/sessions/update-session-state.ts";
import type { Caller } from "../../app/app.ts";
import type { Moment } from "../../app/ports/past.ts";
import { makePostgresWorld } from "../../../test/support/worlds/postgres-world.ts";
import { makeSqliteWorld } from "../../../test/support/worlds/sqlite-world.ts";
import { accepted, newTicket } from "../../../test/support/worlds/steps.ts";
import { ann, bob, maria, MINUTE, operator, type World } from "../../../test/support/worlds/world.ts";
import { storeBoard, type StoreBoard } from "../board.ts";
import { PastStore } from "./past.ts";

/** Few enough rows between snapshots that most looks begin at one. */
const EVERY = 25;
const STEPS = 120;
const LOOKS = 100;

let world: World<StoreBoard> | null = null;

afterEach(async () => {
  await world?.close();
  world = null;
});

describe.each([
  ["SQLite", makeSqliteWorld],
  ["PostgreSQL", makePostgresWorld],
])("the past on %s", (_, make) => {
  it("is the board, and each ticket, as they were seen then, at any moment and in any order", async () => {
    world = await make();
    const seen = await work(world, STEPS);
    const past = new PastStore(world.board.driver, world.board.ledger, storeBoard, EVERY);
    const app = { ...world.app, board: { ...world.board, past } };
    try {
      for (let look = 0; look < LOOKS; look++) {
        const { moment, key, board, ticket } = one(seen);
        expect(await atMoment(app, moment, [], (then) => viewBoard(then, 100))).toEqual(board);
        if (look % 5 === 0) {
          expect(await atMoment(app, moment, [key], (then) => viewTicketPage(then, key, null))).toEqual(ticket);
        }
      }
    } finally {
      await past.close();
    }
    const kept = await world.board.driver.all("SELECT COUNT(*) AS n FROM snapshot", []);
    expect(Number(kept[0]?.["n"])).toBeGreaterThan(3);
  });
});

it("does not remember what was redacted since, and takes no change", async () => {
  world = await makeSqliteWorld();
  const key = await newTicket(world, { title: "the password is tiger" });
  const { seq, at } = await world.board.ledger.head();
  for (let count = 0; count < EVERY; count++) accepted(await addComment(world.app, ann, { key, body: "a word" }));
  const past = new PastStore(world.board.driver, world.board.ledger, storeBoard, 10);
  const app = { ...world.app, board: { ...world.board, past } };
  const title = async (moment: Moment): Promise<string | undefined> =>
    (await atMoment(app, moment, [], (then) => viewBoard(then, 0))).cards[0]?.title;
  expect(await title({ seq: seq + EVERY - 1, at })).toBe("the password is tiger");
  expect(await world.dump()).toContain("tiger");
  accepted(await redactText(world.app, operator, { seq, reason: "a leak" }));
  await past.close();
  expect(await title({ seq: seq + EVERY - 1, at })).toBe("[redacted]");
  expect(await title({ seq, at })).toBe("[redacted]");
  expect(await world.dump()).not.toContain("tiger");
  await expect(
    atMoment(app, { seq, at }, [], (then) => createTicket(then, ann, { title: "late" })),
  ).rejects.toMatchObject({ code: "store_readonly" });
  await past.close();
});

interface Seen {
  readonly moment: Moment;
  readonly key: string;
  readonly board: unknown;
  readonly ticket: unknown;
}

/** So many things that agents and people try; what the board showed after each. */
async function work(own: World, steps: number): Promise<readonly Seen[]> {
  const { app, board } = own;
  const states = Object.keys(app.machine.workflow.states);
  const seen: Seen[] = [];
  const sessions: string[] = [];
  let tickets = 0;
  for (let step = 0; step < steps; step++) {
    const key = String(1 + random(Math.max(1, tickets)));
    const caller = one<Caller>([ann, bob, maria, operator]);
    const other = String(1 + random(Math.max(1, tickets)));
    switch (tickets < 3 ? 0 : random(8)) {
      case 0:
        accepted(await createTicket(app, maria, { title: `Ticket ${step}`, body: `Text ${step}`, priority: "P2" }));
        tickets++;
        break;
      case 1:
      case 2:
        await handoff(app, operator, { key, toState: one(states), reason: `because of ${step}` });
        break;
      case 3:
        await handoff(app, caller, { key, command: one(["research", "plan", "impl"]), intent: "lock", reason: "mine" });
        break;
      case 4:
        await updateTicket(app, maria, { key, title: `Title ${step}`, labels: [`l${step}`], estimate: "S" });
        break;
      case 5:
        await updateTicket(app, maria, step % 2 === 0 ? { key, parent: other } : { key, addBlockers: [other] });
        break;
      case 6:
        await addComment(app, caller, { key, body: `Word ${step}` });
        break;
      default: {
        const session = await createSession(app, ann, { ticket: key });
        if ("sessionId" in session) sessions.push(session.sessionId);
        const id = sessions.at(random(sessions.length));
        if (id !== undefined)
          await updateSessionState(app, ann, { sessionId: id, state: one(["analyzing", "testing"]) });
      }
    }
    if (step % 7 === 0) await own.advance(random(40) * MINUTE);
    const { seq } = await board.ledger.head();
    seen.push({
      moment: { seq, at: await board.now() },
      key,
      board: await viewBoard(app, 100),
      ticket: await viewTicketPage(app, key, null),
    });
  }
  return seen;
}

/** The same numbers in every run. */
let state = 20_261_118;
function random(below: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
}

function one<T>(of: readonly T[]): T {
  return of[random(of.length)] as T;
}
