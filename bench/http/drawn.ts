// When a board is drawn to its end, by the page's own clock, which begins where the navigation does.

import type { Page } from "playwright-core";

/** Longer than anything that is drawn piece by piece pauses. */
const QUIET_MS = 500;

/** Runs in the page from its first moment on: with every frame that shows more or other cards, the time. */
const WATCH = `(() => {
  let cards = "";
  const look = () => {
    const now = Array.from(document.querySelectorAll("[data-key]"), (card) => card.getAttribute("data-key")).join();
    if (now !== cards) {
      cards = now;
      window.lastDrawn = performance.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

const SETTLED = `(async () => {
  while (performance.now() - window.lastDrawn < ${QUIET_MS}) await new Promise((resolve) => setTimeout(resolve, 50));
  return window.lastDrawn;
})()`;

/** Opens the address; milliseconds from there to the last card, once nothing more comes. */
export async function drawBoard(page: Page, url: string): Promise<number> {
  await page.addInitScript(WATCH);
  await page.goto(url);
  await page.locator("[data-key]").first().waitFor();
  return Number(await page.evaluate(SETTLED));
}
