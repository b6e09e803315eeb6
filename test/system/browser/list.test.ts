import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { faults } from "./axe.ts";
import { openTicket, Stage } from "./stage.ts";
import { tellStory } from "./story/story.ts";

let stage: Stage;
let ann: StdioClient;

beforeAll(async () => {
  stage = await Stage.open({}, (database) => tellStory(database, Date.now()));
  ann = await stage.agent("ann");
});

afterAll(() => stage.close());

describe("the list", () => {
  it("is sorted by any column, one way and the other, and its address says so", async () => {
    const page = await stage.viewer("/?view=list");
    await rowsOf(page).first().waitFor();
    for (const [column, cell, order] of COLUMNS) {
      const head = page.getByRole("columnheader", { name: column, exact: true });
      await head.getByRole("button").click();
      const first = await head.getAttribute("aria-sort");
      expect(await values(page, cell)).toEqual(order(await values(page, cell), first === "descending"));
      await head.getByRole("button").click();
      expect(await head.getAttribute("aria-sort")).not.toBe(first);
      expect(await values(page, cell)).toEqual(order(await values(page, cell), first !== "descending"));
    }
    await page.getByRole("combobox", { name: "Priority" }).selectOption("P1");
    const [address, shown] = [page.url(), await values(page, "key")];
    expect(new Set(await values(page, "priority"))).toEqual(new Set(["P1"]));
    const other = await stage.viewer(new URL(address).pathname + new URL(address).search);
    await rowsOf(other).first().waitFor();
    expect(await values(other, "key")).toEqual(shown);
    for (const one of [page, other]) await one.context().close();
  });

  it("is walked, opened and closed with keys alone", async () => {
    const page = await stage.person("/?view=list&sort=key");
    await rowsOf(page).first().waitFor();
    const keys = await values(page, "key");
    for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
    expect(await chosen(page)).toBe(keys[1]);
    await page.keyboard.press("Enter");
    const drawer = page.getByRole("complementary", { name: `Ticket ${keys[1]}` });
    await drawer.waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
    await page.keyboard.press("j");
    expect(await chosen(page)).toBe(keys[2]);
    await page.keyboard.press("m");
    await page.getByRole("dialog", { name: `Move ${keys[2]}` }).waitFor();
    await page.context().close();
  });

  it("keeps its rows in place and the choice on its ticket while others come, go and change", async () => {
    const doomed = await openTicket(ann, "Aaa, soon elsewhere");
    const page = await stage.person("/?view=list&sort=title&state=Backlog");
    await rowsOf(page).first().waitFor();
    for (const key of ["j", "j"]) await page.keyboard.press(key);
    const before = await values(page, "key");
    const aim = await chosen(page);
    expect(before[0]).toBe(`#${doomed}`);
    // One comes before it, and one above it leaves.
    await openTicket(ann, "Aa, which is the first of all");
    const reason = "Look into it";
    await ann.ok("handoff_ticket", { number: doomed, command: "triage", to_state: "Research Needed", reason });
    await page.getByText("The board has changed meanwhile: 1 ticket more.").waitFor();
    expect(await values(page, "key")).toEqual(before);
    expect(await chosen(page)).toBe(aim);
    // What a row says is true all the same, and what is done is done to what was chosen.
    const gone = page.locator(`tr[data-key="${doomed}"]`);
    await gone.getByText("Research Needed").waitFor();
    await page.getByRole("button", { name: "Sort again" }).click();
    await page.getByText("Aa, which is the first of all").waitFor();
    await gone.waitFor({ state: "detached" });
    expect(await chosen(page)).toBe(aim);
    await page.keyboard.press("m");
    await page.getByRole("dialog", { name: `Move ${aim}` }).waitFor();
    await page.context().close();
  });

  it("stays still under the pointer, and follows once it has left", async () => {
    const page = await stage.person("/?view=list&sort=title&state=Backlog");
    const second = rowsOf(page).nth(1);
    await second.hover();
    const before = await values(page, "key");
    const aim = `#${await second.getAttribute("data-key")}`;
    await openTicket(ann, "Aa, before all the others");
    await page.getByText("The board has changed meanwhile").waitFor();
    expect(await values(page, "key")).toEqual(before);
    await page.mouse.down();
    await page.mouse.up();
    await page.getByRole("complementary", { name: `Ticket ${aim}` }).waitFor();
    await page.keyboard.press("Escape");
    await page.mouse.move(5, 5);
    await page.getByText("Aa, before all the others").waitFor();
    await page.context().close();
  });

  it("is where the number at a state leads", async () => {
    const page = await stage.viewer("/");
    const count = page.locator('section[data-state="Done"] header a');
    const done = Number(await count.innerText());
    await count.click();
    await rowsOf(page).first().waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(done);
    expect(new Set(await values(page, "state"))).toEqual(new Set(["Done"]));
    await page.context().close();
  });
});

describe("a count leads to what it counts:", () => {
  it("tickets that are unusually old", async () => {
    const page = await stage.viewer("/stats");
    const figure = page.locator("dl > div").filter({ hasText: "Unusually old" }).getByRole("link");
    const old = Number(await figure.innerText());
    expect(old).toBeGreaterThan(0);
    await figure.click();
    await page.getByText(`${old} shown of`).waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(old);
    await page.context().close();
  });

  it("refusals, of the last hour, of two weeks, of a day, by reason, at a ticket's stop, and of one agent", async () => {
    await ann.call("handoff_ticket", { number: 1, command: "impl", intent: "complete", reason: "Refused" });
    const page = await stage.viewer("/");
    await expectRefusals(page, page.getByRole("link", { name: /refused in the last hour$/ }));
    await page.goto(`${stage.server.url}/stats`);
    await expectRefusals(page, page.locator("dl > div").filter({ hasText: "Refused" }).getByRole("link"));
    await page.goto(`${stage.server.url}/stats`);
    const reasons = page.getByRole("list", { name: "Refusals by reason" });
    await expectRefusals(page, reasons.getByRole("link").first());
    await page.goto(`${stage.server.url}/stats`);
    const days = page.getByRole("figure", { name: "Refusals a day" }).getByRole("link");
    const last = days.last();
    const inADay = Number.parseInt((await last.getAttribute("aria-label")) ?? "", 10);
    await last.focus();
    await page.keyboard.press("Enter");
    await expectRows(page, inADay);
    await page.goto(`${stage.server.url}/ticket/1`);
    const there = page.getByRole("list", { name: "Journey and time in state" }).getByRole("link").first();
    await expectRefusals(page, there);
    await page.goto(`${stage.server.url}/agents`);
    await page.locator('[data-agent="ann"] .agent-words').getByRole("link").first().click();
    await expectRows(page, 1);
    await page.context().close();
  });

  it("tickets that stand unusually long in a state, in the drawing", async () => {
    const page = await stage.viewer("/stats");
    const label = page.getByRole("link", { name: / older in / }).first();
    const older = Number.parseInt((await label.getAttribute("aria-label")) ?? "", 10);
    await label.click();
    await page.getByText(`${older} shown of`).waitFor();
    await expect.poll(() => rowsOf(page).count()).toBe(older);
    await page.context().close();
  });

  it("moves that turned back", async () => {
    const page = await stage.viewer("/workflow");
    const back = page.getByRole("list", { name: "Share of moves that went back" }).getByRole("link").first();
    const moves = Number((await back.getAttribute("title"))?.split(" ")[0]);
    await back.click();
    await expectRows(page, moves);
    await page.context().close();
  });
});

describe.each([
  ["at 1024, light", { theme: "light", size: { width: 1024, height: 768 } }],
  ["at 1024, dark", { theme: "dark", size: { width: 1024, height: 768 } }],
  ["on a phone, dark", { theme: "dark", size: { width: 390, height: 844 } }],
] as const)("%s", (_, look) => {
  it.each(["/?view=list", "/?view=list&old=14", "/ledger?refused=1&who=heron&code=claim_conflict"])(
    "%s is accessible",
    async (path) => {
      const page = await stage.person(path, look);
      await page.locator("tr[data-key], [data-seq]").first().waitFor();
      expect(await faults(page)).toEqual([]);
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(look.size.width);
      await page.context().close();
    },
  );
});

it("on a phone the list is sorted by a choice, and a tap opens a ticket", async () => {
  const page = await stage.person("/?view=list", { size: { width: 390, height: 844 } });
  await page.getByRole("combobox", { name: "Sort by" }).selectOption("key");
  await expect.poll(async () => (await values(page, "key"))[0]).toBe("#1");
  await rowsOf(page).first().click();
  await page.getByRole("complementary", { name: "Ticket #1" }).waitFor();
  await page.context().close();
});

type Order = (values: readonly string[], down: boolean) => readonly string[];

/** What has nothing comes last, either way. */
function by(rank: (value: string) => number | string): Order {
  return (all, down) =>
    all.toSorted((a, b) => {
      if (a === "" || b === "") return Number(a === "") - Number(b === "");
      const [one, other] = [rank(a), rank(b)];
      const way = typeof one === "number" ? one - Number(other) : one.localeCompare(String(other), "en");
      return down ? -way : way;
    });
}

const STATES = ["Backlog", "Research Needed", "Research in Progress", "Ready for Plan", "Plan in Progress"].concat([
  "Plan in Review",
  "In Progress",
  "In Review",
  "Human Needed",
]);
const UNITS: Readonly<Record<string, number>> = { n: 0, s: 1 / 60, m: 1, h: 60, d: 1440 };
const minutes = (text: string): number =>
  text.split(" ").reduce((sum, part) => sum + (Number.parseInt(part, 10) || 0) * (UNITS[part.at(-1) ?? ""] ?? 0), 0);

const COLUMNS: readonly (readonly [string, string, Order])[] = [
  ["Ticket", "key", by((key) => Number(key.slice(1)))],
  ["Title", "title", by((title) => title.toLowerCase())],
  ["State", "state", by((state) => STATES.indexOf(state))],
  ["In state for", "age", by(minutes)],
  ["Priority", "priority", by((priority) => priority)],
  ["Estimate", "estimate", by((estimate) => ["XS", "S", "M", "L", "XL"].indexOf(estimate))],
  ["Held by", "holder", by((holder) => holder)],
  ["Labels", "labels", by((labels) => labels.split(" ").toSorted()[0] ?? "")],
  ["Changed", "changed", by(minutes)],
];

function rowsOf(page: Page): Locator {
  return page.locator("tr[data-key]");
}

/** Of the rows that are drawn: without what only a screen reader says. */
async function values(page: Page, column: string): Promise<string[]> {
  const cells = page.locator(`tr[data-key] td[data-column="${column}"]`);
  return cells.evaluateAll((found) =>
    found.map((cell) => {
      const copy = cell.cloneNode(true);
      for (const hidden of copy.querySelectorAll(".vh")) hidden.remove();
      const parts = copy.children.length > 0 ? [...copy.children].map((part) => String(part.textContent)) : [];
      return (parts.length > 0 ? parts.filter((part) => part !== "").join(" ") : String(copy.textContent)).trim();
    }),
  );
}

async function chosen(page: Page): Promise<string> {
  return `#${await page.locator('tr[aria-current="true"]').getAttribute("data-key")}`;
}

async function expectRefusals(page: Page, link: Locator): Promise<void> {
  const refusals = Number.parseInt(await link.innerText(), 10);
  expect(refusals).toBeGreaterThan(0);
  await link.click();
  await expectRows(page, refusals);
}

async function expectRows(page: Page, rows: number): Promise<void> {
  const older = page.getByRole("button", { name: "Older rows" });
  await page.locator("[data-seq]").first().waitFor();
  await expect
    .poll(async () => {
      if (await older.isVisible()) await older.click();
      return page.locator("[data-seq]").count();
    })
    .toBe(rows);
}
