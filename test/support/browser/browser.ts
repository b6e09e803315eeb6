// A real browser, with its own safeguards on.

import { chromium, type Browser, type BrowserContextOptions, type Page } from "playwright-core";
import { sharedChromium } from "./chromium.ts";

const DESK = { width: 1440, height: 900 };

export interface Look {
  readonly theme?: "light" | "dark";
  readonly size?: { readonly width: number; readonly height: number };
}

/** Everything that a page must never do. */
export interface Watch {
  /** What the page complained of: errors, and what the content security policy kept it from. */
  readonly complaints: readonly string[];
  readonly dialogs: readonly string[];
}

export class TestBrowser {
  readonly #browser: Browser;
  readonly #watches = new Map<Page, { complaints: string[]; dialogs: string[] }>();

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async launch(executablePath?: string): Promise<TestBrowser> {
    const browser = await chromium.launch({
      executablePath: executablePath ?? (await sharedChromium()),
      // Containers run as root, where Chromium has no sandbox to offer, and have little shared memory.
      args: ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"],
    });
    return new TestBrowser(browser);
  }

  /** A page of somebody who has never been here: no cookies, nothing kept. */
  async open({ theme = "light", size = DESK }: Look = {}): Promise<Page> {
    const options: BrowserContextOptions = { viewport: size, colorScheme: theme, reducedMotion: "reduce" };
    const context = await this.#browser.newContext(options);
    const page = await context.newPage();
    const watch = { complaints: [] as string[], dialogs: [] as string[] };
    this.#watches.set(page, watch);
    page.on("pageerror", (error) => watch.complaints.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") watch.complaints.push(message.text());
    });
    page.on("dialog", (dialog) => {
      watch.dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    return page;
  }

  watch(page: Page): Watch {
    const watch = this.#watches.get(page);
    if (!watch) throw new Error("this page is not ours");
    return watch;
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}

/** What a page keeps of who is signed in. */
export interface SignedIn {
  readonly origin: string;
  readonly session: string;
}

export async function signedInAs(page: Page): Promise<SignedIn> {
  const session = await page.waitForFunction(() => localStorage.getItem("signalbox-session"));
  return { origin: new URL(page.url()).origin, session: (await session.jsonValue()) ?? "" };
}

/** As in a further window of the same browser. */
export async function takeOver(page: Page, { origin, session }: SignedIn): Promise<void> {
  const [where, place, text] = [origin, "signalbox-session", session].map((word) => JSON.stringify(word));
  await page.addInitScript({
    content: `if (origin === ${where} && !localStorage.getItem(${place})) localStorage.setItem(${place}, ${text});`,
  });
}
