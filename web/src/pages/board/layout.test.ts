import { describe, expect, it } from "vitest";
import { lineOf } from "../../lib/line.ts";
import { makeBoard, makeCard, ticketWorkflow } from "../../testing/boards.ts";
import { COLUMN_WIDTH, defaultFolds, minWidth, planPhases } from "./layout.ts";
import { makeRows, rowHeight } from "./rows.ts";
import { makeSections } from "./sections.ts";

const line = lineOf(ticketWorkflow);
const board = makeBoard([
  makeCard(200, "Backlog", {}),
  makeCard(201, "Research Needed", {}),
  makeCard(202, "Human Needed", {}),
  ...[1, 2, 3].map((number) => makeCard(number, "In Progress", {})),
  ...Array.from({ length: 40 }, (_, index) => makeCard(100 + index, "Ready for Plan", {})),
  makeCard(90, "Plan in Progress", {}),
  makeCard(91, "Plan in Review", {}),
]);
const sections = makeSections(board, board.cards, false);

describe("the board at first sight", () => {
  it("folds what is closed, and unfolds the phase with most work in it where there is room", () => {
    expect(defaultFolds(line, sections, 1600)).toEqual({
      Intake: "column",
      Research: "column",
      Plan: "column",
      Build: "unfolded",
      Siding: "column",
      Closed: "rail",
    });
  });

  it("shows titles of what is not begun where there is room for them", () => {
    expect(defaultFolds(line, sections, 1280)["Intake"]).toBe("column");
    expect(defaultFolds(line, sections, 1200)["Intake"]).toBe("rail");
  });

  it("folds what is empty, and has the room for the rest", () => {
    const few = makeSections(board, [makeCard(1, "Backlog", {}), makeCard(2, "Plan in Review", {})], false);
    expect(defaultFolds(line, few, 1024)).toMatchObject({
      Intake: "column",
      Research: "rail",
      Build: "rail",
      Siding: "rail",
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
    const more = rows.reduce((sum, row) => sum + (row.kind === "more" ? row.count : 0), 0);
    expect(berths).toBeGreaterThan(20);
    expect(cards + berths + more).toBe(40);
  });

  it("of thousands show so many that the sections after them stay in sight, and how many more there are", () => {
    const thousands = Array.from({ length: 4000 }, (_, index) =>
      makeCard(1000 + index, "Ready for Plan", { priority: `P${index % 2}` }),
    );
    const many = planPhases(line, {}, makeSections(board, thousands, false)).find((one) => one.phase.name === "Plan");
    const { rows } = makeRows(many?.columns[0] ?? fail(), { width: COLUMN_WIDTH, height: 700, phone: false });
    const height = rows.reduce((sum, row) => sum + rowHeight(row, false), 0);
    expect(height).toBeLessThan(700);
    const shown = rows.flatMap((row) => (row.kind === "card" ? [row.card] : row.kind === "berths" ? row.cards : []));
    expect(rows.find((row) => row.kind === "groups")).toMatchObject({
      groups: [
        { priority: "P0", count: 2000 },
        { priority: "P1", count: 2000 },
      ],
    });
    expect(rows.find((row) => row.kind === "more")).toMatchObject({ count: 4000 - shown.length });
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

function fail(): never {
  throw new Error("there is no such column");
}
