// Who changed what last, by the live stream: forms say it when their subject changes under the person who writes.

import { useSyncExternalStore } from "react";
import type { EventView } from "../../../src/http/contract.ts";

/** More subjects than anybody looks at in one sitting; the longest unchanged are forgotten first. */
const MOST = 2000;
const changes = new Map<string, EventView>();
const listeners = new Set<() => void>();

/** `rows`: oldest first, as they arrive. */
export function noteChanges(rows: readonly EventView[]): void {
  for (const row of rows) {
    for (const subject of subjectsOf(row)) {
      changes.delete(subject);
      changes.set(subject, row);
    }
  }
  for (const subject of changes.keys()) {
    if (changes.size <= MOST) break;
    changes.delete(subject);
  }
  for (const listener of listeners) listener();
}

/** The last move of a ticket. `timeline`: its rows, newest first, for moves from before this page was opened. */
export function useLastMove(ticket: string, timeline: readonly EventView[] = []): EventView | undefined {
  const live = useChange(`move ${ticket}`);
  const known = timeline.find(isMove);
  return live && known && known.seq > live.seq ? known : (live ?? known);
}

/** The last row that took, renewed or ended the claim on a ticket. */
export function useLastClaimChange(ticket: string): EventView | undefined {
  return useChange(`claim ${ticket}`);
}

/** The last row that changed a field of a ticket: title, body, priority, estimate, labels, parent. */
export function useLastEdit(ticket: string, field: string): EventView | undefined {
  return useChange(`field ${ticket} ${field}`);
}

/** The last row that has to do with a ticket, refusals aside. */
export function useLastRow(ticket: string): EventView | undefined {
  return useChange(`row ${ticket}`);
}

export function useLastReport(session: string): EventView | undefined {
  return useChange(`session ${session}`);
}

export function useLastTaskChange(
  run: { readonly project: string; readonly session: string },
  task: string,
): EventView | undefined {
  return useChange(`task ${runKey(run)} ${task}`);
}

function useChange(subject: string): EventView | undefined {
  return useSyncExternalStore(subscribe, () => changes.get(subject));
}

function subjectsOf(row: EventView): string[] {
  const { key, type } = row.subject;
  if (row.kind === "refuse") return [];
  if (type === "session") {
    return [`session ${key}`, ...(typeof row.data["ticket"] === "string" ? [`row ${row.data["ticket"]}`] : [])];
  }
  if (type === "run") return typeof row.data["task"] === "string" ? [`task ${key} ${row.data["task"]}`] : [];
  if (type !== "ticket") return [];
  const claim = row.kind === "release" || row.kind === "claim" || row.data["claim"] != null;
  return [
    `row ${key}`,
    ...(isMove(row) ? [`move ${key}`] : []),
    ...(claim ? [`claim ${key}`] : []),
    ...fieldsOf(row).map((field) => `field ${key} ${String(field)}`),
  ];
}

function fieldsOf({ data }: EventView): readonly unknown[] {
  const { fields, parent, formerParent } = data;
  return [...(Array.isArray(fields) ? fields : []), ...(parent === formerParent ? [] : ["parent"])];
}

function isMove({ kind, from, to }: EventView): boolean {
  return kind !== "refuse" && to !== null && to !== from;
}

/** As the ledger names a run. */
function runKey({ project, session }: { readonly project: string; readonly session: string }): string {
  return [project, session].map((name) => name.replaceAll("%", "%25").replaceAll("/", "%2F")).join("/");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
