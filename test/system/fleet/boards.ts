// The three boards that a fleet works: each with a clock that the test moves, and a person who sits at its gates.

import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { OWNER, PEOPLE, PROJECT, REPO, Site } from "../../soak/github-site.ts";
import { postgresSource, sqliteSource, type LedgerSource } from "../../soak/source.ts";
import { acceptClock, takeOverClock } from "../../support/clock/postgres-clock.ts";
import { ShiftedClock } from "../../support/clock/shifted-clock.ts";
import { STATES } from "../../support/github/board.ts";
import { appOn, openStore, person } from "../../support/processes/app.ts";
import { freshPlace, type Engine } from "../../support/processes/place.ts";
import { hurried } from "./hurry.ts";

export const BOARDS = ["sqlite", "postgres", "github"] as const;
export type BoardName = (typeof BOARDS)[number];

export interface FleetBoard {
  readonly database: string;
  /** What a server needs in its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Where each ticket stands. */
  states(): Promise<ReadonlyMap<number, string>>;
  /** As a person, along an edge. */
  move(number: number, to: string): Promise<void>;
  pass(ms: number): Promise<void>;
  ledger(): Promise<LedgerSource>;
  close(): Promise<void>;
}

export function openBoardOf(name: BoardName): Promise<FleetBoard> {
  return name === "github" ? onGitHub() : onStore(name);
}

const EVERY_TICKET = 1000;

async function onStore(engine: Engine): Promise<FleetBoard> {
  const place = await freshPlace(engine);
  const { database, board } = place.address;
  const clock = new ShiftedClock(join(place.folder, "clock"));
  const store = await openStore(place.address, { clock: clock.now });
  const passThere = board === undefined ? null : await takeOverClock(store.driver, board, null);
  if (board !== undefined) await acceptClock(database, board);
  const app = appOn(store);
  return {
    database,
    env: { ...clock.env, ...(board === undefined ? {} : { SIGNALBOX_BOARD: board }) },
    async states() {
      const { items } = await store.tickets.list({}, EVERY_TICKET, null);
      return new Map(items.map(({ number, state }) => [number, state ?? ""]));
    },
    async move(number, toState) {
      const moved = await handoff(app, person, { key: String(number), toState, reason: "Good." });
      if (isRefusal(moved)) throw new Error(tell(moved, "cli").error);
    },
    async pass(ms) {
      clock.pass(ms);
      await passThere?.(ms);
    },
    ledger: () => (board === undefined ? sqliteSource(database) : postgresSource(database, board)),
    async close() {
      await store.close();
      await place.remove();
    },
  };
}

/** Waiting for GitHub's limits is so much shorter. */
const HURRY = 60;
const TOKEN = "ghp_fleet".padEnd(40, "x");

async function onGitHub(): Promise<FleetBoard> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "signalbox-fleet-"));
  const fast = hurried(HURRY);
  const clock = new ShiftedClock(join(folder, "clock"));
  let shift = 0;
  const now = (): number => fast.now() + shift;
  const site = new Site({ now, states: STATES, tokens: { machine: TOKEN }, plant: null });
  const apiUrl = await site.listen();
  const database = join(folder, "board.db");
  const [by = ""] = PEOPLE;
  return {
    database,
    env: {
      ...clock.env,
      ...fast.env,
      // In this order: the one that the test moves is on top of the one that hurries.
      NODE_OPTIONS: `${fast.env.NODE_OPTIONS} ${clock.env["NODE_OPTIONS"]}`,
      // Its clock is nobody else's.
      XDG_CACHE_HOME: folder,
      GITHUB_API_URL: apiUrl,
      SIGNALBOX_GITHUB_TOKEN: TOKEN,
      SIGNALBOX_GITHUB_OWNER: OWNER,
      SIGNALBOX_GITHUB_REPO: REPO,
      SIGNALBOX_GITHUB_PROJECT: String(PROJECT),
    },
    states: async () => new Map(site.issues().map((issue) => [issue.number, site.stateOf(issue) ?? ""])),
    async move(number, to) {
      const issue = site.issues().find((one) => one.number === number);
      if (issue) site.drag(issue, to, { by });
    },
    async pass(ms) {
      shift += ms;
      clock.pass(ms);
    },
    ledger: () => sqliteSource(database),
    async close() {
      await site.close();
      await rm(folder, { recursive: true });
    },
  };
}
