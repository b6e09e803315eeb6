// One agent, from its first call to its end.

import { Gone, type Asker } from "./agent-ask.ts";
import { misbehave, useSpentToken } from "./agent-mischief.ts";
import { walkRun } from "./agent-runs.ts";
import { workOne, type Memory } from "./agent-work.ts";

export class Agent {
  readonly asker: Asker;
  readonly #memory: Memory = { held: null, spent: [], linked: [] };
  readonly #wild: boolean;

  constructor(asker: Asker, wild: boolean) {
    this.asker = asker;
    this.#wild = wild;
  }

  /** It holds a ticket: whoever stops it now takes something from it. */
  get busy(): boolean {
    return this.#memory.held !== null;
  }

  /** Until all is over, or it is killed. */
  async live(): Promise<void> {
    const { asker } = this;
    const { random, world } = asker;
    try {
      while (!world.over.aborted) {
        if (random.chance(0.03)) await walkRun(asker);
        if (random.chance(this.#wild ? 0.6 : 0.05)) await misbehave(asker, this.#memory);
        if (random.chance(0.05)) await useSpentToken(asker, this.#memory);
        await workOne(asker, this.#memory);
        await asker.think();
      }
      await asker.leave();
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
    }
  }
}
