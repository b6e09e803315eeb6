import { describe, expect, it } from "vitest";
import { makeBoard, makeCard } from "../../testing/boards.ts";
import { makeSections } from "./sections.ts";

describe("sections of the board", () => {
  it("hold the cards of their state: queues as agents pick, what waits for people oldest first, ends newest first", () => {
    const early = { enteredAt: "2026-01-01T08:00:00.000Z" };
    const late = { enteredAt: "2026-01-01T09:00:00.000Z" };
    const board = makeBoard([
      makeCard(5, "Research Needed", { priority: "P2" }),
      makeCard(6, "Research Needed", {}),
      makeCard(7, "Research Needed", { priority: "P0" }),
      makeCard(4, "Research Needed", { priority: "P2" }),
      makeCard(10, "Plan in Review", { ...late, priority: "P0" }),
      makeCard(11, "Plan in Review", early),
      makeCard(20, "Done", early),
      makeCard(21, "Done", late),
    ]);
    const sections = makeSections(board, board.cards, false);
    const numbers = (state: string) => sections.get(state)?.cards.map((card) => card.number);
    expect(numbers("Research Needed")).toEqual([7, 4, 5, 6]);
    expect(numbers("Plan in Review")).toEqual([11, 10]);
    expect(numbers("Done")).toEqual([21, 20]);
  });

  it("say how many closed tickets there are, and not how many are here; unless they are filtered", () => {
    const board = makeBoard([makeCard(20, "Done", { closed: true })]);
    expect(makeSections(board, board.cards, false).get("Done")?.total).toBe(4);
    expect(makeSections(board, board.cards, true).get("Done")?.total).toBe(1);
  });

  it("treat a state that a command locks into as held", () => {
    const board = makeBoard([]);
    const kinds = [...makeSections(board, [], false).values()].map((section) => [section.state, section.kind]);
    expect(kinds).toContainEqual(["In Progress", "held"]);
    expect(kinds).toContainEqual(["Backlog", "queue"]);
    expect(kinds).toContainEqual(["Human Needed", "human"]);
  });

  it("keep what has no state, or one that the workflow does not know", () => {
    const board = makeBoard([makeCard(1, null, {}), makeCard(2, "Deployed", {})]);
    expect(
      makeSections(board, board.cards, false)
        .get(null)
        ?.cards.map((card) => card.number),
    ).toEqual([1, 2]);
  });
});
