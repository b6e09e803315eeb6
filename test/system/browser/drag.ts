// A card in somebody's hand.

import type { Locator, Page } from "playwright-core";

/** As a hand does: pressed, and moved a little before it is clear that this is no click. */
export async function pickUp(page: Page, key: number): Promise<void> {
  // Until its letters are there, a card may still change its place.
  await page.evaluate("document.fonts.ready");
  const { x, y } = await middleOf(page.locator(`article[data-key="${key}"]`));
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 5, { steps: 4 });
  await page.locator('[data-drop="legal"]').first().waitFor();
}

/** Until the page knows that it is there: a hand that lets go sooner drops it on nothing. */
export async function carryTo(page: Page, place: Locator): Promise<void> {
  const { x, y } = await middleOf(place);
  await page.mouse.move(x, y, { steps: 8 });
  await page.mouse.move(x + 4, y + 4, { steps: 2 });
  await place.and(page.locator("[data-over]")).waitFor();
}

async function middleOf(place: Locator): Promise<{ x: number; y: number }> {
  const box = await place.boundingBox();
  if (!box) throw new Error("it is not to be seen");
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) };
}
