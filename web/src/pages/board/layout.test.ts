import { describe, expect, it } from "vitest";
import { lineOf } from "../../lib/line.ts";
import { makeBoard, makeCard, ticketWorkflow } from "../../testing/boards.ts";
import { COLUMN_WIDTH, defaultFolds, minWidth, planPhases } from "./layout.ts";
import { makeRows } from "./rows.ts";
import { makeSections } from "./sections.ts";

const line = lineOf(ticketWorkflow);
const board = makeBoard([
  ...[1, 2, 3].map((number) => makeCard(number, "In Progress", {})),
  ...Array.from({ length: 40 }, (_, index) => makeCard(100 + index, "Ready for Plan", {})),
  makeCard(90, "Plan in Progress", {}),
  makeCard(91, "Plan in Review", {}),
]);
const sections = makeSections(board, board.cards, false);

describe("the board at first sight", () => {
  it("folds what is not begun and what is closed, and unfolds the phase with most work in it", () => {
    expect(defaultFolds(line, sections, 1440)).toEqual({
      Intake: "rail",
      Research: "column",
      Plan: "column",
      Build: "unfolded",
      Siding: "column",
      Closed: "rail",
    });
  });

  it("unfolds nothing where columns would become too narrow", () => {
    const needed = minWidth(planPhases(line, defaultFolds(line, sections, 5000), sections));
    expect(defaultFolds(line, sections, needed)["Build"]).toBe("unfolded");
    expect(defaultFolds(line, sections, needed - 1)["Build"]).toBe("column");
  });
});

describe("rows of a column", () => {
  const plan = planPhases(line, {}, sections).find((one) => one.phase.name === "Plan")?.columns[0];
  const kinds = (height: number) => {
    if (!plan) throw new Error("no phase Plan");
    return makeRows(plan, { width: COLUMN_WIDTH, height, phone: false });
  };

  it("show every card that is held or waits for a person, however many are queued before them", () => {
    const { rows } = kinds(400);
    const cards = rows.flatMap((row) => (row.kind === "card" ? [row.card.number] : []));
    expect(cards).toEqual([100, 101, 90, 91]);
  });

  it("show more of a queue where there is room, and the rest as berths", () => {
    const { rows } = kinds(900);
    const cards = rows.filter((row) => row.kind === "card" && row.section.state === "Ready for Plan").length;
    const berths = rows.flatMap((row) => (row.kind === "berths" ? row.cards : [])).length;
    expect(cards).toBeGreaterThan(2);
    expect(cards + berths).toBe(40);
  });

  it("tell where each section begins and ends", () => {
    const { rows, sections: ranges } = kinds(400);
    expect(ranges.map((range) => range.section.state)).toEqual([
      "Ready for Plan",
      "Plan in Progress",
      "Plan in Review",
    ]);
    for (const range of ranges) {
      expect(rows[range.first]?.kind).toBe("head");
      expect(rows[range.last]?.section).toBe(range.section);
    }
    expect(ranges.at(-1)?.last).toBe(rows.length - 1);
  });
});
