// A long ledger, fast: rows as a handoff writes them, with their texts and a whole chain, but without the changes that
// they stand for. All but the newest are of tickets that are not on the board, so that what grows is the ledger alone: no
// ticket on the board has a longer history for it.

import { hash, randomUUID } from "node:crypto";
import { chainHash } from "../../src/store/ledger/prepare.ts";
import { CONVERGED_STATE, load, PICKED_STATE } from "./fill.ts";

/** So much is done in a day: what is asked of a day is asked of so many rows, however long the ledger is. */
const PER_DAY = 500;
const DAY_MS = 86_400_000;
/** The rows of each ticket follow each other. */
const PER_TICKET = 10;
const REASON = "Both hosts log the same trace; the guard belongs before the parser.";
const SALT = "c2FsdHNhbHRzYWx0";

/** Brings the ledger to so many rows; the newest are of these tickets. Nobody else may have the file open. */
export function fillLedger(file: string, upTo: number, tickets: readonly string[]): void {
  load(file, (db) => {
    const head = db.prepare("SELECT seq, hash, at FROM head").get();
    const ledger = db.prepare(
      "INSERT INTO ledger (seq, at, kind, subject_type, subject_key, plan, payload, hash) VALUES (?, ?, 'move', 'ticket', ?, ?, ?, ?)",
    );
    const text = db.prepare("INSERT INTO ledger_text (seq, name, salt, content) VALUES (?, 'reason', ?, ?)");
    const digest = hash("sha256", `${SALT}\n${REASON}`);
    const end = Date.now();
    let previous = String(head?.["hash"]);
    let at = Number(head?.["at"]);
    for (let seq = Number(head?.["seq"]) + 1; seq <= upTo; seq++) {
      const fromEnd = Math.floor((upTo - seq) / PER_TICKET);
      const key = tickets[fromEnd] ?? `gone-${fromEnd}`;
      const plan = randomUUID();
      const payload = payloadOf(plan, key, seq % 2 === 0, digest);
      at = Math.max(at, Math.round(end - ((upTo - seq) * DAY_MS) / PER_DAY));
      previous = chainHash(previous, seq, at, payload);
      ledger.run(seq, at, key, plan, payload, previous);
      text.run(seq, SALT, REASON);
    }
    db.prepare("UPDATE head SET seq = ?, hash = ?, at = ?").run(upTo, previous, at);
  });
}

/** In the order that the ledger wants: by name. */
function payloadOf(plan: string, key: string, there: boolean, digest: string): string {
  const [from, to] = there ? [PICKED_STATE, CONVERGED_STATE] : [CONVERGED_STATE, PICKED_STATE];
  return JSON.stringify({
    by: { person: "Ada", via: "bench" },
    data: { command: null, from, intent: null, to },
    kind: "move",
    plan,
    subject: { key, type: "ticket" },
    texts: { reason: digest },
  });
}
