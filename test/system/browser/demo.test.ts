import { readdirSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { playDemo, type Demo } from "../../support/clients/demo.ts";
import { TestBrowser } from "../../support/browser/browser.ts";

/** What `npm start` runs. */
let demo: Demo;
let browser: TestBrowser;

beforeAll(async () => {
  browser = await TestBrowser.launch();
  demo = await playDemo();
});

afterAll(async () => {
  await browser.close();
  demo.forget();
});

it("a newcomer sees the demo's board live, approves a plan, and sees an agent go on with it", async () => {
  const page = await browser.open();
  await page.goto(demo.link.href);
  // Agents are at work, each with its lamp; and rows keep coming without the page being loaded again.
  await page.locator("section[data-state] [data-key] .lamp").first().waitFor();
  const row = async (): Promise<number> =>
    Number((await page.getByText(/^Ledger row/).innerText()).replaceAll(/\D/g, ""));
  const before = await row();
  await expect.poll(row, { timeout: 60_000 }).toBeGreaterThan(before + 5);

  const waiting = page.locator('section[data-state="Plan in Review"] [data-key]').first();
  await waiting.waitFor({ timeout: 60_000 });
  const key = (await waiting.getAttribute("data-key")) ?? "";
  await page.goto(`${demo.link.origin}/ticket/${key}`);
  await page.getByRole("textbox", { name: "Reason" }).fill("Reads well.");
  await page.getByRole("button", { name: /^Approve/ }).click();
  await page.getByText("Reads well.").first().waitFor();
  // Newest first: what stands above the approval was done by agents since.
  const goneOn = (): Promise<boolean> =>
    page.evaluate(async (ticket) => {
      const answer = await fetch(`/api/tickets/${ticket}`);
      const { timeline } = (await answer.json()) as { timeline: { person: boolean }[] };
      return timeline.findIndex(({ person }) => person) > 0;
    }, key);
  await expect.poll(goneOn, { timeout: 60_000 }).toBe(true);
  expect(browser.watch(page).complaints).toEqual([]);

  expect(await demo.stop()).toEqual([0, null]);
  expect(demo.said.at(-1)).toMatch(/^Every rule held/);
  expect(readdirSync(demo.temp).filter((name) => name.startsWith("signalbox-"))).toEqual([]);
});
