// Tables: the first row names the columns, in any order and by any of their usual names.

import { CsvError, parse, type InfoRecord } from "csv-parse/sync";
import { extraOf, ImportError, type Foreign, type ForeignTicket } from "./foreign.ts";

const NAMES: Readonly<Record<keyof Columns, readonly string[]>> = {
  id: ["id", "key", "number", "issue key", "issue id"],
  title: ["title", "summary", "name", "subject"],
  body: ["body", "description", "details", "text"],
  state: ["state", "status"],
  priority: ["priority"],
  estimate: ["estimate", "size", "story points", "points"],
  labels: ["labels", "tags", "label"],
  parent: ["parent", "epic", "parent id", "parent key", "epic link"],
  blockedBy: ["blocked by", "blockedby", "blockers", "depends on", "dependencies"],
};

interface Columns {
  id: string;
  title: string;
  body: string;
  state: string;
  priority: string;
  estimate: string;
  labels: string;
  parent: string;
  blockedBy: string;
}

export function readCsv(content: string, file: string): Foreign {
  const rows = parseCsv(content);
  const [header = [], ...records] = rows.map(({ fields }) => fields);
  const columns = columnsOf(header);
  if (columns.title === undefined) {
    throw new ImportError(
      `${file} has no column for titles: its columns are ${header.join(", ") || "none"}.`,
      `Name one of them ${NAMES.title.join(", ")}.`,
    );
  }
  const problems: string[] = [];
  const known = new Set(Object.values(columns));
  const tickets = records.flatMap((fields, index): ForeignTicket[] => {
    const row = rows[index + 1];
    const line = `${file}, line ${row?.line ?? 0}`;
    if (row?.broken) problems.push(`${line}: a quote that is opened is never closed`);
    if (fields.length > header.length) problems.push(`${line}: ${fields.length} fields in ${header.length} columns`);
    const names = fields.map((_, at) => header[at] ?? `column ${at + 1}`);
    const record = Object.fromEntries(fields.map((field, at) => [names[at] ?? "", field]));
    const get = (name: keyof Columns): string => record[columns[name] ?? ""]?.trim() ?? "";
    if (get("title") === "") {
      problems.push(`${line}: it has no title`);
      return [];
    }
    return [
      {
        id: get("id") || `row ${index + 1}`,
        title: get("title"),
        body: get("body"),
        state: get("state") || "open",
        priority: get("priority") || null,
        estimate: get("estimate") || null,
        labels: listIn(get("labels")),
        parent: get("parent").replace(/^#/, "") || null,
        blockedBy: listIn(get("blockedBy")).map((id) => id.replace(/^#/, "")),
        comments: [],
        extra: extraOf(record, known),
      },
    ];
  });
  return { tickets, problems };
}

function columnsOf(header: readonly string[]): Partial<Columns> {
  const found: Partial<Columns> = {};
  for (const field of Object.keys(NAMES) as (keyof Columns)[]) {
    const name = header.find((column) => NAMES[field].includes(column.trim().toLowerCase()));
    if (name !== undefined) found[field] = name;
  }
  return found;
}

function listIn(text: string): readonly string[] {
  return text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
  /** The file ended inside quotes. */
  readonly broken: boolean;
}

/** Rows of different length are taken as they are, and quotes inside a field as letters; blank lines are left out. */
function parseCsv(content: string): readonly CsvRow[] {
  const text = content.replaceAll(/\r\n?/g, "\n");
  const rows = rowsIn(text);
  if (rows) return rows;
  const closed = rowsIn(`${text}"`) ?? [];
  return closed.map((row, index) => ({ ...row, broken: index === closed.length - 1 }));
}

/** null: the text ends inside quotes. */
function rowsIn(text: string): readonly CsvRow[] | null {
  const rows: CsvRow[] = [];
  const keep = (fields: readonly string[], { lines }: InfoRecord): null => {
    // The parser tells where a record ends; it began earlier where a field has several lines.
    const line = lines - fields.reduce((sum, field) => sum + field.split("\n").length - 1, 0);
    if (fields.length > 1 || fields[0]?.trim() !== "") rows.push({ line, fields, broken: false });
    return null;
  };
  try {
    parse(text, { bom: true, relax_column_count: true, relax_quotes: true, on_record: keep });
    return rows;
  } catch (error) {
    if (error instanceof CsvError && error.code === "CSV_QUOTE_NOT_CLOSED") return null;
    throw error;
  }
}
