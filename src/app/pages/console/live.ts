// What comes from outside: the board as it is now, a ticket that was read, the answer to what was sent. None of it takes a
// form away, empties it, or turns it to another ticket.

import type { BoardView } from "../board-page.ts";
import type { EventView, NeedView, TicketPage } from "../views.ts";
import { keepAim, NOWHERE } from "./aim.ts";
import { choicesOf, closeForm } from "./forms.ts";
import { draftKey, step, type ConsoleState, type Effect, type MoveForm, type Step, type Told } from "./state.ts";

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
    waiting: false,
    ticket: null,
    dialog: null,
    drafts: {},
    notice: null,
    trouble: null,
  };
  return { ...state, aim: keepAim(state) };
}

/** What is open is read anew too: its ticket may have changed. */
export function boardRead(before: ConsoleState, read: BoardRead): Step {
  const state = { ...before, ...read, trouble: null };
  const aimed = { ...state, aim: keepAim(state) };
  const open = new Set([aimed.ticket?.key, aimed.dialog?.type === "move" ? aimed.dialog.key : undefined]);
  return step(
    aimed,
    ...[...open].flatMap((key): readonly Effect[] => (key === undefined ? [] : [{ type: "read", key }])),
  );
}

export function boardFailed(state: ConsoleState, trouble: string): Step {
  return step({ ...state, trouble });
}

export function pageRead(state: ConsoleState, key: string, page: TicketPage, now: number): Step {
  const ticket = state.ticket?.key === key ? { ...state.ticket, page } : state.ticket;
  const { dialog } = state;
  if (dialog?.type !== "move" || dialog.key !== key) return step({ ...state, ticket });
  return step({ ...state, ticket, dialog: withPage(state, dialog, page, now) });
}

/** There is no such ticket, or it can't be read now. */
export function pageFailed(state: ConsoleState, key: string, told: Told): Step {
  const { dialog } = state;
  const notice = `${told.what} ${told.recovery}`;
  const ticket = state.ticket?.key === key && state.ticket.page === null ? null : state.ticket;
  if (dialog?.type !== "move" || dialog.key !== key) return step({ ...state, ticket, notice });
  // What stands in the form is kept; it could not be sent anyway.
  return step({ ...state, ticket, dialog: { ...dialog, refused: told } });
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

/** Done: the form has served. */
export function sent(state: ConsoleState, form: "move" | "comment" | "new", key: string, notice: string): Step {
  const { dialog } = state;
  const isOpen = dialog !== null && "sending" in dialog && dialog.sending && dialog.type === form;
  const closed = isOpen ? closeForm(state) : state;
  const { [draftKey(form, key)]: _, ...drafts } = closed.drafts;
  const effects: readonly Effect[] = state.ticket?.key === key ? [{ type: "read", key }] : [];
  return step({ ...closed, drafts, notice }, ...effects);
}

/** What was typed stays, and what was chosen. */
export function notSent(state: ConsoleState, told: Told): Step {
  const { dialog } = state;
  if (dialog === null || !("sending" in dialog)) return step({ ...state, notice: `${told.what} ${told.recovery}` });
  return step({ ...state, dialog: { ...dialog, sending: false, refused: told } });
}
