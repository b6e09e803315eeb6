// The board as the ledger's rows add up to it.

import { isKnown, type State } from "./rules.ts";
import type { Cell, Change, Row } from "./row.ts";

export interface Who {
  readonly connection: string;
  readonly agent: string | null;
}

export interface Ticket {
  readonly key: string;
  readonly state: State | null;
  readonly closed: boolean;
  readonly estimate: string | null;
  readonly priority: string | null;
  readonly created: number;
  readonly parent: string | null;
  /** The row that hung it below its parent. */
  readonly linkedBy: number;
  readonly version: number;
  readonly fence: number;
  readonly claim: (Who & { readonly expires: number }) | null;
  readonly former: Who | null;
  readonly reserved: number | null;
  /** Where it came, and by which row. */
  readonly arrivals: readonly { readonly state: State; readonly row: number }[];
}

export interface Session {
  readonly id: string;
  readonly ticket: string;
  readonly owner: Who | null;
  readonly state: string;
  readonly ended: boolean;
  readonly disconnected: boolean;
  readonly seen: number;
}

type Cells = Record<string, Cell>;

export class Board {
  readonly tickets = new Map<string, Ticket>();
  readonly sessions = new Map<string, Session>();
  readonly #rows = new Map<string, Cells>();
  readonly #blockers = new Map<string, Set<string>>();

  take(row: Row): void {
    for (const change of row.changes) this.#change(row, change);
  }

  blockersOf(key: string): ReadonlySet<string> {
    return this.#blockers.get(key) ?? new Set();
  }

  childrenOf(key: string): readonly Ticket[] {
    return [...this.tickets.values()].filter(({ parent }) => parent === key);
  }

  openBlockersOf(key: string): readonly string[] {
    return [...this.blockersOf(key)].filter((blocker) => this.tickets.get(blocker)?.closed !== true);
  }

  #change(row: Row, { table, key, set }: Change): void {
    if (table === "blocker") {
      const ticket = String(key["ticket"]);
      const own = this.#blockers.get(ticket) ?? new Set();
      this.#blockers.set(ticket, own);
      if (set === null) own.delete(String(key["blocked_by"]));
      else own.add(String(key["blocked_by"]));
      return;
    }
    if (set === null || (table !== "ticket" && table !== "session")) return;
    const id = String(key[table === "ticket" ? "key" : "id"]);
    const cells = { ...this.#rows.get(`${table} ${id}`), ...set };
    this.#rows.set(`${table} ${id}`, cells);
    if (table === "session") this.sessions.set(id, sessionOf(id, cells));
    else this.tickets.set(id, ticketOf(id, cells, this.tickets.get(id), row));
  }
}

function ticketOf(key: string, cells: Cells, before: Ticket | undefined, row: Row): Ticket {
  const state = text(cells["state"]);
  const parent = text(cells["parent"]);
  const arrived = isKnown(state) && (before === undefined || before.state !== state);
  const holder = who(cells, "claim");
  return {
    key,
    state,
    closed: cells["closed"] === 1,
    estimate: text(cells["estimate"]),
    priority: text(cells["priority"]),
    created: Number(cells["created_at"]),
    parent,
    linkedBy: parent === (before?.parent ?? null) ? (before?.linkedBy ?? 0) : row.seq,
    version: Number(cells["version"]),
    fence: Number(cells["fence"] ?? 0),
    claim: holder && { ...holder, expires: Number(cells["claim_expires"]) },
    former: who(cells, "former"),
    reserved: typeof cells["reserved_until"] === "number" ? cells["reserved_until"] : null,
    arrivals: [...(before?.arrivals ?? []), ...(arrived ? [{ state, row: row.seq }] : [])],
  };
}

function sessionOf(id: string, cells: Cells): Session {
  const connection = text(cells["connection"]);
  return {
    id,
    ticket: String(cells["ticket"]),
    owner: connection === null ? null : { connection, agent: text(cells["agent"]) },
    state: String(cells["state"]),
    ended: typeof cells["completed_at"] === "number",
    disconnected: typeof cells["disconnected_at"] === "number",
    seen: Number(cells["seen_at"]),
  };
}

function who(cells: Cells, prefix: string): Who | null {
  const connection = text(cells[`${prefix}_connection`]);
  return connection === null ? null : { connection, agent: text(cells[`${prefix}_agent`]) };
}

function text(cell: Cell | undefined): string | null {
  return typeof cell === "string" ? cell : null;
}

export function isSame(a: Who | null, b: Who | null): boolean {
  return a !== null && b !== null && a.connection === b.connection && a.agent === b.agent;
}
