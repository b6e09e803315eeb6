// What people and programs read of runs: shapes alone, as in views.ts.

import type { TicketRef } from "../../engine/facts.ts";
import type { RunDocument } from "../../engine/runs/documents.ts";
import type { ItemHandoff } from "../../engine/runs/ticket-handoffs.ts";
import type { RefusalView } from "./views.ts";

export type { RunDocument } from "../../engine/runs/documents.ts";

export interface RunSummary {
  readonly project: string;
  readonly session: string;
  readonly workflow: string;
  readonly state: string;
  readonly phase: string | null;
  /** The skill to go on with; null at the end. */
  readonly skill: string | null;
  readonly done: boolean;
  readonly startedAt: string;
  readonly lastActivity: string;
  readonly totalItems: number;
  readonly documentedItems: number;
  readonly totalTasks: number;
  readonly completedTasks: number;
  readonly failedTasks: number;
}

export interface RunView extends Omit<RunSummary, "completedTasks"> {
  /** By hash: a run keeps the workflow that it began with. */
  readonly workflowHash: string;
  readonly params: { readonly item_number?: number; readonly batch_index?: number };
  readonly action: "clear" | "none";
  readonly hasSnapshot: boolean;
  readonly currentItem: number | null;
  readonly currentBatch: number | null;
  readonly items: readonly RunItemView[];
  /** The handoffs of items' tickets that are due at this step. */
  readonly handoffs: readonly ItemHandoff[];
  readonly batches: readonly RunBatchView[];
  readonly completedTasks: readonly string[];
  readonly pendingTasks: readonly string[];
  readonly inProgressTasks: readonly string[];
  readonly droppedTasks: readonly string[];
  readonly warnings: readonly string[];
  readonly history: readonly RunEntryView[];
}

export interface RunItemView {
  readonly number: number;
  readonly title: string;
  readonly type: string;
  readonly documented: boolean;
  readonly ticket: string | null;
  /** How its ticket stands now. */
  readonly ticketNow: ItemTicketView | null;
}

export interface ItemTicketView extends TicketRef {
  /** null: it is not on the board any more. */
  readonly title: string | null;
  readonly state: string | null;
  readonly closed: boolean;
  readonly holder: string | null;
  readonly heldUntil: string | null;
  /** What keeps the item from going on, and what to do about it. */
  readonly note: string | null;
  /** Other runs under way that name the same ticket. */
  readonly otherRuns: readonly { readonly project: string; readonly session: string; readonly item: number }[];
}

export interface RunBatchView {
  /** Its number as text, from "0". */
  readonly id: string;
  readonly status: "pending" | "in_progress" | "completed";
  readonly tasks: readonly RunTaskView[];
}

export interface RunTaskView {
  readonly id: string;
  readonly status: string;
  readonly dependsOn: readonly string[];
  readonly files: readonly string[];
  readonly tests: readonly string[];
  readonly description: string | null;
  readonly item: number | null;
  /** Who set the status last, and when. */
  readonly by: string | null;
  readonly since: string | null;
}

export interface RunEntryView {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly who: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly skill: string | null;
  readonly task: string | null;
  readonly status: string | null;
  readonly code: string | null;
  readonly path: readonly string[];
  /** Why, in the words of who did it; null where they gave none, or it was redacted. */
  readonly text: string | null;
  /** What a refused caller was told. */
  readonly refusal: RefusalView | null;
}

/** A run with all that a person wants to know: what to say to an agent, its documents, who worked what, every refusal. */
export interface RunPage extends RunView {
  /** What to say to an agent that is to go on; null at the end. */
  readonly resume: string | null;
  readonly documents: readonly RunDocument[];
  /** Of each task that was begun. */
  readonly work: readonly TaskWorkView[];
  /** In the order in which they happened. */
  readonly refusals: readonly RunRefusalView[];
}

export interface TaskWorkView {
  readonly task: string;
  /** All spells together; one that goes on counts up to now. */
  readonly ms: number;
  readonly spells: readonly TaskSpellView[];
}

/** Once from "in progress" to the next status. */
export interface TaskSpellView {
  readonly who: string;
  readonly from: string;
  /** null: it goes on. */
  readonly until: string | null;
  readonly ms: number;
  /** The status that ended it. */
  readonly ended: string | null;
}

export interface RunRefusalView {
  readonly seq: number;
  readonly at: string;
  readonly who: string;
  /** What they asked for, in words. */
  readonly asked: string;
  readonly code: string;
  /** null: it was redacted. */
  readonly what: string | null;
  readonly recovery: string | null;
}

/** A run on a card. */
export interface CardRun {
  readonly project: string;
  readonly session: string;
  readonly item: number;
  /** Of this item. */
  readonly totalTasks: number;
  readonly completedTasks: number;
  readonly failedTasks: number;
}

/** A run on its ticket: what it does there. */
export interface TicketRunView {
  readonly project: string;
  readonly session: string;
  readonly state: string;
  readonly skill: string | null;
  readonly done: boolean;
  readonly lastActivity: string;
  readonly item: number;
  readonly title: string;
  readonly documented: boolean;
  /** Those of this item. */
  readonly tasks: readonly TicketTaskView[];
}

export interface TicketTaskView {
  readonly id: string;
  readonly status: string;
  readonly description: string | null;
  readonly files: readonly string[];
  readonly by: string | null;
  readonly since: string | null;
  /** How long it was worked; null: nobody has begun it. */
  readonly workedMs: number | null;
}
