import { describe, expect, it } from "vitest";
import type { PhaseOptions, PhaseSummary } from "./phase.ts";
import { soakPostgres } from "./postgres.ts";
import { soakSqlite } from "./sqlite.ts";
import { describePhase } from "./summary.ts";

const options: PhaseOptions = { minutes: 8 / 60, seed: 1, tell: () => undefined };
const small = { agents: 6, thinkMs: 150, calmMs: { least: 100, most: 600 } };

describe("a small soak", () => {
  it("on SQLite breaks no rule while servers are killed, stand still and have the wrong time", async () => {
    const summary = await soakSqlite(options, small);
    expectWhole(summary);
    expect(summary.counts["fault: server killed"]).toBeGreaterThan(0);
  });

  it("on PostgreSQL breaks no rule while servers and the database itself are killed", async () => {
    const summary = await soakPostgres(options, { ...small, servers: 2 });
    expectWhole(summary);
    expect(summary.counts["fault: server killed"]).toBeGreaterThan(0);
    expect(summary.counts["rows streamed"]).toBeGreaterThan(0);
  });
});

function expectWhole(summary: PhaseSummary): void {
  expect(summary.breaches, describePhase(summary)).toEqual([]);
  expect(summary.counts["agents at work after the faults"]).toBe(small.agents);
  expect(summary.counts["answers checked"]).toBeGreaterThan(0);
}
