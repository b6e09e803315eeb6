// The stage: a board in a folder of its own, the agents' processes on it, and the order in which all of it ends.

import { fork, type ChildProcess } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import type { Workflow } from "../engine/workflow/format.ts";
import { castOf, type CastOptions } from "./cast.ts";
import { BASE, makeProject } from "./checkout.ts";
import { leaseSeconds, sessionWorkflow, ticketWorkflow } from "./leases.ts";
import { STOP, told, type Orders, type Told } from "./messages.ts";
import { killGroup, Processes } from "./processes.ts";
import { bareEnvironment, thisProgram } from "./program.ts";
import { Tally } from "./tally.ts";

/** Longer than any call takes, so that what is under way is finished. */
const PATIENCE_MS = 10_000;

export interface StageOptions extends Omit<CastOptions, "project"> {
  readonly say: (who: string, what: string) => void;
}

export class Stage {
  readonly folder: string;
  readonly database: string;
  /** The repository that everybody works in; null: there is no git here. */
  readonly project: string | null;
  readonly workflow: Workflow;
  /** For every process of the demo. */
  readonly env: Readonly<Record<string, string>>;
  readonly tally = new Tally();
  readonly processes = new Processes();
  readonly #options: StageOptions;
  readonly #agents = new Map<string, ChildProcess>();
  readonly #timers = new Set<NodeJS.Timeout>();
  #ending = false;

  private constructor(folder: string, project: string | null, options: StageOptions) {
    this.folder = folder;
    this.project = project;
    this.workflow = ticketWorkflow(options.pace, project === null ? null : { remote: project, base: BASE });
    this.database = join(folder, "board.db");
    this.env = {
      ...bareEnvironment(process.env),
      // Checks run this Node.
      PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
      SIGNALBOX_DATABASE: this.database,
      // The board's key goes with the board.
      XDG_CONFIG_HOME: folder,
      APPDATA: folder,
      // So do mirrors and clones that checks run in.
      XDG_CACHE_HOME: join(folder, "cache"),
      LOCALAPPDATA: join(folder, "cache"),
      SIGNALBOX_TRACKER: "local",
      SIGNALBOX_WORKFLOW: join(folder, "ticket.json"),
      SIGNALBOX_SESSION_WORKFLOW: join(folder, "session.json"),
      SIGNALBOX_LOG: "error",
    };
    this.#options = options;
  }

  static async build(options: StageOptions): Promise<Stage> {
    const folder = await mkdtemp(join(tmpdir(), "signalbox-demo-"));
    const stage = new Stage(folder, await makeProject(folder), options);
    await Promise.all([
      writeFile(join(folder, "ticket.json"), JSON.stringify(stage.workflow, null, 2)),
      writeFile(join(folder, "session.json"), JSON.stringify(sessionWorkflow(options.pace), null, 2)),
    ]);
    return stage;
  }

  /** Comes back once every agent has its server. */
  async enter(): Promise<void> {
    const cast = castOf(this.workflow, { ...this.#options, project: this.project });
    await Promise.all(cast.map((orders) => this.#start(orders, 1)));
  }

  /** Every agent finishes its call, lets go of what it holds, and goes. */
  async end(): Promise<void> {
    this.#ending = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const leaving = [...this.#agents.values()].map((agent) => leave(agent));
    await Promise.all(leaving);
  }

  async clear(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #start(orders: Orders, life: number): Promise<void> {
    const { file, args } = thisProgram("demo", "agent", JSON.stringify(inLife(orders, life)));
    const [main = "", ...rest] = args.slice(process.execArgv.length);
    const agent = fork(main, rest, {
      execPath: file,
      execArgv: process.execArgv,
      env: this.env,
      cwd: this.folder,
      // The head of a group: an agent that is killed takes its server with it, as a machine that loses power would.
      detached: true,
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.processes.note(agent.pid);
    this.#agents.set(orders.name, agent);
    return new Promise((resolve) => {
      agent.on("message", (message) => {
        const what = told.parse(message);
        this.#hear(orders, life, what, agent);
        if (what.kind === "ready") resolve();
      });
      agent.once("exit", () => {
        if (this.#agents.get(orders.name) === agent) this.#agents.delete(orders.name);
        resolve();
      });
    });
  }

  #hear(orders: Orders, life: number, what: Told, agent: ChildProcess): void {
    const { say } = this.#options;
    this.tally.take(orders.name, life, what);
    switch (what.kind) {
      case "ready":
        this.processes.note(what.server);
        break;
      case "did":
        say(orders.name, what.text);
        break;
      case "refused":
        say(orders.name, `is refused: ${what.code}`);
        break;
      case "recovered":
        say(orders.name, `gets on by ${what.by}`);
        break;
      case "crash":
        say(orders.name, `dies, and leaves #${what.ticket} behind`);
        killGroup(agent.pid);
        this.#comeBack(orders, life + 1);
        break;
      case "failed":
        say(orders.name, `gives up: ${what.message}`);
        break;
    }
  }

  /** Not before its lease has run out: somebody else is to find what it left behind. */
  #comeBack(orders: Orders, life: number): void {
    const timer = setTimeout(
      () => {
        this.#timers.delete(timer);
        if (!this.#ending) void this.#start(orders, life);
      },
      1.5 * leaseSeconds(this.#options.pace) * 1000,
    );
    this.#timers.add(timer);
  }
}

/** Who has died once takes better care: else the board would show little but accidents. */
function inLife(orders: Orders, life: number): Orders {
  const { diesAt } = orders.habits;
  const habits = { ...orders.habits, diesAt: diesAt === null ? null : diesAt + 6 * (life - 1) };
  return { ...orders, habits, seed: orders.seed + life };
}

async function leave(agent: ChildProcess): Promise<void> {
  if (agent.exitCode !== null || agent.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => {
    agent.once("exit", () => resolve());
  });
  if (agent.connected) agent.send(STOP);
  const enough = setTimeout(() => killGroup(agent.pid), PATIENCE_MS);
  await gone;
  clearTimeout(enough);
}
