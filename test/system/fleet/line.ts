// An agent's own server, the built program on stdio; and its end, which may come at any call.

import { once } from "node:events";
import type { Random } from "../../../src/demo/random.ts";
import { StdioClient, type ToolAnswer } from "../../support/clients/stdio-client.ts";
import { track } from "../../support/processes/child.ts";
import type { FleetBoard } from "./boards.ts";

/** The agent was killed in the middle of its work. */
export class Killed extends Error {}

const MOST_CALLS_OF_A_MORTAL = 40;
/** So many of them die over their work, at the first call that carries the token of a claim. */
const OVER_THEIR_WORK = 0.7;
/** Before the call, while the server is at it, or before the answer is read. */
const MOMENTS = ["before", "during", "after"] as const;

type IsLast = (calls: number, args: object) => boolean;

function deathOf(random: Random): IsLast {
  const last = random.whole(1, MOST_CALLS_OF_A_MORTAL);
  const overWork = random.chance(OVER_THEIR_WORK);
  return (calls, args) => calls >= last || (overWork && "claim" in args && typeof args.claim === "string");
}

export class Line {
  readonly name: string;
  readonly #client: StdioClient;
  readonly #moment: (typeof MOMENTS)[number];
  readonly #isLast: IsLast;
  #calls = 0;

  private constructor(name: string, client: StdioClient, isLast: IsLast, moment: (typeof MOMENTS)[number]) {
    this.name = name;
    this.#client = client;
    this.#isLast = isLast;
    this.#moment = moment;
  }

  /** `dies`: it is killed at some call. */
  static async open(
    { database, env }: FleetBoard,
    who: { readonly name: string; readonly commands: readonly string[] | null; readonly dies: boolean },
    random: Random,
  ): Promise<Line> {
    const client = new StdioClient(database, {
      ...env,
      SIGNALBOX_AGENT: who.name,
      ...(who.commands ? { SIGNALBOX_COMMANDS: who.commands.join() } : {}),
    });
    track(client.process);
    // A line that is written to a server that was just killed goes nowhere.
    client.process.stdin.on("error", () => undefined);
    await client.initialize();
    const isLast: IsLast = who.dies ? deathOf(random) : () => false;
    return new Line(who.name, client, isLast, random.oneOf(MOMENTS) ?? "during");
  }

  async call(tool: string, args: object): Promise<ToolAnswer> {
    const isLast = this.#isLast(++this.#calls, args);
    if (isLast && this.#moment === "before") await this.#kill();
    const answer = this.#client.call(tool, args);
    if (isLast) {
      const heard = answer.catch(() => undefined);
      if (this.#moment === "after") await heard;
      await this.#kill();
    }
    return answer;
  }

  async leave(): Promise<void> {
    if (this.#client.process.exitCode === null && this.#client.process.signalCode === null) await this.#client.leave();
  }

  async #kill(): Promise<never> {
    const gone = once(this.#client.process, "exit");
    this.#client.process.kill("SIGKILL");
    await gone;
    throw new Killed(this.name);
  }
}
