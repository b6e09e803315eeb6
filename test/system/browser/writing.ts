// Somebody writes in a form while agents in other processes move what it is about, at every letter.

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import type { EventView, LedgerAnswer } from "../../../src/http/contract.ts";
import { WORDS, type Mover } from "./circling.ts";
import type { Stage } from "./stage.ts";

/** A busy machine takes its time. */
export const SOON = { timeout: 20_000 };

/** How long a click or a letter counts for nothing after a change. */
const MOMENT_MS = 700;

export interface Writing {
  readonly stage: Stage;
  readonly page: Page;
  readonly field: Locator;
  readonly move: Mover;
  readonly letters: number;
  /** Ctrl+Enter would send, because a change of the subject makes no difference. */
  readonly harmless?: boolean;
}

/**
 * One letter, one move by an agent, and Ctrl+Enter, as often as there are letters. The first attempt to send is made
 * before the page has heard of the move; later it has heard of some and not of others. Gives the text.
 */
export async function writeWhileMoved(writing: Writing): Promise<string> {
  const { stage, page, field, move, letters, harmless = false } = writing;
  let text = "";
  let words = "";
  await field.focus();
  for (let index = 0; index < letters; index++) {
    const letter = WORDS[index % WORDS.length] ?? "a";
    text += letter;
    await page.keyboard.type(letter);
    words = await move();
    if (!harmless) await page.keyboard.press("Control+Enter");
    if (index % 3 === 0) await hasHeard(stage, page);
    await expectUntouched(field, text);
  }
  // Longer than it takes a page to ask again for what has changed.
  await page.waitForTimeout(1000);
  await expectUntouched(field, text);
  await page.getByRole("alert").filter({ hasText: words }).first().waitFor();
  return text;
}

async function expectUntouched(field: Locator, text: string): Promise<void> {
  expect(await field.count()).toBe(1);
  expect(await field.inputValue()).toBe(text);
  expect(await field.evaluate((one) => one.matches(":focus"))).toBe(true);
}

/** The page shows the last row of the ledger. */
async function hasHeard(stage: Stage, page: Page): Promise<void> {
  const head = await ledgerHead(stage);
  const shown = async () => Number((await page.getByText(/^Ledger row/).innerText()).replaceAll(/\D/g, ""));
  await expect.poll(shown, SOON).toBeGreaterThanOrEqual(head);
}

/** Long enough after the last change for a click to count. */
export async function pause(page: Page): Promise<void> {
  await page.waitForTimeout(MOMENT_MS + 200);
}

/** What people did since a row: everything of theirs but refusals. */
export async function deedsOfPeople(stage: Stage, after: number): Promise<EventView[]> {
  return (await rowsAfter(stage, after)).filter((row) => row.person && row.kind !== "refuse");
}

/** Why people were refused since a row. */
export async function refusalsOfPeople(stage: Stage, after: number): Promise<(string | null)[]> {
  return (await rowsAfter(stage, after)).filter((row) => row.person && row.kind === "refuse").map(({ code }) => code);
}

export async function ledgerHead(stage: Stage): Promise<number> {
  return (await readLedger(stage, 0, 1)).head;
}

async function rowsAfter(stage: Stage, after: number): Promise<EventView[]> {
  const rows: EventView[] = [];
  for (let from = after; ; from = rows.at(-1)?.seq ?? from) {
    const page = await readLedger(stage, from, 200);
    rows.push(...page.rows);
    if (page.rows.length === 0) return rows;
  }
}

async function readLedger(stage: Stage, after: number, limit: number): Promise<LedgerAnswer> {
  const answer = await fetch(`${stage.server.url}/api/ledger?after=${after}&limit=${limit}`);
  if (!answer.ok) throw new Error(`the ledger can't be read: ${answer.status}`);
  return (await answer.json()) as LedgerAnswer;
}
