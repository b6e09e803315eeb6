import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PLANTED } from "./planted.ts";
import { search, tellFinding, type Finding } from "./search.ts";
import { SqliteStages } from "./sqlite-stage.ts";

/** `npm run search` plays ten thousand. */
const SEQUENCES = 1000;
const MOST_FOR_A_FAULT = 2000;

let stages: SqliteStages;
beforeAll(async () => {
  stages = await SqliteStages.prepare();
});
afterAll(() => stages.close());

it("finds no way round the rules", async () => {
  const { finding, counts } = await search({ sequences: SEQUENCES, steps: 30, seed: 1, open: () => stages.open() });
  expect(finding && tellFinding(finding)).toBeNull();
  // Every check is reached, and so is what lies beyond it.
  const refused = Object.keys(counts).filter((name) => name.startsWith("handoff_ticket "));
  expect(refused.map((name) => name.slice("handoff_ticket ".length)).toSorted()).toEqual(
    expect.arrayContaining([
      "accepted",
      "claim_conflict",
      "claim_lost",
      "command_not_allowed",
      "human_gate",
      "invalid_output",
      "invalid_transition",
      "not_converged",
      "reject_goes_back",
      "state_changed",
      "terminal_state",
      "unexpected_state",
    ]),
  );
});

describe("a board that does wrong is found out, and with few calls:", () => {
  it.each(PLANTED)("%s", async (_, expected, fault) => {
    const open = () => stages.open(fault);
    let [seed, left] = [1, MOST_FOR_A_FAULT];
    let found: Finding | null = null;
    // Another breach may come first: a fault has more than one face.
    while (left > 0 && !found?.breaches.some((breach) => expected.test(breach))) {
      const { finding, sequences } = await search({ sequences: left, steps: 30, seed, open });
      found = finding;
      [seed, left] = [seed + sequences, left - sequences];
    }
    expect(found?.breaches.join("\n")).toMatch(expected);
    expect(found?.calls.length).toBeLessThan(16);
  });
});
