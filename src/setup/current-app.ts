// The app of a process that goes on for a while: by the workflows in force, and made anew when a person adopts another.

import type { App } from "../app/app.ts";
import type { Board } from "../app/ports/board.ts";
import { PARTS, TICKET_PART, type ForceVersions, type WorkflowPart } from "../app/ports/workflows.ts";
import { adoptedBy, showWorkflow } from "../app/workflows/in-force.ts";
import { lastMap } from "../app/workflows/renamed.ts";
import { listed, quote } from "../engine/words.ts";
import type { Log } from "./log.ts";
import { usedWorkflow, useWorkflow, type ConfiguredWorkflows, type UsedWorkflow } from "./workflow.ts";

export interface CurrentAppOptions {
  readonly board: Board;
  readonly workflows: ConfiguredWorkflows;
  /** Settings that could not be used. */
  readonly problems: readonly string[];
  readonly via: string;
  readonly log: Log;
  /** What stays the same, whatever is in force. */
  readonly rest: Pick<App, "newId" | "home" | "heard" | "reported" | "git">;
}

type Used = Readonly<Record<WorkflowPart, UsedWorkflow>>;

/** How old the answers of those may be who only read; whoever writes is told by the commit. */
const LOOK_MS = 1_000;

export class CurrentApp {
  readonly #options: CurrentAppOptions;
  #used: Used;
  #app: App;
  #news: string[] = [];
  #lookedAt = performance.now();
  #looking: Promise<App> | null = null;

  static async open(options: CurrentAppOptions): Promise<CurrentApp> {
    const { board, workflows, via } = options;
    // Tickets last: a board that says what they go by is one that is in use.
    const session = await useWorkflow(board, workflows.session, via);
    const run = await useWorkflow(board, workflows.run, via);
    const ticket = await useWorkflow(board, workflows.ticket, via);
    return new CurrentApp(options, { ticket, session, run });
  }

  private constructor(options: CurrentAppOptions, used: Used) {
    this.#options = options;
    this.#used = used;
    for (const message of warningsOf(used)) options.log({ level: "error", message });
    this.#app = this.#make();
  }

  get board(): Board {
    return this.#options.board;
  }

  /** Looks now and then whether another workflow has taken force. */
  upToDate = (): Promise<App> =>
    performance.now() - this.#lookedAt < LOOK_MS ? Promise.resolve(this.#app) : this.reload();

  /** Looks at once. */
  reload = (): Promise<App> => {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = null;
    });
    return this.#looking;
  };

  async #look(): Promise<App> {
    const { board } = this.#options;
    const versions = await board.workflows.versions();
    this.#lookedAt = performance.now();
    const changed = PARTS.filter((part) => versions[part] !== this.#used[part].version);
    if (changed.length === 0) return this.#app;
    const before = warningsOf(this.#used);
    const used = Object.fromEntries(
      await Promise.all(changed.map(async (part) => [part, await this.#takeUp(part)] as const)),
    );
    this.#used = { ...this.#used, ...used };
    for (const message of warningsOf(this.#used)) {
      if (!before.includes(message)) this.#options.log({ level: "error", message });
    }
    this.#app = this.#make();
    return this.#app;
  }

  async #takeUp(part: WorkflowPart): Promise<UsedWorkflow> {
    const { board, log } = this.#options;
    const inForce = await board.workflows.inForce(part);
    const used = usedWorkflow(this.#used[part].configured, inForce);
    const who = inForce && (await adoptedBy(board, part, inForce));
    const by = who === null ? "" : `, adopted by ${quote(who)}`;
    const names = part === TICKET_PART ? await newNames(board) : "";
    const message = `this board works by ${showWorkflow(used.machine.workflow, used.hash)} now${by}; this process has taken it up${names}`;
    log({ level: "warn", message });
    this.#news.push(message);
    return used;
  }

  #make(): App {
    const { board, problems, rest } = this.#options;
    const { ticket, session, run } = this.#used;
    const versions: ForceVersions = { ticket: ticket.version, session: session.version, run: run.version };
    return {
      ...rest,
      board,
      machine: ticket.machine,
      sessions: session.machine,
      runs: { machine: run.machine, hash: run.hash, workflow: run.machine.workflow },
      warnings: [...problems, ...warningsOf(this.#used)],
      force: { versions, reload: this.reload, news: () => this.#news.splice(0) },
    };
  }
}

/** What a map has changed, for whoever still knows the old names. */
async function newNames(board: Board): Promise<string> {
  const pairs = [...((await lastMap(board))?.map ?? [])].filter(([from, to]) => from !== to);
  if (pairs.length === 0) return "";
  const told = pairs.map(([from, to]) => `${quote(from)} is ${quote(to)} now`);
  return `; states have other names: ${listed(told, "and")}`;
}

function warningsOf(used: Used): readonly string[] {
  return PARTS.flatMap((part) => used[part].warnings);
}
