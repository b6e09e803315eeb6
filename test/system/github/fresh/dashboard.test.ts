// The dashboard of a board on GitHub, in a real browser: what happens there is shown, and as of when it is.

import { expect, it, onTestFinished } from "vitest";
import type { BoardAnswer, MirrorAnswer } from "../../../../src/http/contract.ts";
import { TestBrowser } from "../../../support/browser/browser.ts";
import { TOKEN } from "../../../support/github/board.ts";
import { passed } from "../../../support/github/fake/pull-requests.ts";
import { openDashboardStage } from "./dashboard-stage.ts";

async function opened() {
  const stage = await openDashboardStage(3);
  onTestFinished(() => stage.close());
  const browser = await TestBrowser.launch();
  onTestFinished(() => browser.close());
  const page = await browser.open();
  await page.goto(stage.server.url);
  await page.getByText("Ticket 1", { exact: true }).first().waitFor();
  return { ...stage, page };
}

it("shows a card where somebody has dragged it on GitHub, and as of when", async () => {
  const { page, github, issues, server } = await opened();
  const [issue] = issues;
  if (!issue) throw new Error("there is no card");
  const asOf = page.getByText(/^GitHub, as of \d\d:\d\d:\d\d$/);
  await asOf.waitFor();
  const before = await asOf.textContent();
  github.drag(issue, "Research Needed");
  const isThere = async (): Promise<boolean> => {
    const { cards } = (await (await fetch(`${server.url}/api/board`)).json()) as BoardAnswer;
    return cards.some(({ number, state }) => number === issue.number && state === "Research Needed");
  };
  await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
  // No row of the ledger tells of it.
  github.addAccount("Bot", "ann-bot");
  const pull = github.pulls.open(issue, { head: "a".repeat(40) });
  github.pulls.check(pull, passed("test"));
  await page
    .getByRole("link", { name: `Pull request #${pull.number}, open, 1 check passed` })
    .waitFor({ timeout: 60_000 });
  await expect.poll(() => asOf.textContent(), { timeout: 60_000 }).not.toBe(before);
});

it("says that access was lost, and keeps what it shows", async () => {
  const { page, github, server } = await opened();
  github.addToken({ token: TOKEN, login: "octo", blindTo: ["acme/projects/7"] });
  await page
    .getByRole("alert")
    .filter({ hasText: "GitHub does not show project 7 of acme" })
    .waitFor({ timeout: 60_000 });
  await page.getByText("Ticket 1", { exact: true }).first().waitFor();
  const { mirror } = (await (await fetch(`${server.url}/api/mirror`)).json()) as MirrorAnswer;
  expect(mirror).toMatchObject({ of: "GitHub", behind: expect.stringContaining("signalbox doctor") });
  github.addToken({ token: TOKEN, login: "octo" });
  await page.getByRole("alert").waitFor({ state: "detached", timeout: 60_000 });
});
