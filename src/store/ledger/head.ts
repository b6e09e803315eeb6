// The ledger's head as people write it down: `SEQ:HASH`. A head that was noted elsewhere shows later whether the ledger
// still holds it.

export interface NotedHead {
  /** null: only the hash was noted. */
  readonly seq: number | null;
  readonly hash: string;
}

export function showHead(head: { readonly seq: number; readonly hash: string }): string {
  return `${head.seq}:${head.hash}`;
}

/** null: that is no head. */
export function readHead(text: string): NotedHead | null {
  const [, seq, hash] = /^(?:(\d{1,15}):)?([0-9a-f]{64})$/i.exec(text.trim()) ?? [];
  if (hash === undefined) return null;
  return { seq: seq === undefined ? null : Number(seq), hash: hash.toLowerCase() };
}
