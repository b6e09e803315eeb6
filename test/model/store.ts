// The store as the model has it: it answers the product's own queries, and carries out a plan whole, or not at all where
// a row that the plan relies on has another version by now.

import type { PreparedPlan } from "../../src/store/ledger/prepare.ts";
import { ADD_TOKEN, CLAIMS_OF, HAS_TOKEN } from "../../src/store/claims.ts";
import { NOW } from "../../src/store/clock.ts";
import { RECORDED } from "../../src/store/ledger/queries.ts";
import { BARE_TICKET_NOW, groupMembers, notPickable, PICKABLE, TICKET_NOW } from "../../src/store/tickets/queries.ts";
import { digestOfSecond } from "./verbs.ts";
import { isForced, seenBy, written, type Rules } from "./rules.ts";
import type { Call, Heard, HeardTicket, Plan, Query, TicketRow, World } from "./world.ts";

/** What refused callers are told rests on the group. Nobody here has one: nothing is linked. */
const GROUP = groupMembers("");
const NOT_PICKABLE = notPickable(1);
const ALONE = {
  number: 1,
  repo: "",
  title: "",
  closed: 0,
  estimate: null,
  parent: null,
  parent_version: null,
  blocked_by: null,
  claim_agent: null,
  claim_since: 0,
};

export function read(world: World, { sql: text, params }: Query, call: Call, clock: number, rules: Rules): Heard {
  const rows = (): readonly HeardTicket[] =>
    Object.entries(world.tickets).map(([key, row]) => ({ key, now: clock, ...seenBy(call, row, rules) }));
  const standing = (key: unknown, fence: unknown): Heard =>
    rows()
      .filter((row) => row.key === key && row.fence === fence && row.claim_connection !== null)
      .map((row) => ({ fence: row.fence }));
  switch (text) {
    case NOW.sql:
      return [{ now: clock }];
    case TICKET_NOW.sql:
    case BARE_TICKET_NOW.sql:
      return rows().filter((row) => row.key === params[0]);
    case GROUP.sql:
      return rows()
        .filter((row) => row.key === params[0])
        .map((row) => ({ ...ALONE, ...row }));
    case NOT_PICKABLE.sql:
      // How many tickets others keep from a caller makes no difference to anybody's claim.
      return [];
    case CLAIMS_OF.sql:
      return rows().filter((row) => row.claim_connection === params[0]);
    case PICKABLE.sql:
      return rows()
        .filter(({ state }) => state === params[0])
        .filter((row) => isOver(row.claim_expires, clock) && isOver(row.reserved_until, clock))
        .slice(0, Number(params.at(-1)));
    case ADD_TOKEN.sql:
      // Nothing has to be kept: whoever has a second token was given it, and it goes with its claim.
      return rules.seconds ? standing(params[1], params[2]) : [{ fence: Number(params[2]) }];
    case HAS_TOKEN.sql:
      return params[2] === digestOfSecond(Number(params[1])) ? standing(params[0], params[1]) : [];
    case RECORDED.sql: {
      const same = world.requests.find((one) => [one.sender, one.tool, one.subject, one.id].join() === params.join());
      return same ? [{ arguments: same.arguments, answer: same.answer, seq: 1 }] : [];
    }
    default:
      throw new Error(`the model's store has no answer to ${text}`);
  }
}

/** Versions only rise: a plan that does not fit never will. */
export function fits(world: World, plan: Plan, rules: Rules): boolean {
  const row = world.tickets[plan.key];
  if (row && isForced(plan, row, rules)) return true;
  if (rules.requests && plan.request && world.requests.some(({ id }) => id === plan.request?.id)) return false;
  return plan.checks.every(({ key, version }) => world.tickets[key]?.version === version);
}

export function commit(world: World, plan: Plan, row: TicketRow, rules: Rules): World {
  return {
    ...world,
    tickets: { ...world.tickets, [plan.key]: { ...row, ...written(plan, rules) } },
    requests: plan.request && rules.requests ? [...world.requests, plan.request] : world.requests,
  };
}

/** What a plan does to its ticket; null: nothing. */
export function ticketChange(plan: PreparedPlan): { readonly key: string; readonly set: Partial<TicketRow> } | null {
  for (const { table, key, set } of plan.rows.flatMap((row) => row.changes)) {
    if (table !== "ticket" || set === null) continue;
    return { key: key.key, set: Object.fromEntries(Object.entries(set).filter(([name]) => KEPT.has(name))) };
  }
  return null;
}

const KEPT: ReadonlySet<string> = new Set<keyof TicketRow>([
  "state",
  "version",
  "fence",
  "claim_connection",
  "claim_expires",
  "former_connection",
  "reserved_until",
]);

function isOver(time: number | null, clock: number): boolean {
  return time === null || time <= clock;
}

/** A repeated answer says when the lease ends; nobody here acts on that, and it would tell equal worlds apart. */
export function withoutTimes(request: NonNullable<PreparedPlan["request"]>): NonNullable<PreparedPlan["request"]> {
  return { ...request, answer: request.answer.replaceAll(/"expiresAt":"[^"]*"/g, '"expiresAt":""') };
}
