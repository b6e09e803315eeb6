import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { followLedger } from "./feed.ts";
import type { LedgerRow } from "../commit/plan.ts";

/** A busy machine may take its time. */
const PATIENT = { timeout: 60_000 };

/** A ledger in memory, with a bell that rings when the test says so. */
class Source {
  readonly rows: LedgerRow[] = [];
  readonly listeners = new Set<() => void>();
  reads = 0;
  /** Runs in the middle of a read: after the rows were chosen, before they are answered. */
  meanwhile: () => void = () => {};
  failing = false;

  append(count: number): void {
    for (let added = 0; added < count; added++) {
      const seq = this.rows.length + 1;
      const subject = { type: "ticket", key: "1" } as const;
      this.rows.push({ seq, at: seq, kind: "comment", subject, by: { via: "test" }, data: {}, texts: {}, hash: "" });
    }
  }

  ring(): void {
    for (const listener of this.listeners) listener();
  }

  readonly ledger = { after: (seq: number, limit: number) => this.#after(seq, limit) };

  async #after(after: number, limit: number): Promise<readonly LedgerRow[]> {
    this.reads++;
    if (this.failing) throw new Error("away");
    const page = this.rows.filter((row) => row.seq > after).slice(0, limit);
    await turn();
    this.meanwhile();
    return page;
  }

  watch(onChange: () => void): () => void {
    this.listeners.add(onChange);
    return () => this.listeners.delete(onChange);
  }
}

const numbers = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const NEVER = 2 ** 30;

function follow(source: Source, after: number, options: Parameters<typeof followLedger>[3] = {}) {
  const seen: number[] = [];
  const following = followLedger(source, after, (rows) => void seen.push(...rows.map((row) => row.seq)), {
    lookEveryMs: NEVER,
    ...options,
  });
  const until = (count: number): Promise<void> =>
    vi.waitFor(() => expect(seen.length).toBeGreaterThanOrEqual(count), PATIENT);
  return { seen, following, until };
}

describe("following the ledger", () => {
  it("delivers what is there after the given row, in pages, and then what comes", async () => {
    const source = new Source();
    source.append(25);
    const { seen, following, until } = follow(source, 3, { pageSize: 10 });
    await until(22);
    source.append(2);
    source.ring();
    await until(24);
    await following.stop();
    expect(seen).toEqual(numbers(4, 27));
  });

  it("repeats nothing when the bell rings too often", async () => {
    const source = new Source();
    const { seen, following, until } = follow(source, 0);
    for (let round = 0; round < 20; round++) {
      source.append(1);
      for (let rings = 0; rings < 5; rings++) source.ring();
      await turn();
    }
    await until(20);
    await following.stop();
    expect(seen).toEqual(numbers(1, 20));
  });

  it("misses nothing that is written while it reads", async () => {
    const source = new Source();
    source.meanwhile = () => {
      if (source.rows.length >= 50) return;
      source.append(1);
      source.ring();
    };
    const { seen, following, until } = follow(source, 0);
    await until(50);
    await following.stop();
    expect(seen).toEqual(numbers(1, 50));
  });

  it("goes on when the bell never rings", async () => {
    const source = new Source();
    const { seen, following, until } = follow(source, 0, { lookEveryMs: 1 });
    source.append(3);
    await until(3);
    source.append(3);
    await until(6);
    await following.stop();
    expect(seen).toEqual(numbers(1, 6));
  });

  it("waits for a receiver that takes its time, and keeps the order", async () => {
    const source = new Source();
    source.append(30);
    const seen: number[] = [];
    let busy = false;
    const slow = async (rows: readonly LedgerRow[]): Promise<void> => {
      expect(busy).toBe(false);
      busy = true;
      await turn();
      seen.push(...rows.map((row) => row.seq));
      busy = false;
    };
    const following = followLedger(source, 0, slow, { pageSize: 4, lookEveryMs: NEVER });
    source.append(10);
    source.ring();
    await vi.waitFor(() => expect(seen).toHaveLength(40), PATIENT);
    await following.stop();
    expect(seen).toEqual(numbers(1, 40));
  });

  it("says that the store does not answer, and goes on from where it was", async () => {
    const source = new Source();
    source.append(5);
    const errors: unknown[] = [];
    const { seen, following, until } = follow(source, 0, { lookEveryMs: 1, onError: (error) => errors.push(error) });
    await until(5);
    source.failing = true;
    source.append(5);
    await vi.waitFor(() => expect(errors.length).toBeGreaterThan(1), PATIENT);
    source.failing = false;
    await until(10);
    await following.stop();
    expect(seen).toEqual(numbers(1, 10));
  });

  it("delivers nothing after it was stopped, and lets go of the bell", async () => {
    const source = new Source();
    source.append(5);
    const { seen, following } = follow(source, 0);
    await following.stop();
    source.append(5);
    source.ring();
    await turn();
    expect(seen).toEqual([]);
    expect(source.listeners.size).toBe(0);
  });

  it("ends where the receiver throws, and says so", async () => {
    const source = new Source();
    source.append(1);
    const following = followLedger(source, 0, () => {
      throw new Error("cannot take it");
    });
    await expect(following.done).rejects.toThrow("cannot take it");
    expect(source.listeners.size).toBe(0);
  });
});
