import { describe, expect, it } from "vitest";
import { ENGINES } from "../../support/processes/place.ts";
import { describeStorm, storm } from "./storm.ts";

describe.each(ENGINES)("8 processes that hand off on one store on %s", (engine) => {
  it("lose no answer, see no busy store, and leave each ticket's history whole", async () => {
    const report = await storm({ engine, processes: 8, seconds: 5, tickets: 20 });
    console.log(describeStorm(report));
    expect(report.breaches).toEqual([]);
    expect(report.workers.every(({ accepted, refused }) => accepted.length > 0 && refused > 0)).toBe(true);
  });
});
