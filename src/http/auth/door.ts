// Whether somebody on this machine comes in without a token. It is a convenience for one user on one machine, and ends by
// itself where the machine is no longer the boundary, or where an agent is limited to commands: that agent would leave its
// token at home, and be limited no more.

import type { App } from "../../app/app.ts";
import type { Reach } from "./strangers.ts";

/** How long the board is believed to limit nobody. */
const LOOK_EVERY_MS = 250;

export interface DoorOptions {
  readonly reach: Pick<Reach, "loopback" | "allowHosts" | "requireToken">;
  readonly log: (line: Record<string, unknown>) => void;
  readonly clock: () => number;
}

export class Door {
  readonly #options: DoorOptions;
  #shut: string | null;
  #looked = Number.NEGATIVE_INFINITY;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#shut = shutBySettings(options.reach);
  }

  async isOpen(app: App): Promise<boolean> {
    if (this.#shut !== null) return false;
    const now = this.#options.clock();
    if (now - this.#looked < LOOK_EVERY_MS) return true;
    if (!(await app.board.keys.limitsAgents())) {
      this.#looked = now;
      return true;
    }
    // For as long as this server runs: an agent whose token is taken back must not get more than it had.
    if (this.#shut === null) this.#options.log({ level: "warn", message: doorIsShut(LIMITED) });
    this.#shut = LIMITED;
    return false;
  }
}

const LIMITED = "a token of this board is limited to commands";

/** Why nobody comes in without a token; null: the settings leave the door open. */
function shutBySettings({ loopback, allowHosts, requireToken }: DoorOptions["reach"]): string | null {
  if (!loopback) return "this server listens beyond this machine";
  if (requireToken) return "--require-token was given";
  if (allowHosts.length > 0) return "--allow-host was given";
  return null;
}

/** The same for a server that is about to start. */
export async function whyShut(app: App, reach: DoorOptions["reach"]): Promise<string | null> {
  return shutBySettings(reach) ?? ((await app.board.keys.limitsAgents()) ? LIMITED : null);
}

export function doorIsShut(why: string): string {
  return `everybody needs a token or a link, on this machine too: ${why}`;
}
