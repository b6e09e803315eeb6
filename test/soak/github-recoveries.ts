// What was left lying by servers that died, or could not tell: seen from outside, until somebody finishes it or calls it
// off.

import type { Machine } from "./github-machines.ts";
import type { Notes } from "./notes.ts";
import { sqliteSource } from "./source.ts";

export class Recoveries {
  readonly #machine: Machine;
  readonly #now: () => number;
  readonly #notes: Notes;
  /** Plans whose lease was seen to have run out, by their markers. */
  readonly #left = new Map<string, string>();

  constructor(machine: Machine, now: () => number, notes: Notes) {
    this.#machine = machine;
    this.#now = now;
    this.#notes = notes;
  }

  /** How many writes are under way. */
  async look(): Promise<number> {
    const source = await sqliteSource(this.#machine.database);
    try {
      const rows = await source.all("SELECT DISTINCT marker, plan, expires_at FROM pending", []);
      const there = new Set(rows.map((row) => row["marker"]));
      for (const row of rows) {
        if (Number(row["expires_at"]) <= this.#now()) this.#left.set(String(row["marker"]), String(row["plan"]));
      }
      for (const [marker, begun] of this.#left) {
        if (there.has(marker)) continue;
        this.#left.delete(marker);
        const plan = begun.replace(/\/begin$/, "");
        const [found] = await source.all("SELECT seq FROM ledger WHERE plan = ?", [plan]);
        this.#notes.count(found ? "left lying, and finished" : "left lying, and called off");
      }
      return rows.length;
    } finally {
      await source.close();
    }
  }

  async finish(): Promise<void> {
    const source = await sqliteSource(this.#machine.database);
    try {
      const [row] = await source.all("SELECT COUNT(*) AS voids FROM ledger WHERE kind = 'void'", []);
      this.#notes.count("sent, not carried out, and called off", Number(row?.["voids"]));
    } finally {
      await source.close();
    }
  }
}
