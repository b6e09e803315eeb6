// What comes from outside: the board as it is now, a ticket that was read, the answer to what was sent. None of it takes a
// form away, empties it, or turns it to another ticket.

import type { BoardView } from "../board-page.ts";
import type { EventView, NeedView, TicketPage } from "../views.ts";
import { aimWithin, keepAim, NOWHERE } from "./aim.ts";
import { withValues } from "./edit-form.ts";
import { choicesOf, closeForm } from "./forms.ts";
import {
  draftKey,
  step,
  without,
  type ConsoleState,
  type Dialog,
  type Effect,
  type EditForm,
  type Found,
  type MoveForm,
  type OwnMove,
  type Step,
  type Told,
} from "./state.ts";

export interface BoardRead {
  readonly view: BoardView;
  readonly needs: readonly NeedView[];
  readonly news: readonly EventView[];
}

export function begin(read: BoardRead): ConsoleState {
  const state: ConsoleState = {
    ...read,
    aim: NOWHERE,
    search: "",
    found: null,
    waiting: false,
    ticket: null,
    dialog: null,
    drafts: {},
    edits: {},
    ownMove: null,
    notice: null,
    trouble: null,
  };
  return { ...state, aim: keepAim(state) };
}

/** What is open is read anew too, as its ticket may have changed; and what is searched for may stand in other texts. */
export function boardRead(before: ConsoleState, read: BoardRead): Step {
  const state = { ...before, ...read, trouble: null };
  const aimed = { ...state, aim: keepAim(state) };
  const open = new Set([aimed.ticket?.key, liveForm(aimed.dialog)?.key]);
  return step(
    aimed,
    ...(aimed.search.trim() === "" ? [] : [{ type: "search", text: aimed.search.trim() } as const]),
    ...[...open].flatMap((key): readonly Effect[] => (key === undefined ? [] : [{ type: "read", key }])),
  );
}

export function boardFailed(state: ConsoleState, trouble: string): Step {
  return step({ ...state, trouble });
}

export function pageRead(state: ConsoleState, key: string, page: TicketPage, now: number): Step {
  const ticket = state.ticket?.key === key ? { ...state.ticket, page } : state.ticket;
  const form = liveForm(state.dialog);
  if (form?.key !== key) return step({ ...state, ticket });
  const dialog = form.type === "edit" ? withValues(form, page.card) : withPage(state, form, page, now);
  return step({ ...state, ticket, dialog });
}

/** The form that follows its ticket. */
function liveForm(dialog: Dialog | null): MoveForm | EditForm | null {
  return dialog?.type === "move" || dialog?.type === "edit" ? dialog : null;
}

/** There is no such ticket, or it can't be read now. */
export function pageFailed(state: ConsoleState, key: string, told: Told): Step {
  const form = liveForm(state.dialog);
  const notice = `${told.what} ${told.recovery}`;
  const ticket = state.ticket?.key === key && state.ticket.page === null ? null : state.ticket;
  if (form?.key !== key) return step({ ...state, ticket, notice });
  // What stands in the form is kept; it could not be sent anyway.
  return step({ ...state, ticket, dialog: { ...form, refused: told } });
}

function withPage({ view }: ConsoleState, form: MoveForm, page: TicketPage, now: number): MoveForm {
  // What was sent is on its way: its own effect is no news to whoever sent it.
  if (form.sending) return form;
  const choices = choicesOf(view.workflow, page);
  const { title, state } = page.card;
  if (form.choices === null) return { ...form, title, seen: state, choices };
  if (state === form.seen) {
    // The same ways in the same order: what is chosen stays chosen, also where a guard shuts it now.
    const isSame =
      choices.length === form.choices.length &&
      choices.every((one, at) => one.move?.to === form.choices?.[at]?.move?.to);
    return isSame ? { ...form, title, choices } : { ...form, title, choices, chosen: null, changedAt: now };
  }
  return {
    ...form,
    title,
    seen: state,
    choices,
    chosen: null,
    changed: whoMoved(page) ?? `It is in ${state ?? "no state"} now.`,
    changedAt: now,
  };
}

/** "ada (person) moved it from Plan in Review to In Progress." */
function whoMoved({ card, timeline }: TicketPage): string | null {
  const event = timeline.find(({ to, kind }) => to === card.state && kind !== "refuse" && kind !== "stay");
  return event ? `${event.who} moved it from ${event.from ?? "no state"} to ${event.to}.` : null;
}

/** Done: the form has served. `own`: the move that it made. */
export function sent(
  state: ConsoleState,
  form: "move" | "comment" | "new" | "edit",
  key: string,
  notice: string,
  own: OwnMove | null = null,
): Step {
  const { dialog } = state;
  const isOpen = dialog !== null && "sending" in dialog && dialog.sending && dialog.type === form;
  const closed = isOpen ? closeForm(state) : state;
  const kept = form === "edit" ? closed.drafts : without(closed.drafts, draftKey(form, key));
  const drafts = form === "move" ? without(kept, draftKey("commit", key)) : kept;
  const edits = form === "edit" ? without(closed.edits, key) : closed.edits;
  const effects: readonly Effect[] = state.ticket?.key === key ? [{ type: "read", key }] : [];
  return step({ ...closed, drafts, edits, notice, ownMove: own ?? closed.ownMove }, ...effects);
}

/** What was typed stays, and what was chosen. */
export function notSent(state: ConsoleState, told: Told): Step {
  const { dialog } = state;
  if (dialog === null || !("sending" in dialog)) return step({ ...state, notice: `${told.what} ${told.recovery}` });
  return step({ ...state, dialog: { ...dialog, sending: false, refused: told } });
}

/** What came of an undo, or why there was none: no form is about it. */
export function undoTold(state: ConsoleState, key: string, notice: string): Step {
  return step({ ...state, notice }, ...(state.ticket?.key === key ? [{ type: "read", key } as const] : []));
}

/** What is aimed at stays so, unless these are the first words for this search and it is not among what they show. */
export function textsFound(before: ConsoleState, found: Found): Step {
  // Somebody has typed on.
  if (found.text !== before.search.trim()) return step(before);
  const state = { ...before, found };
  const isNew = before.found?.text !== found.text;
  return step({ ...state, aim: isNew ? aimWithin(state) : keepAim(state) });
}

export function textsFailed(state: ConsoleState, told: Told): Step {
  return step({ ...state, notice: `Texts were not searched: ${told.what} ${told.recovery}` });
}
