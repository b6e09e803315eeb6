// What comes of putting a workflow in force. Types alone: the dashboard shares them.

import type { Difference } from "../../engine/compare/difference.ts";

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
  readonly dryRun?: true;
  readonly event: number | null;
}
