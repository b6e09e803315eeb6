// The call that somebody probably meant, made from the arguments that they gave: what is clear is corrected, and what they
// have to fill in themselves stands in angle brackets.

import type * as z from "zod";
import { listed, quoteWhole } from "../../engine/words.ts";
import { LISTED_TOOLS } from "../listed-tools.generated.ts";
import type { Tool } from "../tool.ts";
import { WORDS, wordsOf, type Words, type WordSources } from "../words.ts";
import { meantBy } from "./aliases.ts";

export interface CorrectedCall {
  /** `get_ticket (number=7)` */
  readonly text: string;
  /** Whether something has to be filled in. */
  readonly open: boolean;
  /** Arguments that the tool does not have, and the one that each probably means. */
  readonly strange: ReadonlyMap<string, string | undefined>;
}

export interface Told {
  /** The tool's name as the client knows it. */
  readonly name: string;
  /** Where the known words come from; without them they are not listed. */
  readonly sources?: WordSources;
}

/** A longer text is not repeated, so that an answer stays short. */
const MOST_LETTERS = 200;
const MOST_ITEMS = 20;
const MOST_STRANGE = 20;

export function correctedCall(tool: Tool, given: unknown, told: Told): CorrectedCall {
  const known = Object.keys(tool.input.shape);
  const args = new Map(isMap(given) ? Object.entries(given).slice(0, known.length + MOST_STRANGE) : []);
  const strange = new Map<string, string | undefined>();
  for (const [name, value] of args) {
    if (known.includes(name)) continue;
    const meant = meantBy(name, known, args);
    strange.set(name, meant);
    if (meant !== undefined) args.set(meant, value);
  }
  const shown = known.flatMap((name) => {
    const value = shownValue(tool, name, args.get(name), told.sources);
    return value === null ? [] : [`${name}=${value}`];
  });
  return {
    text: shown.length === 0 ? told.name : `${told.name} (${shown.join(", ")})`,
    open: shown.some((one) => one.includes("=<")),
    strange,
  };
}

/** To follow a corrected call, where something in it is left to the caller. */
export function fillIn(call: CorrectedCall): readonly string[] {
  return call.open ? ["What stands in <> is yours to fill in."] : [];
}

/** null: it is left out. */
function shownValue(tool: Tool, name: string, value: unknown, sources: WordSources | undefined): string | null {
  const field = tool.input.shape[name] as z.ZodType;
  const isOptional = field.safeParse(undefined).success;
  if (value === undefined || value === null) {
    if (value === null && field.safeParse(null).success) return "null";
    return isOptional ? null : blank(tool, name, sources);
  }
  const fitting = readings(value, field).find((one) => field.safeParse(one).success);
  return fitting === undefined ? blank(tool, name, sources) : show(fitting);
}

/** The value itself, and what else it can be read as without doubt. */
function readings(value: unknown, field: z.ZodType): readonly unknown[] {
  if (typeof value === "string") {
    const [, digits] = /^\s*#?(\d{1,15})(?:\.0+)?\s*$/.exec(value) ?? [];
    const number = digits === undefined ? [] : [Number(digits)];
    const truth = value === "true" || value === "false" ? [value === "true"] : [];
    return [value, ...number, ...truth, ...parsed(value), [value], ...number.map((one) => [one])];
  }
  if (typeof value === "number") return [value, String(value), [value], ...nearestLimit(value, field)];
  if (Array.isArray(value)) {
    const [only] = value as readonly unknown[];
    return [value, value.map(numberIn), ...(value.length === 1 ? [only, numberIn(only)] : [])];
  }
  return [value];
}

function numberIn(value: unknown): unknown {
  return typeof value === "string" && /^#?\d{1,15}$/.test(value) ? Number(value.replace("#", "")) : value;
}

/** A list or an object that was sent as text. */
function parsed(text: string): readonly unknown[] {
  if (!/^\s*[[{]/.test(text) || text.length > 10 * MOST_LETTERS) return [];
  try {
    const value: unknown = JSON.parse(text);
    return [value];
  } catch {
    return [];
  }
}

/** 500 where at most 100 are given means 100. */
function nearestLimit(value: number, field: z.ZodType): readonly unknown[] {
  const [issue] = field.safeParse(value).error?.issues ?? [];
  return issue?.code === "too_big" && issue.inclusive === true ? [Number(issue.maximum)] : [];
}

function show(value: unknown): string {
  if (typeof value === "string") return value.length > MOST_LETTERS ? "<as you gave it>" : quoteWhole(value);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const isShort = Array.isArray(value) && value.length <= MOST_ITEMS && value.every((one) => typeof one !== "object");
  return isShort ? `[${value.map(show).join(", ")}]` : "<as you gave it>";
}

interface Property {
  readonly type?: string;
  readonly description?: string;
  readonly [WORDS]?: Words;
  readonly anyOf?: readonly Property[];
}

/** What has to be filled in: one of the known words, or what kind of value it is. */
function blank(tool: Tool, name: string, sources: WordSources | undefined): string {
  if (name === "reason") return "<why, in your words>";
  const properties = LISTED_TOOLS.find((one) => one.name === tool.name)?.input["properties"];
  const own = (properties as Readonly<Record<string, Property>> | undefined)?.[name];
  const property = own?.anyOf?.[0] ?? own;
  const words = property?.[WORDS];
  const known = words !== undefined && sources ? wordsOf(sources, words) : [];
  if (known.length > 0) return `<one of ${listed(known)}>`;
  switch (property?.type) {
    case "integer":
      return name === "number" ? "<the ticket's number>" : "<a whole number>";
    case "boolean":
      return "<true or false>";
    case "array":
      return "<a list>";
    case "object":
      return "<an object>";
    default:
      return "<text>";
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
