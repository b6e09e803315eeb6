// The demo from its beginning to its end, whatever ends it.

import { setTimeout as sleep } from "node:timers/promises";
import { browserOpener, openBrowser, serveDashboard } from "./dashboard.ts";
import { seedProject } from "./seed.ts";
import { Stage } from "./stage.ts";
import { judge, type Verdict } from "./verdict.ts";

/** How long a person has the chance to decide, where one may be looking on. */
const PATIENCE_MS = 15_000;
const PATIENCE_ALONE_MS = 2_000;
const FOR_EVER_MS = 2 ** 31 - 1;
/** So often the address is said again: by then it has gone off the screen. */
const EVERY_LINES = 40;

export interface DemoOptions {
  readonly agents: number;
  /** The pace: how long everything takes against normal. */
  readonly speed: number;
  readonly seed: number;
  readonly port: number;
  readonly waitForMe?: boolean;
  readonly headless?: boolean;
  /** Milliseconds; absent: until it is interrupted. */
  readonly for?: number;
  readonly open: boolean;
  readonly interrupted: AbortSignal;
  readonly say: (who: string, what: string) => void;
  readonly show: (line: string) => void;
}

export async function playDemo(options: DemoOptions): Promise<Verdict> {
  const { agents, seed, speed: pace, interrupted } = options;
  const patienceMs = options.waitForMe ? null : (options.headless ? PATIENCE_ALONE_MS : PATIENCE_MS) * pace;
  const reminder = new Reminder(options);
  const stage = await Stage.build({ agents, seed, pace, patienceMs, say: reminder.say });
  const closing: (() => Promise<void>)[] = [];
  if (stage.project === null) options.show("git is missing here, or too old: nobody is asked for commits and tests.");
  try {
    await seedProject(stage);
    if (!options.headless) closing.push(await showDashboard(stage, options, reminder));
    await stage.enter();
    await pause(options.for ?? FOR_EVER_MS, interrupted);
    await stage.end();
    for (const close of closing.splice(0)) await close();
    return await judge(stage);
  } finally {
    await stage.end();
    for (const close of closing) await close();
    await stage.clear();
  }
}

/** Gives what ends it. */
async function showDashboard(stage: Stage, options: DemoOptions, reminder: Reminder): Promise<() => Promise<void>> {
  const { process: server, address, link, end } = await serveDashboard(stage.env, stage.folder, options.port);
  stage.processes.note(server.pid);
  reminder.address = address;
  options.show(`The board: ${address}`);
  if (link !== null) options.show(`To step in as a person, open once: ${link}`);
  options.show("Ctrl-C ends everything and takes the board away.");
  const opener = options.open ? browserOpener(process.env, process.platform) : null;
  if (opener) openBrowser(opener, link ?? address);
  return end;
}

class Reminder {
  address: string | null = null;
  readonly #options: Pick<DemoOptions, "say" | "show">;
  #lines = 0;

  constructor(options: Pick<DemoOptions, "say" | "show">) {
    this.#options = options;
  }

  say = (who: string, what: string): void => {
    this.#options.say(who, what);
    if (this.address !== null && ++this.#lines % EVERY_LINES === 0) this.#options.show(`The board: ${this.address}`);
  };
}

async function pause(ms: number, interrupted: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal: interrupted });
  } catch (error) {
    if (!interrupted.aborted) throw error;
  }
}
