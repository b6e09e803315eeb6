// What was said on a ticket, and what happened since the reader last had to do with it.

import type { EventView, TicketAnswer } from "../../../../src/http/contract.ts";

export interface Word {
  readonly id: string;
  readonly kind: "handover" | "comment";
  readonly who: string;
  readonly person: boolean;
  readonly at: string;
  /** Where it was handed to. */
  readonly to: string | null;
  /** null: it was redacted. */
  readonly text: string | null;
}

type Said = Pick<TicketAnswer, "comments" | "timeline">;

/** What GitHub boards write about every move: the timeline has it already. */
const AUDIT = "**State transition**: ";
const MOVES = new Set(["move", "stay", "override", "propagate", "undo"]);
const MOST_FIRST = 4;

/** Comments and the reasons of moves, oldest first. */
export function wordsOf({ comments, timeline }: Said): Word[] {
  const people = new Set(timeline.filter((row) => row.person).map((row) => row.who));
  const said = comments
    .filter(({ body }) => !body.startsWith(AUDIT))
    .map(({ author, body, createdAt }, index): Word => ({
      id: `comment ${index}`,
      kind: "comment",
      who: author,
      person: people.has(author),
      at: createdAt,
      to: null,
      text: body,
    }));
  const handed = timeline.flatMap((row): Word[] => {
    const text = row.texts["reason"];
    if (!MOVES.has(row.kind) || text === undefined) return [];
    return [{ id: `row ${row.seq}`, kind: "handover", who: row.who, person: row.person, at: row.at, to: row.to, text }];
  });
  return [...said, ...handed].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** What to read first, newest first: the agent's last comment and whatever came after it, and the last handing over. */
export function firstToRead(words: readonly Word[]): Word[] {
  const handed = words.findLast((word) => word.kind === "handover" && !word.person);
  const own = words.findLastIndex((word) => word.kind === "comment" && !word.person);
  const comments = words.slice(Math.max(0, own)).filter((word) => word.kind === "comment");
  const repeats = handed && comments.some((word) => word.text?.trim() === handed.text?.trim());
  const first = handed && !repeats ? [...comments.slice(-(MOST_FIRST - 1)), handed] : comments.slice(-MOST_FIRST);
  return first.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** What the agents said in its place the time before. */
export function wordBefore(words: readonly Word[], word: Word): Word | undefined {
  const place = words.findIndex(({ id }) => id === word.id);
  return words
    .slice(0, place)
    .findLast(({ kind, person, to, text }) => kind === word.kind && !person && to === word.to && text !== null);
}

export interface Since {
  /** "Since you moved it to Ready for Plan". */
  readonly title: string;
  readonly deed: EventView | null;
  /** Newest first. */
  readonly rows: readonly EventView[];
}

/** From the reader's last deed on, or else from their last look; null where there was neither. */
export function sinceOf(timeline: readonly EventView[], me: string | null, look: number | null): Since | null {
  const deed = timeline.find((row) => row.person && row.kind !== "refuse" && isOf(row, me)) ?? null;
  const from = deed?.seq ?? look;
  if (from === null) return null;
  const rows = timeline.filter((row) => row.seq > from && !isRoutine(row));
  return { title: deed ? titleOf(deed) : "Since you last looked", deed, rows };
}

/** The ledger says of every person's name that it is one. */
function isOf({ who }: EventView, me: string | null): boolean {
  return me !== null && (who === me || who === `${me} (person)`);
}

function titleOf({ kind, from, to }: EventView): string {
  if (kind === "comment") return "Since you commented";
  if (kind === "create") return "Since you created it";
  return to !== null && to !== from ? `Since you moved it to ${to}` : "Since you last acted";
}

/** Leases are renewed all the time. */
function isRoutine({ kind, data }: EventView): boolean {
  const claim = data["claim"] as { readonly type?: unknown } | null | undefined;
  return kind === "stay" && claim?.type === "renew";
}
