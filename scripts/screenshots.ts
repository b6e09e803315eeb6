// Pictures of every page and of the board in the terminal, light and dark, with two weeks of work on it:
// `npm run screenshots [page…]`.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { signedInAs, takeOver, TestBrowser, type SignedIn } from "../test/support/browser/browser.ts";
import { unpackChromium } from "../test/support/browser/chromium.ts";
import { fillProofBoard, PROOF_WORKFLOW } from "../test/system/browser/story/proof-board.ts";
import { pictureOf } from "./terminal-picture.ts";
import { PseudoTerminal } from "../test/support/terminal/pseudo-terminal.ts";
import { tellStory } from "../test/system/browser/story/story.ts";
import { bareEnv } from "../test/support/program.ts";
import { HttpServer } from "../test/support/clients/http-server.ts";

const IMAGES = join(import.meta.dirname, "..", "docs", "images");
const PHONE = { width: 390, height: 844 };

interface Shot {
  readonly name: string;
  readonly path: string;
  readonly phone?: boolean;
  readonly arrange?: (page: Page) => Promise<void>;
  /** On the board that asks for evidence. */
  readonly proof?: boolean;
  /** Only light: pages in the documents show one of both. */
  readonly light?: boolean;
}

const SHOTS: readonly Shot[] = [
  { name: "board", path: "/", phone: true },
  { name: "list", path: "/?view=list&sort=age&dir=desc", phone: true },
  { name: "drag", path: "/", arrange: dragAPlan },
  { name: "drawer", path: "/", arrange: openAPlan },
  { name: "ticket", path: "/ticket/30", phone: true },
  { name: "needs", path: "/needs", phone: true },
  { name: "new-ticket", path: "/", phone: true, arrange: writeATicket },
  { name: "edit", path: "/ticket/30", arrange: editATicket },
  { name: "agents", path: "/agents", phone: true },
  { name: "sessions", path: "/sessions" },
  { name: "session", path: "/sessions", arrange: openASession },
  { name: "runs", path: "/runs" },
  { name: "run", path: "/runs/spokeshop%2Ftill/returns-2" },
  { name: "ledger", path: "/ledger", phone: true },
  { name: "ledger-day", path: "/ledger?kind=change,refusal", arrange: chooseToday },
  { name: "past", path: "/ledger?kind=step", phone: true, arrange: lookBack },
  { name: "workflow", path: "/workflow" },
  { name: "workflow-state", path: "/workflow?state=Plan+in+Review", arrange: showTheState },
  { name: "people", path: "/people", phone: true, arrange: makeKeys },
  { name: "workflow-session", path: "/workflow/session" },
  { name: "workflow-skill", path: "/workflow/skill" },
  { name: "stats", path: "/stats", phone: true },
  { name: "evidence-board", path: "/", proof: true, light: true },
  { name: "evidence-ticket", path: "/ticket/4", proof: true, light: true },
  { name: "evidence-refused", path: "/ticket/3", proof: true, light: true },
  { name: "evidence-needs", path: "/needs", proof: true, light: true, arrange: openContradicted },
];

const wanted = new Set(process.argv.slice(2));
const shots = SHOTS.filter(({ name }) => wanted.size === 0 || wanted.has(name));
const folder = mkdtempSync(join(tmpdir(), "signalbox-screenshots-"));
const database = join(folder, "board.db");
await mkdir(IMAGES, { recursive: true });
const [browser] = await Promise.all([TestBrowser.launch(await unpackChromium()), tellStory(database, Date.now())]);
const proofDatabase = join(folder, "proof", "board.db");
mkdirSync(join(folder, "proof"));
await fillProofBoard(proofDatabase);
const env = { SIGNALBOX_BOARD: "spokeshop", GIT_AUTHOR_NAME: "Maria" };
const servers = {
  plain: await HttpServer.start(database, env),
  proof: await HttpServer.start(proofDatabase, { ...env, SIGNALBOX_WORKFLOW: PROOF_WORKFLOW }),
};
try {
  const signedIn = { plain: await signIn(servers.plain), proof: await signIn(servers.proof) };
  for (const shot of shots) {
    for (const theme of shot.light ? (["light"] as const) : (["light", "dark"] as const)) {
      await take(shot, `${shot.name}-${theme}`, { theme });
      if (shot.phone) await take(shot, `${shot.name}-phone-${theme}`, { theme, size: PHONE });
    }
  }
  if (wanted.size === 0 || wanted.has("terminal")) await takeTerminal();

  /** The interactive board, with the form open that moves what is aimed at. */
  async function takeTerminal(): Promise<void> {
    const env = bareEnv({ SIGNALBOX_DATABASE: database, SIGNALBOX_BOARD: "spokeshop", GIT_AUTHOR_NAME: "Maria" });
    const terminal = new PseudoTerminal(["board"], { columns: 110, rows: 32, cwd: folder, env });
    await terminal.until(/▌ #/);
    terminal.type("m");
    await terminal.until(/1 {2}\w+/);
    terminal.type("1");
    terminal.type("The plan is sound.");
    await terminal.until(/The plan is sound\./);
    for (const theme of ["light", "dark"] as const) {
      const page = await browser.open({ theme });
      await page.setContent(pictureOf(terminal, theme));
      await page.locator("pre").screenshot({ path: join(IMAGES, `terminal-${theme}.png`) });
      await page.context().close();
      process.stdout.write(`terminal-${theme}.png\n`);
    }
    await terminal.close();
  }

  async function signIn(server: HttpServer): Promise<SignedIn> {
    const first = await browser.open();
    await first.goto(await server.link());
    return signedInAs(first);
  }

  async function take(shot: Shot, name: string, look: Parameters<TestBrowser["open"]>[0]): Promise<void> {
    const page = await browser.open(look);
    const which = shot.proof ? "proof" : "plain";
    await takeOver(page, signedIn[which]);
    await page.goto(`${servers[which].url}${shot.path}`);
    await page.locator("main h1").first().waitFor({ state: "attached" });
    await page.locator(".skeleton").first().waitFor({ state: "detached" });
    await page.getByText("Live", { exact: true }).first().waitFor({ state: "attached" });
    await settled(page);
    await shot.arrange?.(page);
    await settled(page);
    await page.screenshot({ path: join(IMAGES, `${name}.png`) });
    await page.context().close();
    process.stdout.write(`${name}.png\n`);
  }
} finally {
  await browser.close();
  await Promise.all([servers.plain.stop(), servers.proof.stop()]);
  rmSync(folder, { recursive: true });
}

/** Fonts are there, and nothing has changed for a moment. */
async function settled(page: Page): Promise<void> {
  await page.evaluate("document.fonts.ready");
  await page.waitForTimeout(600);
}

async function openASession(page: Page): Promise<void> {
  await page.locator('main a[href^="/sessions/"]').first().click();
  await page.waitForURL("**/sessions/*");
  await page.locator(".skeleton").first().waitFor({ state: "detached" });
}

async function openContradicted(page: Page): Promise<void> {
  await page.locator('[data-ticket="4"]').click();
  await page.getByText("What happened").waitFor();
}

async function openAPlan(page: Page): Promise<void> {
  await page.locator('section[data-state="Plan in Review"] article').first().click();
  await page.getByRole("button", { name: /^Approve/ }).waitFor();
}

async function writeATicket(page: Page): Promise<void> {
  await page.keyboard.press("c");
  const dialog = page.getByRole("dialog", { name: "New ticket" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("Refund slip prints the wrong location");
  await dialog
    .getByRole("textbox", { name: "Text" })
    .fill('A refund at Leith prints "Quay Street".\n\n- the slip names the location of the *line*');
  await dialog.getByRole("button", { name: "P1" }).click();
  await dialog.getByRole("textbox", { name: /^Labels/ }).fill("refunds, receipts");
  await dialog.getByRole("combobox", { name: "Blocked by" }).fill("re");
}

async function editATicket(page: Page): Promise<void> {
  await page
    .getByRole("textbox", { name: "New comment" })
    .fill("Seen again in **Leith**:\n\n1. scan, network off\n2. `POST /scans` times out");
  await page.getByRole("button", { name: "Edit the title" }).click();
  await page.getByRole("button", { name: "Edit the estimate" }).click();
}

async function lookBack(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Row / }).nth(6).click();
  await page.getByRole("link", { name: "The board at this row" }).click();
  await page.getByRole("region", { name: "The past" }).waitFor();
}

async function chooseToday(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Today" }).click();
  await page.getByRole("region", { name: "What happened in this span" }).waitFor();
  await page.getByRole("button", { name: /^Row / }).nth(2).click();
  await page.getByText("Hash").waitFor();
}

async function showTheState(page: Page): Promise<void> {
  await page.getByRole("region", { name: "The state Plan in Review" }).scrollIntoViewIfNeeded();
}

/** The same in both colours: what is there already is not made again. */
async function makeKeys(page: Page): Promise<void> {
  for (const [name, command] of [
    ["build-2", "impl"],
    ["triage-night", "triage"],
  ] as const) {
    if ((await page.locator("[data-token]").filter({ hasText: name }).count()) > 0) continue;
    await page.getByRole("button", { name: "Make a key" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill(name);
    await page.getByRole("checkbox", { name: command }).check();
    await page.getByRole("button", { name: "Make the key" }).click();
    await page.getByRole("button", { name: "I have kept it" }).click();
  }
  const row = page.locator("[data-token]").filter({ hasText: "build-2" });
  await row.getByRole("button", { name: "Revoke build-2" }).click();
}

async function dragAPlan(page: Page): Promise<void> {
  const from = await page.locator('section[data-state="Plan in Review"] article').first().boundingBox();
  const to = await page.locator('section[data-state="In Review"]').boundingBox();
  if (!from || !to) throw new Error("there is nothing to drag");
  await page.mouse.move(from.x + 60, from.y + 30);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + 40, { steps: 4 });
  await page.locator('[data-drop="legal"]').first().waitFor();
  await page.mouse.move(to.x + 60, to.y + 60, { steps: 8 });
  await page.mouse.move(to.x + 64, to.y + 64, { steps: 2 });
}
