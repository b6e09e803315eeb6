// Where the time of a call goes: shares of the time in which `signalbox mcp` was busy, by `node --cpu-prof` on a bundle that
// is not minified. Made by hand, as a profile has to be read; so it says when that was.

export interface Profile {
  readonly how: string;
  readonly calls: readonly string[];
  /** In per cent, one for each of the calls. */
  readonly parts: readonly { readonly what: string; readonly shares: readonly number[] }[];
}

export const PROFILE: Profile = {
  how: "Shares of the time in which the server was busy, in per cent: a profile of 30,000 reads of each kind and of 10,000 handoffs, second half, on 2026-11-18, on a machine that others used as well, so that the disk took longer than in the figures above. Waiting for it counts as SQLite's",
  calls: ["get_ticket", "dry run", "accepted handoff", "refused handoff"],
  parts: [
    { what: "SQLite", shares: [18.8, 12.9, 81.2, 82.4] },
    { what: "pipes and streams", shares: [37.0, 44.7, 3.3, 2.6] },
    { what: "the garbage collector", shares: [14.7, 12.2, 3.8, 3.6] },
    { what: "the SDK and its schemas", shares: [12.5, 13.5, 3.5, 3.1] },
    { what: "the verb, and the store around SQLite", shares: [8.7, 7.7, 3.3, 1.7] },
    { what: "the answer as text and fields", shares: [5.0, 3.7, 0.4, 1.0] },
    { what: "the decision, or the words of a refusal", shares: [3.1, 3.5, 1.5, 2.5] },
    { what: "the ledger's row: its text in order, salts, digests", shares: [0, 0, 2.0, 2.0] },
    { what: "whether the file is still in its place", shares: [0, 0, 0.9, 0.9] },
    { what: "the check of the arguments", shares: [0.3, 1.9, 0.2, 0.1] },
  ],
};
