// A board with everybody on it: a real server, agents in processes of their own, and a real browser for the people.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { signedInAs, takeOver, TestBrowser, type Look, type SignedIn } from "../../support/browser/browser.ts";

export class Stage {
  readonly folder: string;
  readonly database: string;
  readonly browser: TestBrowser;
  server: HttpServer;
  readonly #env: Record<string, string>;
  readonly #agents: StdioClient[] = [];
  #signedIn: SignedIn | null = null;

  private constructor(folder: string, browser: TestBrowser, server: HttpServer, env: Record<string, string>) {
    this.folder = folder;
    this.database = join(folder, "board.db");
    this.browser = browser;
    this.server = server;
    this.#env = env;
  }

  /** `fill`: what stands on the board before anybody looks. */
  static async open(
    env: Record<string, string> = {},
    fill: (database: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-browser-"));
    const database = join(folder, "board.db");
    await fill(database);
    const [browser, server] = await Promise.all([TestBrowser.launch(), HttpServer.start(database, env)]);
    return new Stage(folder, browser, server, env);
  }

  async agent(name: string): Promise<StdioClient> {
    const agent = new StdioClient(this.database, { ...this.#env, SIGNALBOX_AGENT: name });
    this.#agents.push(agent);
    await agent.initialize();
    return agent;
  }

  /** The browser of a viewer, who has not opened the operator's link. */
  async viewer(path: string, look: Look = {}): Promise<Page> {
    const page = await this.browser.open(look);
    await page.goto(`${this.server.url}${path}`);
    return page;
  }

  /** The browser of an operator. The link works once: later pages are further windows of the same browser. */
  async person(path: string, look: Look = {}): Promise<Page> {
    const page = await this.browser.open(look);
    if (this.#signedIn) await takeOver(page, this.#signedIn);
    else {
      await page.goto(await this.server.link());
      this.#signedIn = await signedInAs(page);
    }
    await page.goto(`${this.server.url}${path}`);
    return page;
  }

  /** What the API says to somebody with this key. */
  ask(key: string): Promise<Response> {
    return fetch(`${this.server.url}/api/me`, { headers: { authorization: `Bearer ${key}` } });
  }

  stopServer(): Promise<number | null> {
    return this.server.stop();
  }

  /** At the address where pages look for it. */
  async startServer(): Promise<void> {
    this.server = await HttpServer.start(this.database, this.#env, Number(new URL(this.server.url).port));
  }

  async close(): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.leave()));
    await this.browser.close();
    await this.server.stop();
    rmSync(this.folder, { recursive: true });
  }
}

/** The card of a ticket, in the section of a state. */
export function cardIn(page: Page, state: string, number: number): ReturnType<Page["locator"]> {
  return page.locator(`section[data-state="${state}"] [data-key="${number}"]`);
}

/** A new ticket, as far as a plan that waits for approval; its number. */
export async function submitPlan(agent: StdioClient, title: string): Promise<number> {
  const number = await openTicket(agent, title);
  await agent.ok("handoff_ticket", { number, command: "triage", to_state: "Ready for Plan", reason: "Clear enough" });
  const locked = await agent.ok("handoff_ticket", { number, command: "plan", intent: "lock", reason: "Planning" });
  const { token } = locked["claim"] as { token: string };
  await agent.ok("handoff_ticket", { number, command: "plan", intent: "complete", reason: "The plan", claim: token });
  return number;
}

export async function openTicket(agent: StdioClient, title: string, more: object = {}): Promise<number> {
  const { number } = await agent.ok("create_ticket", { title, ...more });
  return Number(number);
}
