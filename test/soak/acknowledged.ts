// What an agent was told, for the checker to hold against the ledger.

export interface Acknowledged {
  /** Who was told. */
  readonly agent: string;
  readonly tool: string;
  /** The ticket's key. */
  readonly key: string;
  /** The ledger's number that the answer named; null: the answer named none. */
  readonly event: number | null;
  readonly from: string | null;
  readonly to: string | null;
  /** Of the claim that came with it. */
  readonly fence: number | null;
  /** The agent's own clock, in ms: when it asked, and when it was told. */
  readonly askedAt: number;
  readonly toldAt: number;
}
