import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Stage } from "./stage.ts";
import { tellStory } from "./story/story.ts";

const RUN = "/runs/spokeshop%2Ftill/returns-2";

let stage: Stage;

beforeAll(async () => {
  stage = await Stage.open({}, (database) => tellStory(database, Date.now()));
});

afterAll(() => stage.close());

it("says what to tell an agent, and copies it by keyboard", async () => {
  const page = await stage.person(RUN);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const button = page.getByRole("button", { name: "Copy what to say to an agent" });
  await button.focus();
  await page.keyboard.press("Enter");
  await button.getByText("Copied").waitFor();
  expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
    "Go on with the Signalbox run of project spokeshop/till, session returns-2: call get_run " +
      '{"project":"spokeshop/till","session":"returns-2"} and use the skill that it names, now executing-plans.',
  );
  await page.context().close();
});

it("shows documents, who worked a task, tickets of items, and each refusal", async () => {
  const page = await stage.person(RUN);
  const documents = page.getByRole("region", { name: "Documents" });
  await documents.getByText("docs/runs/returns-2/", { exact: true }).waitFor();
  await documents.getByText("item-1/plan.md", { exact: true }).waitFor();
  expect(await documents.locator("li.current code").allTextContents()).toEqual(["batch-1.md"]);
  await page.getByRole("button", { name: /schema/ }).click();
  await page.locator(".task-spells").getByText("heron").waitFor();
  await page.getByRole("region", { name: "Items" }).getByRole("link", { name: "#4" }).waitFor();
  const refusals = page.getByRole("region", { name: "Refused" }).getByRole("listitem");
  expect(await refusals.count()).toBe(1);
  expect(await refusals.first().textContent()).toMatch(/dunnock asked to complete executing-plans.*batch_unfinished/);
  await page.context().close();
});

it("gives the run as one document", async () => {
  const page = await stage.person(RUN);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("run-spokeshop-till-returns-2.md");
  const text = await readFile(await download.path(), "utf8");
  expect(text).toContain("# Run returns-2 of spokeshop/till\n");
  expect(text).toContain("- `schema`, item 1: completed by heron; A column for the shop");
  await page.context().close();
});

it("shows the run on its ticket", async () => {
  const page = await stage.person("/ticket/8");
  const runs = page.getByRole("region", { name: "Runs" });
  await runs.getByRole("link", { name: "returns-2" }).waitFor();
  await runs.getByText("test/fixtures/refunds.json").first().waitFor();
  await runs.getByRole("link", { name: "returns-2" }).click();
  await page.getByRole("heading", { name: "returns-2" }).waitFor();
  await page.context().close();
});
