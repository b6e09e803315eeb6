// What a key does. Letters are commands only where nothing is typed; Esc closes one thing at a time; Ctrl-C ends it all.

import { aimWithin, moveAim, type Direction } from "./aim.ts";
import { editing, openEdit, otherField } from "./edit-form.ts";
import { choose, closeForm, commandIn, openComment, openMove, openNew, sending, takesCommit } from "./forms.ts";
import { HELP } from "./help.ts";
import {
  step,
  type ConsoleState,
  type Dialog,
  type HelpText,
  type EditForm,
  type MoveForm,
  type SearchForm,
  type Step,
} from "./state.ts";
import { fieldWith } from "./text-field.ts";
import { edited } from "./typing.ts";

export interface Key {
  readonly name:
    | Direction
    | "page up"
    | "page down"
    | "enter"
    | "escape"
    | "tab"
    | "backspace"
    | "delete"
    | "text"
    | "paste";
  /** Of `text`: the letter, or with Ctrl its name. Of `paste`: all of it. */
  readonly text: string;
  readonly ctrl: boolean;
}

/** `rows`: how many of an open ticket's lines are in sight at once; `most`: the furthest that it can be scrolled. */
export interface Pressed {
  readonly key: Key;
  readonly now: number;
  readonly page: { readonly rows: number; readonly most: number };
}

export function press(state: ConsoleState, pressed: Pressed): Step {
  const { key } = pressed;
  if (key.ctrl && key.text === "c") return step(state, { type: "quit" });
  if (key.ctrl && key.text === "l") return step(state, { type: "redraw" });
  const { dialog } = state;
  if (dialog === null) return state.ticket ? onTicket(state, pressed) : onBoard(state, key);
  if (dialog.type === "help") return onHelp(state, dialog, key);
  if (dialog.type === "search") return onSearch(state, dialog, key);
  return onForm(state, dialog, pressed);
}

/** Up and down scroll it; any other key closes it. */
function onHelp(state: ConsoleState, { from }: HelpText, key: Key): Step {
  const by = key.name === "down" || key.text === "j" ? 1 : key.name === "up" || key.text === "k" ? -1 : 0;
  if (by === 0) return step({ ...state, dialog: null });
  return step({ ...state, dialog: { type: "help", from: Math.max(0, Math.min(HELP.length - 1, from + by)) } });
}

function onBoard(state: ConsoleState, key: Key): Step {
  const isArrow = key.name === "up" || key.name === "down" || key.name === "left" || key.name === "right";
  const direction = isArrow ? key.name : DIRECTIONS[key.text];
  if (key.name === "top" || key.name === "end") return step({ ...state, aim: moveAim(state, key.name) });
  if (direction !== undefined && !key.ctrl) return step({ ...state, aim: moveAim(state, direction), notice: null });
  if (key.name === "enter" && state.aim.key !== null) return openTicket(state, state.aim.key);
  if (key.name === "escape") {
    // One thing at a time: what is searched for, then the waiting alone.
    const wider = state.search === "" ? { ...state, waiting: false } : { ...state, search: "" };
    return step({ ...wider, notice: null });
  }
  if (key.name !== "text" || key.ctrl) return step(state);
  switch (key.text) {
    case "w": {
      const other = { ...state, waiting: !state.waiting, notice: null };
      return step({ ...other, aim: aimWithin(other) });
    }
    case "/":
      return step({
        ...state,
        dialog: { type: "search", field: fieldWith(state.search), before: state.search },
        notice: null,
      });
    case "n":
      return openNew(state);
    default:
      return onEither(state, key.text);
  }
}

/** What the board and an open ticket have in common. */
function onEither(state: ConsoleState, letter: string): Step {
  switch (letter) {
    case "m":
      return openMove(state);
    case "c":
      return openComment(state);
    case "e":
      return openEdit(state);
    case "u":
      return undo(state);
    case "?":
      return step({ ...state, dialog: { type: "help", from: 0 } });
    case "r":
      return step(state, { type: "redraw" });
    case "q":
      return step(state, { type: "quit" });
    default:
      return step(state);
  }
}

/** The move that was made here last, and no other: what the engine allows of it is said in the answer. */
function undo(state: ConsoleState): Step {
  const { ownMove } = state;
  if (ownMove === null) return step({ ...state, notice: "Nothing to undo: you have moved no ticket here." });
  const { key, event } = ownMove;
  return step({ ...state, ownMove: null, notice: null }, { type: "undo", key, event });
}

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  j: "down",
  k: "up",
  g: "top",
  G: "end",
};

function openTicket(state: ConsoleState, key: string): Step {
  return step({ ...state, ticket: { key, page: null, scroll: 0 }, notice: null }, { type: "read", key });
}

function onTicket(state: ConsoleState, { key, page }: Pressed): Step {
  const { ticket } = state;
  if (!ticket) return step(state);
  const scrolled = (by: number): Step =>
    step({ ...state, ticket: { ...ticket, scroll: Math.min(page.most, Math.max(0, ticket.scroll + by)) } });
  switch (key.name) {
    case "escape":
    case "left":
    case "backspace":
      return step({ ...state, ticket: null, notice: null });
    case "up":
      return scrolled(-1);
    case "down":
      return scrolled(1);
    case "page up":
      return scrolled(-page.rows);
    case "page down":
      return scrolled(page.rows);
    case "top":
      return scrolled(-page.most);
    case "end":
      return scrolled(page.most);
    case "text":
      break;
    default:
      return step(state);
  }
  if (key.ctrl) return step(state);
  switch (key.text) {
    case "j":
      return scrolled(1);
    case "k":
      return scrolled(-1);
    case " ":
      return scrolled(page.rows);
    case "g":
      return scrolled(-page.most);
    case "G":
      return scrolled(page.most);
    default:
      return onEither(state, key.text);
  }
}

/** What is searched for narrows the board while it is typed. */
function onSearch(state: ConsoleState, form: SearchForm, key: Key): Step {
  if (key.name === "escape") return searching({ ...state, dialog: null }, form.before);
  if (key.name === "enter") return step({ ...state, dialog: null });
  if (key.name === "up" || key.name === "down") return step({ ...state, aim: moveAim(state, key.name) });
  const field = edited(form.field, key, false);
  return searching({ ...state, dialog: { ...form, field } }, field.text);
}

/** Cards are searched at once; texts are read for it. */
function searching(state: ConsoleState, search: string): Step {
  if (state.search === search) return step(state);
  const next = { ...state, search };
  const text = search.trim();
  return step({ ...next, aim: aimWithin(next) }, ...(text === "" ? [] : [{ type: "search", text } as const]));
}

type Form = Exclude<Dialog, SearchForm | HelpText>;

function onForm(state: ConsoleState, form: Form, { key, now }: Pressed): Step {
  // What is on its way can't be changed any more.
  if (form.sending) return step(state);
  if (form.refused) return onRefused(state, form, key);
  if (key.name === "escape") return step(closeForm(state));
  const isSend = (key.ctrl && key.text === "s") || (form.type === "new" && key.name === "enter");
  if (isSend) return send(state, form);
  if (form.type === "move") {
    if (key.name === "tab") return step({ ...state, dialog: { ...form, focus: nextPart(form) } });
    if (form.focus === "choices") return step({ ...state, dialog: onChoices(form, key, now) });
    if (form.focus === "commit") return step({ ...state, dialog: onCommit(form, key) });
  }
  if (form.type === "edit") return step({ ...state, dialog: onEdit(form, key) });
  return step({ ...state, dialog: { ...form, field: edited(form.field, key, form.type !== "new") } });
}

/** A commit is asked for only where the chosen way takes one. */
function nextPart(form: MoveForm): MoveForm["focus"] {
  if (form.focus === "choices") return takesCommit(form) ? "commit" : "text";
  return form.focus === "commit" ? "text" : "choices";
}

function onCommit(form: MoveForm, key: Key): MoveForm {
  if (key.name === "enter" || key.name === "down") return { ...form, focus: "text" };
  return { ...form, commit: edited(form.commit, key, false) };
}

function onEdit(form: EditForm, key: Key): EditForm {
  if (key.name === "tab" || key.name === "enter" || key.name === "down") return otherField(form, 1);
  if (key.name === "up") return otherField(form, -1);
  return { ...form, fields: { ...form.fields, [form.focus]: edited(form.fields[form.focus], key, false) } };
}

function onChoices(form: MoveForm, key: Key, now: number): MoveForm {
  const last = (form.choices?.length ?? 0) - 1;
  switch (key.name) {
    case "up":
      return choose(form, form.chosen === null ? last : Math.max(0, form.chosen - 1), now);
    case "down":
      return choose(form, form.chosen === null ? 0 : Math.min(last, form.chosen + 1), now);
    case "enter":
      return form.chosen === null ? form : { ...form, focus: nextPart(form) };
    case "text": {
      if (key.ctrl || !/^[1-9]$/.test(key.text)) return form;
      const index = Number(key.text) - 1;
      const next = choose(form, index, now);
      return next.chosen === index ? { ...next, focus: nextPart(next) } : next;
    }
    default:
      return form;
  }
}

function send(state: ConsoleState, form: Form): Step {
  if (form.type === "new") {
    const title = form.field.text.trim();
    if (title === "") return step(state);
    return step({ ...state, dialog: { ...form, sending: true } }, { type: "create", title });
  }
  const effect = form.type === "edit" ? editing(form) : sending(form);
  return effect ? step({ ...state, dialog: { ...form, sending: true } }, effect) : step(state);
}

function onRefused(state: ConsoleState, form: Form, key: Key): Step {
  if (key.name === "escape") return step(closeForm({ ...state, dialog: { ...form, refused: null } }));
  if (key.name === "enter") {
    if (form.type === "comment" || form.type === "new") return step({ ...state, dialog: { ...form, refused: null } });
    const again = form.type === "edit" ? { ...form, refused: null, again: true } : { ...form, refused: null };
    return step({ ...state, dialog: again }, { type: "read", key: form.key });
  }
  const command = form.refused === null ? null : commandIn(form.refused);
  if (key.text === "y" && !key.ctrl && command !== null) {
    return step({ ...state, notice: `Copied: ${command}` }, { type: "copy", text: command });
  }
  return step(state);
}
