import type { World } from "./world.ts";

export interface Scenario {
  readonly name: string;
  /** What it gives is printed: what the client showed the model. */
  readonly run: (world: World, program: string) => Promise<readonly string[] | void>;
}

export class Failed extends Error {
  readonly output: string;

  constructor(what: string, output: string) {
    super(what);
    this.output = output;
  }
}

export function check(holds: boolean, what: string, output: string): void {
  if (!holds) throw new Failed(`not so: ${what}`, output);
}
