// Pictures of every page, light and dark, of a board with two weeks of work on it: `npm run screenshots [page…]`.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { signedInAs, takeOver, TestBrowser, type SignedIn } from "../test/support/browser/browser.ts";
import { unpackChromium } from "../test/support/browser/chromium.ts";
import { fillProofBoard, PROOF_WORKFLOW } from "../test/system/browser/story/proof-board.ts";
import { tellStory } from "../test/system/browser/story/story.ts";
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
  { name: "drag", path: "/", arrange: dragAPlan },
  { name: "drawer", path: "/", arrange: openAPlan },
  { name: "ticket", path: "/ticket/30", phone: true },
  { name: "needs", path: "/needs", phone: true },
  { name: "sessions", path: "/sessions" },
  { name: "session", path: "/sessions", arrange: openASession },
  { name: "runs", path: "/runs" },
  { name: "run", path: "/runs/spokeshop%2Ftill/returns-2" },
  { name: "workflow", path: "/workflow" },
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
