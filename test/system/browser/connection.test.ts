import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { describe, expect, it, onTestFinished } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { bareEnv, runProgramSync } from "../../support/program.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { dropBoard, freshBoard, sharedPostgres } from "../../support/postgres.ts";
import { TestBrowser } from "../../support/browser/browser.ts";
import { cardIn, openTicket, Stage } from "./stage.ts";

describe("a page whose server goes away", () => {
  it("says so, and catches up without missing or repeating a row", async () => {
    const stage = await Stage.open();
    onTestFinished(() => stage.close());
    const ann = await stage.agent("ann");
    const numbers: number[] = [];
    for (let count = 0; count < 4; count++) numbers.push(await openTicket(ann, `Ticket ${count}`));
    const page = await stage.person("/");
    const [first = 0, second = 0] = numbers;
    await cardIn(page, "Backlog", first).waitFor();

    for (const number of [first, second]) {
      await stage.stopServer();
      await page.getByText(/^No connection since/).waitFor();
      await page.getByText("Moves are off.").waitFor();
      // The work goes on while the page is cut off.
      const triage = { number, command: "triage", to_state: "Research Needed", reason: "Unseen" };
      await ann.ok("handoff_ticket", triage);
      const unseen = await openTicket(ann, "Opened unseen");
      await stage.startServer();
      await page.getByRole("button", { name: "Try now" }).click();
      await page.getByText("2 rows caught up, none missed.").waitFor();
      await cardIn(page, "Research Needed", number).waitFor();
      await cardIn(page, "Backlog", unseen).waitFor();
      numbers.push(unseen);
    }

    expect((await placesOf(page)).map(({ key }) => Number(key))).toEqual(numbers.toSorted((a, b) => a - b));
    const rows = await page.getByRole("list", { name: "Latest ledger rows" }).getByRole("listitem").allInnerTexts();
    expect(new Set(rows).size).toBe(rows.length);
    // A page that is loaded now shows the same.
    const before = await placesOf(page);
    await page.reload();
    await cardIn(page, "Research Needed", first).waitFor();
    expect(await placesOf(page)).toEqual(before);
  });
});

it("a page notices a server that hangs, and goes on when it does", async () => {
  const stage = await Stage.open();
  onTestFinished(() => stage.close());
  const page = await stage.person("/stats");
  await page.getByText("Live", { exact: true }).first().waitFor({ state: "attached" });
  stage.server.process.kill("SIGSTOP");
  try {
    await page.getByText(/^No connection since/).waitFor();
  } finally {
    stage.server.process.kill("SIGCONT");
  }
  await page.getByText("Nothing happened meanwhile.").waitFor();
  await page.context().close();
});

describe("two servers on one PostgreSQL", () => {
  it("show the same, at once, and let the same person in", async () => {
    const url = await sharedPostgres();
    const board = freshBoard();
    const made = runProgramSync(["token", "new", "--role", "operator", "--name", "Olga", "--json"], {
      env: bareEnv({ SIGNALBOX_DATABASE: url, SIGNALBOX_BOARD: board }),
    });
    const { token } = JSON.parse(made.stdout) as { token: string };
    const env = { SIGNALBOX_BOARD: board, SIGNALBOX_TOKEN: token };
    const [browser, one, two] = await Promise.all([
      TestBrowser.launch(),
      HttpServer.start(url, env),
      HttpServer.start(url, env),
    ]);
    const ann = new StdioClient(url, { SIGNALBOX_BOARD: board, SIGNALBOX_AGENT: "ann" });
    onTestFinished(async () => {
      await Promise.all([ann.leave(), browser.close(), one.stop(), two.stop()]);
      await dropBoard(url, board);
    });
    await ann.initialize();
    const number = await openTicket(ann, "Seen from both");
    const pages = await Promise.all([browser.open(), browser.open()]);
    const [here, there] = pages;
    // The second server's link is opened at the first one: whichever is asked, knows it.
    await here.goto((await two.link()).replace(two.url, one.url));
    await there.goto(two.url);
    for (const page of pages) await cardIn(page, "Backlog", number).waitFor();

    await ann.ok("handoff_ticket", { number, command: "triage", to_state: "Research Needed", reason: "Go" });
    for (const page of pages) await cardIn(page, "Research Needed", number).waitFor();
    await cardIn(here, "Research Needed", number).focus();
    await here.keyboard.press("m");
    const dialog = here.getByRole("dialog", { name: `Move #${number}` });
    await dialog.getByRole("textbox", { name: "Reason" }).fill("Known well enough");
    await dialog.getByRole("button", { name: /^Skip research/ }).click();
    for (const page of pages) await cardIn(page, "Ready for Plan", number).waitFor();
    expect(await placesOf(here)).toEqual(await placesOf(there));
  });
});

describe("a board on which nothing has happened", () => {
  it("says how to begin, and shows the first ticket by itself", async () => {
    const stage = await Stage.open();
    onTestFinished(() => stage.close());
    const page = await stage.viewer("/");
    await page.getByText("The line is clear.").waitFor();
    for (const command of ["signalbox ticket new", "signalbox init"])
      expect(await page.getByText(command).isVisible()).toBe(true);
    const number = await openTicket(await stage.agent("ann"), "The first");
    await cardIn(page, "Backlog", number).waitFor();
    expect(stage.browser.watch(page).complaints).toEqual([]);
  });
});

describe("a server whose workflow file can't be used", () => {
  it("says on every page that the file is not used, and why", async () => {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-fallback-"));
    const file = join(folder, "ours.json");
    writeFileSync(file, '{ "name": "ours", "states": ');
    const stage = await Stage.open({ SIGNALBOX_WORKFLOW: file });
    onTestFinished(async () => {
      await stage.close();
      rmSync(folder, { recursive: true });
    });
    const page = await stage.viewer("/");
    for (const path of ["/", "/needs", "/stats"]) {
      await page.goto(`${stage.server.url}${path}`);
      await page.getByText("The configuration could not be used.").waitFor();
      await page.getByText(/The workflow file could not be used/).waitFor();
    }
  });
});

/** Where each ticket stands. */
async function placesOf(page: Page): Promise<{ key: string | null; state: string | null }[]> {
  const places = await page.locator("section[data-state] [data-key]").evaluateAll((found) =>
    found.map((one) => ({
      key: one.getAttribute("data-key"),
      state: one.closest("section")?.getAttribute("data-state") ?? null,
    })),
  );
  return places.toSorted((a, b) => Number(a.key) - Number(b.key));
}
