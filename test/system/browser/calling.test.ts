import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { faults } from "./axe.ts";
import { Stage, submitPlan } from "./stage.ts";
import { SOON } from "./writing.ts";

let stage: Stage;
let ada: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
  ada = await stage.agent("ada");
  await submitPlan(ada, "Waits already");
});

afterAll(() => stage.close());

it("every page's title says how many tickets wait", async () => {
  const page = await stage.person("/");
  const pages = [
    "/",
    "/needs",
    "/agents",
    "/sessions",
    "/runs",
    "/ledger",
    "/workflow",
    "/stats",
    "/people",
    "/ticket/1",
    "/no",
  ];
  const titles: string[] = [];
  for (const path of pages) {
    await page.goto(`${stage.server.url}${path}`);
    await expect.poll(() => page.title(), SOON).toMatch(/^\(1\) .+ · Signalbox$/);
    titles.push(await page.title());
  }
  expect(new Set(titles).size).toBe(pages.length);
  await page.context().close();
});

describe("somebody who wants to be called", () => {
  it("gets a note and a sound for a ticket that begins to wait, and none before they asked", async () => {
    const page = await stage.person("/stats");
    await page.getByText("Live", { exact: true }).first().waitFor({ state: "attached" });
    await page.evaluate(RECORD);
    const before = await submitPlan(ada, "Unheard");
    await expect.poll(() => page.title(), SOON).toMatch(/^\(2\)/);
    expect(await calls(page)).toEqual({ notes: [], sounds: 0 });

    await account(page).click();
    await page.getByRole("switch", { name: "Notify me of Needs you" }).click();
    await page.getByRole("switch", { name: "With a sound" }).click();
    await page.getByRole("switch", { name: "With a sound", checked: true }).waitFor();
    expect((await calls(page)).sounds).toBe(1);
    const number = await submitPlan(ada, "Heard");
    await expect.poll(() => calls(page), SOON).toEqual({ notes: [`#${number} Heard`], sounds: 2 });

    await page.reload();
    await account(page).click();
    await page.getByRole("switch", { name: "Notify me of Needs you", checked: true }).waitFor();
    expect(before).toBeLessThan(number);
    await page.context().close();
  });

  it("reads why, where the browser does not allow notes", async () => {
    const page = await stage.person("/");
    // As somebody does who presses Block.
    await page.evaluate("Notification.requestPermission = () => Promise.resolve('denied')");
    await account(page).click();
    await page.getByRole("switch", { name: "Notify me of Needs you" }).click();
    await page.getByText("You will not be notified.").waitFor();
    await page.getByRole("switch", { name: "Notify me of Needs you", checked: false }).waitFor();
    await page.context().close();
  });
});

describe("the account menu", () => {
  it.each(["light", "dark"] as const)("has no accessibility fault in %s colours", async (theme) => {
    for (const width of [1440, 1024]) {
      const page = await stage.person("/", { theme, size: { width, height: 800 } });
      await account(page).click();
      await page.getByText("Operator: you move").waitFor();
      expect(await faults(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
      const folder = process.env["PICTURES"];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/account-${theme}-${width}.png` });
      await page.context().close();
    }
  });

  it("is worked by keys alone, and gives the focus back", async () => {
    const page = await stage.person("/");
    await account(page).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect.poll(() => page.evaluate("document.activeElement?.textContent")).toContain("People and keys");
    await page.keyboard.press("Escape");
    await page.getByText("Operator: you move").waitFor({ state: "detached" });
    expect(await account(page).evaluate((button) => button.matches(":focus"))).toBe(true);
    await page.context().close();
  });

  it.each(["light", "dark"] as const)("is under More on a phone, in %s colours", async (theme) => {
    const page = await stage.person("/", { theme, size: { width: 390, height: 844 } });
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("link", { name: "Your browser sessions" }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.context().close();
  });

  it("tells a viewer how to act", async () => {
    const page = await stage.viewer("/");
    await account(page).click();
    await page.getByText("To act, run “signalbox open”.").waitFor();
    expect(await page.getByRole("button", { name: "Sign out" }).count()).toBe(0);
    await page.context().close();
  });

  // The last one: it ends the session that the others share.
  it("signs out", async () => {
    const page = await stage.person("/");
    await account(page).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Account: Not signed in, viewer" }).waitFor();
    await page.context().close();
    // What the browser had kept opens nothing any more.
    const kept = await stage.person("/");
    await kept.getByRole("button", { name: "Account: Not signed in, viewer" }).waitFor();
    await kept.context().close();
  });
});

function account(page: Page): ReturnType<Page["getByRole"]> {
  return page.getByRole("button", { name: /^Account: / });
}

/**
 * Notes and sounds leave no trace on a page: what makes them is counted on its way to the browser. One without a screen
 * allows no notes: a person's yes is put in its place.
 */
const RECORD = `
  globalThis.calls = { notes: [], sounds: 0 };
  globalThis.Notification = class extends Notification {
    static permission = "granted";
    static requestPermission = () => Promise.resolve("granted");
    constructor(title, options) { super(title, options); calls.notes.push(title); }
  };
  globalThis.AudioContext = class extends AudioContext {
    constructor() { super(); calls.sounds += 1; }
  };`;

function calls(page: Page): Promise<{ notes: string[]; sounds: number }> {
  return page.evaluate("globalThis.calls") as Promise<{ notes: string[]; sounds: number }>;
}
