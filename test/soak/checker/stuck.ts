// No ticket sticks: whatever is open waits for a person, can be taken by an agent, or will be once a lease has run out.

import type { Breaches } from "./breaches.ts";
import { holderOf } from "./holders.ts";
import type { Cells } from "./row.ts";
import type { Rules } from "./rules.ts";

/** Clocks that were wrong when a lease was given out are off by seconds, or by what the ledger's time has seen too. */
const SLACK_MS = 60_000;

/** `now`: the ledger's time. How many tickets are closed. */
export function checkStuck(tickets: Iterable<Cells>, now: number, rules: Rules, breaches: Breaches): number {
  let closed = 0;
  for (const ticket of tickets) {
    if (ticket["closed"] === 1) closed++;
    const problem = problemOf(ticket, now + rules.longestLeaseMs + SLACK_MS, rules);
    if (problem !== null) breaches.note("stuck", `#${ticket["key"]} ${problem}`);
  }
  return closed;
}

function problemOf(ticket: Cells, latest: number, rules: Rules): string | null {
  const state = typeof ticket["state"] === "string" ? ticket["state"] : null;
  const holder = holderOf(ticket);
  if (!rules.knows(state)) return `stands in "${state}", which is no state`;
  if (rules.isTerminal(state)) return holder === null ? null : `is closed, and ${holder} holds it`;
  if (ticket["closed"] === 1) return `is closed in "${state}", which is no end`;
  for (const column of ["claim_expires", "reserved_until"]) {
    const until = Number(ticket[column] ?? 0);
    if (until > latest)
      return `is locked in "${state}" until ${until}, longer than any lease (${holder ?? "reserved"})`;
  }
  return rules.hasNextStep(state) ? null : `stands in "${state}", and nobody could go on from there`;
}
