// Asking the database by what a caller sent.

import { isStorable } from "../engine/texts.ts";
import type { Param, Reader } from "./driver.ts";
import type { Select } from "./select.ts";

/** What can't be stored is not there, and a database that is asked for it would fail. */
export function askAll<Found>(reader: Reader, select: Select<Found>, ...params: Param[]): Promise<Found[]> {
  if (!areStorable(params)) return Promise.resolve([]);
  return reader.read(select, params);
}

export async function askOne<Found>(
  reader: Reader,
  select: Select<Found>,
  ...params: Param[]
): Promise<Found | undefined> {
  return (await askAll(reader, select, ...params))[0];
}

export function areStorable(params: readonly Param[]): boolean {
  return params.every((param) => typeof param !== "string" || isStorable(param));
}

/** Lists of keys are filled up to one of these lengths, so that there are few texts to prepare. */
const LENGTHS = [1, 8, 64] as const;

/** `before`: parameters that stand before the keys in the text. */
export function byKeys<Found>(
  reader: Reader,
  keys: readonly string[],
  select: (marks: string) => Select<Found>,
  before: readonly Param[] = [],
): Promise<Found[]> {
  return byEach(reader, [...new Set(keys)].filter(isStorable), "", select, before);
}

/** The same for rows that have numbers. */
export function byNumbers<Found>(
  reader: Reader,
  numbers: readonly number[],
  select: (marks: string) => Select<Found>,
): Promise<Found[]> {
  return byEach(reader, [...new Set(numbers)], NO_NUMBER, select, []);
}

const NO_NUMBER = -1;

/** `none`: what names no row. */
async function byEach<Found>(
  reader: Reader,
  known: Param[],
  none: Param,
  select: (marks: string) => Select<Found>,
  before: readonly Param[],
): Promise<Found[]> {
  const rows: Found[] = [];
  while (known.length > 0) {
    const length = LENGTHS.find((size) => size >= known.length) ?? LENGTHS[LENGTHS.length - 1] ?? 1;
    const some = known.splice(0, length);
    const filled = [...some, ...Array.from({ length: length - some.length }, () => none)];
    rows.push(...(await reader.read(select(filled.map(() => "?").join(", ")), [...before, ...filled])));
  }
  return rows;
}

/** Words that somebody looks for, as LIKE takes them with ESCAPE '!': somewhere in a text that the database has lowered. */
export function like(text: string): string {
  return `%${escaped(lowered(text))}%`;
}

/** `%` and `_` in what somebody looks for are letters like any other. */
function escaped(text: string): string {
  return text.replaceAll(/[!%_]/g, "!$&");
}

/** As the databases do it: letters outside ASCII are themselves alone. */
function lowered(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
