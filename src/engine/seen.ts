// Somebody who decides sends along what they saw. If it has changed, they have to look again.

import { refOf, showKey, type Key } from "./facts.ts";
import { refuse, type Refusal } from "./refusal.ts";
import { quote } from "./words.ts";

/** `seen`: undefined where they rely on nothing. */
export function refuseChanged(what: string, seen: string | null | undefined, now: string | null): Refusal | null {
  if (seen === undefined || seen === now) return null;
  return refuse(
    "state_changed",
    `You saw ${what} as ${show(seen)}, but it is ${show(now)} by now.`,
    "look at it again and decide anew.",
    { expected: seen, from: now },
  );
}

/** What stands in the fields of a ticket that people edit. */
export interface Fields {
  readonly title: string;
  readonly body: string;
  readonly priority: string | null;
  readonly estimate: string | null;
  readonly labels: readonly string[];
  readonly parent: Key | null;
}

export type SeenFields = { readonly [Name in keyof Fields]?: Fields[Name] | undefined };

/** Fields that others have changed since the caller saw them. Labels have no order. */
export function refuseChangedFields(key: Key, seen: SeenFields, now: Fields): Refusal | null {
  const names = Object.keys(seen).filter((name): name is keyof Fields => name in now);
  const changed = names.filter((name) => seen[name] !== undefined && !isSame(seen[name], now[name]));
  if (changed.length === 0) return null;
  return refuse(
    "field_changed",
    `The ${changed.join(" and ")} of ${showKey(key)} changed after you looked; nothing was written.`,
    "look at what stands there now, then save yours or keep theirs.",
    { ...refOf(key), fields: changed },
  );
}

function isSame(seen: Fields[keyof Fields], now: Fields[keyof Fields]): boolean {
  return typeof seen === "object" && typeof now === "object" && seen !== null && now !== null
    ? new Set(seen).symmetricDifference(new Set(now)).size === 0
    : seen === now;
}

function show(value: string | null): string {
  return value === null ? "nothing" : quote(value);
}
