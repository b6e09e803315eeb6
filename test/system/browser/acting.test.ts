import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { cardIn, openTicket, Stage, submitPlan } from "./stage.ts";

let stage: Stage;
let ann: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
  ann = await stage.agent("ann");
});

afterAll(() => stage.close());

describe("the board", () => {
  it("shows what an agent does in another process, without being loaded again", async () => {
    const number = await openTicket(ann, "From elsewhere");
    const page = await stage.viewer("/");
    await cardIn(page, "Backlog", number).waitFor();
    await page.evaluate(() => Object.assign(globalThis, { sameAsBefore: true }));
    await ann.ok("handoff_ticket", { number, command: "triage", to_state: "Research Needed", reason: "Look into it" });
    await cardIn(page, "Research Needed", number).waitFor();
    expect(await page.locator(`[data-key="${number}"]`).count()).toBe(1);
    const later = await openTicket(ann, "Even later");
    await cardIn(page, "Backlog", later).waitFor();
    expect(await page.evaluate(() => "sameAsBefore" in globalThis)).toBe(true);
    expect(stage.browser.watch(page).complaints).toEqual([]);
    await page.context().close();
  });

  it("shows who holds a ticket, and what they are doing", async () => {
    const number = await openTicket(ann, "Held");
    const page = await stage.viewer("/");
    await ann.ok("handoff_ticket", { number, command: "triage", to_state: "Research Needed", reason: "Look into it" });
    await ann.ok("handoff_ticket", { number, command: "research", intent: "lock", reason: "Mine" });
    const { sessionId } = await ann.ok("create_ralph_session", { ticket: number });
    await ann.ok("update_session_state", { sessionId, state: "analyzing" });
    const card = cardIn(page, "Research in Progress", number);
    await card.getByText("ann analyzing").waitFor();
    await page.context().close();
  });

  it("lets a viewer move nothing, and says how to become an operator", async () => {
    const number = await submitPlan(ann, "Only looked at");
    const page = await stage.viewer(`/ticket/${number}`);
    const approve = page.getByRole("button", { name: /^Approve/ });
    await approve.waitFor();
    expect(await approve.isDisabled()).toBe(true);
    expect(await page.getByRole("textbox", { name: "Reason" }).isDisabled()).toBe(true);
    expect(await page.getByText("signalbox open").first().isVisible()).toBe(true);
    await page.goto(`${stage.server.url}/`);
    const card = cardIn(page, "Plan in Review", number);
    await card.waitFor();
    expect(await card.getAttribute("draggable")).toBeNull();
    await page.context().close();
  });
});

describe("a person", () => {
  it("approves a plan after opening the link, and the agent goes on", async () => {
    const number = await submitPlan(ann, "To be approved");
    const build = { number, command: "impl", intent: "complete", reason: "Built" };
    expect((await ann.call("handoff_ticket", build)).isError).toBe(true);

    const page = await stage.person("/");
    await cardIn(page, "Plan in Review", number).click();
    const ticket = page.getByRole("complementary", { name: `Ticket #${number}` });
    await ticket.getByRole("textbox", { name: "Reason" }).fill("A good plan.");
    await ticket.getByRole("button", { name: /^Approve/ }).click();
    await cardIn(page, "In Progress", number).waitFor();

    await ann.ok("handoff_ticket", build);
    await cardIn(page, "In Review", number).waitFor();
    await page.context().close();
  });

  it("approves with the keyboard alone, from the list of what waits", async () => {
    const number = await submitPlan(ann, "By key");
    const page = await stage.person("/");
    await cardIn(page, "Plan in Review", number).waitFor();
    await page.keyboard.press("g");
    await page.keyboard.press("n");
    await page.getByRole("heading", { name: "Needs you" }).waitFor();
    // The newest waits at the end of the list.
    const row = page.locator(`[data-ticket="${number}"]`);
    await row.waitFor();
    for (let steps = 0; (await row.getAttribute("aria-current")) !== "true"; steps++) {
      expect(steps).toBeLessThan(20);
      await page.keyboard.press("j");
    }
    await page.getByRole("button", { name: "Approve to In Progress" }).waitFor();
    await page.keyboard.press("1");
    await page.keyboard.type("Good, by key.");
    await page.keyboard.press("Control+Enter");
    await row.waitFor({ state: "detached" });
    expect(await stateOf(number)).toBe("In Progress");
    await page.context().close();
  });

  it("approves with the keyboard alone, from the board", async () => {
    const number = await submitPlan(ann, "By arrow");
    const page = await stage.person("/");
    await cardIn(page, "Plan in Review", number).waitFor();
    await page.keyboard.press("ArrowDown");
    await walkTo(page, number);
    await page.keyboard.press("Enter");
    const ticket = page.getByRole("complementary", { name: `Ticket #${number}` });
    await ticket.getByRole("button", { name: /^Approve/ }).waitFor();
    await page.keyboard.press("a");
    await page.keyboard.type("Good, by arrow.");
    await page.keyboard.press("Control+Enter");
    await cardIn(page, "In Progress", number).waitFor();
    await page.keyboard.press("Escape");
    await ticket.waitFor({ state: "detached" });
    await page.context().close();
  });

  it("comments, releases a claim, and overrides the graph, each with a reason that stays on the ticket", async () => {
    const number = await openTicket(ann, "All by hand");
    await ann.ok("handoff_ticket", { number, command: "triage", to_state: "Research Needed", reason: "Look into it" });
    await ann.ok("handoff_ticket", { number, command: "research", intent: "lock", reason: "Mine" });
    const page = await stage.person(`/ticket/${number}`);
    await page.getByRole("textbox", { name: "New comment" }).fill("Is **this** still wanted?");
    await page.keyboard.press("Control+Enter");
    await page.locator("strong", { hasText: "this" }).waitFor();

    await page.getByRole("button", { name: "Release" }).click();
    await page.getByRole("textbox", { name: "Reason for the release" }).fill("Ann is on leave.");
    await page.getByRole("button", { name: "Release the claim" }).click();
    await page.getByText("Last held by ann").waitFor();

    await page.getByRole("button", { name: "Override the graph" }).click();
    await page.getByRole("combobox", { name: "Override to" }).selectOption("In Review");
    await page.getByRole("textbox", { name: "Reason", exact: true }).fill("It was built long ago.");
    await page.getByRole("button", { name: "Override to In Review" }).click();
    await page.getByText("waits for a person").waitFor();
    expect(await stateOf(number)).toBe("In Review");
    for (const words of ["Ann is on leave.", "It was built long ago."]) await page.getByText(words).first().waitFor();
    await page.context().close();
  });

  it("reads why an agent was refused, and what it was told to do instead", async () => {
    const number = await openTicket(ann, "Too early");
    const refused = await ann.call("handoff_ticket", { number, command: "impl", intent: "complete", reason: "Done" });
    const [what = "", recovery = ""] = (refused.content[0]?.text ?? "").split("\nRecovery: ");
    expect(recovery).not.toBe("");
    const page = await stage.viewer(`/ticket/${number}`);
    const timeline = page.getByRole("region", { name: "Timeline" });
    await timeline.getByText(what).waitFor();
    expect(await timeline.getByText(recovery).isVisible()).toBe(true);
    await page.context().close();
  });
});

async function stateOf(number: number): Promise<unknown> {
  return (await ann.ok("get_ticket", { number }))["state"];
}

/** With arrows: to the right until its column is reached, then up and down. */
async function walkTo(page: Page, number: number): Promise<void> {
  const focused = async () => {
    const card = page.locator(":focus");
    const column = page.locator("[data-column]:has(:focus)");
    return { key: await card.getAttribute("data-key"), column: await column.getAttribute("data-column") };
  };
  const column = await page.locator(`[data-column]:has([data-key="${number}"])`).getAttribute("data-column");
  for (let steps = 0; (await focused()).column !== column; steps++) {
    expect(steps).toBeLessThan(20);
    await page.keyboard.press("ArrowRight");
  }
  for (let steps = 0; steps < 30 && (await focused()).key !== String(number); steps++)
    await page.keyboard.press("ArrowUp");
  for (let steps = 0; (await focused()).key !== String(number); steps++) {
    expect(steps).toBeLessThan(60);
    await page.keyboard.press("ArrowDown");
  }
}
