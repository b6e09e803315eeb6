// Seats at which agents work: one after the other, where the one before was killed.

import { Random } from "../../src/demo/random.ts";
import { Agent } from "./agent.ts";
import { Asker } from "./agent-ask.ts";
import type { Line } from "./fleet.ts";
import { pause } from "./wait.ts";
import type { World } from "./world.ts";

export interface SeatOptions<L extends Line> {
  readonly number: number;
  readonly world: World;
  readonly seed: number;
  /** `name`: nobody had it before. */
  readonly connect: (name: string) => Promise<L>;
}

/** One in so many does what it should not, most of the time. */
const WILD = 6;

export class Seat<L extends Line> {
  readonly number: number;
  readonly #options: SeatOptions<L>;
  readonly #random: Random;
  #lives = 0;
  #agent: Agent | null = null;
  #line: L | null = null;
  #working: Promise<void> = Promise.resolve();

  constructor(options: SeatOptions<L>) {
    this.number = options.number;
    this.#options = options;
    this.#random = new Random(options.seed * 1000 + options.number);
  }

  /** Settled when its first agent is there. */
  async open(): Promise<void> {
    const { world } = this.#options;
    await this.#sit();
    this.#working = this.#occupy(world);
  }

  /** null: nobody sits there at the moment. */
  get line(): L | null {
    return this.#line;
  }

  get busy(): boolean {
    return this.#agent?.busy === true;
  }

  /** How many changes its agent has made. */
  get worked(): number {
    return this.#agent?.asker.changes ?? 0;
  }

  get name(): string {
    return this.#agent?.asker.name ?? "";
  }

  async killAgent(): Promise<void> {
    const agent = this.#agent;
    this.#line = null;
    await agent?.asker.die();
  }

  closed(): Promise<void> {
    return this.#working;
  }

  async #sit(): Promise<void> {
    const { world, number, connect } = this.#options;
    const name = `agent-${number}-${++this.#lives}`;
    const line = await connect(name);
    const random = new Random(Math.floor(this.#random.next() * 2 ** 32));
    this.#agent = new Agent(new Asker(name, line, world, random), number % WILD === WILD - 1);
    this.#line = line;
  }

  async #occupy({ over, notes }: World): Promise<void> {
    for (;;) {
      try {
        await this.#agent?.live();
      } catch (error) {
        notes.breach(`${this.name} could not go on: ${error instanceof Error ? error.stack : String(error)}`);
        await this.killAgent();
      }
      if (over.aborted) return;
      await pause(this.#random.between(200, 2000), over);
      if (over.aborted) return;
      await this.#sit();
    }
  }
}
