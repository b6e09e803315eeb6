// A person tries another workflow on what happened, sees what it would have done, and puts it in force.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Workflow } from "../../../src/engine/workflow/format.ts";
import { faults } from "./axe.ts";
import { Stage, submitPlan } from "./stage.ts";

const SHIPPED = join(import.meta.dirname, "../../../workflows/ticket.json");
const PHONE = { width: 390, height: 844 };

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open();
  const ada = await stage.agent("ada");
  await submitPlan(ada, "A plan");
});
afterAll(() => stage.close());

function edited(change: (workflow: Workflow) => Workflow): string {
  return JSON.stringify(change(JSON.parse(readFileSync(SHIPPED, "utf8")) as Workflow));
}

it("says what a workflow would have refused, and refuses what is none", async () => {
  const page = await stage.person("/workflow");
  const form = page.getByRole("form", { name: "Try a change" });
  const text = form.getByLabel("or its text");
  await text.fill("{ nonsense");
  await form.getByRole("button", { name: "Try it" }).click();
  await page.getByText("This is no JSON").waitFor();
  await text.fill("{}");
  await form.getByRole("button", { name: "Try it" }).click();
  await page.getByText("The workflow can't be used").waitFor();
  // From a file: a workflow without the edge that the plan was handed in by.
  const file = join(stage.folder, "strict.json");
  const strict = edited((workflow) => ({
    ...workflow,
    version: 2,
    edges: workflow.edges.filter(({ from, to }) => from !== "Plan in Progress" || to !== "Plan in Review"),
  }));
  writeFileSync(file, strict);
  await form.getByLabel("A workflow file").setInputFiles(file);
  await form.getByRole("button", { name: "Try it" }).click();
  const report = page.getByRole("status", { name: "What it would have done" });
  await report.getByText("no edge leads there").waitFor();
  await report.getByText("every verdict comes out the same").waitFor();
  expect(await report.getByRole("table").getByRole("row").allInnerTexts()).toContainEqual(
    expect.stringMatching(/Plan in Progress.*Plan in Review.*no edge leads there\s*1\s/su),
  );
  expect(await faults(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(PHONE.width);
  await page.context().close();
});

it("puts a workflow in force once a person agrees to what it loosens", async () => {
  const page = await stage.person("/workflow");
  const form = page.getByRole("form", { name: "Try a change" });
  const loose = edited((workflow) => ({
    ...workflow,
    version: 3,
    edges: [...workflow.edges, { from: "Research Needed", to: "Done" }],
  }));
  await form.getByLabel("or its text").fill(loose);
  await form.getByRole("button", { name: "Try it" }).click();
  await page.getByText("Loosens:").first().waitFor();
  const adopt = page.getByRole("button", { name: "Put it in force" });
  expect(await adopt.getAttribute("aria-disabled")).toBe("true");
  await page.getByLabel("It loosens what is in force, and that is meant.").check();
  await adopt.click();
  await page.getByText("ticket v3 is in force.").waitFor();
  await page.getByRole("region", { name: "Versions" }).getByText("ticket v3").waitFor();
  await page.context().close();
});

it("is for people: who only reads is told so", async () => {
  const page = await stage.viewer("/workflow");
  const form = page.getByRole("form", { name: "Try a change" });
  await form.getByLabel("or its text").fill("{}");
  expect(await form.getByRole("button", { name: "Try it" }).getAttribute("aria-disabled")).toBe("true");
  const answer = await fetch(`${stage.server.url}/api/workflow/try`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  expect([401, 403]).toContain(answer.status);
  await page.context().close();
});
