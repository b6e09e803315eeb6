// One row of the ledger as its text says it.

export type Cell = string | number | null;

export interface Change {
  readonly table: string;
  readonly key: Readonly<Record<string, Cell>>;
  readonly set: Readonly<Record<string, Cell>> | null;
}

export interface Row {
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly subject: { readonly type: string; readonly key: string };
  readonly by: {
    readonly connection?: string;
    readonly agent?: string;
    readonly person?: string;
    readonly via: string;
  };
  readonly data: Readonly<Record<string, unknown>>;
  readonly changes: readonly Change[];
}

export function readRow(seq: number, at: number, payload: string): Row {
  const said = JSON.parse(payload) as Omit<Row, "seq" | "at" | "changes"> & Partial<Pick<Row, "changes">>;
  return { ...said, seq, at, changes: said.changes ?? [] };
}
