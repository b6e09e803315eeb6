import { describe, expect, it } from "vitest";
import { makeBoard, makeCard, makeEvent } from "../testing/boards.ts";
import { applyToBoard } from "./apply.ts";

describe("applyToBoard", () => {
  const first = makeCard(1, "In Review", { version: 3 });
  const second = makeCard(2, "Backlog", {});
  const board = makeBoard([first, second]);

  it("moves a card, and leaves the others as they are", () => {
    const moved = { ...first, state: "In Progress", version: 4 };
    const after = applyToBoard(board, [makeEvent(11, "move", [moved])]);
    expect(after.seq).toBe(11);
    expect(after.cards).toEqual([moved, second]);
    expect(after.cards[1]).toBe(second);
  });

  it("adds a card that is new", () => {
    const third = makeCard(3, "Backlog", {});
    expect(applyToBoard(board, [makeEvent(11, "create", [third])]).cards).toEqual([first, second, third]);
  });

  it("does nothing with a row that the board was read after", () => {
    expect(applyToBoard(board, [makeEvent(10, "move", [{ ...first, state: "Done", version: 9 }])])).toBe(board);
  });

  it("does not put an older look at a card over a newer one", () => {
    const after = applyToBoard(board, [makeEvent(11, "move", [{ ...first, state: "Backlog", version: 2 }])]);
    expect(after.cards[0]).toBe(first);
  });

  it("takes the last of several looks at one card", () => {
    const moved = { ...first, state: "In Progress", version: 4 };
    const closed = { ...first, state: "Done", closed: true, version: 5 };
    const after = applyToBoard(board, [makeEvent(11, "move", [moved]), makeEvent(12, "move", [closed])]);
    expect(after.cards[0]).toBe(closed);
  });

  it("counts what was closed, once, and what was opened again", () => {
    const closed = { ...first, state: "Done", closed: true, version: 4 };
    const after = applyToBoard(board, [makeEvent(11, "move", [closed])]);
    expect(after.closedCounts).toEqual([{ state: "Done", count: 5 }]);
    const edited = applyToBoard(after, [makeEvent(12, "edit", [{ ...closed, version: 5 }])]);
    expect(edited.closedCounts).toEqual([{ state: "Done", count: 5 }]);
    const reopened = applyToBoard(edited, [makeEvent(13, "override", [{ ...first, version: 6 }])]);
    expect(reopened.closedCounts).toEqual([{ state: "Done", count: 4 }]);
  });

  it("counts refusals", () => {
    expect(applyToBoard(board, [makeEvent(11, "refuse", []), makeEvent(12, "refuse", [])]).refusedLastHour).toBe(2);
  });
});
