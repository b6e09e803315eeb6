import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openBoard } from "../open.ts";
import { PICKABLE, pickableAgain } from "./queries.ts";

it.each([
  ["tickets without children", PICKABLE, "ticket_pick", 7],
  ["tickets whose children were all given up", pickableAgain(1), "ticket_pick_again", 8],
] as const)("picks %s in the order of an index, however many tickets there are", async (_, asked, index, params) => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-queries-"));
  const board = await openBoard({ database: join(folder, "board.db"), synchronous: "OFF" });
  onTestFinished(async () => {
    await board.close();
    rmSync(folder, { recursive: true });
  });
  const plan = await board.driver.all(
    `EXPLAIN QUERY PLAN ${asked.sql}`,
    Array.from({ length: params }, () => ""),
  );
  const steps = plan.map(({ detail }) => String(detail));
  expect(steps).toContainEqual(expect.stringMatching(new RegExp(`^SEARCH t USING INDEX ${index} \\(state=\\?\\)`)));
  expect(steps.filter((step) => step.includes("TEMP B-TREE"))).toEqual([]);
});
