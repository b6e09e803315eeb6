// Our SQL names tables and functions alone, and is the same on both engines. On PostgreSQL every name gets its schema here:
// which board a statement means must not depend on the connection, because a pooler may give it another at any time.

import { SIDE_TABLE_NAMES } from "../side-tables.ts";
import { TABLE_NAMES } from "../tables.ts";

/** Everything that stands in a board's schema and is named in a statement, beside functions. */
const RELATIONS = [...TABLE_NAMES, ...SIDE_TABLE_NAMES, "presence", "abandoned", "ralph_sessions"];

const NOT_CODE = String.raw`'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*[\s\S]*?\*\/`;
/** `a IS DISTINCT FROM b` names no table. */
const BEFORE_RELATION = String.raw`(?<!\bDISTINCT\s+)\b(?:FROM|JOIN|INTO|UPDATE)\s+(?:ONLY\s+)?`;
const RELATION = String.raw`(?<=${BEFORE_RELATION})(?:${RELATIONS.join("|")})\b(?!\.)`;
const ROW_TYPE = String.raw`\b(?:${RELATIONS.join("|")})(?=%ROWTYPE)`;
const FUNCTION = String.raw`(?<![.\w])board_\w+(?=\()|(?<=\bCREATE OR REPLACE FUNCTION )\w+`;

const NAMES = new RegExp(`${NOT_CODE}|(${RELATION}|${ROW_TYPE}|${FUNCTION})`, "g");

export function qualified(schema: string, sql: string): string {
  return sql.replaceAll(NAMES, (match, name: string | undefined) =>
    name === undefined ? match : `"${schema}".${name}`,
  );
}
