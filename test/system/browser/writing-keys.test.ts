// Letters, clicks and drafts around a form that somebody writes in.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { faults } from "./axe.ts";
import { Stage, submitPlan } from "./stage.ts";
import { movesOf } from "./circling.ts";
import { deedsOfPeople, ledgerHead, pause, SOON } from "./writing.ts";

const PHONE = { width: 390, height: 844 };

let stage: Stage;
let ada: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
  ada = await stage.agent("ada");
});

afterAll(() => stage.close());

describe("letters", () => {
  it("are off while a form holds text, even if the focus is elsewhere", async () => {
    const number = await submitPlan(ada, "With a text");
    await submitPlan(ada, "Its neighbour");
    const page = await stage.person(`/ticket/${number}`);
    const reason = reasonOn(page);
    await reason.fill("Half a sentence");
    await page.getByRole("heading", { level: 1 }).click();
    await pause(page);
    for (const letter of "jkaegn/") await page.keyboard.press(letter);
    expect(new URL(page.url()).pathname).toBe(`/ticket/${number}`);
    expect(await reason.inputValue()).toBe("Half a sentence");
    expect(await page.locator("textarea:focus, input:focus").count()).toBe(0);

    // Without the text they do what they say.
    await reason.fill("");
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("a");
    await expect.poll(() => reason.evaluate((field) => field.matches(":focus")), SOON).toBe(true);
    await page.context().close();
  });

  it("are off for a moment after the ticket has moved, and then choose among the new ways", async () => {
    const number = await submitPlan(ada, "Moved under the hand");
    const page = await stage.person(`/ticket/${number}`);
    const reason = reasonOn(page);
    await reason.waitFor();
    await asSoonAs(page, "Start planning", `document.body.dispatchEvent(new KeyboardEvent("keydown", E))`);
    await movesOf(ada, "ada", number, "Plan in Review")();
    await done(page);
    expect(await reason.evaluate((field) => field.matches(":focus"))).toBe(false);
    await pause(page);
    await page.keyboard.press("s");
    await expect.poll(() => reason.evaluate((field) => field.matches(":focus")), SOON).toBe(true);
    await page.context().close();
  });
});

describe("a form whose ticket has moved", () => {
  it("takes no click that comes too soon to be meant for the new buttons", async () => {
    const number = await submitPlan(ada, "Clicked too soon");
    const page = await stage.person(`/ticket/${number}`);
    await reasonOn(page).fill("Go on");
    const before = await ledgerHead(stage);
    await asSoonAs(page, "Start planning", "button.click(); button.click();");
    const words = await movesOf(ada, "ada", number, "Plan in Review")();
    const panel = page.getByRole("region", { name: "Your move" });
    await panel.getByText(words).waitFor();
    await done(page);
    await page.keyboard.press("Control+Enter");
    await panel.getByText("Nothing was sent: choose again first.").waitFor();
    expect(await panel.getByText(words).isVisible()).toBe(true);
    expect(await deedsOfPeople(stage, before)).toEqual([]);
    await page.context().close();
  });

  it.each([
    ["light", undefined],
    ["dark", undefined],
    ["light", PHONE],
  ] as const)("has no accessibility fault, in %s colours", async (theme, size) => {
    const number = await submitPlan(ada, "Looked at closely");
    const page = await stage.person(`/ticket/${number}`, { theme, ...(size ? { size } : {}) });
    await reasonOn(page).fill("Go on");
    await page
      .getByText(await movesOf(ada, "ada", number, "Plan in Review")())
      .first()
      .waitFor();
    await page.getByRole("button", { name: /^Start planning/ }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.context().close();
  });

  it("lets the text become a comment", async () => {
    const number = await submitPlan(ada, "Said anyway");
    const page = await stage.person("/needs");
    await page.locator(`[data-ticket="${number}"]`).click();
    const place = page.getByRole("region", { name: `#${number} Said anyway` });
    await place.getByRole("textbox", { name: /^Reason/ }).fill("Mind the gap.");
    const before = await ledgerHead(stage);
    await place.getByText(await movesOf(ada, "ada", number, "Plan in Review")()).waitFor();
    const row = page.locator(`[data-ticket="${number}"]`);
    await row.getByText("moved by ada meanwhile: Ready for Plan").waitFor();
    await pause(page);
    const comment = place.getByRole("button", { name: "Comment, don’t move" });
    await comment.click();
    await comment.click();
    // It waits for nobody, and its text is sent: now it leaves the list.
    await row.waitFor({ state: "detached" });
    const deeds = await deedsOfPeople(stage, before);
    expect(deeds.map(({ kind, subject }) => [kind, subject.key])).toEqual([["comment", String(number)]]);
    await page.context().close();
  });

  it("offers a person who has not chosen yet the new ways at once", async () => {
    const number = await submitPlan(ada, "Only looked at");
    const page = await stage.person(`/ticket/${number}`);
    const panel = page.getByRole("region", { name: "Your move" });
    await panel.getByRole("button", { name: /^Approve/ }).waitFor();
    await movesOf(ada, "ada", number, "Plan in Review")();
    await panel.getByRole("button", { name: /^Start planning/ }).waitFor();
    expect(await panel.getByText("meanwhile").count()).toBe(0);
    await page.context().close();
  });
});

describe("a text that was not sent", () => {
  it("is there after a reload, and says if the ticket has moved since it was written", async () => {
    const number = await submitPlan(ada, "Written and left");
    const page = await stage.person(`/ticket/${number}`);
    await reasonOn(page).fill("To be continued");
    await page.reload();
    await expect.poll(() => reasonOn(page).inputValue(), SOON).toBe("To be continued");
    expect(await page.getByText("meanwhile").count()).toBe(0);
    await page.goto(`${stage.server.url}/stats`);
    await movesOf(ada, "ada", number, "Plan in Review")();
    await page.goto(`${stage.server.url}/?ticket=${number}`);
    await expect.poll(() => reasonOn(page).inputValue(), SOON).toBe("To be continued");
    await page.getByText(`#${number} moved by ada meanwhile: Ready for Plan`).waitFor();
    await page.context().close();
  });

  it("keeps growing while the server is away", async () => {
    const number = await submitPlan(ada, "Written without a line");
    const page = await stage.person(`/ticket/${number}`);
    const reason = reasonOn(page);
    await reason.focus();
    await page.keyboard.type("Before, ");
    await stage.stopServer();
    await page.getByText(/^No connection since/).waitFor();
    await page.keyboard.type("during ");
    await page.keyboard.press("Control+Enter");
    await stage.startServer();
    await page.getByRole("button", { name: "Try now" }).click();
    await page.getByText(/^Back\./).waitFor();
    await reason.focus();
    await page.keyboard.press("End");
    await page.keyboard.type("and after.");
    expect(await reason.inputValue()).toBe("Before, during and after.");
    await page.keyboard.press("Control+Enter");
    await page.getByText(`#${number} moved to In Progress.`).waitFor();
    await page.context().close();
  });
});

/** In the page itself, because a test on a busy machine may be slower than the moment that it is about. */
async function asSoonAs(page: Page, label: string, deed: string): Promise<void> {
  await page.evaluate(`
    const E = { key: "s", bubbles: true };
    new MutationObserver((_, observer) => {
      const button = [...document.querySelectorAll("button")].find((one) => one.textContent.startsWith("${label}"));
      if (!button) return;
      observer.disconnect();
      ${deed}
      document.documentElement.dataset.done = "true";
    }).observe(document.body, { childList: true, subtree: true });
  `);
}

async function done(page: Page): Promise<void> {
  await page.locator("html[data-done]").waitFor();
}

function reasonOn(page: Page): ReturnType<Page["getByRole"]> {
  return page.getByRole("textbox", { name: "Reason", exact: true });
}
