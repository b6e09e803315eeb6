import { afterAll, beforeAll, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { cardIn, openTicket, Stage, submitPlan } from "./stage.ts";

let stage: Stage;
let ann: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
  ann = await stage.agent("ann");
});

afterAll(() => stage.close());

it("folds empty phases, shows titles of what is not begun, and keeps what somebody unfolds", async () => {
  const number = await openTicket(ann, "The only one");
  const page = await stage.viewer("/");
  await cardIn(page, "Backlog", number).getByRole("heading", { name: "The only one" }).waitFor();
  for (const phase of ["Research", "Plan", "Build", "Siding"]) {
    await page.getByRole("button", { name: `Unfold ${phase}`, exact: true }).waitFor();
    expect(await page.getByRole("button", { name: `Fold ${phase}`, exact: true }).count()).toBe(0);
  }
  await page.getByRole("button", { name: "Unfold Build", exact: true }).click();
  await page.getByRole("button", { name: "Fold Build", exact: true }).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Fold Build", exact: true }).waitFor();
  expect(await page.getByRole("button", { name: "Fold Research", exact: true }).count()).toBe(0);

  // The first that comes unfolds its phase, and what was there before stays as it is.
  const planned = await submitPlan(ann, "A plan to look at");
  await cardIn(page, "Plan in Review", planned).getByRole("heading", { name: "A plan to look at" }).waitFor();
  expect(await page.getByRole("button", { name: "Fold Research", exact: true }).count()).toBe(0);
  // A phase that somebody folds stays folded, whatever comes.
  await page.getByRole("button", { name: "Fold Plan", exact: true }).click();
  const second = await submitPlan(ann, "One more");
  await cardIn(page, "Plan in Review", second).waitFor();
  expect(await page.getByRole("button", { name: "Fold Plan", exact: true }).count()).toBe(0);
  await page.context().close();
});
