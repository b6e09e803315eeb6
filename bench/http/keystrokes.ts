// People write the reason of a move, letter by letter. At each letter they choose a move, an agent moves the ticket, and then
// they press Ctrl+Enter: what they chose was about a state that is gone. No letter may be lost, and nothing may be moved.
// In the end each of them chooses and sends undisturbed, and that one has to arrive with every letter.

import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Locator, Page } from "playwright-core";
import type { EventView, LedgerAnswer } from "../../src/http/contract.ts";
import { signedInAs, takeOver, TestBrowser } from "../../test/support/browser/browser.ts";
import { unpackChromium } from "../../test/support/browser/chromium.ts";
import { HttpServer } from "../../test/support/clients/http-server.ts";
import { StdioClient } from "../../test/support/clients/stdio-client.ts";
import { movesOf, WORDS, type Mover } from "../../test/system/browser/circling.ts";
import { submitPlan } from "../../test/system/browser/stage.ts";
import { inFolder } from "../boards/bench-app.ts";

export interface Written {
  /** Rounds after which the field did not hold all that was typed, or had lost the cursor. */
  readonly lost: number;
  /** What the ledger says that people did, but for the one move of each that was meant. */
  readonly unmeant: number;
}

/** As many people write at once: most of a round is waiting until a click counts again. */
const PLACES = [onPage, inNeeds, onPage, inNeeds] as const;
/** A click too soon after a change counts for nothing, and the person tries again. */
const TRY_AGAIN_MS = 100;

/** `rounds`: of all of them together. */
export function writeWhileMoved(rounds: number): Promise<Written> {
  return inFolder(async (folder) => {
    const database = join(folder, "board.db");
    const server = await HttpServer.start(database);
    const agent = new StdioClient(database, { SIGNALBOX_AGENT: "ada" });
    const browser = await TestBrowser.launch(await unpackChromium());
    try {
      await agent.initialize();
      const first = await browser.open();
      await first.goto(await server.link());
      const signedIn = await signedInAs(first);
      const letters = Math.ceil(rounds / PLACES.length);
      const writers = await Promise.all(
        PLACES.map(async (open) => {
          const number = await submitPlan(agent, "Written about");
          const page = await browser.open();
          await takeOver(page, signedIn);
          const place = await open(page, server.url, number);
          return { page, place, number, move: movesOf(agent, "ada", number, "Plan in Review") };
        }),
      );
      const texts = await Promise.all(writers.map((writer) => write(writer, letters)));
      const lost = texts.reduce((sum, one) => sum + one.lost, 0);
      const unmeant = await movesOfPeople(server.url);
      await Promise.all(writers.map((writer, index) => sendMeant(writer, texts[index]?.text ?? "")));
      const meant = await movesOfPeople(server.url);
      const reasons = new Set(meant.map(({ texts: { reason } }) => reason));
      if (meant.length !== unmeant.length + writers.length || texts.some(({ text }) => !reasons.has(text.trim()))) {
        throw new Error("A move that was chosen and sent undisturbed has not arrived with its reason.");
      }
      return { lost, unmeant: unmeant.length };
    } finally {
      await agent.leave();
      await browser.close();
      await server.stop();
    }
  });
}

interface Writer {
  readonly page: Page;
  /** What holds the form. */
  readonly place: Locator;
  readonly number: number;
  readonly move: Mover;
}

async function onPage(page: Page, url: string, number: number): Promise<Locator> {
  await page.goto(`${url}/ticket/${number}`);
  return page.getByRole("region", { name: "Your move" });
}

async function inNeeds(page: Page, url: string, number: number): Promise<Locator> {
  await page.goto(`${url}/needs?ticket=${number}`);
  return page.getByRole("region", { name: `#${number} Written about` });
}

async function write({ page, place, move }: Writer, letters: number): Promise<{ text: string; lost: number }> {
  const field = reasonIn(place);
  await field.waitFor();
  let [text, lost] = ["", 0];
  for (let index = 0; index < letters; index++) {
    // At the first letter it is the usual move that is chosen, without anybody's doing.
    if (index > 0) await choose(place);
    await field.focus();
    const letter = WORDS[index % WORDS.length] ?? "a";
    text += letter;
    await page.keyboard.type(letter);
    const words = await move();
    await page.keyboard.press("Control+Enter");
    await place.getByText(words).first().waitFor();
    const isWhole = (await field.count()) === 1 && (await field.inputValue()) === text;
    const isFocused = isWhole && (await field.evaluate((one) => one.matches(":focus")));
    if (!isFocused) {
      lost++;
      // One loss is counted once.
      await field.fill(text);
    }
  }
  return { text, lost };
}

/** Further to where a person has a way out, and there no agent is faster. */
async function sendMeant({ page, place, move, number }: Writer, text: string): Promise<void> {
  let words = "";
  while (!words.endsWith("Plan in Review")) {
    words = await move();
    await place.getByText(words).first().waitFor();
  }
  await choose(place);
  const field = reasonIn(place);
  await field.focus();
  if ((await field.inputValue()) !== text) throw new Error(`The reason for #${number} is not what was typed.`);
  const sent = page.waitForResponse((answer) => answer.url().endsWith("/handoff"));
  await page.keyboard.press("Control+Enter");
  await sent;
}

/** The first of the ways that lead anywhere: after a change the first click chooses, and sends nothing. */
async function choose(place: Locator): Promise<void> {
  const way = place.locator("form button[aria-pressed]").filter({ hasNotText: "Comment, don’t move" }).first();
  await way.waitFor();
  for (;;) {
    await way.click();
    if ((await way.getAttribute("aria-pressed")) === "true") return;
    await sleep(TRY_AGAIN_MS);
  }
}

function reasonIn(place: Locator): Locator {
  return place.getByRole("textbox", { name: /^Reason/ });
}

async function movesOfPeople(url: string): Promise<readonly EventView[]> {
  const moves: EventView[] = [];
  let after = 0;
  for (;;) {
    const answer = await fetch(`${url}/api/ledger?after=${after}&limit=200`);
    const { rows } = (await answer.json()) as LedgerAnswer;
    const last = rows.at(-1);
    if (!last) return moves;
    moves.push(...rows.filter(({ person, kind }) => person && kind === "move"));
    after = last.seq;
  }
}
