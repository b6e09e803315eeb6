// What an agent may be told, and why.

/** Not about what was asked, but about the store or the way to it: only while a fault is on, or just was. */
export const ERRORS: ReadonlySet<string> = new Set([
  "contention",
  "internal_error",
  "store_busy",
  "store_corrupt",
  "store_failed",
  "store_full",
  "store_missing",
  "store_newer",
  "store_older",
  "store_readonly",
  "store_unreachable",
  "unclear",
]);

/** Somebody else was faster, or the lease ran out meanwhile. */
export const OVERTAKEN: ReadonlySet<string> = new Set([
  "claim_conflict",
  "claim_lost",
  "human_gate",
  "invalid_output",
  "invalid_transition",
  "not_claimed",
  "not_converged",
  "open_blockers",
  "state_changed",
  "terminal_state",
  "unexpected_state",
]);

/** A session that was silent for long was ended by a server. */
export const ENDED: ReadonlySet<string> = new Set(["session_completed"]);

export const NEVER: ReadonlySet<string> = new Set();
