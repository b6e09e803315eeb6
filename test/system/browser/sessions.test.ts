// A session that went wrong is found and understood in two clicks; a person acts on it, and opens one for an agent.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { faults } from "./axe.ts";
import { fillCases, type Cases } from "./session-cases.ts";
import { openTicket, Stage } from "./stage.ts";

const MINUTE = 60_000;
const PHONE = { width: 390, height: 844 };

let stage: Stage;
let cases: Cases;

beforeAll(async () => {
  stage = await Stage.open({}, async (database) => {
    cases = await fillCases(database, Date.now() - 50 * MINUTE);
  });
});

afterAll(() => stage.close());

describe("in two clicks from the board", () => {
  it("a failed session is found, with its error, its tests, its files and what was refused", async () => {
    const page = await twoClicks("godwit");
    expect(new URL(page.url()).pathname).toBe(`/sessions/${cases.failed}`);
    const story = page.getByLabel("What happened");
    await story.getByText("Tests could not start: the database port 5433 is taken.").waitFor();
    await story.getByText("EADDRINUSE").waitFor();
    await page.getByText("ended by an error while testing").waitFor();
    const steps = page.getByRole("region", { name: "State by state" });
    await steps.getByText("38 pass").waitFor();
    await steps.getByText("3 fail").waitFor();
    await steps.getByText("Preview table with old and new price.").waitFor();
    await steps.getByText("Out of order").first().waitFor();
    const calls = page.getByRole("region", { name: "Calls around it" });
    await calls.getByText("invalid transition", { exact: true }).waitFor();
    await calls.getByText("Recovery").first().waitFor();
    await page.getByRole("region", { name: "Files" }).getByText("web/").waitFor();
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });

  it("a silent one is found, with since when, what comes next, and what a person can do", async () => {
    const page = await twoClicks("heron");
    const story = page.getByLabel("What happened");
    await story.getByText(/heron went silent .+ ago: no call since/).waitFor();
    await story.getByText("Nothing ends it by itself").waitFor();
    await story.getByText(/lease of heron on the ticket ran out|holds the ticket until/).waitFor();
    await story.getByRole("button", { name: "Release the claim" }).waitFor();
    await story.getByRole("button", { name: "End as timeout" }).click();
    await page.keyboard.type("It hangs");
    await page.keyboard.press("Enter");
    // The page follows by itself.
    await story.getByText(/ended it as timeout at .+: “It hangs”/).waitFor();
    await plate(page, "Timed out");
    await page.context().close();
  });

  it("one that was left open is found, with what ended it, and that its agent never said how it went", async () => {
    const page = await twoClicks("wren");
    const story = page.getByLabel("What happened");
    await story
      .getByText(/The ticket was closed \(Done\) at .+, while the session was still at “implementing”/)
      .waitFor();
    await story.getByText("wren never said how the work went").waitFor();
    await plate(page, "Left open");
    const calls = page.getByRole("region", { name: "Calls around it" });
    await calls.getByText("Merged by hand").waitFor();
    // Its agent says so at last, and the page hears it.
    const wren = await stage.agent("wren");
    await wren.ok("complete_ralph_session", { sessionId: cases.left, outcome: "success" });
    await story.getByText("How the work went was said later.").waitFor();
    await page.context().close();
  });
});

it("lanes reach back to the first session, and say where nothing lies before", async () => {
  const page = await stage.person("/sessions");
  await page.getByRole("link", { name: "godwit" }).waitFor();
  expect(await page.getByRole("link", { name: "dunlin" }).count()).toBe(0);
  await page.getByRole("button", { name: "← Earlier" }).click();
  await page.getByRole("link", { name: "dunlin" }).waitFor();
  await page.getByText("Nothing lies before.").waitFor();
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByRole("link", { name: "godwit" }).waitFor();
  await page.getByRole("button", { name: "7d" }).click();
  await page.getByRole("link", { name: "dunlin" }).click();
  await page.getByText("the day before yesterday").waitFor();
  await page.context().close();
});

it("a person opens a session for an agent with the keyboard alone, and the agent takes it up", async () => {
  const shrike = await stage.agent("shrike");
  const ticket = await openTicket(shrike, "Weigh the parcels");
  const page = await stage.person("/sessions");
  const begin = page.getByRole("button", { name: "New session" });
  // A button takes no focus until it is known that this reader may act.
  await begin.click({ trial: true });
  await begin.focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type(`#${ticket}`);
  await page.keyboard.press("Tab");
  await page.keyboard.type("shrike");
  await page.keyboard.press("Enter");
  await plate(page, "Not taken up");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const taken = await shrike.ok("create_ralph_session", { ticket });
  expect(taken).toMatchObject({ sessionId: id, existing: true });
  await shrike.ok("update_session_state", { sessionId: id, state: "analyzing" });
  await plate(page, "Analyzing");
  // From the page to its ticket, to the session again by the ticket's panel, and back to all of them.
  await page.keyboard.press("t");
  await page.getByRole("heading", { name: /Weigh the parcels/ }).waitFor();
  await page.getByRole("region", { name: "Sessions" }).getByRole("link", { name: "shrike" }).click();
  await page.getByLabel("What happened").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Sessions" }).waitFor();
  await page.context().close();
});

it("a ticket that is not there is refused at the form, and what was typed stays", async () => {
  const page = await stage.person("/sessions");
  await page.getByRole("button", { name: "New session" }).click();
  await page.getByLabel("Ticket", { exact: true }).fill("999");
  await page.getByRole("button", { name: "Open the session" }).click();
  await page.getByRole("alert").getByText("There is no ticket #999").waitFor();
  expect(await page.getByLabel("Ticket", { exact: true }).inputValue()).toBe("999");
  await page.context().close();
});

it("cards and the ticket's timeline lead to the session", async () => {
  const snipe = await stage.agent("snipe");
  const number = await openTicket(snipe, "Sort the returns");
  await snipe.ok("handoff_ticket", { number, command: "triage", to_state: "Research Needed", reason: "Needs a look" });
  const { sessionId } = await snipe.ok("create_ralph_session", { ticket: number });
  await snipe.ok("handoff_ticket", { number, command: "research", intent: "lock", reason: "Mine" });
  await snipe.ok("update_session_state", { sessionId, state: "analyzing" });
  const page = await stage.person("/");
  await page
    .locator(`[data-key="${number}"]`)
    .getByRole("link", { name: /analyzing/ })
    .click();
  await page.getByRole("heading", { name: /snipe on #/ }).waitFor();
  await page.goto(`${stage.server.url}/ticket/${number}`);
  await page.getByRole("region", { name: "Timeline" }).getByRole("link", { name: "session" }).first().click();
  await page.getByRole("heading", { name: /snipe on #/ }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/sessions/${String(sessionId)}`);
  await page.context().close();
});

it("what went wrong before the lanes that are shown is named below them, and leads to its session", async () => {
  const page = await stage.person("/sessions");
  await page.getByRole("button", { name: "10m" }).waitFor();
  await page.getByText("Before", { exact: true }).waitFor();
  await page.getByRole("link", { name: "godwit" }).click();
  await page.getByText("EADDRINUSE").first().waitFor();
  await page.context().close();
});

it("a session that is not there says so, with a way on", async () => {
  const page = await stage.person("/sessions/nope");
  await page.getByText(/is not on this board\.$/).waitFor();
  await page.context().close();
});

describe.each([
  ["light", undefined],
  ["dark", undefined],
  ["light", PHONE],
] as const)("in %s colours, at %o", (theme, size) => {
  it("the page of a session has no accessibility fault, and fits", async () => {
    const page = await stage.person(`/sessions/${cases.failed}`, { theme, ...(size ? { size } : {}) });
    await page.getByLabel("What happened").waitFor();
    await page.evaluate("document.fonts.ready");
    expect(await faults(page)).toEqual([]);
    if (size) expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(size.width);
    await page.context().close();
  });
});

/** How it stands, at a glance. */
function plate(page: Page, words: string): Promise<void> {
  return page.locator(".session-plate b").getByText(words).waitFor();
}

async function twoClicks(agent: string): Promise<Page> {
  const page = await stage.person("/");
  await page.getByRole("link", { name: "Agents", exact: true }).first().click();
  await page
    .getByRole("link", { name: new RegExp(`^${agent}( on #\\d+)?$`) })
    .first()
    .click();
  await page.getByLabel("What happened").waitFor();
  return page;
}
