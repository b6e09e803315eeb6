// Lists of tickets, bounded in number, a page at a time.

import { PRIORITIES } from "../../engine/facts.ts";
import { argument, say } from "../../engine/acts.ts";
import { isRefusal, refuse, type Refusal } from "../../engine/refusal.ts";
import { listed, nearest, unknown } from "../../engine/words.ts";
import type { App } from "../app.ts";
import { readActivity } from "../sessions/activity.ts";
import { PLANNING, type TicketFilter } from "../ports/tickets.ts";
import { summarize, type TicketSummary } from "./view.ts";
import { withNewName } from "../workflows/renamed.ts";

export interface ListInput {
  readonly state?: string | undefined;
  readonly parent?: number | undefined;
  readonly priority?: string | undefined;
  readonly label?: string | undefined;
  readonly type?: string | undefined;
  readonly milestone?: string | undefined;
  readonly iteration?: string | undefined;
  readonly text?: string | undefined;
  readonly anywhere?: string | undefined;
  readonly open?: boolean | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ListAnswer {
  readonly tickets: readonly TicketSummary[];
  readonly nextCursor: string | null;
}

const PAGE = 50;

export async function listTickets(app: App, input: ListInput): Promise<ListAnswer | Refusal> {
  const checked = checkList(app, input);
  if (isRefusal(checked)) return withNewName(app, checked, input.state);
  const [now, page] = await Promise.all([
    app.board.now(),
    app.board.tickets.list(checked.filter, checked.limit, input.cursor ?? null),
  ]);
  const held = page.items.filter((ticket) => ticket.claim !== null);
  const activity = await readActivity(app, held, now);
  return { tickets: page.items.map((ticket) => summarize(ticket, now, activity)), nextCursor: page.next };
}

export interface CheckedList {
  readonly filter: TicketFilter;
  readonly limit: number;
}

export function checkList(app: App, input: ListInput): CheckedList | Refusal {
  const { states } = app.machine;
  if (input.state !== undefined && !states.has(input.state)) {
    const meant = nearest(input.state, states.keys());
    return refuse(
      "unknown_state",
      `${unknown("state", input.state)} The states are ${listed(states.keys(), "and")}.`,
      meant === undefined ? "retry with one of those." : say`retry with ${argument("state", meant)}.`,
      { states: [...states.keys()] },
    );
  }
  const priority = PRIORITIES.find((known) => known === input.priority);
  if (input.priority !== undefined && priority === undefined) {
    return refuse(
      "unknown_priority",
      `${unknown("priority", input.priority)} It is one of ${listed(PRIORITIES)}.`,
      `retry with priority set to one of ${listed(PRIORITIES)}, or without it.`,
      { known: PRIORITIES },
    );
  }
  const filter = {
    ...(input.state === undefined ? {} : { state: input.state }),
    ...(input.parent === undefined ? {} : { parent: String(input.parent) }),
    ...(priority === undefined ? {} : { priority }),
    ...(input.label === undefined ? {} : { label: input.label }),
    ...Object.fromEntries(PLANNING.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]))),
    ...(input.text === undefined ? {} : { text: input.text }),
    ...(input.anywhere === undefined ? {} : { anywhere: input.anywhere }),
    ...(input.open === undefined ? {} : { open: input.open }),
  };
  return { filter, limit: input.limit ?? PAGE };
}
