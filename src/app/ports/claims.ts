// Claims: who holds what. A claim stands in its ticket's row, so that only `commit` changes one. Of its tokens only
// digests are kept: the first one's in the row, those of further ones beside it.

import type { ClaimFacts, Key } from "../../engine/facts.ts";
import type { Ticket } from "./tickets.ts";

export interface Claims {
  heldBy(holder: { readonly connection: string }): Promise<readonly Ticket[]>;
  /** Open tickets with a claim, live or run out, by number; so many at the most. */
  held(limit: number): Promise<readonly Ticket[]>;
  counts(): Promise<{ readonly live: number; readonly expired: number }>;
  /** Keeps the digest of a further token for a claim, outside the ledger; false: that claim has ended. */
  addToken(key: Key, fence: number, digest: string): Promise<boolean>;
  /** Whether a digest is of a further token of this claim. */
  hasToken(key: Key, claim: ClaimFacts, digest: string): Promise<boolean>;
}
