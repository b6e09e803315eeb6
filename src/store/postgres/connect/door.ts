// What is asked of a server when a connection is made, and what is found out about it: whether a pooler stands between,
// and whether it takes writes.

import type { ClientBase, ClientConfig } from "pg";
import { LOCK_MS } from "../functions/commit.ts";
import { refusesOptions } from "../failures.ts";
import type { Hosts } from "./hosts.ts";

/** A process that stands still between two statements of a transaction would hold up everybody else. */
const IDLE_IN_TRANSACTION_MS = 10_000;
const ENTER_MS = 10_000;

/**
 * Our reads follow keys to a few rows each. Where PostgreSQL guesses that there are many it would rather read whole tables,
 * and how well it guesses depends on statistics that a young board does not have. Only how fast something is depends on
 * these: they are asked for at the start of a connection and never set on one, where others would find them.
 */
const WISHES = [
  `lock_timeout=${LOCK_MS}`,
  `idle_in_transaction_session_timeout=${IDLE_IN_TRANSACTION_MS}`,
  "enable_hashjoin=off",
  "enable_mergejoin=off",
  "random_page_cost=1.1",
  "jit=off",
];

const LOOK = "SELECT pg_backend_pid() AS pid, current_setting('transaction_read_only') AS read_only";

export interface Entered {
  /** Whether statements may be prepared by name: not where the next one may reach another server process. */
  readonly named: boolean;
  readonly era: number;
}

export class Door {
  readonly #hosts: Hosts;
  readonly #options: string;
  readonly #wishes: string;
  readonly #entered = new WeakMap<object, Entered>();
  readonly #readOnly = new Set<string>();
  /** A pooler takes no wishes. */
  #plain = false;
  #pooled = false;

  constructor(hosts: Hosts, options: string, statementMs: number) {
    this.#hosts = hosts;
    this.#options = options;
    this.#wishes = [...WISHES, `statement_timeout=${statementMs}`].map((wish) => `-c ${wish}`).join(" ");
  }

  config(): Pick<ClientConfig, "connectionString" | "options"> {
    const options = [...(this.#plain ? [] : [this.#wishes]), this.#options].filter((text) => text !== "").join(" ");
    return { connectionString: this.#hosts.current, ...(options === "" ? {} : { options }) };
  }

  /** Looks once, on a connection that was just made. */
  async enter(client: ClientBase): Promise<void> {
    // Without a listener, a connection that breaks between two statements would end the process.
    client.on("error", () => {});
    const { era, current, count } = this.#hosts;
    const look = { text: LOOK, query_timeout: ENTER_MS };
    const [found] = (await client.query<{ pid: number; read_only: string }>(look)).rows;
    const reads = found?.read_only === "on";
    if (reads && count > 1 && !this.#readOnly.has(current)) {
      this.#readOnly.add(current);
      // All of them only read: any will do, and the next look begins anew.
      if (this.#readOnly.size < count) throw new Error(`${this.#readOnly.size} of ${count} servers take no writes`);
    }
    if (!reads || this.#readOnly.size === count) this.#readOnly.clear();
    const pid = (client as ClientBase & { readonly processID: number | null }).processID;
    this.#entered.set(client, { named: !this.#pooled && found?.pid === pid, era });
  }

  entered(client: object): Entered | undefined {
    const found = this.#entered.get(client);
    return found && this.#pooled ? { ...found, named: false } : found;
  }

  /** Which of the hosts take writes may have changed. */
  lookAgain(): void {
    this.#readOnly.clear();
  }

  /** Nothing is prepared by name any more. */
  pooled(): void {
    this.#pooled = true;
  }

  /** Whether it was the wishes that a pooler refused; the next connection is made without them. */
  refusedOptions(error: unknown): boolean {
    if (this.#plain || !refusesOptions(error)) return false;
    this.#plain = true;
    return true;
  }
}
