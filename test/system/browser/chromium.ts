// Chromium from npm, and the built pages: made ready once for a whole run, because unpacking and building in several
// workers at the same time would get in each other's way.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import packed from "@sparticuz/chromium";

const ROOT = join(import.meta.dirname, "../../..");
const WEB = join(ROOT, "dist", "web");

/** Where Chromium lies. */
export async function prepareBrowser(): Promise<string> {
  if (isStale()) buildPages();
  return packed.executablePath();
}

/** The one that all test files of a run share; made ready when the first of them asks. */
export async function sharedChromium(): Promise<string> {
  const door = process.env["SIGNALBOX_TEST_BROWSER_DOOR"];
  if (door === undefined) throw new Error("test/support/global-setup.ts has not run");
  const answer = await text(connect(Number(door), "127.0.0.1"));
  if (!existsSync(answer)) throw new Error(answer);
  return answer;
}

/** `npm test` has just built them; whoever runs one file alone has perhaps not. */
function isStale(): boolean {
  const built = join(WEB, "index.html");
  return !existsSync(built) || newestUnder(join(ROOT, "web")) > statSync(built).mtimeMs;
}

function newestUnder(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return Math.max(...files.map((file) => statSync(join(folder, file)).mtimeMs));
}

function buildPages(): void {
  const vite = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const { status, stderr } = spawnSync(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: ROOT,
    encoding: "utf8",
    // Vitest says that this is a test; React would be built as for developers, and twice as large.
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) throw new Error(`the pages can't be built: ${stderr}`);
}
