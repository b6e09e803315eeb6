// The checkout as `signalbox check` uses it: it runs what the workflow in force says, and looks at the base itself. Absent
// everywhere else: no server runs commands.

import type { TestCounts, Verdict } from "../../engine/evidence/fact.ts";
import type { CheckSpec } from "../../engine/workflow/format.ts";
import type { Git, WorkLook } from "./git.ts";

export interface Checkout extends Git {
  /** The whole hash of what is meant: a branch, a tag, the beginning of a hash; null: there is no such commit here. */
  commit(revision: string): Promise<string | null>;
  /** In a clean clone at this commit. */
  runCheck(check: CheckSpec, commit: string, watch?: CheckWatch): Promise<CheckLook>;
  /** As `look`, with the base fetched from where it lives. */
  lookAtWork(commit: string, base: BaseBranch): Promise<WorkLook>;
  /** `fork`: where the work began, as it was recorded. */
  lookAtLanding(commit: string, base: BaseBranch, fork: string | null): Promise<LandingLook>;
}

export interface BaseBranch {
  readonly branch: string;
  readonly remote: string;
}

export interface CheckWatch {
  readonly onProgress?: (progress: CheckProgress) => void;
  /** A person wants it to end. */
  readonly signal?: AbortSignal;
}

export interface CheckProgress {
  readonly phase: "clone" | "setup" | "run" | "look";
  /** What it has just said. */
  readonly said?: string;
}

export interface CheckLook {
  readonly verdict: Verdict;
  /** One sentence. */
  readonly why: string;
  /** null: it did not end by itself, or did not begin. */
  readonly exit: number | null;
  readonly ms: number;
  /** Whether HEAD and all files were unchanged at the end. */
  readonly clean: boolean;
  /** null: nothing said how many. */
  readonly tests: TestCounts | null;
  /** The end of what it said, without secrets. */
  readonly tail: string;
  /** The digest of all that it said. */
  readonly output: string;
  /** A person ended it. */
  readonly stopped: boolean;
}

export interface LandingLook {
  readonly verdict: Verdict;
  /** One sentence. */
  readonly why: string;
  /** What landed, or was to; null: it could not be looked at. */
  readonly work: (WorkLook & { readonly kind: "work" }) | null;
}
