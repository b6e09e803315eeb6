// How a run is named, and the one that nobody has begun yet.

import { refuse, type Refusal } from "../../engine/refusal.ts";
import type { RunFacts } from "../../engine/runs/routers.ts";
import { checkText, firstRefusal } from "../commit/limits.ts";
import type { RunName } from "../ports/runs.ts";

/** One that nobody has heard of: the engine begins it at the start. */
export const NEW_RUN: RunFacts = { state: null, currentItem: null, currentBatch: null, items: [], tasks: [] };

/**
 * Only what would make two names one key is escaped: a key is part of several indexes, and PostgreSQL takes no entry of
 * more than 2,700 bytes there.
 */
export function runKey({ project, session }: RunName): string {
  return `${escape(project)}/${escape(session)}`;
}

export function checkRunName(name: RunName): Refusal | null {
  return firstRefusal(checkName("project", name.project), checkName("session", name.session));
}

function checkName(field: string, value: string): Refusal | null {
  if (value.trim() !== "") return checkText(field, value, "name");
  return refuse("blank_name", `${field} is blank.`, `retry with ${field} set to the name that this run goes by.`, {
    field,
  });
}

function escape(name: string): string {
  return name.replaceAll("%", "%25").replaceAll("/", "%2F");
}
