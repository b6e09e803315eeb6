// What a plan means on GitHub, read off the columns that it changes: whatever verb made the plan, the mirror and GitHub
// end up saying the same. Each effect can be told to be there already, so that nothing is written twice.

import type { Change, Columns } from "../../app/commit/changes.ts";
import type { Author, Entry, Plan } from "../../app/commit/plan.ts";
import type { Json } from "../../app/commit/json.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { Key } from "../../engine/facts.ts";
import { defuse, withMarker, withoutMarker, type MarkedMove, type Marker } from "../tracker/marker.ts";
import type { Seen } from "../read/seen.ts";

export type Effect =
  | { readonly kind: "state" | "priority" | "estimate"; readonly value: string | null }
  | { readonly kind: "status"; readonly state: string }
  | { readonly kind: "comment"; readonly id: string; readonly text: string }
  | { readonly kind: "close"; readonly completed: boolean }
  | { readonly kind: "reopen" }
  | { readonly kind: "title" | "body"; readonly text: string }
  | { readonly kind: "labels"; readonly labels: readonly string[] }
  | { readonly kind: "parent"; readonly parent: Key | null }
  | { readonly kind: "block" | "unblock"; readonly blocker: Key };

/** What is to be true of one ticket. */
export interface Wanted {
  readonly key: Key;
  /** It is not there yet; its number is a guess. */
  readonly created: boolean;
  readonly effects: readonly Effect[];
}

export interface Writing {
  readonly store: string;
  /** The plan's. */
  readonly marker: string;
  readonly machine: Machine;
}

export function wantedBy(plan: Plan, writing: Writing): readonly Wanted[] {
  const byKey = new Map<Key, Effect[]>();
  const created = new Set<Key>();
  const add = (key: Key, ...effects: readonly Effect[]): void => {
    byKey.set(key, [...(byKey.get(key) ?? []), ...effects]);
  };
  for (const [index, entry] of plan.entries.entries()) {
    const id = `${writing.marker}.${index}`;
    for (const change of entry.changes ?? []) {
      const { key, effects } = effectsOf(change, entry, id, writing);
      if (isCreation(change)) created.add(key);
      if (effects.length > 0) add(key, ...effects);
    }
    if (entry.comment !== undefined && entry.subject.type === "ticket") {
      add(entry.subject.key, { kind: "comment", id, text: withMarker(entry.comment, markerFor(entry, id, writing)) });
    }
  }
  return [...byKey].map(([key, effects]) => ({
    key,
    created: created.has(key),
    effects: effects.toSorted((a, b) => rank(a) - rank(b)),
  }));
}

/** A change of the ticket table with its number makes a new ticket. */
export function isCreation(change: Change): change is Creation {
  return change.table === "ticket" && change.set?.number !== undefined;
}

export interface Creation extends Change<"ticket"> {
  readonly set: Columns<"ticket">;
}

export function isThere(effect: Effect, seen: Seen): boolean {
  const { card } = seen;
  switch (effect.kind) {
    case "state":
      return (card?.state?.name ?? null) === effect.value;
    case "priority":
      return (card?.priority ?? null) === effect.value;
    case "estimate":
      return (card?.estimate ?? null) === effect.value;
    case "status":
      // Follows the state, and is nobody's proof of anything.
      return false;
    case "comment":
      return seen.comments?.some(({ marker }) => marker?.id === effect.id) === true;
    case "close":
      return seen.closed;
    case "reopen":
      return !seen.closed;
    case "title":
      return seen.title === effect.text;
    case "body":
      return seen.body !== undefined && withoutMarker(seen.body) === effect.text;
    case "labels":
      return (
        seen.labels?.length === effect.labels.length && seen.labels.every(({ name }) => effect.labels.includes(name))
      );
    case "parent":
      return (seen.parent?.key ?? null) === effect.parent;
    case "block":
      return seen.blockedBy?.some(({ key }) => key === effect.blocker) === true;
    case "unblock":
      return seen.blockedBy?.every(({ key }) => key !== effect.blocker) === true;
  }
}

/** The state goes first, and its comment second: a comment without its move would be a lie. */
const ORDER: readonly Effect["kind"][] = ["state", "comment", "reopen", "close", "status"];

function rank({ kind }: Effect): number {
  const at = ORDER.indexOf(kind);
  return at < 0 ? ORDER.length : at;
}

function effectsOf(
  change: Change,
  entry: Entry,
  id: string,
  writing: Writing,
): { readonly key: Key; readonly effects: readonly Effect[] } {
  if (change.table === "blocker") {
    const { ticket, blocked_by: blocker } = change.key;
    return { key: ticket, effects: [{ kind: change.set === null ? "unblock" : "block", blocker }] };
  }
  if (change.table === "comment" && change.set !== null) {
    const { body = "", author = "", ticket = entry.subject.key } = change.set;
    const said = `${body}\n\n<sub>${plain(author)}, through Signalbox</sub>`;
    const text = withMarker(said, { ...markerFor(entry, id, writing), move: null });
    return { key: ticket, effects: [{ kind: "comment", id, text }] };
  }
  if (change.table !== "ticket" || change.set === null) return { key: entry.subject.key, effects: [] };
  return { key: change.key.key, effects: ticketEffects(change.set, isCreation(change), writing.machine) };
}

function ticketEffects(set: Columns<"ticket">, created: boolean, machine: Machine): readonly Effect[] {
  const effects: Effect[] = [];
  for (const kind of ["state", "priority", "estimate"] as const) {
    const value = set[kind];
    if (value !== undefined && !(created && value === null)) effects.push({ kind, value });
  }
  const { state = null, closed, title, body, labels, parent } = set;
  if (state !== null) effects.push({ kind: "status", state });
  if (closed === 1) effects.push({ kind: "close", completed: isInPipeline(state, machine) });
  if (closed === 0 && !created) effects.push({ kind: "reopen" });
  // A new issue is made with these.
  if (created) return effects;
  if (title !== undefined) effects.push({ kind: "title", text: title });
  if (body !== undefined) effects.push({ kind: "body", text: defuse(body) });
  if (labels !== undefined) effects.push({ kind: "labels", labels: JSON.parse(labels) as string[] });
  if (parent !== undefined) effects.push({ kind: "parent", parent });
  return effects;
}

function isInPipeline(state: string | null, machine: Machine): boolean {
  return state !== null && machine.pipeline.includes(state);
}

export function markerFor(entry: Entry, id: string, { store }: Writing): Marker {
  return { store, id, ...whoOf(entry.by), move: moveOf(entry) };
}

function whoOf({ connection, agent, person }: Author): Pick<Marker, "agent" | "person"> {
  return {
    agent: connection === undefined ? null : { connection, agent: agent ?? null },
    person: person ?? null,
  };
}

function moveOf({ data }: Entry): MarkedMove | null {
  const { from, to, command, intent } = data;
  if (typeof to !== "string") return null;
  return { from: maybe(from), to, command: maybe(command), intent: maybe(intent) };
}

function maybe(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/** A name must not begin a tag of its own. */
function plain(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
