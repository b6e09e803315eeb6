// What floats over the board: forms, refusals and the list of keys, as lines of one width. Ink draws the frame around them.

import { commandIn } from "../../app/pages/console/forms.ts";
import type { CommentForm, Dialog, MoveForm, NewForm, Told } from "../../app/pages/console/state.ts";
import { aroundCursor, type TextField } from "../../app/pages/console/text-field.ts";
import { showKey } from "../../engine/facts.ts";
import { inSight } from "../../engine/words.ts";
import { paintWhole, wrap, type Line } from "../screens/lines.ts";
import { oneLine } from "../screens/table.ts";
import { styled } from "../support/output.ts";

export interface DrawnDialog {
  readonly title: string;
  readonly lines: readonly string[];
}

/** `rows`: as many lines as there is room for. */
export function drawDialog(dialog: Dialog, width: number, rows: number): DrawnDialog | null {
  switch (dialog.type) {
    case "search":
      return null;
    case "help":
      return { title: "Keys", lines: HELP.flatMap((line) => wrapped(line, width)).slice(0, rows) };
    case "new":
      return dialog.refused
        ? { title: "No ticket was made", lines: refusal(dialog.refused, width) }
        : { title: "New ticket", lines: [paintWhole([{ text: "Title" }], width), ...drawField(dialog, width, 3)] };
    case "comment":
      return dialog.refused
        ? { title: `${showKey(dialog.key)}: nothing was said`, lines: refusal(dialog.refused, width) }
        : {
            title: `Comment on ${showKey(dialog.key)} ${oneLine(dialog.title)}`,
            lines: drawField(dialog, width, Math.max(3, Math.min(10, rows))),
          };
    case "move":
      return dialog.refused
        ? { title: `${showKey(dialog.key)} was not moved`, lines: refusal(dialog.refused, width) }
        : { title: `Move ${showKey(dialog.key)} ${oneLine(dialog.title)}`, lines: moveLines(dialog, width, rows) };
  }
}

function moveLines(form: MoveForm, width: number, rows: number): readonly string[] {
  const head: readonly string[] = [
    paintWhole(
      [{ text: form.choices === null ? "Looking where it may go …" : `It is in ${oneLine(form.seen ?? "no state")}.` }],
      width,
    ),
    ...(form.changed === null
      ? []
      : wrapped(`${form.changed} What you typed is kept; choose again.`, width).map((line) => styled(line, "yellow"))),
  ];
  const choices = (form.choices ?? []).flatMap(({ label, move }, at) => {
    const isChosen = form.chosen === at;
    const way = move ? `${oneLine(label)} → ${oneLine(move.to)}` : label;
    const takes = move?.takes == null ? [] : [{ text: "   takes a commit", styles: ["dim"] as const }];
    const shut = move && !move.legal;
    const line: Line = [
      { text: `${isChosen ? "▌" : " "} ${at + 1}  ${way}` },
      ...takes,
      ...(shut ? [{ text: "   ✗ shut", styles: ["red"] as const }] : []),
    ];
    const first = isChosen ? styled(plain(line, width), "inverse") : paintWhole(line, width);
    const why = shut && isChosen && move.why !== null ? wrapped(oneLine(move.why), width - 5) : [];
    return [first, ...why.slice(0, 3).map((text) => paintWhole([{ text: `     ${text}`, styles: ["dim"] }], width))];
  });
  const ask = paintWhole(
    [{ text: "Why? It stays in the ledger.", styles: form.focus === "text" ? ["bold"] : [] }],
    width,
  );
  const room = Math.max(1, Math.min(6, rows - head.length - choices.length - 2));
  const isTyping = form.focus === "text";
  return [...head, ...choices, paintWhole([], width), ask, ...drawField(form, width, room, isTyping)];
}

/** The part of the text around the cursor that fits. */
function drawField(
  { field, sending }: Pick<MoveForm | CommentForm | NewForm, "field" | "sending">,
  width: number,
  rows: number,
  hasCursor = true,
): readonly string[] {
  const { lines, row } = laidOut(field, width - 2);
  const from = Math.max(0, Math.min(row - rows + 1, lines.length - rows));
  const shown = lines.slice(from, from + rows);
  return Array.from({ length: rows }, (_, at) => {
    const line = shown[at] ?? [{ text: "" }];
    const cells = hasCursor && !sending ? line : [{ text: line.map(({ text }) => text).join("") }];
    return paintWhole([{ text: "│ ", styles: ["dim"] }, ...cells], width);
  });
}

/** Broken into lines, with the cursor as a cell of its own. */
export function laidOut(field: TextField, width: number): { readonly lines: readonly Line[]; readonly row: number } {
  const { before, on, after } = aroundCursor(field);
  const isAtEnd = on === "" || on === "\n";
  // A letter that no text holds marks the place while the lines are broken.
  const marked = `${seen(before)}${MARK}${isAtEnd ? "" : seen(on)}${on === "\n" ? "\n" : ""}${seen(after)}`;
  const lines = wrap(marked, Math.max(2, width));
  const row = Math.max(
    0,
    lines.findIndex((line) => line.includes(MARK)),
  );
  return {
    row,
    lines: lines.map((line) => {
      const at = line.indexOf(MARK);
      if (at < 0) return [{ text: line }];
      const rest = line.slice(at + MARK.length);
      const [first = ""] = isAtEnd ? [] : Array.from(new Intl.Segmenter("en").segment(rest), ({ segment }) => segment);
      return [
        { text: line.slice(0, at) },
        { text: first === "" ? "▏" : first, styles: ["inverse"] },
        { text: rest.slice(first.length) },
      ];
    }),
  };
}

/** Of the private letters: what is typed has none of these left. */
const MARK = "\u{f0000}";

function seen(text: string): string {
  return inSight(text.replaceAll(MARK, "").replaceAll("\t", "  "));
}

function refusal(told: Told, width: number): readonly string[] {
  const command = commandIn(told);
  return [
    ...wrapped(`─┤ ${told.what}`, width).map((line) => styled(line, "red")),
    paintWhole([], width),
    ...wrapped(told.recovery, width),
    ...(command === null
      ? []
      : [paintWhole([], width), ...wrapped(command, width).map((line) => styled(line, "bold"))]),
    paintWhole([], width),
    paintWhole([{ text: "What you typed is kept.", styles: ["dim"] }], width),
  ];
}

const HELP = [
  "←→ column   ↑↓ ticket (j k too)   g G top, end   enter open   esc back",
  "m  move the ticket: the ways that the workflow has, and a reason",
  "c  comment on it            n  new ticket",
  "/  search numbers, titles, states, labels, agents",
  "w  only what waits for people",
  "r  redraw     ?  these keys     q  quit, ctrl+c too",
  "",
  "In a form: ctrl+s sends, tab goes between choices and text, esc leaves it and keeps the text.",
  "▌ aimed at   ○ open   ▣ held by one at a time   ⚑ waits for people   14m! lease",
  "✓ pass  ✗ fail  – ran nothing  ? unknown  (✓) said only  ‡ contradicted",
] as const;

function wrapped(text: string, width: number): readonly string[] {
  return wrap(text, width).map((line) => paintWhole([{ text: inSight(line) }], width));
}

function plain(line: Line, width: number): string {
  return paintWhole([{ text: line.map(({ text }) => text).join("") }], width);
}
