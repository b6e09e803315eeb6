// What comes of putting a workflow in force. Types alone: the dashboard shares them.

import type { Difference } from "../../engine/compare/difference.ts";
import type { Key } from "../../engine/facts.ts";
import type { WayBack } from "../../engine/compare/state-map.ts";

/** Tickets that stood in a state of the workflow before, and where they stand by the new one. */
export interface MappedState {
  readonly from: string;
  readonly to: string;
  readonly tickets: number;
  /** So many of them are closed by it, or open again. */
  readonly closes?: number;
  readonly opens?: number;
}

/** A workflow that a person puts in force, or tries. */
export interface Adoption {
  readonly name: string;
  readonly version: number;
  readonly hash: string;
  /** The hash of the one before. */
  readonly from: string | null;
  /** false: it is in force already, or nothing was to be done. */
  readonly adopted: boolean;
  readonly difference: Difference | null;
  readonly loosens: readonly string[];
  /** Where a map was given: what it moves. */
  readonly mapped?: readonly MappedState[];
  /** The tickets that are taken from their holders. */
  readonly released?: readonly Key[];
  /** The map with which the workflow before can be adopted again. */
  readonly back?: WayBack;
  readonly dryRun?: true;
  readonly event: number | null;
}
