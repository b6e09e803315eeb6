// The same search on the other boards, where every call takes longer: fewer sequences, and longer ones.

import { expect, it } from "vitest";
import { Site } from "../support/github/world.ts";
import { makePostgresWorld } from "../support/worlds/postgres-world.ts";
import { search, tellFinding, type SearchOptions } from "./search.ts";
import { stageOn, type Stage } from "./stage.ts";

async function onPostgres(): Promise<Stage> {
  const world = await makePostgresWorld();
  const { app, board } = world;
  return stageOn({ app, driver: board.driver, pass: (ms) => world.advance(ms), close: () => world.close() });
}

async function onGitHub(): Promise<Stage> {
  const site = await Site.open();
  const machine = await site.machine();
  const { app, store } = machine;
  return stageOn({ app, driver: store.driver, pass: (ms) => machine.advance(ms), close: () => site.close() });
}

const BOARDS: readonly (readonly [string, Omit<SearchOptions, "seed">])[] = [
  ["PostgreSQL", { sequences: 20, steps: 100, open: onPostgres }],
  ["GitHub", { sequences: 10, steps: 60, open: onGitHub }],
];

it.each(BOARDS)("finds no way round the rules on %s", async (_, options) => {
  const { finding, counts } = await search({ ...options, seed: 5001 });
  expect(finding && tellFinding(finding)).toBeNull();
  expect(counts["handoff_ticket accepted"]).toBeGreaterThan(100);
  expect(counts["handoff_ticket not_converged"]).toBeGreaterThan(0);
});
