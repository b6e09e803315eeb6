// Claims: who holds what. A claim stands in its ticket's row, so that only `commit` changes one.

import type { Ticket } from "./tickets.ts";

export interface Claims {
  heldBy(holder: { readonly connection: string }): Promise<readonly Ticket[]>;
  counts(): Promise<{ readonly live: number; readonly expired: number }>;
  /** Makes claim tokens; never leaves the store. */
  secret(): Promise<string>;
}
