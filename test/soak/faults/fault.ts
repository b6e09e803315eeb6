// A fault that comes and goes.

import type { Random } from "../../../src/demo/random.ts";

export interface Fault {
  readonly name: string;
  /** How often, against the others. */
  readonly weight: number;
  /** The errors that agents may see because of it: codes of the tools' answers, and `connection_lost`. */
  readonly codes: readonly string[];
  /** Does it, and undoes it. `over`: it has to end at once. */
  readonly strike: (random: Random, over: AbortSignal) => Promise<void>;
}
