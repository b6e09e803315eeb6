import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { StdioClient } from "../../support/clients/stdio-client.ts";
import { Stage } from "./stage.ts";

let stage: Stage;
let agent: StdioClient;

beforeAll(async () => {
  stage = await Stage.open();
  agent = await stage.agent("merlin");
  for (const title of ["One", "Two"]) await agent.call("create_ticket", { title });
  await agent.ok("handoff_ticket", { number: 1, command: "triage", to_state: "Research Needed", reason: "unclear" });
  await agent.call("handoff_ticket", { number: 2, command: "impl", intent: "complete", reason: "all ticked" });
});

afterAll(() => stage.close());

function rowsOf(page: Page) {
  return page.getByRole("region", { name: "Rows, the newest first" }).getByRole("listitem");
}

it("shows what is looked for, keeps it in the address, and names each filter where nothing is found", async () => {
  const page = await stage.person("/ledger?subject=2");
  await rowsOf(page).nth(1).waitFor();
  expect(await rowsOf(page).count()).toBe(2);
  await page.getByRole("button", { name: "Refused only" }).click();
  await page.getByText("all ticked").waitFor();
  expect(await rowsOf(page).allInnerTexts()).toEqual([expect.stringContaining("RECOVERY")]);
  expect(new URL(page.url()).search).toBe("?subject=2&refused=1");
  const who = page.getByRole("textbox", { name: "Who" });
  await who.fill("wren");
  await who.press("Enter");
  await page.getByText(/^No row of \d+ matches\.$/).waitFor();
  await page.getByRole("button", { name: "Without Who “wren”" }).click();
  await page.getByText("all ticked").waitFor();
  await page.reload();
  await page.getByText("all ticked").waitFor();
  expect(await rowsOf(page).count()).toBe(1);
  await page.context().close();
});

it("follows at its top, and holds still while somebody reads a row", async () => {
  const page = await stage.person("/ledger?kind=create");
  await page.getByText("Following.").waitFor();
  await agent.call("create_ticket", { title: "Three" });
  await rowsOf(page).filter({ hasText: "#3" }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await page.getByText("Held.").waitFor();
  await page.getByText("Hash").waitFor();
  const before = await rowsOf(page).count();
  await agent.call("create_ticket", { title: "Four" });
  await agent.call("create_ticket", { title: "Five" });
  await page.getByRole("button", { name: "Show 2 new" }).waitFor();
  expect(await rowsOf(page).count()).toBe(before);
  await page.getByRole("button", { name: "Show 2 new" }).click();
  await rowsOf(page).filter({ hasText: "#5" }).waitFor();
  expect(await rowsOf(page).count()).toBe(before + 2);
  await page.context().close();
});

it("keeps a word that is being written while rows come in", async () => {
  const page = await stage.person("/ledger");
  await page.getByText("Following.").waitFor();
  const words = page.getByRole("textbox", { name: "Words" });
  await words.pressSequentially("half a wo");
  await agent.call("create_ticket", { title: "Six" });
  await rowsOf(page).filter({ hasText: "#6" }).waitFor();
  await words.pressSequentially("rd");
  expect(await words.inputValue()).toBe("half a word");
  expect(new URL(page.url()).search).toBe("");
  await page.context().close();
});

it("saves the rows that are shown as a file", async () => {
  const page = await stage.person("/ledger?subject=1");
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  expect((await saved).suggestedFilename()).toBe("ledger.csv");
  await page.context().close();
});
