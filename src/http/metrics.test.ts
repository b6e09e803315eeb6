import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeSqliteWorld } from "../../test/support/worlds/sqlite-world.ts";
import { accepted, hand, locked, newTicket, refused } from "../../test/support/worlds/steps.ts";
import { ann, maria, MINUTE, type World } from "../../test/support/worlds/world.ts";
import { metricsText } from "./metrics.ts";

let world: World;

beforeEach(async () => {
  world = await makeSqliteWorld();
});

afterEach(() => world.close());

describe("what Prometheus scrapes", () => {
  it("is the board as it is, and the ledger's rows, each counted once", async () => {
    await newTicket(world);
    await newTicket(world);
    accepted(await hand(world, maria, "1", { toState: "Research Needed" }));
    await locked(world, ann, "1", "research");
    refused(await hand(world, maria, "2", { toState: "In Review" }), "invalid_transition");
    const first = await scrape(world);
    expect(first).toMatchObject({
      'signalbox_tickets{state="Backlog"}': 1,
      'signalbox_tickets{state="Research in Progress"}': 1,
      'signalbox_tickets{state="Done"}': 0,
      'signalbox_claims{lease="live"}': 1,
      'signalbox_claims{lease="expired"}': 0,
      'signalbox_ledger_rows_total{subject="ticket",kind="create"}': 2,
      'signalbox_ledger_rows_total{subject="ticket",kind="move"}': 2,
      'signalbox_refusals_total{subject="ticket",code="invalid_transition"}': 1,
      signalbox_ledger_head: 5,
      signalbox_runs_open: 0,
      signalbox_sessions_silent: 0,
    });
    expect(Object.keys(first)).toContain("process_cpu_seconds_total");
  });

  it("adds what has come since, however many ask at once", async () => {
    await newTicket(world);
    await scrape(world);
    await newTicket(world);
    await world.advance(MINUTE);
    const both = await Promise.all([scrape(world), scrape(world)]);
    for (const one of both) {
      expect(one).toMatchObject({ 'signalbox_ledger_rows_total{subject="ticket",kind="create"}': 2 });
    }
  });

  it("forgets a state that the last ticket has left", async () => {
    await newTicket(world);
    await scrape(world);
    accepted(await hand(world, maria, "1", { toState: "Research Needed" }));
    expect(await scrape(world)).toMatchObject({
      'signalbox_tickets{state="Backlog"}': 0,
      'signalbox_tickets{state="Research Needed"}': 1,
    });
  });

  it("has what the server says of itself", async () => {
    let streams = 1;
    const gauges = [{ name: "streams", help: "Open streams.", read: () => streams }];
    expect(await metricsText(world.app, gauges)).toContain("\nsignalbox_streams 1\n");
    streams = 3;
    expect(await metricsText(world.app, gauges)).toContain("\nsignalbox_streams 3\n");
  });
});

async function scrape({ app }: World): Promise<Record<string, number>> {
  const lines = (await metricsText(app, [])).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}
