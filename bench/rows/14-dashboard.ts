// The dashboard in a real browser: what the first page loads, how soon 5,000 tickets are drawn, and how they scroll.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TestBrowser } from "../../test/support/browser/browser.ts";
import { unpackChromium } from "../../test/support/browser/chromium.ts";
import { fillLargeBoard, scrollFrames, watchScripts } from "../../test/system/browser/large-board.ts";
import { atMost, figure, type Sample } from "../finding.ts";
import { drawBoard } from "../http/drawn.ts";
import { startServer } from "../http/servers.ts";
import type { Row } from "../row.ts";

const KILOBYTE = 1024;

export const dashboard: Row = {
  number: 14,
  name: "dashboard",
  what: "dashboard JavaScript of the first route, gzip; board of 5,000 tickets",
  baseline: null,
  measure: async (size) => {
    const folder = await mkdtemp(join(tmpdir(), "signalbox-bench-"));
    const database = join(folder, "board.db");
    await fillLargeBoard(database);
    const server = await startServer(database, {});
    const browser = await TestBrowser.launch(await unpackChromium());
    const [scripts, drawn, frames]: [Sample[], Sample[], Sample[]] = [[], [], []];
    try {
      const runs = size === "full" ? 9 : 1;
      for (let run = 0; run < runs; run++) {
        // Each is somebody who has never been here.
        const page = await browser.open();
        const { sizes } = watchScripts(page);
        drawn.push({ value: await drawBoard(page, `${server.url}/`) });
        scripts.push({ value: (await sizes()).reduce((sum, bytes) => sum + bytes, 0) / KILOBYTE });
        frames.push({ value: await scrollFrames(page) });
        await page.context().close();
      }
    } finally {
      await browser.close();
      await server.stop();
      await rm(folder, { recursive: true });
    }
    return [
      atMost(170, "JavaScript that the first page loads, gzip", figure("kB", scripts)),
      atMost(
        1500,
        "5,000 tickets, from the navigation to the last card",
        figure("ms", drawn),
        "In Chromium without a graphics card, nothing cached.",
      ),
      atMost(33, "95 % of frames while scrolling", figure("ms", frames)),
    ];
  },
};
