// Renewals of a lease that follow each other are shown as one row.

import type { EventView } from "../../../../src/http/contract.ts";

export interface Folded {
  /** The newest of them. */
  readonly event: EventView;
  readonly times: number;
}

/** `events` newest first. */
export function foldRenewals(events: readonly EventView[]): readonly Folded[] {
  const folded: Folded[] = [];
  for (const event of events) {
    const last = folded.at(-1);
    if (last && isRenewal(last.event) && isRenewal(event) && last.event.who === event.who) {
      folded[folded.length - 1] = { event: last.event, times: last.times + 1 };
    } else folded.push({ event, times: 1 });
  }
  return folded;
}

function isRenewal({ kind, data: { claim } }: EventView): boolean {
  return kind === "stay" && typeof claim === "object" && claim !== null && "type" in claim && claim.type === "renew";
}
