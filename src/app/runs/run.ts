// How a run is named, and the one that nobody has begun yet.

import { refuseName } from "../../engine/names.ts";
import type { Refusal } from "../../engine/refusal.ts";
import type { RunFacts } from "../../engine/runs/routers.ts";
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

export function checkRunName({ project, session }: RunName): Refusal | null {
  return refuseName("project", project) ?? refuseName("session", session);
}

function escape(name: string): string {
  return name.replaceAll("%", "%25").replaceAll("/", "%2F");
}
