// Reads a workflow file, whatever is in it: what comes back is a workflow that can be used, or the problem in words.

import { readFileSync, statSync } from "node:fs";
import { lint, type Finding, type LintOptions } from "../engine/lint/lint.ts";
import { pointer } from "../engine/lint/finding.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import { hashWorkflow } from "./hash.ts";
import { findJsonFault, lineAndColumn, MOST_LEVELS } from "./json.ts";
import { isLegacy } from "./legacy-shape.ts";
import { convertLegacy, type Origin } from "./legacy.ts";
import { workflowSchema } from "./schema.ts";
import { checkShape, type Fault } from "./shape.ts";

export type Loaded = LoadedWorkflow | NotLoaded;

export interface LoadedWorkflow {
  readonly ok: true;
  readonly workflow: Workflow;
  readonly hash: string;
  /** Warnings and notes. */
  readonly findings: readonly Finding[];
}

export interface NotLoaded {
  readonly ok: false;
  readonly problem: WorkflowProblem;
}

export interface WorkflowProblem {
  readonly file: string;
  /** A JSON pointer, or line:column where the text is no JSON; empty for the file as a whole. */
  readonly place: string;
  readonly reason: string;
  readonly suggestion?: string;
  /** All of it in one line. */
  readonly message: string;
  /** Everything that the linter found, where the file came that far. */
  readonly findings: readonly Finding[];
}

const MOST_MEGABYTES = 4;

export function readWorkflow(path: string, options: LintOptions = {}): Loaded {
  const text = readText(path);
  return typeof text === "string" ? parseWorkflow(text, path, options) : refuse(path, [text]);
}

export function parseWorkflow(text: string, file: string, options: LintOptions = {}): Loaded {
  const plain = text.replace(/^\uFEFF/, "");
  const fault = findJsonFault(plain);
  if (!fault) return checkWorkflow(JSON.parse(plain), file, options);
  return refuse(file, [{ place: lineAndColumn(plain, fault.offset), reason: `not JSON: ${fault.reason}` }]);
}

export function checkWorkflow(value: unknown, file: string, options: LintOptions = {}): Loaded {
  const hazard = findHazard(value);
  if (hazard) return refuse(file, [hazard]);
  if (!isLegacy(value)) return judge(value, file, options, (place) => place);
  const converted = convertLegacy(value);
  if (!converted.ok) return refuse(file, converted.faults);
  const { workflow, origin } = converted;
  // A name that was a value in the older file is a key now.
  const inside = findHazard(workflow);
  return inside ? refuse(file, [{ ...inside, place: origin(inside.place) }]) : judge(workflow, file, options, origin);
}

function judge(value: unknown, file: string, options: LintOptions, origin: Origin): Loaded {
  const shape = checkShape<Workflow>(workflowSchema, value);
  if (!shape.ok) {
    return refuse(
      file,
      shape.faults.map((fault) => ({ ...fault, place: origin(fault.place) })),
    );
  }
  const findings = lint(shape.value, options).map((finding) => ({ ...finding, pointer: origin(finding.pointer) }));
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return { ok: true, workflow: shape.value, hash: hashWorkflow(shape.value), findings };
  return refuse(
    file,
    errors.map(({ pointer: place, reason, suggestion }) => ({ place, reason, suggestion })),
    findings,
  );
}

/** JSON.parse makes `__proto__` a key like any other; copied on, it would turn into the prototype and be gone. */
function findHazard(root: unknown): Fault | undefined {
  const todo = [{ value: root, place: "", level: 0 }];
  for (let step = todo.pop(); step; step = todo.pop()) {
    const { value, place, level } = step;
    if (typeof value !== "object" || value === null) continue;
    if (level === MOST_LEVELS) return { place: "", reason: `it is nested more than ${MOST_LEVELS} levels deep` };
    for (const [key, inner] of Object.entries(value)) {
      const at = place + pointer(key);
      if (key === "__proto__") return { place: at, reason: `"__proto__" can't be a name`, suggestion: "Rename it." };
      todo.push({ value: inner, place: at, level: level + 1 });
    }
  }
  return undefined;
}

function readText(path: string): string | Fault {
  try {
    const stats = statSync(path);
    if (stats.isDirectory()) return { place: "", reason: "it is a folder", suggestion: "Name a JSON file." };
    // A pipe would be waited for, and a device may never end.
    if (!stats.isFile()) return { place: "", reason: "it is no ordinary file", suggestion: "Name a JSON file." };
    if (stats.size > MOST_MEGABYTES * 1024 * 1024) {
      return { place: "", reason: `it is larger than ${MOST_MEGABYTES} MB, which no workflow is` };
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
  } catch (error) {
    return describeReadError(error);
  }
}

function describeReadError(error: unknown): Fault {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") {
    return { place: "", reason: "there is no such file", suggestion: "Check the path, and the folder it starts from." };
  }
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
    return { place: "", reason: "it is not UTF-8 text", suggestion: "Save it as UTF-8." };
  }
  if (typeof code === "string") return { place: "", reason: `it can't be read (${code})` };
  throw error;
}

const SHOWN_FAULTS = 3;

function refuse(file: string, faults: readonly Fault[], findings: readonly Finding[] = []): NotLoaded {
  const [first = { place: "", reason: "it is no workflow" }, ...others] = faults;
  const also = others.slice(0, SHOWN_FAULTS - 1).map(({ place, reason }) => `${place || "the file"}: ${reason}`);
  if (faults.length > SHOWN_FAULTS) also.push(`${faults.length - SHOWN_FAULTS} more`);
  const reason = also.length === 0 ? first.reason : `${first.reason} (also ${also.join("; ")})`;
  const { place, suggestion } = first;
  const where = place === "" ? "" : ` at ${place}`;
  const way = suggestion === undefined ? "" : `. ${suggestion}`;
  // One line, and nothing in it that a terminal would obey.
  const message = `${file}${where}: ${reason}${way}`.replaceAll(/\p{Cc}+/gu, " ");
  return {
    ok: false,
    problem: { file, place, reason, ...(suggestion === undefined ? {} : { suggestion }), message, findings },
  };
}
