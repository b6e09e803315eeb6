// A run as it is stored: the facts that the engine decides by, and what people want to know beside them.

import type { Key, Time } from "../../engine/facts.ts";
import type { Item } from "../../engine/runs/items.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import type { RunFacts } from "../../engine/runs/routers.ts";
import type { Task } from "../../engine/runs/tasks.ts";
import { checkText, firstRefusal } from "../commit/limits.ts";

/** How a run is named: one collaboration in a project. */
export interface RunName {
  readonly project: string;
  readonly session: string;
}

export interface Run extends RunName, RunFacts {
  readonly key: string;
  /** The hash of the workflow that it began with. */
  readonly workflow: string;
  readonly state: string;
  readonly items: readonly RunItem[];
  /** In the order in which they were added. */
  readonly tasks: readonly RunTask[];
  readonly startedAt: Time;
  readonly updatedAt: Time;
  readonly version: number;
}

export interface RunItem extends Item {
  readonly ticket: Key | null;
}

export interface RunTask extends Task {
  /** Who set its status last, and when; null: it is as it was added. */
  readonly setBy: string | null;
  readonly setAt: Time | null;
}

/** A run in a list. */
export interface ListedRun extends RunName {
  readonly workflow: string;
  readonly state: string;
  readonly startedAt: Time;
  readonly updatedAt: Time;
  readonly totalItems: number;
  readonly documentedItems: number;
  readonly totalTasks: number;
  readonly completedTasks: number;
  readonly failedTasks: number;
}

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
