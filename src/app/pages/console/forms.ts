// The forms of the interactive board: where a ticket may go, with the reason; a comment; a new ticket. What somebody types is
// theirs: nothing that happens meanwhile empties a form, and what was typed comes back when a form is opened again.

import type { Workflow } from "../../../engine/workflow/format.ts";
import type { TicketPage } from "../views.ts";
import { subjectOf } from "./aim.ts";
import {
  draftKey,
  step,
  without,
  type Choice,
  type CommentForm,
  type ConsoleState,
  type Dialog,
  type Effect,
  type MoveForm,
  type Step,
} from "./state.ts";
import { isTouched } from "./edit-form.ts";
import { EMPTY, fieldWith } from "./text-field.ts";

/** So long after they were replaced, choices take no key: whoever pressed it aimed at what stood there before. */
const DEAD_MS = 500;

export function openMove(state: ConsoleState): Step {
  const subject = subjectOf(state);
  if (!subject) return step(state);
  const form: MoveForm = {
    type: "move",
    ...subject,
    seen: null,
    choices: null,
    chosen: null,
    focus: "choices",
    commit: draftOf(state, "commit", subject.key),
    field: draftOf(state, "move", subject.key),
    changed: null,
    changedAt: null,
    sending: false,
    refused: null,
  };
  return step({ ...state, dialog: form, notice: null }, { type: "read", key: subject.key });
}

export function openComment(state: ConsoleState): Step {
  const subject = subjectOf(state);
  if (!subject) return step(state);
  const field = draftOf(state, "comment", subject.key);
  return step({
    ...state,
    dialog: { type: "comment", ...subject, field, sending: false, refused: null },
    notice: null,
  });
}

export function openNew(state: ConsoleState): Step {
  const field = draftOf(state, "new");
  return step({ ...state, dialog: { type: "new", field, sending: false, refused: null }, notice: null });
}

/** What was typed is kept for the next time. */
export function closeForm(state: ConsoleState): ConsoleState {
  const { dialog } = state;
  if (dialog === null || dialog.type === "help" || dialog.type === "search") return { ...state, dialog: null };
  if (dialog.type === "edit") {
    const others = without(state.edits, dialog.key);
    const edits = isTouched(dialog) ? { ...others, [dialog.key]: dialog } : others;
    return { ...state, dialog: null, edits };
  }
  const typed = [
    [draftKey(dialog.type, "key" in dialog ? dialog.key : ""), dialog.field],
    ...(dialog.type === "move" ? [[draftKey("commit", dialog.key), dialog.commit] as const] : []),
  ] as const;
  const drafts = { ...state.drafts, ...Object.fromEntries(typed.map(([name, { text }]) => [name, text])) };
  return { ...state, dialog: null, drafts };
}

/** Every edge out of the state, in the order of the workflow, and a comment in place of a move. */
export function choicesOf(workflow: Workflow, { card, moves }: TicketPage): readonly Choice[] {
  const ways = new Set(workflow.edges.filter(({ from }) => from === card.state).map(({ to }) => to));
  const byState = new Map(moves.map((move) => [move.to, move]));
  return [
    ...[...ways].flatMap((to) => {
      const move = byState.get(to);
      return move ? [{ label: move.label, move }] : [];
    }),
    { label: "Comment, don't move", move: null },
  ];
}

export function choose(form: MoveForm, index: number, now: number): MoveForm {
  const isDead = form.changedAt !== null && now - form.changedAt < DEAD_MS;
  if (isDead || !form.choices || index < 0 || index >= form.choices.length) return form;
  return { ...form, chosen: index };
}

/** The way that is chosen. */
function chosenIn({ chosen, choices }: MoveForm): Choice | undefined {
  return chosen === null ? undefined : choices?.[chosen];
}

export function takesCommit(form: MoveForm): boolean {
  return chosenIn(form)?.move?.takes === "commit";
}

/** What sends the form; null: something is missing, and the form says what. */
export function sending(form: MoveForm | CommentForm): Effect | null {
  const text = form.field.text.trim();
  if (text === "" || form.sending) return null;
  if (form.type === "comment") return { type: "comment", key: form.key, body: text };
  const choice = chosenIn(form);
  const commit = form.commit.text.trim();
  if (!choice || (takesCommit(form) && commit === "")) return null;
  if (choice.move === null) return { type: "comment", key: form.key, body: text };
  return {
    type: "move",
    key: form.key,
    from: form.seen,
    to: choice.move.to,
    reason: text,
    ...(takesCommit(form) ? { commit } : {}),
  };
}

/** What keeps it from being sent. */
export function missingIn(form: Dialog): string | null {
  if (form.type === "search" || form.type === "help" || form.sending) return null;
  if (form.type === "move" && form.choices && form.chosen === null) return "Nothing is chosen.";
  if (form.type === "edit") return isTouched(form) ? null : "Nothing is changed.";
  if (form.type === "move" && takesCommit(form) && form.commit.text.trim() === "") return "A commit is missing.";
  if (form.field.text.trim() !== "") return null;
  return form.type === "move"
    ? "A reason is missing."
    : form.type === "comment"
      ? "Nothing is said."
      : "A title is missing.";
}

/** The first command that a text names, as it is typed. */
export function commandIn({ recovery }: { readonly recovery: string }): string | null {
  return /`(signalbox [^`\p{Cc}]+)`/u.exec(recovery)?.[1] ?? null;
}

function draftOf({ drafts }: ConsoleState, form: Parameters<typeof draftKey>[0], key = "") {
  const kept = drafts[draftKey(form, key)];
  return kept === undefined ? EMPTY : fieldWith(kept);
}
