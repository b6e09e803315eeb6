// A client that disconnected keeps its claims for a grace period, because agents reconnect: their leases are shortened.

import { isLive } from "../../engine/claims/claims.ts";
import { showIdentity } from "../../engine/facts.ts";
import { authorOf, type App, type Caller } from "../app.ts";
import { ticketChange, ticketCheck } from "../commit/changes.ts";
import { settle } from "../commit/settle.ts";

const DEFAULT_GRACE_SECONDS = 120;

/** How many leases were shortened. */
export async function shortenLeases(app: App, caller: Caller, connection: string): Promise<number> {
  const grace = (app.machine.workflow.lease?.graceSeconds ?? DEFAULT_GRACE_SECONDS) * 1000;
  let shortened = 0;
  for (const { key } of await app.board.claims.heldBy({ connection })) {
    shortened += await settle<number>(app.board, async () => {
      const [ticket, now] = await Promise.all([app.board.tickets.get(key), app.board.now()]);
      const claim = ticket?.claim;
      if (!ticket || !claim || claim.holder.connection !== connection) return { answer: 0 };
      if (!isLive(claim, now) || claim.expiresAt <= now + grace) return { answer: 0 };
      const expiresAt = now + grace;
      return {
        plan: {
          id: app.newId(),
          checks: [ticketCheck(ticket)],
          entries: [
            {
              kind: "claim",
              subject: { type: "ticket", key },
              by: authorOf(caller),
              data: { type: "grace", holder: showIdentity(claim.holder), fence: claim.fence, expiresAt },
              changes: ticketChange(ticket, { claim_expires: expiresAt }, now),
            },
          ],
        },
        answer: () => 1,
      };
    });
  }
  return shortened;
}
