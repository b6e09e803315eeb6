// A verb reads several times and then writes, and anything can happen in between. Here it does, in every gap in turn.

import { describe, expect, it } from "vitest";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import type { App } from "../../src/app/app.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import type { Outcome } from "../../src/app/commit/plan.ts";
import { storeBoard, type StoreBoard } from "../../src/store/board.ts";
import type { Ask, Driver } from "../../src/store/driver.ts";
import type { PreparedPlan } from "../../src/store/ledger/prepare.ts";
import { makePostgresWorld } from "../support/worlds/postgres-world.ts";
import { makeSqliteWorld } from "../support/worlds/sqlite-world.ts";
import { accepted, block, locked, newTicket, put, refused, stateOf, ticketIn } from "../support/worlds/steps.ts";
import { ann, appOn, bob, MINUTE, type World } from "../support/worlds/world.ts";

const MAKERS = { SQLite: makeSqliteWorld, PostgreSQL: makePostgresWorld };

describe.each(Object.keys(MAKERS) as (keyof typeof MAKERS)[])("between two reads on %s", (engine) => {
  const inEveryGap = (title: string, scene: Scene): void => {
    it(title, async () => {
      const world = await MAKERS[engine]();
      try {
        let gap = 0;
        for (let hit = true; hit; gap++) hit = await play(world, gap, scene);
        expect(gap).toBeGreaterThan(3);
      } finally {
        await world.close();
      }
    });
  };

  const plan = { command: "plan", intent: "lock", reason: "because" };
  const intruders: Readonly<Record<string, (world: World, key: string, parent: string) => Promise<unknown>>> = {
    "a sibling that comes": (world, _, parent) => newTicket(world, { parent }),
    "a blocker that comes": async (world, key) => block(world, key, await newTicket(world)),
    "a ticket that comes to wait for it": (world, key) => newTicket(world, { blockedBy: [key] }),
    "a child that comes": (world, key) => newTicket(world, { parent: key }),
  };
  for (const [what, intrude] of Object.entries(intruders)) {
    inEveryGap(`lets no ticket past its guard for ${what}`, async (world) => {
      const parent = await newTicket(world);
      const key = await ticketIn(world, "Ready for Plan", { parent });
      await ticketIn(world, "Ready for Plan", { parent });
      return {
        meanwhile: () => intrude(world, key, parent),
        act: (app) => handoff(app, ann, { key, ...plan }),
        check: async (answer) => {
          refused(answer, "not_converged");
          expect(await stateOf(world, key)).toBe("Ready for Plan");
        },
      };
    });
  }

  inEveryGap("moves no child whose group is held back", async (world) => {
    const parent = await newTicket(world);
    const child = await newTicket(world, { parent });
    const outside = await ticketIn(world, "Ready for Plan");
    await newTicket(world, { parent, blockedBy: [outside] });
    await world.advance(MINUTE);
    await put(world, parent, "Plan in Review");
    return {
      meanwhile: () => put(world, outside, "Research Needed"),
      act: (app) => advanceChildren(app, ann, { key: parent, targetState: "Plan in Review" }),
      check: async (answer) => {
        expect(answer).toMatchObject({ advanced: [], skipped: [{}, {}] });
        expect(await stateOf(world, child)).toBe("Backlog");
      },
    };
  });

  inEveryGap("gives nobody a ticket that is blocked or taken", async (world) => {
    const workflowState = "Research Needed";
    const [first, second, third] = [
      await ticketIn(world, workflowState),
      await ticketIn(world, workflowState),
      await ticketIn(world, workflowState),
    ];
    return {
      meanwhile: async () => {
        await block(world, first, await newTicket(world));
        await locked(world, bob, second, "research");
      },
      act: (app) => pickIssue(app, ann, { workflowState, claim: true, command: "research", reason: "next" }),
      check: async (answer) => {
        expect(answer).toMatchObject({ found: true, issue: { number: Number(third) } });
        await put(world, first, "Done");
      },
    };
  });

  inEveryGap("closes no ring", async (world) => {
    const [a, b, c, d] = [
      await newTicket(world),
      await newTicket(world),
      await newTicket(world),
      await newTicket(world),
    ];
    await block(world, b, c);
    await block(world, d, a);
    return {
      meanwhile: () => block(world, c, d),
      act: (app) => updateTicket(app, ann, { key: a, addBlockers: [b] }),
      check: async (answer) => {
        expect(refused(answer, "cycle").facts).toMatchObject({ path: [a, b, c, d, a] });
        expect((await world.board.tickets.links(a)).blockedBy).toEqual([]);
      },
    };
  });
});

type Scene = (world: World<StoreBoard>) => Promise<{
  readonly meanwhile: () => Promise<unknown>;
  readonly act: (app: App) => Promise<object>;
  readonly check: (answer: object) => Promise<void>;
}>;

/** Whether there was such a gap. */
async function play(world: World<StoreBoard>, gap: number, scene: Scene): Promise<boolean> {
  const { meanwhile, act, check } = await scene(world);
  let gaps = 0;
  let hit = false;
  const slow = delayed(world.board.driver, async () => {
    if (gaps++ !== gap) return;
    hit = true;
    await meanwhile();
  });
  const answer = await act(appOn(storeBoard(slow)));
  if (hit) await check(answer);
  else accepted(answer);
  return hit;
}

/** The same driver, where each read and the commit wait first: others that were sent with them may overtake them. */
function delayed(driver: Driver, wait: () => Promise<void>): Driver {
  return new Proxy(driver, {
    get(target, name) {
      const read: Driver["read"] = async (select, params) => {
        await wait();
        return target.read(select, params);
      };
      if (name === "read") return read;
      if (name === "together") {
        return (asks: readonly Ask<unknown>[]) => Promise.all(asks.map(({ select, params }) => read(select, params)));
      }
      if (name === "commit") {
        return async (plan: PreparedPlan): Promise<Outcome> => {
          await wait();
          return target.commit(plan);
        };
      }
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}
