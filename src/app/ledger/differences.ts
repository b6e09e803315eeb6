// What a row changed, field by field: from what to what.

import type { App } from "../app.ts";
import { showKey } from "../../engine/facts.ts";
import type { EventView } from "../pages/views.ts";
import type { Difference } from "../ports/ledger.ts";

/** By the row's number. A row that changed nothing has none. */
export async function differencesOf(
  { board }: App,
  events: readonly EventView[],
): Promise<ReadonlyMap<number, readonly Difference[]>> {
  const edited = events.filter(({ subject, data }) => subject.type === "ticket" && Array.isArray(data["fields"]));
  const fields = await board.ledger.differences(edited.map(({ seq }) => seq));
  return new Map(events.map((event) => [event.seq, [...ownDifferences(event), ...(fields.get(event.seq) ?? [])]]));
}

/** Those that its own data tells. */
function ownDifferences(event: EventView): readonly Difference[] {
  const { kind, subject, from, to, data } = event;
  if (kind === "refuse" || subject.type === "board") return [];
  const { parent, formerParent, added, removed } = data;
  return [
    ...(to !== null && from !== to ? [{ field: "state", before: from, after: to }] : []),
    ...(kind === "link" && parent !== formerParent
      ? [{ field: "parent", before: keyOf(formerParent), after: keyOf(parent) }]
      : []),
    ...keysIn(removed).map((key) => ({ field: "blocked by", before: showKey(key), after: null })),
    ...keysIn(added).map((key) => ({ field: "blocked by", before: null, after: showKey(key) })),
  ];
}

function keyOf(value: unknown): string | null {
  return typeof value === "string" ? showKey(value) : null;
}

function keysIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((key) => typeof key === "string") : [];
}
