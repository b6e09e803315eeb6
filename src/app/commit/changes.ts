// What a ledger row can change: the columns of every table that the ledger adds up to, as types. A misspelt column does
// not compile. The store checks its own list of columns against these types.

import type { Key, Time } from "../../engine/facts.ts";

/** For each table: what names a row, and what a row says. A column that may be null may also be left out of a new row. */
export interface Tables {
  readonly ticket: { readonly key: { readonly key: Key }; readonly columns: TicketColumns };
  readonly blocker: {
    readonly key: { readonly ticket: Key; readonly blocked_by: Key };
    readonly columns: { readonly since: Time };
  };
  /** A name that a ticket elsewhere had before: the ticket that it leads to, and when it got another. */
  readonly former_key: {
    readonly key: { readonly former: Key };
    readonly columns: { readonly ticket: Key; readonly since: Time };
  };
  readonly comment: {
    readonly key: { readonly id: string };
    readonly columns: {
      readonly ticket: Key;
      readonly author: string;
      readonly body: string;
      readonly created_at: Time;
    };
  };
  readonly session: { readonly key: { readonly id: string }; readonly columns: SessionColumns };
  readonly run: { readonly key: { readonly key: string }; readonly columns: RunColumns };
  readonly item: {
    readonly key: { readonly run: string; readonly number: number };
    readonly columns: {
      readonly title: string;
      readonly type: string;
      readonly documented: Flag;
      readonly ticket: Key | null;
    };
  };
  readonly task: { readonly key: { readonly run: string; readonly id: string }; readonly columns: TaskColumns };
  readonly workflow: {
    readonly key: { readonly hash: string };
    readonly columns: {
      readonly name: string;
      /** JSON. */
      readonly body: string;
    };
  };
  readonly force: {
    readonly key: { readonly name: string };
    readonly columns: { readonly hash: string; readonly since: Time; readonly version: number };
  };
  readonly fact: { readonly key: { readonly key: string }; readonly columns: FactColumns };
}

export type Flag = 0 | 1;

export interface TicketColumns {
  readonly number: number;
  /** Empty in the default repository. */
  readonly repo: string;
  readonly title: string;
  readonly body: string;
  readonly state: string | null;
  readonly priority: string | null;
  readonly estimate: string | null;
  /** A list, as JSON. */
  readonly labels: string;
  readonly parent: Key | null;
  readonly parent_since: Time | null;
  readonly created_at: Time;
  readonly updated_at: Time;
  readonly entered_at: Time;
  readonly version: number;
  readonly closed: Flag;
  readonly fence: number;
  readonly claim_connection: string | null;
  readonly claim_agent: string | null;
  readonly claim_since: Time | null;
  readonly claim_expires: Time | null;
  readonly former_connection: string | null;
  readonly former_agent: string | null;
  readonly reserved_until: Time | null;
  /** 1: linked with a ticket of this board, or formerly on it. 2: its card was archived. */
  readonly off_board: 1 | 2 | null;
  /** Of the claim's first token. */
  readonly claim_digest: string | null;
  /** The id of an issue elsewhere, which stays where its name changes. */
  readonly node_id: string | null;
  /** Why it was closed elsewhere: completed, not planned, duplicate. */
  readonly closed_as: string | null;
  /** What a team plans by elsewhere. */
  readonly issue_type: string | null;
  readonly milestone: string | null;
  readonly iteration: string | null;
  /** The commit that the work is in, and where it forked off from its base then. */
  readonly head: string | null;
  readonly fork: string | null;
}

/** One fact of one subject, whatever was said of it: so one version stands for its absence, each level and each source. */
export interface FactColumns {
  /** A commit, or a ticket that has none. */
  readonly subject: string;
  readonly name: string;
  /** What each source said last, as JSON. */
  readonly said: string;
  readonly version: number;
  readonly updated_at: Time;
}

export interface SessionColumns {
  readonly ticket: Key;
  readonly connection: string | null;
  readonly agent: string | null;
  readonly state: string;
  readonly outcome: string | null;
  readonly started_at: Time;
  readonly completed_at: Time | null;
  readonly entered_at: Time;
  readonly seen_at: Time;
  readonly disconnected_at: Time | null;
  readonly version: number;
}

export interface RunColumns {
  readonly project: string;
  readonly session: string;
  /** The hash of the workflow that it began with. */
  readonly workflow: string;
  readonly state: string;
  readonly current_item: number | null;
  readonly current_batch: number | null;
  readonly started_at: Time;
  readonly updated_at: Time;
  readonly version: number;
}

export interface TaskColumns {
  /** A list of ids, as JSON. */
  readonly depends_on: string;
  /** Files, description, tests and whether it runs beside others, as JSON. */
  readonly details: string;
  readonly status: string;
  readonly item: number | null;
  readonly position: number;
  readonly set_by: string | null;
  readonly set_at: Time | null;
}

export type ChangedTable = keyof Tables;

/** Some columns of a table. */
export type Columns<T extends ChangedTable> = Partial<Tables[T]["columns"]>;

/** One row, by its key: what is set, or null where the row goes away. */
export type Change<T extends ChangedTable = ChangedTable> = {
  readonly [Table in T]: {
    readonly table: Table;
    readonly key: Tables[Table]["key"];
    readonly set: Columns<Table> | null;
  };
}[T];

/** The tables whose rows count their changes. */
export type VersionedTable = {
  [Table in ChangedTable]: "version" extends keyof Tables[Table]["columns"] ? Table : never;
}[ChangedTable];

/** The row is at this version; 0: there is no such row. */
export interface Check {
  readonly table: VersionedTable;
  readonly key: string;
  readonly version: number;
}

export interface TicketVersion {
  readonly key: Key;
  readonly version: number;
}

/** The ticket is still as it was read. */
export function ticketCheck({ key, version }: TicketVersion): Check {
  return { table: "ticket", key, version };
}

/** Nothing to set is no change, and raises no version. */
export function ticketChange(
  ticket: TicketVersion,
  columns: Columns<"ticket">,
  now: Time,
): readonly Change<"ticket">[] {
  if (Object.keys(columns).length === 0) return [];
  return [
    { table: "ticket", key: { key: ticket.key }, set: { ...columns, version: ticket.version + 1, updated_at: now } },
  ];
}

/** A link changes the group at its other end too: raising the version makes others decide again. */
export function touched({ key, version }: TicketVersion, now: Time): Change<"ticket"> {
  return { table: "ticket", key: { key }, set: { version: version + 1, updated_at: now } };
}

/** Each check once. A row that was read at two versions keeps both: the older read makes the plan stale. */
export function eachOnce(checks: readonly Check[]): readonly Check[] {
  return [...new Map(checks.map((check) => [`${check.table} ${check.version} ${check.key}`, check])).values()];
}

interface Changing {
  readonly changes?: readonly Change[];
}

/** The tickets that these entries write to. */
export function changedTickets(entries: readonly Changing[]): readonly Key[] {
  const keys = entries.flatMap(({ changes = [] }) =>
    changes.flatMap((change) => (change.table === "ticket" ? [change.key.key] : [])),
  );
  return [...new Set(keys)];
}

/** The sessions and facts that a plan writes to, and the states that it needs room in, by names that no ticket has. */
export function changedBeside({ entries, room = [] }: Rooming): readonly string[] {
  const names = entries.flatMap(({ changes = [] }) =>
    changes.flatMap((change) => {
      if (change.table === "session") return [`session:${change.key.id}`];
      return change.table === "fact" ? [`fact:${change.key.key}`] : [];
    }),
  );
  return [...new Set([...names, ...room.map(({ state }) => `room:${state}`)])];
}

interface Rooming {
  readonly entries: readonly Changing[];
  readonly room?: readonly { readonly state: string }[];
}
