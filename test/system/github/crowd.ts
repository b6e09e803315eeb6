// A board on the fake GitHub on which requests are counted: on a machine that has never seen it (cold), and on one that
// has (warm).

import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal, type Refusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { ann } from "../../support/worlds/world.ts";
import { Site, type Machine } from "../../support/github/world.ts";

export interface Count {
  readonly requests: number;
  readonly points: number;
  readonly operations: readonly string[];
}

export interface Counting {
  readonly refLocks: boolean;
  readonly warm: boolean;
}

export const LOCK = { command: "research", intent: "lock", reason: "because" };
/** One of a family of 50 that is ready to be planned: before anybody locks it, all of them are looked at. */
export const GUARDED = { key: "7", command: "plan", intent: "lock", reason: "because" };

/** What `act` asks of GitHub; it has to be accepted. */
export async function countRequests(
  { refLocks, warm }: Counting,
  act: (machine: Machine) => Promise<object>,
): Promise<Count> {
  const site = await Site.open();
  try {
    fill(site);
    const machine = await site.machine({ refLocks });
    if (warm) {
      await machine.board.tickets.list({}, 1, null);
      accept(await handoff(machine.app, ann, { key: "101", ...LOCK }));
    }
    site.github.countRequests();
    accept(await act(machine));
    return site.github.countRequests();
  } finally {
    await site.close();
  }
}

/** A family of 50 that is ready to be planned, and 50 tickets by themselves. */
function fill({ github, repository, project }: Site): void {
  const place = (state: string) => ({ project, card: { "Workflow State": state, Estimate: "XS" } });
  const parent = github.addIssue(repository, "Parent", place("Plan in Review"));
  for (let number = 2; number <= 51; number++) {
    github.putUnder(github.addIssue(repository, `Child ${number}`, place("Ready for Plan")), parent);
  }
  for (let number = 52; number <= 101; number++) {
    github.addIssue(repository, `Ticket ${number}`, place("Research Needed"));
  }
}

function accept(answer: object | Refusal): void {
  if (isRefusal(answer)) throw new Error(`refused: ${answer.code}: ${tell(answer, "mcp").error}`);
}
