// Tables: the first row names the columns, in any order and by any of their usual names.

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
  const rows = parseCsv(content.replace(/^\uFEFF/, ""));
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

/** Fields in quotes may hold commas, new lines, and quotes written twice. */
function parseCsv(text: string): readonly CsvRow[] {
  const rows: CsvRow[] = [];
  let [fields, field, quoted, line, start]: [string[], string, boolean, number, number] = [[], "", false, 1, 1];
  const endRow = (broken: boolean): void => {
    fields.push(field);
    if (fields.length > 1 || field.trim() !== "") rows.push({ line: start, fields, broken });
    [fields, field, start] = [[], "", line + 1];
  };
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (quoted) {
      if (letter === '"' && text[at + 1] === '"') field += text[++at];
      else if (letter === '"') quoted = false;
      else field += letter;
    } else if (letter === '"' && field === "") quoted = true;
    else if (letter === ",") {
      fields.push(field);
      field = "";
    } else if (letter === "\n") endRow(false);
    else if (letter !== "\r") field += letter;
    if (letter === "\n") line++;
  }
  if (field !== "" || fields.length > 0) endRow(quoted);
  return rows;
}
