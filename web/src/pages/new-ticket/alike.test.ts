import { expect, it } from "vitest";
import type { Card } from "../../../../src/http/contract.ts";
import { alike } from "./alike.ts";

const cards = ["Refund slip names the shop", "Count stock", "Partial refund restores stock"].map(
  (title, index) => ({ key: String(index + 1), title }) as Card,
);

it("finds the titles that share at least half of the long words, the nearest first", () => {
  expect(alike(cards, "Refund slip prints").map(({ key }) => key)).toEqual(["1"]);
  expect(alike(cards, "Refund the stock").map(({ key }) => key)).toEqual(["3", "1", "2"]);
});

it("finds nothing by words that every title has, or by none", () => {
  expect(alike(cards, "the")).toEqual([]);
  expect(alike(cards, "")).toEqual([]);
});
