// The search for ways round the rules, over the built program: every agent is a client of a process of its own.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openBoard } from "../../../src/store/open.ts";
import type { Caller } from "../../search/checker/call.ts";
import { search, tellFinding } from "../../search/search.ts";
import { SEATS } from "../../search/seats.ts";
import { answerOf, callHere, rowsIn, typeState, type Stage } from "../../search/stage.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { ShiftedClock } from "../../support/clock/shifted-clock.ts";
import { appOn } from "../../support/worlds/world.ts";

interface Seated {
  readonly client: StdioClient;
  /** As the ledger knows it. */
  readonly connection: string;
}

async function overStdio(): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-search-"));
  const file = join(folder, "board.db");
  const clock = new ShiftedClock(join(folder, "clock"));
  const board = await openBoard({ database: file, synchronous: "OFF", clock: clock.now });
  const app = appOn(board);
  const agents = SEATS.filter(({ who }) => who !== null);
  const byName = new Map(agents.map((seat) => [seat.who?.connection ?? "", seat]));
  const seated = new Map<string, Seated>();
  for (const [name, seat] of byName) seated.set(name, await sit(file, clock, name, seat));

  /** A client that was given no name made one up: it stands under the first row. */
  async function sit(database: string, { env }: ShiftedClock, name: string, seat: Caller): Promise<Seated> {
    const client = new StdioClient(database, {
      ...env,
      ...(seat.stable ? { SIGNALBOX_AGENT: name } : {}),
      ...(seat.commands ? { SIGNALBOX_COMMANDS: seat.commands.join(",") || " " } : {}),
    });
    await client.initialize();
    const { event } = await client.ok("create_ticket", { title: `made by ${name}` });
    const [row] = await rowsIn(board.driver, Number(event) - 1);
    return { client, connection: row?.by.connection ?? name };
  }

  return {
    served: true,
    seat: (caller) => {
      if (caller.who === null) return caller;
      const connection = seated.get(caller.who.connection)?.connection ?? caller.who.connection;
      return { ...caller, via: "stdio", who: { connection, agent: caller.who.agent } };
    },
    now: async () => clock.now(),
    pass: async (ms) => clock.pass(ms),
    call: async (caller, tool, args) => {
      const own = [...seated.values()].find(({ connection }) => connection === caller.who?.connection);
      return own ? answerOf(await own.client.call(tool, args)) : callHere(app, caller, tool, args);
    },
    typeState: (caller, key, state) => typeState(app, caller, key, state),
    rows: (after) => rowsIn(board.driver, after),
    close: async () => {
      for (const { client } of seated.values()) await client.leave();
      await board.close();
      await rm(folder, { recursive: true });
    },
  };
}

it("finds no way round the rules over stdio", async () => {
  const { finding, counts } = await search({ sequences: 4, steps: 120, seed: 7001, open: overStdio });
  expect(finding && tellFinding(finding)).toBeNull();
  expect(counts["handoff_ticket accepted"]).toBeGreaterThan(50);
  expect(counts["handoff_ticket command_not_allowed"]).toBeGreaterThan(0);
});
