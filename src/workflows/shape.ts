// Holds a value against a schema, and says what is wrong in words that name the place and the way to mend it.

import type * as z from "zod";
import { pointer } from "../engine/lint/finding.ts";
import { listed, nearest } from "../engine/words.ts";

export interface Fault {
  /** A JSON pointer; empty for the file as a whole. */
  readonly place: string;
  readonly reason: string;
  readonly suggestion?: string;
}

export type Shape<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly faults: Fault[] };

export function checkShape<T>(schema: z.ZodType<T>, value: unknown): Shape<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return { ok: false, faults: parsed.error.issues.flatMap((issue) => describe(issue, schema, value)) };
}

type Issue = z.core.$ZodIssue;
type Schema = z.core.$ZodType;
type Path = readonly PropertyKey[];

function describe(issue: Issue, schema: Schema, root: unknown): Fault[] {
  const place = pointer(...issue.path.map(String));
  const found = valueAt(root, issue.path);
  switch (issue.code) {
    case "unrecognized_keys": {
      const known = schemasAt(schema, issue.path).flatMap(keysOf);
      return issue.keys.map((key) => ({
        place: place + pointer(key),
        reason: `unknown key ${JSON.stringify(key)}`,
        suggestion: suggest(key, known, "The keys here are"),
      }));
    }
    case "invalid_type":
      if (found === undefined) return [{ place, reason: "it is missing" }];
      return [{ place, reason: `expected ${article(issue.expected)}, found ${article(kindOf(found))}` }];
    case "invalid_value":
      return [{ place, ...describeChoice(found, issue.values.map(String)) }];
    case "invalid_union": {
      const tags = schemasAt(schema, issue.path).flatMap(valuesOf);
      return [{ place, ...(found === undefined ? { reason: "it is missing" } : describeChoice(found, tags)) }];
    }
    case "invalid_key":
      return issue.issues.slice(0, 1).map((inner) => ({ place, reason: `the name ${describeText(inner)}` }));
    default:
      return [{ place, reason: describeText(issue) }];
  }
}

function describeText(issue: Issue): string {
  switch (issue.code) {
    case "too_small":
      return issue.origin === "string"
        ? "must not be empty"
        : `must be at least ${Number(issue.minimum) + (issue.inclusive ? 0 : 1)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${UNITS[issue.origin] ?? ""}`;
    default:
      return issue.message;
  }
}

const UNITS: Readonly<Record<string, string>> = { string: " characters long", array: " entries long" };

function describeChoice(found: unknown, choices: readonly string[]): Omit<Fault, "place"> {
  const all = listed(choices.map((choice) => `"${choice}"`));
  if (typeof found !== "string") return { reason: `expected ${all}, found ${article(kindOf(found))}` };
  return {
    reason: `${JSON.stringify(found)} is not possible here`,
    suggestion: suggest(found, choices, "Possible here:"),
  };
}

function suggest(word: string, known: readonly string[], introduction: string): string {
  const meant = nearest(word, known);
  return meant === undefined ? `${introduction} ${listed(new Set(known), "and")}.` : `Did you mean "${meant}"?`;
}

/** The schemas that the value at a path is held against; several where one of several shapes is possible. */
function schemasAt(schema: Schema, path: Path): Schema[] {
  let here = unwrap(schema);
  for (const key of path) {
    here = here.flatMap((each) => {
      const { def } = (each as z.core.$ZodTypes)._zod;
      if (def.type === "record") return unwrap(def.valueType);
      if (def.type === "array") return unwrap(def.element);
      const property = def.type === "object" ? def.shape[String(key)] : undefined;
      return property ? unwrap(property) : [];
    });
  }
  return here;
}

function unwrap(schema: Schema): Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === "union") return def.options.flatMap(unwrap);
  return "innerType" in def ? unwrap(def.innerType) : [schema];
}

function keysOf(schema: Schema): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "object" ? Object.keys(def.shape) : [];
}

function valuesOf(schema: Schema): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === "literal" ? def.values.map(String) : [];
}

function valueAt(root: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined,
    root,
  );
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function article(kind: string): string {
  if (kind === "null") return kind;
  const plain = kind === "int" ? "whole number" : kind === "record" ? "object" : kind;
  return `${/^[aeiou]/.test(plain) ? "an" : "a"} ${plain}`;
}
