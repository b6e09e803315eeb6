// The form that changes what a ticket says. Fields that the person has not touched follow what others write; a field that both
// have changed keeps what the person typed, and is not written before they have looked at what stands there now.

import type { SeenFields } from "../../../engine/seen.ts";
import { quote } from "../../../engine/words.ts";
import type { Card } from "../views.ts";
import { aimedCard, subjectOf } from "./aim.ts";
import { EDITED, step, type ConsoleState, type EditedName, type EditForm, type Effect, type Step } from "./state.ts";
import { EMPTY, fieldWith, type TextField } from "./text-field.ts";

type Values = Pick<Card, EditedName>;

/** An edit that was left is taken up again, with what was seen then. */
export function openEdit(state: ConsoleState): Step {
  const subject = subjectOf(state);
  if (!subject) return step(state);
  const card = state.ticket ? state.ticket.page?.card : aimedCard(state);
  const bare: EditForm = {
    type: "edit",
    ...subject,
    seen: null,
    fields: { title: EMPTY, priority: EMPTY, estimate: EMPTY, labels: EMPTY },
    focus: "title",
    changed: null,
    again: false,
    sending: false,
    refused: null,
  };
  const begun = state.edits[subject.key] ?? bare;
  const dialog = card ? withValues(begun, card) : begun;
  return step({ ...state, dialog, notice: null }, { type: "read", key: subject.key });
}

/** What stands in the ticket now. */
export function withValues(form: EditForm, values: Values): EditForm {
  // Its own effect is no news to whoever sent it.
  if (form.sending) return form;
  const { seen } = form;
  const fields = eachField((name) => (isTouchedIn(form, name) ? form.fields[name] : fieldWith(typed(values, name))));
  if (seen === null) return { ...form, title: values.title, seen: values, fields };
  const changed = EDITED.filter((name) => typed(values, name) !== typed(seen, name));
  const isKept = (name: EditedName): boolean => form.again || !isTouchedIn(form, name);
  const known = Object.fromEntries(EDITED.filter(isKept).map((name) => [name, values[name]]));
  return {
    ...form,
    title: values.title,
    again: false,
    seen: { ...seen, ...known },
    fields,
    changed: changed.length === 0 ? form.changed : changed.map((name) => becomes(name, typed(values, name))).join(" "),
  };
}

function becomes(name: EditedName, text: string): string {
  const verb = name === "labels" ? "they are" : "it is";
  return `Somebody changed the ${name}: ${verb} ${text === "" ? "empty" : quote(text)} now.`;
}

export function isTouched(form: EditForm): boolean {
  return EDITED.some((name) => isTouchedIn(form, name));
}

function isTouchedIn({ fields, seen }: EditForm, name: EditedName): boolean {
  return seen !== null && fields[name].text !== typed(seen, name);
}

export function otherField(form: EditForm, by: -1 | 1): EditForm {
  const at = EDITED.indexOf(form.focus) + by;
  return { ...form, focus: EDITED[(at + EDITED.length) % EDITED.length] ?? form.focus };
}

/** What sends the form: the fields that the person changed, with what they saw in them. null: there is none. */
export function editing(form: EditForm): Effect | null {
  const { seen, sending, key } = form;
  if (seen === null || sending || !isTouched(form)) return null;
  const names = EDITED.filter((name) => isTouchedIn(form, name));
  const each = (read: (name: EditedName) => unknown): SeenFields =>
    Object.fromEntries(names.map((name) => [name, read(name)]));
  return {
    type: "edit",
    key,
    fields: each((name) => readValue(name, form.fields[name].text)),
    seen: each((name) => seen[name]),
  };
}

function typed(values: Values, name: EditedName): string {
  return name === "labels" ? values.labels.join(", ") : (values[name] ?? "");
}

/** Nothing takes a priority or an estimate away. */
function readValue(name: EditedName, text: string): string | readonly string[] | null {
  if (name === "title") return text.trim();
  if (name === "labels")
    return text
      .split(",")
      .map((word) => word.trim())
      .filter(Boolean);
  return text.trim() === "" ? null : text.trim().toUpperCase();
}

function eachField(make: (name: EditedName) => TextField): EditForm["fields"] {
  return { title: make("title"), priority: make("priority"), estimate: make("estimate"), labels: make("labels") };
}
