// Rows of the ledger that somebody looks for: by who, by kind, by time, and the refused ones alone.

import type { Key, Time } from "../../engine/facts.ts";
import { asPerson, nameAt } from "../../engine/names.ts";
import type { App } from "../app.ts";
import type { EventView } from "../pages/views.ts";
import { newestEvents, ticketEvents } from "./events.ts";

export interface EventFilter {
  /** A person or an agent, by the whole name or by the part that people use. */
  readonly who?: string | undefined;
  readonly kinds?: readonly string[] | undefined;
  readonly since?: Time | undefined;
  readonly until?: Time | undefined;
  readonly refused?: boolean | undefined;
}

/** The newest first, none after the row `head`. `key`: only of this ticket. */
export async function findEvents(
  app: App,
  filter: EventFilter,
  { key, head, limit }: { readonly key?: Key | undefined; readonly head: number; readonly limit: number },
): Promise<readonly EventView[]> {
  const { ledger } = app.board;
  const [first, last] = await Promise.all([
    filter.since === undefined ? 0 : ledger.rowBefore(filter.since),
    filter.until === undefined ? head : ledger.rowBefore(filter.until),
  ]);
  const found: EventView[] = [];
  for (let before = Math.min(head, last) + 1; found.length < limit && before > first + 1;) {
    const page = key === undefined ? await newestEvents(app, before, PAGE) : await ticketEvents(app, key, PAGE, before);
    const oldest = page.at(-1);
    if (!oldest) break;
    found.push(...page.filter((event) => event.seq > first && isWanted(event, filter)));
    before = oldest.seq;
  }
  return found.slice(0, limit);
}

const PAGE = 500;

/** Whether a row that has just come is one of those; it is as new as can be. */
export function isWanted(event: EventView, { who, kinds, refused, until }: EventFilter): boolean {
  if (until !== undefined && Date.parse(event.at) >= until) return false;
  if (refused && event.kind !== "refuse") return false;
  if (kinds !== undefined && !kinds.includes(event.kind)) return false;
  return who === undefined || namesOf(event).has(who.toLowerCase());
}

/** `ada (person)` is ada too; `claude@token/impl` is claude, claude@token and impl too. */
function namesOf({ who, person }: EventView): ReadonlySet<string> {
  const names = person
    ? [who, who.slice(0, -asPerson("").length)]
    : [who, ...who.split("/"), ...who.split("/").map(nameAt)];
  return new Set(names.map((name) => name.toLowerCase()));
}
