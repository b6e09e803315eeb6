import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { carryTo, pickUp } from "./drag.ts";
import { cardIn, Stage, submitPlan } from "./stage.ts";

let stage: Stage;
let ann: StdioClient;
let page: Page;
let number: number;

beforeAll(async () => {
  stage = await Stage.open();
  ann = await stage.agent("ann");
  number = await submitPlan(ann, "To be dragged");
  page = await stage.person("/");
  await cardIn(page, "Plan in Review", number).waitFor();
});

afterAll(() => stage.close());

describe("a card that is dragged", () => {
  it("shows where it may go, and nowhere else", async () => {
    await pickUp(page, number);
    expect(await sections("legal")).toEqual(["Human Needed", "In Progress", "Ready for Plan"]);
    expect(await sections("illegal")).toContain("Done");
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.locator("[data-drop]").first().waitFor({ state: "detached" });
    expect(await cardIn(page, "Plan in Review", number).count()).toBe(1);
  });

  it("stays where it is when the move is not legal, and says why", async () => {
    const before = await ledgerRow();
    await pickUp(page, number);
    const place = page.locator('section[data-state="In Review"]');
    await carryTo(page, place);
    const why = page.getByRole("status").filter({ hasText: "In Review" });
    await why.first().waitFor();
    await page.mouse.up();
    const told = page.locator(".toasts");
    await told.getByText(`#${number} stays in Plan in Review.`).waitFor();
    // The same words as an agent gets who asks for it.
    expect(await told.innerText()).toContain("In Progress");
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await cardIn(page, "Plan in Review", number).count()).toBe(1);
    expect((await ann.ok("get_ticket", { number }))["state"]).toBe("Plan in Review");
    expect(await ledgerRow()).toBe(before);
  });

  it("asks for the reason when the move is legal, and moves with it", async () => {
    await pickUp(page, number);
    await carryTo(page, page.locator('section[data-state="In Progress"]'));
    await page.mouse.up();
    const dialog = page.getByRole("dialog", { name: `Move #${number}` });
    await dialog.waitFor();
    expect(await cardIn(page, "Plan in Review", number).count()).toBe(1);
    // Without a reason nothing is sent.
    await page.keyboard.press("Control+Enter");
    await dialog.getByRole("alert").waitFor();
    await page.keyboard.type("Looks right.");
    await page.keyboard.press("Control+Enter");
    await cardIn(page, "In Progress", number).waitFor();
    await dialog.waitFor({ state: "detached" });
    await page.goto(`${stage.server.url}/ticket/${number}`);
    await page.getByText("Looks right.").first().waitFor();
  });

  it("does not move when somebody else has moved it meanwhile, and says who", async () => {
    const other = await submitPlan(ann, "Two people at once");
    const dialog = await askToApprove(other);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Good");
    await sendBack(other);
    await cardIn(page, "Ready for Plan", other).waitFor();
    await dialog.getByText(/moved by .+ meanwhile: Ready for Plan/).waitFor();
    await page.keyboard.press("Control+Enter");
    await dialog.getByText("Nothing was sent: choose again first.").waitFor();
    expect(await dialog.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("Good");
    expect((await ann.ok("get_ticket", { number: other }))["state"]).toBe("Ready for Plan");
  });

  it("is refused by the server when somebody else moves it while the request is under way", async () => {
    const other = await submitPlan(ann, "Two people in one second");
    const dialog = await askToApprove(other);
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Good");
    const { promise: moved, resolve } = Promise.withResolvers<void>();
    await page.route("**/handoff", async (route) => {
      await moved;
      await route.continue();
    });
    await page.keyboard.press("Control+Enter");
    await sendBack(other);
    resolve();
    await dialog.getByText(`#${other} was not moved.`).waitFor();
    await dialog.getByText(/moved by .+ meanwhile: Ready for Plan/).waitFor();
    expect(await dialog.getByRole("textbox", { name: "Reason" }).inputValue()).toBe("Good");
    expect((await ann.ok("get_ticket", { number: other }))["state"]).toBe("Ready for Plan");
    await page.unrouteAll();
  });
});

/** Dragged to where it would be approved, as far as the question why. */
async function askToApprove(other: number): Promise<Locator> {
  await page.goto(stage.server.url);
  await cardIn(page, "Plan in Review", other).waitFor();
  await pickUp(page, other);
  await carryTo(page, page.locator('section[data-state="In Progress"]'));
  await page.mouse.up();
  return page.getByRole("dialog", { name: `Move #${other}` });
}

/** By another person. */
async function sendBack(other: number): Promise<void> {
  const colleague = await stage.person(`/ticket/${other}`);
  await colleague.getByRole("textbox", { name: "Reason" }).fill("Not yet");
  await colleague.getByRole("button", { name: /^Send back/ }).click();
  await colleague.getByText("moved to Ready for Plan.").waitFor();
  await colleague.context().close();
}

async function sections(drop: "legal" | "illegal"): Promise<string[]> {
  const found = await page.locator(`[data-drop="${drop}"]`).all();
  const states = await Promise.all(found.map((section) => section.getAttribute("data-state")));
  return states.map(String).toSorted((a, b) => a.localeCompare(b));
}

async function ledgerRow(): Promise<string> {
  return page.getByText(/^Ledger row/).innerText();
}
