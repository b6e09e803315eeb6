// Chromium from npm: unpacked once for a whole run, because several workers that unpack it at the same time would get in each
// other's way.

import { existsSync } from "node:fs";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import packed from "@sparticuz/chromium";

/** Where Chromium lies. */
export function unpackChromium(): Promise<string> {
  return packed.executablePath();
}

/** The one that all test files of a run share; unpacked when the first of them asks. */
export async function sharedChromium(): Promise<string> {
  const door = process.env["SIGNALBOX_TEST_BROWSER_DOOR"];
  if (door === undefined) throw new Error("test/support/global-setup.ts has not run");
  const answer = await text(connect(Number(door), "127.0.0.1"));
  if (!existsSync(answer)) throw new Error(answer);
  return answer;
}
