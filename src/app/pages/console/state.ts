// What the interactive board knows: the board as it was read last, what the person aims at, and what they have begun to
// type. Nothing here draws, reads or writes: a key, or something that was read, makes the next state and says what to do.

import type { BoardView } from "../board-page.ts";
import type { SeenFields } from "../../../engine/seen.ts";
import type { Card, EventView, MoveView, NeedView, TicketPage } from "../views.ts";
import type { BoardFilter } from "./columns.ts";
import type { TextField } from "./text-field.ts";

export interface ConsoleState {
  readonly view: BoardView;
  /** The oldest first. */
  readonly needs: readonly NeedView[];
  /** The newest first. */
  readonly news: readonly EventView[];
  readonly aim: Aim;
  readonly search: string;
  /** What was found in texts, for what was searched for last; null: nothing yet. */
  readonly found: Found | null;
  /** Only what waits for people. */
  readonly waiting: boolean;
  /** The ticket that is open over the board. */
  readonly ticket: OpenTicket | null;
  readonly dialog: Dialog | null;
  /** What was typed into a form that was left: by form and ticket. */
  readonly drafts: Readonly<Record<string, string>>;
  /** Edits that were begun and left, by ticket. */
  readonly edits: Readonly<Record<string, EditForm>>;
  /** The move that was made here last. */
  readonly ownMove: OwnMove | null;
  /** What the person's last act came to. */
  readonly notice: string | null;
  /** Why the board could not be read; null: it is live. */
  readonly trouble: string | null;
}

/** A ticket is aimed at by its number: wherever it goes, and whatever comes before it, it stays aimed at. */
export interface Aim {
  readonly key: string | null;
  readonly column: string;
  /** Where it stood last in its column, from the top: its neighbours are found there when it is gone. */
  readonly place: number;
}

/** Tickets with these words in their title, text, comments or reasons. */
export interface Found {
  readonly text: string;
  readonly keys: readonly string[];
  /** There are more than were asked for. */
  readonly more: boolean;
}

export interface OwnMove {
  readonly key: string;
  /** Its row in the ledger. */
  readonly event: number;
  /** By the board's clock. */
  readonly at: number;
}

export interface OpenTicket {
  readonly key: string;
  /** null: it is being read. */
  readonly page: TicketPage | null;
  readonly scroll: number;
}

export type Dialog = SearchForm | MoveForm | CommentForm | NewForm | EditForm | HelpText;

export interface HelpText {
  readonly type: "help";
  /** The first line that is in sight. */
  readonly from: number;
}

export interface SearchForm {
  readonly type: "search";
  readonly field: TextField;
  /** What was searched for before: Esc goes back to it. */
  readonly before: string;
}

export interface MoveForm {
  readonly type: "move";
  readonly key: string;
  readonly title: string;
  /** Where the person saw it: it is moved from there, or not at all. */
  readonly seen: string | null;
  /** null: they are being read. */
  readonly choices: readonly Choice[] | null;
  readonly chosen: number | null;
  readonly focus: "choices" | "commit" | "text";
  /** Where the chosen way takes one. */
  readonly commit: TextField;
  readonly field: TextField;
  /** What happened to the ticket since the form was opened. */
  readonly changed: string | null;
  /** When the choices were last replaced under the person's hands. */
  readonly changedAt: number | null;
  readonly sending: boolean;
  readonly refused: Told | null;
}

/** A way on; or, with `move` null, a comment in its place. */
export interface Choice {
  readonly label: string;
  readonly move: MoveView | null;
}

export interface CommentForm {
  readonly type: "comment";
  readonly key: string;
  readonly title: string;
  readonly field: TextField;
  readonly sending: boolean;
  readonly refused: Told | null;
}

export interface NewForm {
  readonly type: "new";
  readonly field: TextField;
  readonly sending: boolean;
  readonly refused: Told | null;
}

export const EDITED = ["title", "priority", "estimate", "labels"] as const;
export type EditedName = (typeof EDITED)[number];

export interface EditForm {
  readonly type: "edit";
  readonly key: string;
  readonly title: string;
  /** What stood there when the person looked; null: it is being read. */
  readonly seen: Pick<Card, EditedName> | null;
  readonly fields: Readonly<Record<EditedName, TextField>>;
  readonly focus: EditedName;
  /** What others changed since the form was opened. */
  readonly changed: string | null;
  /** The person asked to look again: what stands there now counts as seen. */
  readonly again: boolean;
  readonly sending: boolean;
  readonly refused: Told | null;
}

/** Why something was not done, and how to go on. */
export interface Told {
  readonly what: string;
  readonly recovery: string;
}

/** What is to be done outside: its answer comes back by `live.ts`. */
export type Effect =
  | { readonly type: "read"; readonly key: string }
  | {
      readonly type: "move";
      readonly key: string;
      readonly from: string | null;
      readonly to: string;
      readonly reason: string;
      readonly commit?: string;
    }
  | { readonly type: "undo"; readonly key: string; readonly event: number }
  | { readonly type: "edit"; readonly key: string; readonly fields: SeenFields; readonly seen: SeenFields }
  | { readonly type: "search"; readonly text: string }
  | { readonly type: "comment"; readonly key: string; readonly body: string }
  | { readonly type: "create"; readonly title: string }
  | { readonly type: "copy"; readonly text: string }
  | { readonly type: "redraw" }
  | { readonly type: "quit" };

export interface Step {
  readonly state: ConsoleState;
  readonly effects: readonly Effect[];
}

export function step(state: ConsoleState, ...effects: readonly Effect[]): Step {
  return { state, effects };
}

export function filterOf({ search, found, waiting, needs }: ConsoleState): BoardFilter {
  return {
    text: search,
    found: new Set(found?.text === search.trim() ? found.keys : []),
    keys: waiting ? new Set(needs.map(({ card }) => card.key)) : null,
  };
}

/** All but one. */
export function without<T>(record: Readonly<Record<string, T>>, name: string): Readonly<Record<string, T>> {
  const { [name]: _, ...others } = record;
  return others;
}

export function draftKey(form: "move" | "commit" | "comment" | "new", key = ""): string {
  return `${form} ${key}`;
}
