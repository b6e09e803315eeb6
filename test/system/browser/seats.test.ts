// What each agent does, who has a key, and how the workflow came to be: the pages of whoever runs the board.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { faults } from "./axe.ts";
import { openTicket, Stage, submitPlan } from "./stage.ts";
import { deedsOfPeople, ledgerHead, SOON } from "./writing.ts";

const TABLET = { width: 1024, height: 768 };

let stage: Stage;
let ada: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
});

afterAll(() => stage.close());

describe("the agents", () => {
  it("are nobody at first, and a row each as soon as they call", async () => {
    const page = await stage.person("/");
    await page.getByText("The line is clear.").waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("a");
    await page.getByText("No agent has called yet.").waitFor();
    expect(await faults(page)).toEqual([]);
    ada = await stage.agent("ada");
    const number = await openTicket(ada, "Which locales?");
    await ada.ok("handoff_ticket", { number, command: "triage", to_state: "Research Needed", reason: "Look" });
    await ada.ok("handoff_ticket", { number, command: "research", intent: "lock", reason: "Mine" });
    const { sessionId } = await ada.ok("create_ralph_session", { ticket: number });
    await ada.ok("update_session_state", { sessionId, state: "analyzing" });
    const refused = await ada.call("handoff_ticket", { number, command: "impl", intent: "complete", reason: "Done" });
    const [, recovery = ""] = (refused.content[0]?.text ?? "").split("\nRecovery: ");
    const row = page.getByRole("list", { name: "At work" }).locator('[data-agent="ada"]');
    await row.getByText(recovery).waitFor(SOON);
    await row.locator(".agent-doing").getByText("analyzing").waitFor();
    await row.getByRole("link", { name: `#${number} Which locales?` }).waitFor();
    await row.locator(".agent-ticket").getByText("Research in Progress").waitFor();
    await row.getByText(/^last call/).waitFor();
    expect(await page.getByText("1 agent: 1 at work, 0 silent, 0 without a ticket").count()).toBe(1);

    await page.getByRole("button", { name: "1m", exact: true }).waitFor();
    await page.keyboard.press("-");
    await page.getByRole("button", { name: "2m", exact: true }).waitFor();
    for (let steps = 0; steps < 14; steps++) await page.keyboard.press("-");
    await page.getByRole("button", { name: "30d", exact: true }).click();
    await page.getByText("Fitted to what is live").waitFor();

    await ada.ok("update_session_state", { sessionId, state: "implementing" });
    await ada.ok("update_session_state", { sessionId, state: "testing" });
    await ada.ok("complete_ralph_session", { sessionId, outcome: "failure", error: "No database" });
    await ada.ok("release_claim", { number, reason: "Somebody else" });
    await page.getByRole("list", { name: "Without a ticket" }).locator('[data-agent="ada"]').waitFor(SOON);
    await page.getByRole("link", { name: `ada on #${number}` }).waitFor();
    await page.getByRole("button", { name: "By session" }).click();
    await page.getByRole("heading", { name: "Sessions" }).waitFor();
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });
});

describe("people and keys", () => {
  it("are an operator's to see: anybody else is told how to become one", async () => {
    const page = await stage.viewer("/people");
    await page.getByText("Only an operator sees who has a key.").waitFor();
    expect(await page.getByRole("button", { name: "Make a key" }).count()).toBe(0);
    await page.context().close();
  });

  it("makes a key that is shown once, and stays in sight while others change the list", async () => {
    const page = await stage.person("/people");
    await page.getByRole("button", { name: "Make a key" }).click();
    const form = page.getByRole("form", { name: "Make a key" });
    await form.getByRole("textbox", { name: "Name" }).fill("night");
    const other = await stage.person("/people");
    await other.getByRole("button", { name: "Make a key" }).click();
    await other.getByRole("textbox", { name: "Name" }).fill("night");
    await other.keyboard.press("Enter");
    await other.getByRole("status", { name: "The new key" }).waitFor();
    await page.locator('[aria-label="Keys: list"]').locator("b", { hasText: "night" }).waitFor();
    expect(await form.getByRole("textbox", { name: "Name" }).inputValue()).toBe("night");
    await page.keyboard.press("Enter");
    await form.getByRole("alert").filter({ hasText: "What you wrote is kept." }).waitFor();
    await form.getByRole("textbox", { name: "Name" }).fill("build-2");
    await page.reload();
    expect(await form.getByRole("textbox", { name: "Name" }).inputValue()).toBe("build-2");
    // Not an agent's with a limit: that would close the door to everybody without a key.
    await form.getByRole("button", { name: "witness" }).click();
    await form.getByRole("textbox", { name: /^Facts/ }).fill("tests, lint");
    await form.getByRole("button", { name: "Make the key" }).click();
    const made = page.getByRole("status", { name: "The new key" });
    const text = await made.locator("code").innerText();
    expect(text).toMatch(/^sbx_[0-9a-f]{10}_/);
    expect((await stage.ask(text)).status).toBe(200);
    await openTicket(ada, "Something else happens");
    expect(await made.locator("code").innerText()).toBe(text);
    await made.getByRole("button", { name: "I have kept it" }).click();

    const row = page.locator("[data-token]").filter({ hasText: "build-2" });
    await row.getByRole("button", { name: "Limit build-2" }).click();
    const limit = page.getByRole("form", { name: "Limit build-2" });
    await limit.getByRole("checkbox", { name: "lint" }).uncheck();
    await other.getByRole("button", { name: "I have kept it" }).click();
    await other.getByRole("button", { name: "Make a key" }).click();
    await other.getByRole("textbox", { name: "Name" }).fill("later");
    await other.keyboard.press("Enter");
    await page.locator('[aria-label="Keys: list"]').locator("b", { hasText: "later" }).waitFor();
    expect(await limit.getByRole("checkbox", { name: "lint" }).isChecked()).toBe(false);
    expect(await limit.getByRole("checkbox", { name: "tests" }).isChecked()).toBe(true);
    expect(await faults(page)).toEqual([]);
    // Another operator limits the same key: the boxes stay, and nothing is sent that was decided before.
    const others = other.getByRole("form", { name: "Limit build-2" });
    await other.getByRole("button", { name: "Limit build-2" }).click();
    await others.getByRole("checkbox", { name: "tests" }).uncheck();
    const posted: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") posted.push(request.url());
    });
    await others.getByRole("button", { name: "Limit", exact: true }).click();
    await limit.getByRole("alert").filter({ hasText: "build-2 was changed meanwhile. It may lint now." }).waitFor(SOON);
    expect(await limit.getByRole("checkbox", { name: "lint" }).isChecked()).toBe(false);
    expect(await limit.getByRole("checkbox", { name: "tests" }).isChecked()).toBe(true);
    await limit.getByRole("checkbox", { name: "tests" }).press("Enter");
    await limit.getByRole("button", { name: "Limit", exact: true }).click({ force: true });
    await limit.getByRole("button", { name: "Cancel" }).click();
    expect(posted).toEqual([]);
    await expect.poll(() => row.locator("code").allInnerTexts(), SOON).toEqual(["lint"]);

    const before = await ledgerHead(stage);
    await row.getByRole("button", { name: "Revoke build-2" }).click();
    await page.getByText("Its streams end within a second.").waitFor();
    await page.keyboard.type("The machine was sold");
    const theirs = other.locator("[data-token]").filter({ hasText: "build-2" });
    await theirs.getByRole("button", { name: "Revoke build-2" }).click();
    await other.keyboard.type("Not needed");
    await other.keyboard.press("Enter");
    await other.getByText("build-2 opens nothing any more.").waitFor();
    await page.getByRole("alert").filter({ hasText: "build-2 is revoked" }).waitFor(SOON);
    const reason = page.getByRole("textbox", { name: "Why do you revoke build-2?" });
    expect(await reason.inputValue()).toBe("The machine was sold");
    await page.keyboard.press("Enter");
    const deeds = await deedsOfPeople(stage, before);
    expect(deeds.map(({ kind, texts }) => [kind, texts["reason"]])).toEqual([["revoke", "Not needed"]]);
    expect((await stage.ask(text)).status).toBe(401);
    await other.context().close();
    await page.context().close();
  });
});

describe("the workflow", () => {
  it("opens a state from the diagram and by its address, and tells which versions were in force", async () => {
    const number = await submitPlan(ada, "Waits for approval");
    const page = await stage.person("/workflow");
    await page
      .getByRole("list", { name: /^States of the workflow/ })
      .getByRole("button", { name: "Plan in Review" })
      .click();
    const state = page.getByRole("region", { name: "The state Plan in Review" });
    await state.getByText("waits for a person").waitFor();
    await state.getByText("Approve", { exact: true }).waitFor();
    await state.getByRole("link", { name: `#${number}` }).waitFor();
    expect(new URL(page.url()).search).toBe("?state=Plan+in+Review");
    await page.getByRole("region", { name: "Lint" }).getByText("Next:").first().waitFor();
    await page.getByRole("region", { name: "Versions" }).getByText("in force").waitFor();
    expect(await faults(page)).toEqual([]);
    await page
      .getByRole("group", { name: "States of the workflow" })
      .getByRole("button", { name: "Done" })
      .press("Enter");
    await page.getByRole("region", { name: "The state Done" }).getByText("It leads nowhere").waitFor();
    await page.context().close();
  });
});

it.each([
  ["light", "/agents"],
  ["dark", "/agents"],
  ["light", "/people"],
  ["dark", "/people"],
  ["light", "/workflow?state=Backlog"],
] as const)("in %s colours on a tablet, %s fits and has no accessibility fault", async (theme, path) => {
  const page = await stage.person(path, { theme, size: TABLET });
  await page.getByText("Live", { exact: true }).first().waitFor({ state: "attached" });
  await page.locator("h1").first().waitFor({ state: "attached" });
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
  expect(await faults(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(TABLET.width);
  await page.context().close();
});
