// What the interactive board knows: the board as it was read last, what the person aims at, and what they have begun to
// type. Nothing here draws, reads or writes: a key, or something that was read, makes the next state and says what to do.

import type { BoardView } from "../board-page.ts";
import type { EventView, MoveView, NeedView, TicketPage } from "../views.ts";
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
  /** Only what waits for people. */
  readonly waiting: boolean;
  /** The ticket that is open over the board. */
  readonly ticket: OpenTicket | null;
  readonly dialog: Dialog | null;
  /** What was typed into a form that was left: by form and ticket. */
  readonly drafts: Readonly<Record<string, string>>;
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

export interface OpenTicket {
  readonly key: string;
  /** null: it is being read. */
  readonly page: TicketPage | null;
  readonly scroll: number;
}

export type Dialog = SearchForm | MoveForm | CommentForm | NewForm | { readonly type: "help" };

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
  readonly focus: "choices" | "text";
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
    }
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

export function filterOf({ search, waiting, needs }: ConsoleState): BoardFilter {
  return { text: search, keys: waiting ? [...new Set(needs.map(({ card }) => card.key))] : null };
}

export function draftKey(form: Dialog["type"], key = ""): string {
  return `${form} ${key}`;
}
