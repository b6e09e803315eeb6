// A person creates tickets and edits them in place, while agents in other processes change the same things.

import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { faults } from "./axe.ts";
import { cardIn, openTicket, Stage, submitPlan } from "./stage.ts";
import { deedsOfPeople, ledgerHead, SOON } from "./writing.ts";

let stage: Stage;
let ada: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
  ada = await stage.agent("ada");
});

afterAll(() => stage.close());

describe("a new ticket", () => {
  it("is written with the keyboard alone, with a parent and a blocker found by their words", async () => {
    const [parent, blocker] = [
      await openTicket(ada, "Barcode intake"),
      await openTicket(ada, "Debounce scans at the till"),
    ];
    const page = await stage.person("/");
    await cardIn(page, "Backlog", parent).waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New ticket" });
    await dialog.waitFor();
    await page.keyboard.type("Keep scans at the till");
    await dialog.getByRole("link", { name: "Debounce scans at the till" }).waitFor();
    await dialog.getByRole("textbox", { name: "Text" }).focus();
    await page.keyboard.type("Seen in **Leith**.");
    await dialog.getByRole("button", { name: "P1" }).press("Enter");
    await dialog.getByRole("textbox", { name: /^Labels/ }).focus();
    await page.keyboard.type("till, network, till");
    await dialog.getByRole("combobox", { name: "Parent" }).focus();
    await page.keyboard.type("barcode");
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: `Without #${parent}` }).waitFor();
    const blocking = dialog.getByRole("combobox", { name: "Blocked by" });
    await blocking.focus();
    await page.keyboard.type("barcode");
    await dialog.getByRole("option", { name: "is the parent" }).waitFor();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.type(String(blocker));
    await page.keyboard.press("Enter");
    await dialog.getByRole("button", { name: `Without #${blocker}` }).waitFor();
    expect(await faults(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Preview" }).press("Enter");
    await dialog.locator("strong", { hasText: "Leith" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: /Keep scans at the till/ }).waitFor();
    const number = Number(/\/ticket\/(\d+)$/.exec(page.url())?.[1]);
    expect(await ada.ok("get_ticket", { number })).toMatchObject({
      title: "Keep scans at the till",
      body: "Seen in **Leith**.",
      priority: "P1",
      labels: ["till", "network"],
      parent: { number: parent },
      blockedBy: [{ number: blocker }],
    });
    await page.context().close();
  });

  it("keeps what was written while the board moves, over a reload, and where the server says no", async () => {
    const blocker = await openTicket(ada, "Soon to be closed");
    const page = await stage.person("/");
    await cardIn(page, "Backlog", blocker).waitFor();
    await page.keyboard.press("c");
    const dialog = page.getByRole("dialog", { name: "New ticket" });
    const title = dialog.getByRole("textbox", { name: "Title" });
    const field = await title.elementHandle();
    await typeWhile(page, title, "Made in a crowd", () => openTicket(ada, "Another one"));
    expect(await title.evaluate((one, before) => one === before, field)).toBe(true);
    await dialog.getByRole("combobox", { name: "Blocked by" }).fill("soon to be");
    await page.keyboard.press("Enter");
    await ada.ok("handoff_ticket", { number: blocker, command: "triage", intent: "close", reason: "Done before" });
    await dialog.getByText("is closed now").waitFor();
    await page.reload();
    await cardIn(page, "Done", blocker).waitFor({ state: "attached" });
    await page.keyboard.press("c");
    expect(await title.inputValue()).toBe("Made in a crowd");
    await dialog.getByRole("button", { name: `Without #${blocker}` }).click();
    await title.fill("x".repeat(10));
    await dialog.getByRole("textbox", { name: "Text" }).fill("é".repeat(40_000));
    await dialog.getByRole("button", { name: "Create", exact: true }).click();
    await dialog.getByRole("alert").filter({ hasText: "Everything you wrote is kept." }).waitFor();
    expect(await title.inputValue()).toBe("x".repeat(10));
    await dialog.getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.context().close();
  });
});

/** Another value of each field by an agent, and one by the person: how it is written, and what is sent. */
const FIELDS = [
  {
    field: "title",
    theirs: (number: number) => ({ number, title: "Theirs" }),
    write: async (page: Page) => {
      await page.getByRole("button", { name: "Edit the title" }).click();
      await typeWhile(page, page.getByRole("textbox", { name: /^Title of/ }), " and mine");
    },
    mine: { title: "To be edited and mine" },
  },
  {
    field: "body",
    theirs: (number: number) => ({ number, body: "Their text" }),
    write: async (page: Page) => {
      await page.keyboard.press("e");
      await page.getByRole("textbox", { name: "Text", exact: true }).waitFor();
      await typeWhile(
        page,
        page.getByRole("textbox", { name: "Text", exact: true }),
        "My text, e.g. with keys: c l p u",
      );
    },
    mine: { body: "My text, e.g. with keys: c l p u" },
  },
  {
    field: "labels",
    theirs: (number: number) => ({ number, labels: ["theirs"] }),
    write: async (page: Page) => {
      await page.getByRole("button", { name: "Edit the labels" }).click();
      await typeWhile(page, page.getByRole("textbox", { name: /^Labels/ }), "mine, own");
    },
    mine: { labels: ["mine", "own"] },
  },
] as const;

describe.each(FIELDS)("the $field of a ticket, edited in place", ({ field, theirs, write, mine }) => {
  it("is never overwritten in silence: both values are shown, and nothing that was typed is lost", async () => {
    const number = await openTicket(ada, "To be edited");
    const page = await stage.person(`/ticket/${number}`);
    await page.getByRole("heading", { name: /To be edited/ }).waitFor();
    const before = await ledgerHead(stage);
    await write(page);
    await ada.ok("update_ticket", theirs(number));
    const notice = page.getByRole("alert").filter({ hasText: `ada changed the ${field} meanwhile.` });
    await notice.waitFor();
    expect(await page.locator(":focus").evaluate((one) => one.matches("input, textarea"))).toBe(true);
    await page.keyboard.press("Control+Enter");
    if (field !== "body") await page.keyboard.press("Enter");
    expect(await deedsOfPeople(stage, before)).toEqual([]);
    expect(await faults(page)).toEqual([]);
    await page.reload();
    const still = page.getByRole("alert").filter({ hasText: `changed the ${field} meanwhile.` });
    await still.getByRole("button", { name: "Save mine" }).click();
    await expect.poll(() => ada.ok("get_ticket", { number }), SOON).toMatchObject(mine);
    await still.waitFor({ state: "detached" });
    expect((await deedsOfPeople(stage, before)).map(({ kind }) => kind)).toEqual(["edit"]);
    await page.context().close();
  });
});

describe("the fields of a ticket", () => {
  it("are chosen by key and by click, and a choice made too late asks again", async () => {
    const number = await openTicket(ada, "Chosen", { priority: "P3", estimate: "XS" });
    const page = await stage.person(`/ticket/${number}`);
    const fields = page.getByRole("region", { name: "Fields" });
    await fields.getByRole("button", { name: "Edit the priority" }).waitFor();
    await page.keyboard.press("p");
    await fields.getByRole("group", { name: "Priority" }).getByRole("button", { name: "P0" }).press("Enter");
    await expect.poll(() => ada.ok("get_ticket", { number }), SOON).toMatchObject({ priority: "P0" });
    await fields.getByRole("button", { name: "Edit the estimate" }).click();
    await ada.ok("update_ticket", { number, estimate: "M" });
    await fields.getByRole("group", { name: "Estimate" }).getByRole("button", { name: "S", exact: true }).click();
    const notice = fields.getByRole("alert").filter({ hasText: "the estimate meanwhile" });
    await notice.getByText("It was XS when you began, and is M now. Yours is S.").waitFor();
    expect(await ada.ok("get_ticket", { number })).toMatchObject({ estimate: "M" });
    await notice.getByRole("button", { name: "Keep theirs" }).click();
    await fields.getByText("M", { exact: true }).waitFor();
    await page.context().close();
  });

  it("link a parent and blockers, and say why a link can't be", async () => {
    const [number, parent, blocker] = [
      await openTicket(ada, "In the middle"),
      await openTicket(ada, "Above it all"),
      await openTicket(ada, "Before it all"),
    ];
    await ada.ok("update_ticket", { number: blocker, addBlockedBy: [parent] });
    const page = await stage.person(`/ticket/${number}`);
    const fields = page.getByRole("region", { name: "Fields" });
    await fields.getByRole("button", { name: "Edit the parent" }).click();
    await typeWhile(page, fields.getByRole("combobox"), "above", () =>
      ada.ok("update_ticket", { number: parent, title: "Above it all, again" }),
    );
    await page.keyboard.press("Enter");
    await fields.getByRole("link", { name: `#${parent}` }).waitFor();
    await page.keyboard.press("l");
    await fields.getByRole("combobox", { name: `What blocks #${number}?` }).waitFor();
    await page.keyboard.type("above");
    await fields.getByRole("option", { name: "is the parent" }).waitFor();
    await page.keyboard.press("Escape");
    await typeWhile(page, fields.getByRole("combobox"), "before it", () =>
      ada.ok("update_ticket", { number: blocker, title: "Before it all, again" }),
    );
    await page.keyboard.press("Enter");
    await fields.getByRole("list", { name: "Blockers" }).getByText("Before it all").waitFor();
    await fields.getByRole("button", { name: `No longer blocked by #${blocker}` }).click();
    await fields.getByText("nothing").waitFor();
    // By the rules of the server, too: the parent would wait for its own child.
    const child = await openTicket(ada, "Below it", { parent: number });
    await ada.ok("update_ticket", { number: child, addBlockedBy: [blocker] });
    await page.goto(`${stage.server.url}/ticket/${blocker}`);
    await fields.getByRole("button", { name: /^Add a blocker/ }).click();
    await page.keyboard.type("below it");
    await page.keyboard.press("Enter");
    await fields.getByRole("alert").filter({ hasText: "would close a loop" }).waitFor();
    await page.context().close();
  });

  it("show a viewer what stands there, and no form", async () => {
    const number = await openTicket(ada, "Looked at", { body: "A text", priority: "P1" });
    const page = await stage.viewer(`/ticket/${number}`);
    const fields = page.getByRole("region", { name: "Fields" });
    await fields.getByText("P1").waitFor();
    expect(await page.getByRole("button", { name: /^(Edit|Add a blocker)/ }).count()).toBe(0);
    for (const key of ["e", "p", "l", "c"]) await page.keyboard.press(key);
    expect(await page.getByRole("dialog").count()).toBe(0);
    await page.goto(`${stage.server.url}/`);
    await cardIn(page, "Backlog", number).waitFor();
    expect(await page.getByRole("button", { name: /^New ticket/ }).count()).toBe(0);
    await page.context().close();
  });

  it("are joined by a comment that shows how others will read it", async () => {
    const number = await openTicket(ada, "Talked about");
    const page = await stage.person(`/ticket/${number}`);
    await page.getByRole("textbox", { name: "New comment" }).fill("1. scan\n2. `POST /scans`");
    const preview = page.getByRole("region", { name: "Your comment, as others read it" });
    expect(await preview.locator("li code").innerText()).toBe("POST /scans");
    await page.keyboard.press("Control+Enter");
    await preview.waitFor({ state: "detached" });
    await page.context().close();
  });
});

describe("a move of one's own", () => {
  it("is undone by a key within a minute, and the ledger says so", async () => {
    const number = await submitPlan(ada, "Approved too soon");
    const page = await stage.person(`/ticket/${number}`);
    await approve(page);
    const note = page.getByRole("complementary", { name: `Your move of #${number}` });
    await note.getByRole("button", { name: /^Undo/ }).waitFor();
    expect(await faults(page)).toEqual([]);
    await page.getByRole("heading", { name: /Approved too soon/ }).click();
    await page.waitForTimeout(800);
    await page.keyboard.press("u");
    await page.getByText(`#${number} is back in Plan in Review.`).waitFor();
    await note.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "Timeline" }).getByText("undo", { exact: true }).waitFor();
    expect(await ada.ok("get_ticket", { number })).toMatchObject({ state: "Plan in Review" });
    await page.context().close();
  });

  it("can't be undone once somebody has built on it", async () => {
    const number = await submitPlan(ada, "Built on at once");
    const page = await stage.person(`/ticket/${number}`);
    await approve(page);
    const note = page.getByRole("complementary", { name: `Your move of #${number}` });
    await note.waitFor();
    await ada.ok("add_comment", { number, body: "I have begun." });
    await note.waitFor({ state: "detached" });
    expect(await ada.ok("get_ticket", { number })).toMatchObject({ state: "In Progress" });
    await page.context().close();
  });

  it("past the graph is chosen, and never preselected", async () => {
    const number = await openTicket(ada, "Not in the graph");
    const page = await stage.person(`/ticket/${number}`);
    await page.getByRole("button", { name: "Override the graph" }).click();
    const states = page.getByRole("combobox", { name: "Override to" });
    expect(await states.inputValue()).toBe("");
    expect(await page.getByRole("button", { name: /^Override to/ }).count()).toBe(0);
    await states.selectOption("In Review");
    await page.getByRole("button", { name: "Override to In Review" }).waitFor();
    await page.getByRole("button", { name: "Keep to the graph" }).click();
    await states.waitFor({ state: "detached" });
    await page.context().close();
  });
});

async function approve(page: Page): Promise<void> {
  await page.getByRole("textbox", { name: "Reason" }).fill("A good plan.");
  await page.getByRole("button", { name: /^Approve/ }).click();
}

/** Letter by letter, with something else happening at each of the first. */
async function typeWhile(
  page: Page,
  field: Locator,
  text: string,
  happens: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  await field.waitFor();
  const before = await field.inputValue();
  for (const [index, letter] of Array.from(text).entries()) {
    await page.keyboard.type(letter);
    if (index < 5) await happens();
    expect(await field.inputValue()).toBe(before + text.slice(0, index + 1));
  }
}
