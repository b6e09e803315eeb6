// When a key was last used, and from where. Not each use is written down: a key may be used many times a second.

import { wayOut } from "../commit/errors.ts";
import type { Time } from "../../engine/facts.ts";
import type { Board } from "../ports/board.ts";
import type { FoundBrowser, FoundToken, FoundWitness } from "../ports/keys.ts";

const SAME_PLACE_MS = 60_000;
/** Two machines with one token take turns. */
const OTHER_PLACE_MS = 5_000;

interface Used {
  readonly seenAt: Time | null;
  readonly seenFrom: string | null;
  readonly now: Time;
}

export async function noteTokenUse({ keys }: Board, token: FoundToken, from: string): Promise<void> {
  if (isNews(token, from)) await unlessReadOnly(keys.noteToken(token.id, from));
}

export async function noteBrowserUse({ keys }: Board, browser: FoundBrowser, from: string): Promise<void> {
  if (isNews(browser, from)) await unlessReadOnly(keys.noteBrowser(browser.id, from));
}

/** A server on a replica can write nothing down, and must read all the same. */
async function unlessReadOnly(note: Promise<void>): Promise<void> {
  try {
    await note;
  } catch (error) {
    if (wayOut(error)?.code !== "store_readonly") throw error;
  }
}

export async function noteWitnessUse({ keys }: Board, witness: FoundWitness, from: string): Promise<void> {
  if (isNews(witness, from)) await keys.noteWitness(witness.id, from);
}

function isNews({ seenAt, seenFrom, now }: Used, from: string): boolean {
  return seenAt === null || now - seenAt >= (seenFrom === from ? SAME_PLACE_MS : OTHER_PLACE_MS);
}
