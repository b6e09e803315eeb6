// Opens what the verbs work with, once, when it is first needed.

import { randomUUID } from "node:crypto";
import type { App } from "../app/app.ts";
import { openBoard } from "../store/open.ts";
import type { Log } from "./log.ts";
import { useWorkflow, type ConfiguredWorkflow } from "./workflow.ts";

export interface OpenAppOptions {
  readonly database: string;
  readonly board: string | undefined;
  readonly workflow: ConfiguredWorkflow;
  /** Settings that could not be used. */
  readonly problems: readonly string[];
  readonly via: string;
  readonly log: Log;
}

export class LazyApp {
  readonly #options: OpenAppOptions;
  #opening: Promise<App> | null = null;

  constructor(options: OpenAppOptions) {
    this.#options = options;
  }

  /** A store that could not be opened is tried again by the next call: the disk may have room by then. */
  open = (): Promise<App> => {
    this.#opening ??= openApp(this.#options).catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return this.#opening;
  };

  get opened(): boolean {
    return this.#opening !== null;
  }

  async close(): Promise<void> {
    const app = await this.#opening;
    await app?.board.close();
  }
}

async function openApp(options: OpenAppOptions): Promise<App> {
  const { database, board: name, workflow, problems, via, log } = options;
  const board = await openBoard({ database, ...(name === undefined ? {} : { board: name }) });
  try {
    const { machine, version, warnings } = await useWorkflow(board, workflow, via);
    for (const message of warnings) log({ level: "error", message });
    return { board, machine, workflowVersion: version, newId: randomUUID, warnings: [...problems, ...warnings] };
  } catch (error) {
    await board.close();
    throw error;
  }
}
