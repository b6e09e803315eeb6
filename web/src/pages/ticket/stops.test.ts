import { describe, expect, it } from "vitest";
import type { LinkedCard, VisitView } from "../../../../src/http/contract.ts";
import { ticketWorkflow } from "../../testing/boards.ts";
import { sharesOf, stopsOf } from "./stops.ts";
import { layTree } from "./tree.ts";

function visit(state: string, minutes: number, refusals: number): VisitView {
  return { state, from: "2026-01-01T10:00:00.000Z", until: null, ms: minutes * 60_000, refusals };
}

describe("the journey of a ticket", () => {
  const visits = [
    visit("Backlog", 5, 0),
    visit("Ready for Plan", 10, 1),
    visit("Plan in Progress", 20, 0),
    visit("Plan in Review", 30, 0),
    visit("Ready for Plan", 7, 2),
  ];

  it("adds up the visits of a state, and shows what is ahead", () => {
    expect(
      stopsOf(ticketWorkflow, visits, "Ready for Plan").map((stop) => [
        stop.state,
        stop.is,
        stop.ms / 60_000,
        stop.refusals,
      ]),
    ).toEqual([
      ["Backlog", "past", 5, 0],
      ["Ready for Plan", "now", 17, 3],
      ["Plan in Progress", "past", 20, 0],
      ["Plan in Review", "past", 30, 0],
      ["In Progress", "next", 0, 0],
      ["In Review", "next", 0, 0],
      ["Done", "next", 0, 0],
    ]);
  });

  it("has nothing ahead at an end", () => {
    const stops = stopsOf(ticketWorkflow, [visit("Backlog", 1, 0), visit("Canceled", 1, 0)], "Canceled");
    expect(stops.map((stop) => stop.state)).toEqual(["Backlog", "Canceled"]);
  });

  it("says where the time went", () => {
    const minutes = sharesOf(ticketWorkflow, [...visits, visit("In Progress", 40, 0), visit("Done", 500, 0)]);
    expect(minutes).toEqual({ queueMs: 22 * 60_000, workMs: 60 * 60_000, humanMs: 30 * 60_000, refusals: 3 });
  });
});

describe("the tree of a group", () => {
  const card = (key: string, ...blockedBy: string[]): LinkedCard => ({
    key,
    number: Number(key),
    title: "",
    state: null,
    closed: false,
    holder: null,
    blockedBy,
  });

  it("puts who waits below whom they wait for", () => {
    const rows = layTree([card("3", "2"), card("1"), card("2", "1"), card("4")]);
    expect(rows.map((row) => [row.card.key, row.depth])).toEqual([
      ["1", 0],
      ["2", 1],
      ["3", 2],
      ["4", 0],
    ]);
  });

  it("shows a circle too, each once", () => {
    expect(layTree([card("1", "2"), card("2", "1")]).map((row) => row.card.key)).toEqual(["1", "2"]);
  });
});
