// Our entry in a file of TOML: a table of its own at the end, put in and taken out as text, so that everything else stays
// as it is. What comes out is read again before it counts.

import { isDeepStrictEqual } from "node:util";
import { parse, TomlError, type TomlTable } from "smol-toml";
import { HAS_NONE, HAS_ONE, SERVER, type Edit } from "./client.ts";

const TABLE = "mcp_servers";
const HEADER = `[${TABLE}.${SERVER}]`;

export function addTable(text: string | null, lines: readonly string[], value: TomlTable): Edit {
  const before = read(text ?? "");
  if ("refused" in before) return before;
  const servers = before.table[TABLE] ?? {};
  if (!isTable(servers)) return { refused: `"${TABLE}" is no table` };
  if (servers[SERVER] !== undefined) return { unchanged: HAS_ONE };
  const end = (text ?? "").includes("\r\n") ? "\r\n" : "\n";
  const gap = text === null || text === "" ? "" : text.endsWith("\n") ? end : end + end;
  const whole = `${text ?? ""}${gap}${[HEADER, ...lines].join(end)}${end}`;
  const wanted = { ...before.table, [TABLE]: { ...servers, [SERVER]: value } };
  return checked(whole, wanted, `"${TABLE}" is written in a way that takes no further table`);
}

export function removeTable(text: string): Edit {
  const before = read(text);
  if ("refused" in before) return before;
  const servers = before.table[TABLE];
  if (!isTable(servers) || servers[SERVER] === undefined) return { unchanged: HAS_NONE };
  const { [SERVER]: _, ...others } = servers;
  const { [TABLE]: __, ...rest } = before.table;
  const wanted = Object.keys(others).length > 0 ? { ...rest, [TABLE]: others } : rest;
  return checked(withoutBlock(text), wanted, "its entry for signalbox is not written as a table of its own");
}

export function tableIn(text: string): TomlTable | null {
  const whole = read(text);
  if ("refused" in whole) return null;
  const servers = whole.table[TABLE];
  const own = isTable(servers) ? servers[SERVER] : undefined;
  return isTable(own) ? own : null;
}

/** From the header to the next that is not below it, with the blank lines before it. */
function withoutBlock(text: string): string {
  const lines = text.split(/(?<=\n)/);
  const from = lines.findIndex((line) => line.trim() === HEADER);
  if (from < 0) return text;
  const isNext = (line: string): boolean => line.startsWith("[") && !line.startsWith(`${HEADER.slice(0, -1)}.`);
  const length = lines.slice(from + 1).findIndex((line) => isNext(line.trimStart()));
  const until = length < 0 ? lines.length : from + 1 + length;
  let start = from;
  while (until === lines.length && start > 0 && lines[start - 1]?.trim() === "") start -= 1;
  return [...lines.slice(0, start), ...lines.slice(until)].join("");
}

function checked(text: string, wanted: TomlTable, otherwise: string): Edit {
  const after = read(text);
  return "table" in after && isDeepStrictEqual(plain(after.table), plain(wanted)) ? { text } : { refused: otherwise };
}

function read(text: string): { readonly table: TomlTable } | { readonly refused: string } {
  try {
    return { table: parse(text) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const what = error.message.split("\n")[0]?.replace(/^Invalid TOML document: /, "") ?? "";
    return { refused: `it has a syntax error at line ${error.line}, column ${error.column} (${what})` };
  }
}

function isTable(value: unknown): value is TomlTable {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

/** The parser's tables have no prototype, ours have. */
function plain(table: TomlTable): unknown {
  return JSON.parse(JSON.stringify(table));
}
