// What can be made to go wrong, with one request or with several.

export type Fault =
  | { readonly kind: "unauthorized" }
  /** 403 as for a limit, or for a token that may not. */
  | { readonly kind: "forbidden"; readonly retryAfter?: number; readonly message?: string }
  | { readonly kind: "too-many"; readonly retryAfter?: number }
  /** A limit that comes as 200. */
  | { readonly kind: "limited"; readonly limit: "primary" | "secondary" }
  | { readonly kind: "bad-gateway"; readonly when: "before" | "after" }
  | { readonly kind: "drop"; readonly when: "before" | "after" }
  /** Too much was asked for: the answer stops half way. */
  | { readonly kind: "resources" }
  /** Carried out, and never answered. */
  | { readonly kind: "slow" }
  /** Neither carried out nor answered. */
  | { readonly kind: "hang" }
  | { readonly kind: "garbage"; readonly body: string; readonly type?: string }
  /** The query sees the board as it was so many writes ago. */
  | { readonly kind: "stale"; readonly writes: number }
  /** One part of a mutation fails, by its alias, before or after it was carried out. */
  | { readonly kind: "part"; readonly alias: string; readonly message: string; readonly when: "before" | "after" };

interface Planned {
  readonly fault: Fault;
  readonly on: string | null;
  skip: number;
  times: number;
}

export class Faults {
  #planned: Planned[] = [];

  /** With the next request, or with the next of that operation; after letting `skip` of them pass. */
  plan(fault: Fault, { on, skip = 0, times = 1 }: { on?: string; skip?: number; times?: number } = {}): void {
    this.#planned.push({ fault, on: on ?? null, skip, times });
  }

  clear(): void {
    this.#planned = [];
  }

  next(operation: string): Fault | null {
    const fitting = this.#planned.filter(({ on }) => on === null || on === operation);
    const due = fitting.find(({ skip }) => skip === 0);
    for (const planned of fitting) if (planned.skip > 0) planned.skip--;
    if (!due) return null;
    due.times--;
    this.#planned = this.#planned.filter(({ times }) => times > 0);
    return due.fault;
  }
}
