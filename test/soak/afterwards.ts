// When faults have stopped and leases have run out: whatever somebody held is taken and handed on. What can't be is stuck.

import type { Asker, Content } from "./agent-ask.ts";
import { NEVER } from "./agent-codes.ts";

const LOCKS = [
  { state: "Research in Progress", command: "research" },
  { state: "Plan in Progress", command: "plan" },
  { state: "In Progress", command: "impl" },
];

/** How many there were. */
export async function takeAllOver(asker: Asker): Promise<number> {
  let taken = 0;
  for (const { state, command } of LOCKS) {
    for (const number of await heldIn(asker, state)) {
      const lock = { number, command, intent: "lock", reason: "Nobody works on it any more." };
      const { accepted, content } = await asker.ask("handoff_ticket", lock, NEVER);
      if (!accepted) continue;
      const { token } = content["claim"] as { readonly token: string };
      const complete = { number, command, intent: "complete", claim: token, reason: "It goes on." };
      await asker.ask("handoff_ticket", complete, NEVER);
      taken++;
    }
  }
  return taken;
}

/** Read whole before anything is moved: pages shift. */
async function heldIn(asker: Asker, state: string): Promise<readonly number[]> {
  const numbers: number[] = [];
  for (let cursor: unknown = null; ;) {
    const page = await asker.mustGet("list_tickets", { state, limit: 100, ...(cursor === null ? {} : { cursor }) });
    for (const ticket of page["tickets"] as readonly Content[]) {
      if (ticket["claim"] !== null || state !== "In Progress") numbers.push(Number(ticket["number"]));
    }
    cursor = page["cursor"] ?? null;
    if (cursor === null) return numbers;
  }
}
