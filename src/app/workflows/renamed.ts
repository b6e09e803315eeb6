// Who names a state of the workflow before is told what it is called now, where a person adopted the one in force with a map.

import { say } from "../../engine/acts.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { quote } from "../../engine/words.ts";
import type { App } from "../app.ts";
import type { Board } from "../ports/board.ts";
import { TICKET_PART } from "../ports/workflows.ts";
import { showAuthor } from "../ledger/events.ts";

interface LastMap {
  readonly who: string;
  readonly map: ReadonlyMap<string, string>;
}

/** The map that the workflow in force was adopted with; null: without one. */
export async function lastMap(board: Board): Promise<LastMap | null> {
  const [row] = await board.ledger.history({ type: "board", key: TICKET_PART }, 1);
  const map = row?.data["map"];
  if (!row || typeof map !== "object" || map === null || Array.isArray(map)) return null;
  const pairs = Object.entries(map).flatMap(([from, to]) => (typeof to === "string" ? [[from, to] as const] : []));
  return { who: showAuthor(row.by), map: new Map(pairs) };
}

/** `word`: the state that the caller named. Read only once they are refused. */
export async function withNewName<R extends Refusal>(app: App, refusal: R, word: string | undefined): Promise<R> {
  if (refusal.code !== "unknown_state" || word === undefined) return refusal;
  const last = await lastMap(app.board);
  const to = last && newNameOf(last.map, word);
  if (!last || to === undefined || to === null || !app.machine.states.has(to)) return refusal;
  return {
    ...refusal,
    what: say`${refusal.what} The rules have changed: ${last.who} adopted another workflow, and ${quote(word)} is ${quote(to)} now.`,
    recovery: say`retry with ${quote(to)} in place of ${quote(word)}.`,
    facts: { ...refusal.facts, renamed: { from: word, to } },
  };
}

function newNameOf(map: ReadonlyMap<string, string>, word: string): string | undefined {
  const exact = map.get(word);
  if (exact !== undefined) return exact;
  return [...map].find(([from]) => from.toLowerCase() === word.toLowerCase())?.[1];
}
