// What floats over the board: forms, refusals and the list of keys, as lines of one width. Ink draws the frame around them.

import { commandIn, takesCommit } from "../../app/pages/console/forms.ts";
import { HELP } from "../../app/pages/console/help.ts";
import { EDITED, type Dialog, type EditForm, type MoveForm, type Told } from "../../app/pages/console/state.ts";
import { aroundCursor, type TextField } from "../../app/pages/console/text-field.ts";
import { ESTIMATES, PRIORITIES, showKey } from "../../engine/facts.ts";
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
      return { title: "Keys", lines: helpLines(dialog.from, width, rows) };
    case "new":
      return dialog.refused
        ? { title: "No ticket was made", lines: refusal(dialog.refused, width) }
        : {
            title: "New ticket",
            lines: [paintWhole([{ text: "Title" }], width), ...drawField(dialog.field, width, 3, !dialog.sending)],
          };
    case "comment":
      return dialog.refused
        ? { title: `${showKey(dialog.key)}: nothing was said`, lines: refusal(dialog.refused, width) }
        : {
            title: `Comment on ${showKey(dialog.key)} ${oneLine(dialog.title)}`,
            lines: drawField(dialog.field, width, Math.max(3, Math.min(10, rows)), !dialog.sending),
          };
    case "edit":
      return dialog.refused
        ? { title: `${showKey(dialog.key)} was not changed`, lines: refusal(dialog.refused, width) }
        : { title: `Edit ${showKey(dialog.key)} ${oneLine(dialog.title)}`, lines: editLines(dialog, width, rows) };
    case "move":
      return dialog.refused
        ? { title: `${showKey(dialog.key)} was not moved`, lines: refusal(dialog.refused, width) }
        : { title: `Move ${showKey(dialog.key)} ${oneLine(dialog.title)}`, lines: moveLines(dialog, width, rows) };
  }
}

/** Scrolled no further than until the last line is in sight. */
function helpLines(from: number, width: number, rows: number): readonly string[] {
  const left = (at: number): readonly string[] => HELP.slice(at).flatMap((line) => wrapped(line, width));
  const most = HELP.findIndex((_, at) => left(at).length <= rows);
  return left(Math.min(from, Math.max(0, most))).slice(0, rows);
}

function moveLines(form: MoveForm, width: number, rows: number): readonly string[] {
  const head: readonly string[] = [
    paintWhole(
      [{ text: form.choices === null ? "Looking where it may go …" : `It is in ${oneLine(form.seen ?? "no state")}.` }],
      width,
    ),
    ...(form.changed === null ? [] : warned(`${form.changed} What you typed is kept; choose again.`, width)),
  ];
  const isLow = rows < head.length + (form.choices?.length ?? 0) + LEAST_BELOW;
  const choices = (form.choices ?? []).flatMap(({ label, move }, at) => {
    const isChosen = form.chosen === at;
    // Where there is no room for all, whoever types has chosen already.
    if (isLow && form.focus !== "choices" && !isChosen) return [];
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
  const asked = (question: string, part: MoveForm["focus"]): string =>
    paintWhole([{ text: question, styles: form.focus === part ? ["bold"] : [] }], width);
  const isTyped = (part: MoveForm["focus"]): boolean => form.focus === part && !form.sending;
  const commit = takesCommit(form)
    ? [
        asked("Which commit? A hash; in a checkout also a name, such as HEAD.", "commit"),
        ...drawField(form.commit, width, 1, isTyped("commit")),
      ]
    : [];
  const gap = isLow ? [] : [paintWhole([], width)];
  const above = [...head, ...choices, ...gap, ...commit, asked("Why? It stays in the ledger.", "text")];
  const room = Math.max(1, Math.min(6, rows - above.length));
  return [...above, ...drawField(form.field, width, room, isTyped("text"))];
}

/** A gap, a commit and a reason, each with its question. */
const LEAST_BELOW = 6;

/** One line a field, and two for the title; what a field takes is said where it is typed. */
function editLines(form: EditForm, width: number, rows: number): readonly string[] {
  if (form.seen === null) return [paintWhole([{ text: "Looking what stands there …" }], width)];
  const head = form.changed === null ? [] : warned(`${form.changed} What you typed is kept.`, width);
  const fields = EDITED.flatMap((name) => {
    const isTyped = form.focus === name;
    const lines = drawField(form.fields[name], width - LABEL, name === "title" ? 2 : 1, isTyped && !form.sending);
    const label = (at: number): string =>
      paintWhole([{ text: at === 0 ? NAMES[name] : "", styles: isTyped ? ["bold"] : [] }], LABEL);
    const hint = isTyped ? [paintWhole([{ text: `${" ".repeat(LABEL)}${HINTS[name]}`, styles: ["dim"] }], width)] : [];
    return [...lines.map((line, at) => `${label(at)}${line}`), ...hint];
  });
  return [...head.slice(0, Math.max(1, rows - fields.length)), ...fields];
}

const LABEL = 10;
const NAMES = { title: "Title", priority: "Priority", estimate: "Estimate", labels: "Labels" } as const;
const HINTS = {
  title: "one line",
  priority: `${PRIORITIES.join(" ")}, or nothing`,
  estimate: `${ESTIMATES.join(" ")}, or nothing`,
  labels: "with commas between them",
} as const;

/** The part of the text around the cursor that fits. */
function drawField(field: TextField, width: number, rows: number, hasCursor: boolean): readonly string[] {
  const { lines, row } = laidOut(field, width - 2);
  const from = Math.max(0, Math.min(row - rows + 1, lines.length - rows));
  const shown = lines.slice(from, from + rows);
  return Array.from({ length: rows }, (_, at) => {
    const line = shown[at] ?? [{ text: "" }];
    const cells = hasCursor
      ? line
      : [{ text: line.map(({ text, styles }) => (styles && text === AFTER_ALL ? "" : text)).join("") }];
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
        { text: first === "" ? AFTER_ALL : first, styles: ["inverse"] },
        { text: rest.slice(first.length) },
      ];
    }),
  };
}

/** The cursor behind the last letter of a line. */
const AFTER_ALL = "▏";

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

function warned(text: string, width: number): readonly string[] {
  return wrapped(text, width).map((line) => styled(line, "yellow"));
}

function wrapped(text: string, width: number): readonly string[] {
  return wrap(text, width).map((line) => paintWhole([{ text: inSight(line) }], width));
}

function plain(line: Line, width: number): string {
  return paintWhole([{ text: line.map(({ text }) => text).join("") }], width);
}
