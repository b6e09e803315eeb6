// Keys that did not fit, counted for each address and key. They cost their sender a wait, and nobody else: a key that fits is
// let in whatever others have sent, from the same address or under the same id.

import { networkOf } from "./address.ts";

const WINDOW_MS = 60_000;
/** Of one key from one address. */
const MOST_OF_A_KEY = 20;
/** Of all keys from one address. */
const MOST_OF_AN_ADDRESS = 200;
const MOST_KEPT = 10_000;

export type KeyKind = "key" | "session" | "link" | "job" | "webhook";

export interface WrongKey {
  readonly kind: KeyKind;
  /** What names the key without opening anything; null: it has no such part. */
  readonly id: string | null;
  readonly from: string;
  readonly digest: string;
}

export interface WrongKeysOptions {
  readonly clock: () => number;
  readonly log: (line: Record<string, unknown>) => void;
}

interface Count {
  readonly since: number;
  count: number;
}

export class WrongKeys {
  readonly #options: WrongKeysOptions;
  readonly #counts = new Map<string, Count>();
  /** Digests of keys that were sent too often, and until when they are not looked up again. */
  readonly #hopeless = new Map<string, number>();
  #total = 0;

  constructor(options: WrongKeysOptions) {
    this.#options = options;
  }

  /** How many did not fit since the server started. */
  get total(): number {
    return this.#total;
  }

  /** The seconds that the sender of this very key has to wait; null: it is worth a look. A key never begins to fit later. */
  waitFor(digestOf: () => string): number | null {
    if (this.#hopeless.size === 0) return null;
    const digest = digestOf();
    const until = this.#hopeless.get(digest);
    if (until === undefined) return null;
    const left = until - this.#options.clock();
    if (left > 0) return Math.ceil(left / 1000);
    this.#hopeless.delete(digest);
    return null;
  }

  /** It was looked up, and did not fit. The answer: the seconds to wait before the next wrong one; null: none. */
  failed({ kind, id, from, digest }: WrongKey): number | null {
    this.#total++;
    const network = networkOf(from);
    const ofKey = this.#count(`${network} ${kind} ${id ?? ""}`);
    const ofAddress = this.#count(network);
    const over = ofKey.count > MOST_OF_A_KEY || ofAddress.count > MOST_OF_AN_ADDRESS;
    if (!over)
      this.#options.log({ level: "warn", message: `a ${kind} did not fit`, ...(id === null ? {} : { key: id }), from });
    if (!over) return null;
    // One line, and not one for each: whoever sends them would fill the disk.
    if (ofKey.count === MOST_OF_A_KEY + 1 || ofAddress.count === MOST_OF_AN_ADDRESS + 1) {
      const message = `too many wrong keys: those of this address are not logged for a while`;
      this.#options.log({ level: "warn", message, kind, ...(id === null ? {} : { key: id }), from });
    }
    const since = ofKey.count > MOST_OF_A_KEY ? ofKey.since : ofAddress.since;
    const until = since + WINDOW_MS;
    this.#hopeless.set(digest, until);
    forgetOldest(this.#hopeless);
    return Math.max(1, Math.ceil((until - this.#options.clock()) / 1000));
  }

  #count(name: string): Count {
    const now = this.#options.clock();
    const before = this.#counts.get(name);
    const count = before && before.since + WINDOW_MS > now ? before : { since: now, count: 0 };
    count.count++;
    this.#counts.delete(name);
    this.#counts.set(name, count);
    forgetOldest(this.#counts);
    return count;
  }
}

function forgetOldest(kept: Map<string, unknown>): void {
  if (kept.size <= MOST_KEPT) return;
  const { value } = kept.keys().next();
  if (value !== undefined) kept.delete(value);
}
