// One property put into an object of a JSON text, or taken out, and not a byte changed around it. (The library's own edits
// format the neighbours too, and lose comments between them.)

import { createScanner, type Node } from "jsonc-parser";

export function insertProperty(text: string, object: Node, name: string, value: unknown): string {
  const close = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const inline = !text.slice(object.offset, close).includes("\n");
  if (inline && (last !== undefined || !text.trim().includes("\n"))) {
    return insertInline(text, object, last, `${JSON.stringify(name)}: ${JSON.stringify(value)}`);
  }
  const { unit, eol } = styleOf(text);
  const indent = last ? indentAt(text, last.offset) : indentAt(text, object.offset) + unit;
  const lines = `${JSON.stringify(name)}: ${JSON.stringify(value, null, unit)}`.split("\n");
  const entry = eol + lines.map((line) => indent + line).join(eol);
  if (!last) {
    const inner = text.slice(object.offset + 1, close);
    const rest = inner.trim() === "" ? `${eol}${indentAt(text, object.offset)}` : inner;
    return text.slice(0, object.offset + 1) + entry + rest + text.slice(close);
  }
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  // Behind whatever stands in the rest of that line: a comment there belongs to the property before.
  const line = lineEndAfter(text, comma ?? end, close);
  return comma === null
    ? `${text.slice(0, end)},${text.slice(end, line)}${entry}${text.slice(line)}`
    : `${text.slice(0, line)}${entry},${text.slice(line)}`;
}

export function removeProperty(text: string, object: Node, property: Node): string {
  const index = object.children?.indexOf(property) ?? -1;
  const before = index > 0 ? object.children?.[index - 1] : undefined;
  const end = property.offset + property.length;
  const own = commaAfter(text, end);
  const until = own === null ? end : own + 1;
  const from = lineStartBefore(text, property.offset);
  const rest = text.slice(0, from) + text.slice(until);
  if (own !== null || !before) return rest;
  // It was the last one: the comma before it was there for its sake.
  const comma = commaAfter(rest, before.offset + before.length);
  return comma === null ? rest : rest.slice(0, comma) + rest.slice(comma + 1);
}

function insertInline(text: string, object: Node, last: Node | undefined, entry: string): string {
  if (!last) return text.slice(0, object.offset + 1) + entry + text.slice(object.offset + 1).trimStart();
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  return comma === null
    ? `${text.slice(0, end)}, ${entry}${text.slice(end)}`
    : `${text.slice(0, comma + 1)} ${entry},${text.slice(comma + 1)}`;
}

function styleOf(text: string): { unit: string; eol: string } {
  return { unit: /^([ \t]+)\S/m.exec(text)?.[1] ?? "  ", eol: text.includes("\r\n") ? "\r\n" : "\n" };
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** The comma behind a property, past comments; null: the object ends first. */
function commaAfter(text: string, offset: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  return text[scanner.getTokenOffset()] === "," ? scanner.getTokenOffset() : null;
}

/** Where the line ends in which `offset` stands; a comment over several lines does not end it. */
function lineEndAfter(text: string, offset: number, close: number): number {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  do scanner.scan();
  while (!/[\r\n]/.test(text[scanner.getTokenOffset()] ?? "") && scanner.getTokenOffset() < close);
  return Math.min(scanner.getTokenOffset(), close);
}

/** The end of the line before, where nothing else stands in front of it. */
function lineStartBefore(text: string, offset: number): number {
  const blank = /(?:\r?\n[ \t]*|[ \t]*)$/.exec(text.slice(0, offset))?.[0] ?? "";
  return offset - blank.length;
}
