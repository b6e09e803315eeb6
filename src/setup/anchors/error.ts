import { KnownError } from "../../app/commit/errors.ts";

/** An anchor that can't be read, signed or written. */
export class AnchorError extends KnownError<"anchor_failed"> {
  constructor(what: string, recovery: string) {
    super("anchor_failed", what, recovery);
  }
}
