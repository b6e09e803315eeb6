// Any change by the holder of a ticket shows that they are alive, and renews the lease.

import { signOfLife, type TicketFacts } from "../../engine/claims/claims.ts";
import type { Time } from "../../engine/facts.ts";
import type { App, Caller } from "../app.ts";
import type { Columns } from "../commit/changes.ts";
import type { BareTicket } from "../ports/tickets.ts";
import { claimColumns } from "./columns.ts";

/** What to set beside the change; nothing where the caller does not hold the ticket, or half of the lease is left. */
export function leaseColumns(
  app: App,
  { actor }: Caller,
  ticket: BareTicket & Partial<Pick<TicketFacts, "token">>,
  now: Time,
): Columns<"ticket"> {
  return claimColumns(signOfLife(app.machine, { token: "none", ...ticket }, actor, now), false, now);
}
