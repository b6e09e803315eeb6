// Servers that are killed, stand still, or have the wrong time.

import type { Random } from "../../../src/demo/random.ts";
import type { Frail } from "../fleet.ts";
import { pause } from "../wait.ts";
import type { Fault } from "./fault.ts";

const HOUR_MS = 3_600_000;
const SHIFTS = [HOUR_MS, -HOUR_MS, 5 * 60_000, -20_000, 2_000];

/** `codes`: what may be told because of one that dies. */
export function killed(servers: () => readonly Frail[], weight: number): Fault {
  return {
    name: "server killed",
    weight,
    codes: ["connection_lost"],
    strike: async (random) => {
      await random.oneOf(preferBusy(servers(), random))?.kill();
    },
  };
}

/** Longer than a lease: by then somebody else has the ticket. */
export function frozen(servers: () => readonly Frail[], weight: number, leaseMs: number): Fault {
  return {
    name: "server frozen past its lease",
    weight,
    codes: [],
    strike: async (random, over) => {
      const server = random.oneOf(preferBusy(servers(), random));
      server?.signal("SIGSTOP");
      try {
        await pause(leaseMs + random.between(500, 3000), over);
      } finally {
        server?.signal("SIGCONT");
      }
    },
  };
}

export function wrongClocks(servers: () => readonly Frail[], weight: number): Fault {
  return {
    name: "clocks wrong",
    weight,
    codes: [],
    strike: async (random, over) => {
      const chosen = servers().filter(() => random.chance(0.4));
      for (const server of chosen) server.shiftClock(random.oneOf(SHIFTS) ?? 0);
      await pause(random.between(1000, 6000), over);
      for (const server of chosen) server.shiftClock(0);
    },
  };
}

/** Who holds a ticket loses most; but not only they are to be hit. */
function preferBusy(servers: readonly Frail[], random: Random): readonly Frail[] {
  const busy = servers.filter((server) => server.busy());
  return busy.length > 0 && random.chance(0.8) ? busy : servers;
}
