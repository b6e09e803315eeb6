// What a plan has left on one ticket, told from what others do there. Its own comment is proof. A state alone is not: an
// agent on another machine, or a person, may have moved the card to the same place while the plan lay there.

import type { Time } from "../../engine/facts.ts";
import { isSameLogin } from "../read/who/logins.ts";
import { markerOfMove } from "../read/outside-changes.ts";
import { isThere, type Effect } from "../write/effects.ts";
import { missingEffects } from "../write/jobs.ts";
import type { Seen, SeenComment } from "../read/seen.ts";

export interface Traces {
  readonly effects: readonly Effect[];
  readonly seen: Seen;
  /** As it was when the plan was made; null: nobody here knew it. */
  readonly before: Seen | null;
  /** The plan itself made it. */
  readonly created: boolean;
  /** What GitHub has said to be written. */
  readonly known: readonly Effect[];
  /** Nothing of it can have been written later. */
  readonly until: Time;
  /** As whom it was sent; null: nobody knows. */
  readonly sentAs: string | null;
  /** It takes a claim as a ref, and the ref is not that claim's. */
  readonly lacksRef: boolean;
}

/** GitHub keeps the time of a comment in whole seconds. */
const SECOND = 1000;

/** Whether something of the plan was written. */
export function isBegun(traces: Traces): boolean {
  const { effects, seen, before, created, known } = traces;
  if (created || known.length > 0 || ownComment(traces)) return true;
  const wanted = effects.filter(({ kind }) => kind !== "status");
  const changing = before ? wanted.filter((effect) => !isThere(effect, before)) : wanted;
  const state = changing.find(({ kind }) => kind === "state");
  // It is written before anything else of a move: where it is not there, nothing is.
  if (state) return isThere(state, seen) && !isOthers(traces);
  if (changing.some(({ kind }) => kind === "comment")) return false;
  // An edit or a link bears no mark: if it is there, it does not matter who made it.
  return changing.length === 0 || changing.some((effect) => isThere(effect, seen));
}

/** What is still to be written of it. What somebody has changed since then is theirs. */
export function leftToWrite(traces: Traces): readonly Effect[] {
  const { effects, seen, known } = traces;
  const missing = missingEffects(effects, seen);
  const overtaken = missing.filter((effect) => isOvertaken(effect, traces));
  const left = missing.filter((effect) => !isAmong(known, effect) && !overtaken.includes(effect));
  const isState = ({ kind }: Effect): boolean => kind === "state";
  // Where the card has left the place, what goes with the place is left too.
  const gone = new Set<Effect["kind"]>(overtaken.some(isState) ? ["status", "close", "reopen"] : []);
  return left.filter(({ kind }) => !gone.has(kind) && (kind !== "status" || left.some(isState)));
}

/** Whether somebody else has put the card where the plan wanted it, as far as anything tells. */
function isOthers({ seen, until, sentAs, lacksRef }: Traces): boolean {
  const place = seen.card?.state;
  // The ref is taken before the state is written.
  if (!place || lacksRef || markerOfMove(seen, place.name)) return true;
  return (
    place.at > until ||
    (sentAs !== null && place.by !== null && place.firstAt === place.at && !isSameLogin(place.by, sentAs))
  );
}

/** Neither as it was before nor as it was to be, or set after the plan's own comment: somebody has been there since. */
function isOvertaken(effect: Effect, traces: Traces): boolean {
  const { seen, before } = traces;
  const now = seen.card;
  switch (effect.kind) {
    case "state": {
      const comment = ownComment(traces);
      const setAt = now?.state?.at;
      if (comment && setAt !== undefined && setAt >= comment.at + SECOND) return true;
      if (comment && setAt !== undefined && setAt < comment.at) return false;
      return before !== null && now?.state?.name !== before.card?.state?.name;
    }
    case "priority":
    case "estimate":
      return before !== null && now?.[effect.kind] !== before.card?.[effect.kind];
    case "title":
      return before !== null && seen.title !== before.title;
    case "parent":
      return before !== null && seen.parent?.key !== before.parent?.key;
    case "labels":
      return before !== null && !isMixed(namesOf(seen), namesOf(before), effect.labels);
    default:
      return false;
  }
}

/** Whether a part of the way from one set to another leads there: labels are added and removed one after the other. */
function isMixed(now: readonly string[], before: readonly string[], wanted: readonly string[]): boolean {
  const known = now.every((name) => before.includes(name) || wanted.includes(name));
  return known && before.every((name) => !wanted.includes(name) || now.includes(name));
}

function namesOf({ labels = [] }: Seen): readonly string[] {
  return labels.map(({ name }) => name);
}

/** The last that the plan has written there. */
function ownComment({ effects, seen }: Traces): SeenComment | undefined {
  const ids = new Set(effects.flatMap((effect) => (effect.kind === "comment" ? [effect.id] : [])));
  return seen.comments?.findLast(({ marker }) => marker !== null && ids.has(marker.id));
}

function isAmong(known: readonly Effect[], effect: Effect): boolean {
  const text = JSON.stringify(effect);
  return known.some((one) => JSON.stringify(one) === text);
}
