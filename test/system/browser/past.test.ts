import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { Stage } from "./stage.ts";

let stage: Stage;
let agent: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent("merlin");
  await agent.call("create_ticket", { title: "One" });
  await agent.ok("handoff_ticket", { number: 1, command: "triage", to_state: "Research Needed", reason: "unclear" });
  await agent.call("handoff_ticket", { number: 1, command: "impl", intent: "complete", reason: "all ticked" });
  await agent.ok("handoff_ticket", { number: 1, command: "research", intent: "lock", reason: "mine" });
});

afterAll(() => stage.close());

/** #1 as it stands on the board. */
function cardIn(page: Page, state: string) {
  const section = page.getByRole("region", { name: new RegExp(`^${state}`) });
  return page.locator(`[data-state="${state}"]`).getByText("#1").or(section.getByText("#1")).first();
}

/** The row by which #1 went there. */
async function rowTo(page: Page, state: string): Promise<void> {
  await page.goto(`${stage.server.url}/ledger?subject=1&kind=step&state=${encodeURIComponent(state)}`);
  await page.getByRole("button", { name: /^Row / }).last().click();
  await page.getByRole("link", { name: "The board at this row" }).click();
  await page.getByText("Past, read only").waitFor();
}

it("shows the board as it was, row by row, from refusal to refusal, and goes back to now", async () => {
  const page = await stage.person("/");
  await rowTo(page, "Research Needed");
  const card = (state: string) => cardIn(page, state);
  await card("Research Needed").waitFor();
  await page.keyboard.press("ArrowLeft");
  await card("Backlog").waitFor();
  await page.getByRole("button", { name: "Next refusal" }).click();
  await card("Research Needed").waitFor();
  await page.keyboard.press("Escape");
  await page.getByText("Past, read only").waitFor({ state: "detached" });
  await card("Research in Progress").waitFor();
  expect(new URL(page.url()).search).toBe("");
  await page.context().close();
});

it("lets nobody change the past: no move, no form, no new ticket", async () => {
  const page = await stage.person("/");
  await rowTo(page, "Research Needed");
  await cardIn(page, "Research Needed").click();
  const drawer = page.getByRole("complementary", { name: "Ticket #1" });
  await drawer.getByText("Research Needed").first().waitFor();
  expect(await drawer.getByRole("textbox").count()).toBe(0);
  expect(await drawer.getByText("mine").count()).toBe(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("m");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.context().close();
});

it("stays where it is while the board of now goes on", async () => {
  const page = await stage.person("/");
  await rowTo(page, "Research Needed");
  await agent.ok("create_ticket", { title: "Two" });
  await page.getByRole("list", { name: "Latest ledger rows" }).getByText("#2").waitFor();
  expect(await page.getByText("Two").count()).toBe(0);
  await page.getByText("Past, read only").waitFor();
  await page.context().close();
});

it("says of a moment that there was not which ones there are, with a way back", async () => {
  const page = await stage.person("/?at=2020-01-01");
  await page.getByText(/its first row is of/).waitFor();
  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByText("One").first().waitFor();
  await page.context().close();
});
