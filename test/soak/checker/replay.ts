// The tables as the ledger's rows add up to them: one entry per row of a table, whatever the number of rows that made it.

import type { Breaches } from "./breaches.ts";
import { sha256 } from "./chain.ts";
import { nameOf, type Cells, type Change, type Row } from "./row.ts";

/** What stands for free text here: only whether it is the same is ever asked. */
export function digestOf(content: string): string {
  return `sha256 ${sha256(content)}`;
}

export class Replay {
  readonly tables = new Map<string, Map<string, Cells>>();
  /** By table: the columns whose words lie beside the ledger. */
  readonly freeColumns = new Map<string, Set<string>>();
  readonly #children = new Map<string, Set<string>>();
  readonly #blockers = new Map<string, Set<string>>();
  readonly #blocked = new Map<string, Set<string>>();
  readonly #breaches: Breaches;

  constructor(breaches: Breaches) {
    this.#breaches = breaches;
  }

  ticket(key: string): Cells | undefined {
    return this.tables.get("ticket")?.get(rowKey({ key }));
  }

  get tickets(): Iterable<Cells> {
    return this.tables.get("ticket")?.values() ?? [];
  }

  childrenOf(key: string): ReadonlySet<string> {
    return this.#children.get(key) ?? NONE;
  }

  blockersOf(key: string): ReadonlySet<string> {
    return this.#blockers.get(key) ?? NONE;
  }

  blockedBy(key: string): ReadonlySet<string> {
    return this.#blocked.get(key) ?? NONE;
  }

  /** `texts`: the free text that lies beside the row, by name; null: blanked. */
  take(row: Row, texts: ReadonlyMap<string, string | null>): void {
    for (const change of row.changes) this.#change(row, change, texts);
  }

  #change(row: Row, { table, key, set }: Change, texts: ReadonlyMap<string, string | null>): void {
    const rows = getOrAdd(this.tables, table, () => new Map<string, Cells>());
    const id = rowKey(key);
    const before = rows.get(id);
    if (set === null) rows.delete(id);
    else {
      this.#checkVersion(row, table, id, before, set);
      rows.set(id, { ...before, ...key, ...this.#withDigests(row, table, set, texts) });
    }
    const after = rows.get(id);
    if (table === "ticket") {
      const own = String(key["key"]);
      relink(this.#children, before?.["parent"], after?.["parent"], own);
    }
    if (table === "blocker") {
      const [ticket, blocker] = [String(key["ticket"]), String(key["blocked_by"])];
      relink(this.#blockers, before && ticket, after && ticket, blocker);
      relink(this.#blocked, before && blocker, after && blocker, ticket);
    }
  }

  #checkVersion(row: Row, table: string, id: string, before: Cells | undefined, set: Cells): void {
    const [was, is] = [Number(before?.["version"] ?? 0), set["version"]];
    if (is === undefined && typeof before?.["version"] !== "number") return;
    if (is === was + 1) return;
    const made = is === undefined ? "no new version" : `version ${is}`;
    this.#breaches.note("version", `${nameOf(row)} makes ${made} of ${table} ${id}, which was at ${was}`);
  }

  #withDigests(row: Row, table: string, set: Cells, texts: ReadonlyMap<string, string | null>): Cells {
    const entries = Object.entries(set).map(([column, value]) => {
      const isText = typeof value === "string" && value.endsWith(`.${column}`) && Object.hasOwn(row.texts, value);
      if (!isText) return [column, value] as const;
      getOrAdd(this.freeColumns, table, () => new Set<string>()).add(column);
      return [column, digestOf(texts.get(value) ?? "")] as const;
    });
    return Object.fromEntries(entries);
  }
}

/** The same for a row's key in the ledger and in its table, whatever the order of the columns. */
export function rowKey(key: Cells): string {
  const names = Object.keys(key).toSorted();
  return names.map((name) => String(key[name])).join(" ");
}

const NONE: ReadonlySet<string> = new Set();

function relink(links: Map<string, Set<string>>, from: unknown, to: unknown, member: string): void {
  if (from === to) return;
  if (typeof from === "string") links.get(from)?.delete(member);
  if (typeof to === "string") getOrAdd(links, to, () => new Set<string>()).add(member);
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
