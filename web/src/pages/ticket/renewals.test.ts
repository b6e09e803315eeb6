import { expect, it } from "vitest";
import type { EventView } from "../../../../src/http/contract.ts";
import { makeRow } from "../../testing/boards.ts";
import { foldRenewals } from "./renewals.ts";

const renewal = (seq: number, who = "ann"): EventView => ({
  ...makeRow(seq, "stay", "1"),
  who,
  data: { claim: { type: "renew" } },
});

it("tells renewals in a row by the same holder once, as the newest of them", () => {
  const taken: EventView = { ...makeRow(1, "stay", "1"), data: { claim: { type: "acquire" } } };
  const events = [renewal(6, "bob"), renewal(5), renewal(4), renewal(3), makeRow(2, "move", "1"), taken];
  expect(foldRenewals(events).map(({ event, times }) => [event.seq, times])).toEqual([
    [6, 1],
    [5, 3],
    [2, 1],
    [1, 1],
  ]);
});

it("keeps renewals apart between which something else happened", () => {
  const events = [renewal(3), makeRow(2, "refuse", "1"), renewal(1)];
  expect(foldRenewals(events).map(({ times }) => times)).toEqual([1, 1, 1]);
});
