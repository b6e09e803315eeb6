// Runs: one collaboration of skills each, with its items and tasks.

import type { Key, Time } from "../../engine/facts.ts";
import type { Item } from "../../engine/runs/items.ts";
import type { RunFacts } from "../../engine/runs/routers.ts";
import type { Task } from "../../engine/runs/tasks.ts";

export interface Runs {
  get(key: string): Promise<Run | null>;
  /** The first so many; the last changed first. */
  list(limit: number): Promise<readonly ListedRun[]>;
  /** The items that are one of these tickets, or any ticket; the last changed run first. */
  itemsOn(tickets: readonly Key[] | "any"): Promise<readonly ItemOnTicket[]>;
}

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

/** An item that is a ticket, with how its tasks fare. */
export interface ItemOnTicket extends RunName {
  readonly ticket: Key;
  /** The run's. */
  readonly key: string;
  readonly workflow: string;
  readonly state: string;
  readonly updatedAt: Time;
  readonly item: number;
  readonly totalTasks: number;
  readonly completedTasks: number;
  readonly failedTasks: number;
}
