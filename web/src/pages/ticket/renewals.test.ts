import { expect, it } from "vitest";
import type { EventView } from "../../../../src/http/contract.ts";
import { foldRenewals } from "./renewals.ts";

const row: EventView = {
  seq: 1,
  at: "2026-03-01T12:00:00.000Z",
  kind: "move",
  subject: { type: "ticket", key: "1" },
  who: "ann",
  person: false,
  via: "stdio",
  from: null,
  to: null,
  command: null,
  intent: null,
  code: null,
  texts: {},
  refusal: null,
  data: {},
};
const renewal = (seq: number, who = "ann"): EventView => ({
  ...row,
  seq,
  who,
  kind: "stay",
  data: { claim: { type: "renew" } },
});

it("tells renewals in a row by the same holder once, as the newest of them", () => {
  const taken: EventView = { ...row, seq: 1, kind: "stay", data: { claim: { type: "acquire" } } };
  const events = [renewal(6, "bob"), renewal(5), renewal(4), renewal(3), { ...row, seq: 2 }, taken];
  expect(foldRenewals(events).map(({ event, times }) => [event.seq, times])).toEqual([
    [6, 1],
    [5, 3],
    [2, 1],
    [1, 1],
  ]);
});

it("keeps renewals apart between which something else happened", () => {
  const events = [renewal(3), { ...row, seq: 2, kind: "refuse" }, renewal(1)];
  expect(foldRenewals(events).map(({ times }) => times)).toEqual([1, 1, 1]);
});
