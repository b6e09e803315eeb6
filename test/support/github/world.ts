// A board on the fake GitHub, with a store of its own beside it. All clocks are one, and it stands still until it is moved.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Budget } from "../../../src/github/client/budget.ts";
import type { Machine as Rules } from "../../../src/engine/workflow/compile.ts";
import { GitHubClient, type ClientOptions } from "../../../src/github/client/client.ts";
import { DEFAULT_LAYOUT, namingVariables, type Layout } from "../../../src/github/layout/layout.ts";
import { githubBoard, type GitHubBoard, type GitHubBoardOptions } from "../../../src/github/tracker/board.ts";
import { openDriver } from "../../../src/store/open.ts";
import type { TrackerStore } from "../../../src/app/ports/tracker-store.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { trackerStore } from "../../../src/store/tracker-store.ts";
import { shipped } from "../../../src/workflows/shipped.ts";
import { dump } from "../worlds/sqlite-world.ts";
import { appOn, START, type World } from "../worlds/world.ts";
import { TICKET } from "../engine/situation.ts";
import { ManualClock } from "./clock.ts";
import { FakeGitHub, type FakeOptions } from "./fake/fake.ts";

export const TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
const STATES = [...TICKET.states.keys()];
const NO_LIMITS = {
  pointsAnHour: 1_000_000,
  weightAMinute: 1_000_000,
  contentAMinute: 1_000_000,
  contentAnHour: 1_000_000,
  nodesAQuery: 1_000_000,
};

const NO_BUDGET: Budget = {
  take: (_, now) => Promise.resolve({ taken: true, at: now }),
  settle: () => Promise.resolve(),
  block: () => Promise.resolve(),
};

/** One GitHub, as many machines as a test wants. */
export class Site {
  readonly clock = new ManualClock(START);
  readonly github: FakeGitHub;
  readonly repository;
  readonly project;
  readonly state;
  #url = "";
  readonly #machines: Machine[] = [];

  private constructor(options: FakeOptions) {
    this.github = new FakeGitHub({ now: this.clock.now, limits: NO_LIMITS, ...options });
    this.github.addAccount("User", "octo");
    this.github.addAccount("Organization", "acme");
    this.github.addToken({ token: TOKEN, login: "octo" });
    this.repository = this.github.addRepository("acme", "shop", ["bug", "feature"]);
    this.project = this.github.addProject("acme", 7);
    this.state = this.github.addField(this.project, "Workflow State", [...STATES, "Somewhere", "Elsewhere"]);
    this.github.addField(this.project, "Priority", ["P0", "P1", "P2", "P3"]);
    this.github.addField(this.project, "Estimate", ["XS", "S", "M", "L", "XL"]);
  }

  static async open(options: FakeOptions = {}): Promise<Site> {
    const site = new Site(options);
    site.#url = await site.github.listen();
    return site;
  }

  /** What GITHUB_API_URL is to say. */
  get url(): string {
    return this.#url;
  }

  client(more: Partial<ClientOptions> = {}): GitHubClient {
    return new GitHubClient({
      tokens: { repository: TOKEN, project: TOKEN },
      apiUrl: this.#url,
      userAgent: "signalbox-tests",
      clock: this.clock,
      budgetOf: () => NO_BUDGET,
      timeoutMs: 60_000,
      ...more,
    });
  }

  /** A machine with a store of its own. */
  async machine(options: MachineOptions = {}): Promise<Machine> {
    const folder = await mkdtemp(join(tmpdir(), "signalbox-github-"));
    const file = join(folder, "board.db");
    const machine = await this.#process(file, options);
    this.#machines.push({ ...machine, close: () => machine.close().then(() => rm(folder, { recursive: true })) });
    return machine;
  }

  /** Another process on the same store. */
  async beside(other: Machine, options: MachineOptions = {}): Promise<Machine> {
    const machine = await this.#process(other.file, options);
    this.#machines.unshift(machine);
    return machine;
  }

  async close(): Promise<void> {
    for (const machine of this.#machines) await machine.close();
    await this.github.close();
    if (this.github.bugs.length > 0) throw this.github.bugs[0];
  }

  async #process(
    file: string,
    { refLocks = false, client = {}, workflow = shipped("ticket"), onTrouble, showHolder, layout }: MachineOptions,
  ): Promise<Machine> {
    const driver = await openDriver({ database: file, synchronous: "OFF", clock: this.clock.now });
    const store = trackerStore(driver, !refLocks);
    const board = await this.board(store, refLocks, client, workflow, onTrouble, { showHolder, layout });
    return {
      board,
      store,
      file,
      app: appOn(board, { machine: workflow }),
      advance: (ms) => {
        this.clock.pass(ms);
        return Promise.resolve();
      },
      dump: () => Promise.resolve(dump(file)),
      close: () => board.close(),
    };
  }

  board(
    store: TrackerStore & StoreBoard,
    refLocks: boolean,
    client: Partial<ClientOptions> = {},
    workflow: Rules = shipped("ticket"),
    onTrouble: (error: unknown) => void = fail,
    { showHolder, layout = DEFAULT_LAYOUT }: Pick<GitHubBoardOptions, "showHolder" | "layout"> = {},
  ): Promise<GitHubBoard> {
    return githubBoard({
      store,
      layout,
      client: this.client({ standing: namingVariables(layout), ...client }),
      clock: this.clock,
      home: { owner: "acme", repo: "shop" },
      project: { owner: "acme", number: 7 },
      machine: workflow,
      refLocks,
      onTrouble,
      showHolder,
    });
  }
}

interface MachineOptions {
  readonly refLocks?: boolean;
  readonly client?: Partial<ClientOptions>;
  /** Of its tickets; absent: the shipped one. */
  readonly workflow?: Rules;
  /** How the project's fields and options are called. */
  readonly layout?: Layout;
  /** Absent: trouble in the background fails the test. */
  readonly onTrouble?: (error: unknown) => void;
  readonly showHolder?: GitHubBoardOptions["showHolder"];
}

function fail(error: unknown): never {
  throw error;
}

export interface Machine extends World<GitHubBoard> {
  readonly store: TrackerStore & StoreBoard;
  readonly file: string;
}

export async function makeGitHubWorld(refLocks: boolean): Promise<World<GitHubBoard>> {
  const site = await Site.open();
  const machine = await site.machine({ refLocks });
  return { ...machine, close: () => site.close() };
}
