// Rows of the ledger as a file: CSV for spreadsheets, JSON Lines for programs. The newest first, as they are shown.

import { plainJson } from "../../engine/words.ts";
import type { LedgerRowView } from "./ledger-views.ts";

export const FORMATS = ["csv", "jsonl"] as const;
export type Format = (typeof FORMATS)[number];

const CELLS: Readonly<Record<string, (row: LedgerRowView) => string | number | null>> = {
  row: ({ seq }) => seq,
  at: ({ at }) => at,
  who: ({ who }) => who,
  through: ({ via }) => via,
  kind: ({ kind }) => kind,
  subject: ({ subject }) => `${subject.type}:${subject.key}`,
  command: ({ command }) => command,
  from: ({ from }) => from,
  to: ({ to }) => to,
  code: ({ code }) => code,
  words: ({ words }) => words,
  reason: ({ texts }) => texts["reason"] ?? null,
  refusal: ({ refusal }) => refusal?.what ?? null,
  recovery: ({ refusal }) => refusal?.recovery ?? null,
  difference: ({ difference }) =>
    difference.map(({ field, before, after }) => `${field}: ${before ?? ""} → ${after ?? ""}`).join("; "),
};

/** Before the first row; nothing where the format has none. */
export function headOf(format: Format): string {
  return format === "csv" ? `${Object.keys(CELLS).join(",")}\r\n` : "";
}

export function lineOf(format: Format, row: LedgerRowView): string {
  if (format === "jsonl") return `${plainJson(row)}\n`;
  return `${Object.values(CELLS)
    .map((cell) => quoted(cell(row)))
    .join(",")}\r\n`;
}

/** A spreadsheet takes what begins with one of these for a formula, and an agent wrote it. */
const FORMULA = /^[=+\-@\t\r]/;

function quoted(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
