// What agents have told so far: every refusal with what became of it.

import type { Told } from "./messages.ts";

export class Tally {
  crashes = 0;
  races = 0;
  refusals = 0;
  readonly failures: string[] = [];
  readonly #open = new Map<string, string>();

  /** `life`: an agent that died and came back counts its refusals from one again. */
  take(agent: string, life: number, what: Told): void {
    const at = (id: number): string => `${agent} ${life} ${id}`;
    switch (what.kind) {
      case "refused":
        this.refusals++;
        if (what.race) this.races++;
        this.#open.set(at(what.id), `${agent}: ${what.tool} was refused (${what.code}), and it found no way on`);
        break;
      case "recovered":
        this.#open.delete(at(what.id));
        break;
      case "crash":
        this.crashes++;
        break;
      case "failed":
        this.failures.push(`${agent}: ${what.message}`);
        break;
      case "ready":
      case "did":
        break;
    }
  }

  get recovered(): number {
    return this.refusals - this.#open.size;
  }

  /** Refusals that nobody got on from. */
  get stuck(): readonly string[] {
    return [...this.#open.values()];
  }
}
