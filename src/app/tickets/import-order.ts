// The order in which tickets come in that name each other: parents and blockers first, as far as that goes.

import type { ImportTicket } from "./import.ts";

export interface Ordered {
  /** Each with those links only that lead to one before it. */
  readonly ordered: readonly ImportTicket[];
  /** The other links: made once all are in, or refused where they close a loop. */
  readonly late: readonly LateLink[];
}

export interface LateLink {
  readonly id: string;
  readonly parent?: string;
  readonly blocker?: string;
}

export function inOrder(tickets: readonly ImportTicket[]): Ordered {
  const byId = new Map(tickets.map((ticket) => [ticket.id, ticket]));
  const ordered: ImportTicket[] = [];
  const late: LateLink[] = [];
  const done = new Set<string>();
  const begun = new Set<string>();
  const finish = (ticket: ImportTicket): void => {
    const { id, parent, blockedBy } = ticket;
    late.push(...blockedBy.filter((other) => !done.has(other)).map((blocker) => ({ id, blocker })));
    if (parent !== null && !done.has(parent)) late.push({ id, parent });
    const above = parent !== null && done.has(parent) ? parent : null;
    ordered.push({ ...ticket, parent: above, blockedBy: blockedBy.filter((other) => done.has(other)) });
    done.add(id);
  };
  // A stack of our own: a chain of ten thousand would be too deep for calls.
  for (const first of tickets) {
    const stack = [first];
    for (let ticket = stack.at(-1); ticket; ticket = stack.at(-1)) {
      const isNew = !begun.has(ticket.id);
      begun.add(ticket.id);
      const before = isNew ? linksOf(ticket).flatMap((id) => (begun.has(id) ? [] : (byId.get(id) ?? []))) : [];
      stack.push(...before);
      if (before.length > 0) continue;
      stack.pop();
      if (!done.has(ticket.id)) finish(ticket);
    }
  }
  return { ordered, late };
}

export function linksOf({ parent, blockedBy }: ImportTicket): readonly string[] {
  return parent === null ? blockedBy : [...blockedBy, parent];
}
