// Watches a board's file from outside while calls are made, and fails where anything changed that must not: the rules are
// written here as tables, and nothing is asked of the engine.

import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import { EDGES } from "../../support/engine/handoff-matrix.ts";

const PIPELINE = [
  "Backlog",
  "Research Needed",
  "Research in Progress",
  "Ready for Plan",
  "Plan in Progress",
  "Plan in Review",
  "In Progress",
  "In Review",
  "Done",
];

/** What a call of each tool may write, in the ledger's words. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  handoff_ticket: ["move", "stay", "refuse"],
  pick_actionable_issue: ["move", "stay"],
  advance_children: ["propagate", "refuse"],
  update_ticket: ["edit", "link", "refuse"],
  release_claim: ["release", "refuse"],
  create_ticket: ["create", "refuse"],
  add_comment: ["comment"],
  get_ticket: [],
  list_tickets: [],
  detect_pipeline_position: [],
  check_convergence: [],
  create_ralph_session: ["create", "edit"],
  update_session_state: ["move", "stay", "refuse"],
  complete_ralph_session: ["move", "refuse"],
  get_session: [],
  complete_skill: ["create", "move", "refuse"],
  update_run: ["create", "edit", "refuse"],
  update_task_status: ["edit", "stay", "refuse"],
  get_run: [],
};

/** On what a call of each tool may write; the others write on tickets. */
const SUBJECTS: Readonly<Record<string, string>> = {
  create_ralph_session: "session",
  update_session_state: "session",
  complete_ralph_session: "session",
  complete_skill: "run",
  update_run: "run",
  update_task_status: "run",
};

/** A session ends with its ticket, or when another agent claims that. */
const ENDS_SESSIONS = new Set(["handoff_ticket", "pick_actionable_issue"]);

interface SeenTicket {
  readonly state: string | null;
  readonly version: number;
  readonly holder: string | null;
  readonly expires: number;
}

interface SeenRow {
  readonly seq: number;
  readonly kind: string;
  readonly type: string;
  readonly key: string;
  readonly from: unknown;
  readonly to: unknown;
  readonly person: unknown;
}

export interface WatchedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly refused: boolean;
  /** Who called, as holders are shown: connection/agent. */
  readonly caller: string;
  /** The ticket whose token the call showed. */
  readonly tokenOf: string | null;
  readonly now: number;
}

export class Watch {
  readonly #db: DatabaseSync;
  #tickets: ReadonlyMap<string, SeenTicket>;
  #seq: number;
  /** How often a ticket's state has changed. */
  changes = 0;
  /** How many of these were children that followed their parent. */
  followed = 0;

  constructor(file: string) {
    this.#db = new DatabaseSync(file, { readOnly: true });
    this.#tickets = this.#readTickets();
    this.#seq = this.#readRows(0).at(-1)?.seq ?? 0;
  }

  close(): void {
    this.#db.close();
  }

  /** Everything that is stored, but for the secret that tokens are made from. */
  dump(): string {
    const tables = this.#db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
    return tables
      .flatMap(({ name }) => this.#db.prepare(`SELECT * FROM "${String(name)}"`).all())
      .filter((row) => row["name"] !== "secret")
      .map((row) => JSON.stringify(row))
      .join("\n");
  }

  /** To be called after each call. */
  check(call: WatchedCall): void {
    const rows = this.#readRows(this.#seq);
    const tickets = this.#readTickets();
    expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_, index) => this.#seq + 1 + index));
    const subject = SUBJECTS[call.tool] ?? "ticket";
    const isEnd = (row: SeenRow) => ENDS_SESSIONS.has(call.tool) && row.type === "session" && row.kind === "edit";
    for (const row of rows) expect(row.person).toBeNull();
    for (const row of rows.filter((one) => !isEnd(one))) {
      expect(WRITES[call.tool]).toContain(row.kind);
      expect(row.type).toBe(subject);
    }
    // Neither a state nor a claim, nor anything else of any ticket.
    if (subject !== "ticket") expect(tickets).toEqual(this.#tickets);
    if (call.args["dry_run"] === true) expect(rows).toEqual([]);
    if (call.refused) expect(rows.filter(({ kind }) => kind !== "refuse")).toEqual([]);
    const moves = rows.filter(({ kind, type }) => type === "ticket" && (kind === "move" || kind === "propagate"));
    const changed = [...tickets].filter(([key, { state }]) => {
      const before = this.#tickets.get(key);
      return before !== undefined && before.state !== state;
    });
    expect(moves.map(({ key }) => key).toSorted()).toEqual(changed.map(([key]) => key).toSorted());
    for (const move of moves) this.#checkMove(call, move, tickets.get(move.key));
    for (const [key, { version, state }] of tickets) {
      const before = this.#tickets.get(key);
      if (!before) {
        expect({ version, state }).toEqual({ version: 1, state: "Backlog" });
        expect(rows).toMatchObject([{ kind: "create", key }]);
      } else {
        expect([before.version, before.version + 1]).toContain(version);
      }
    }
    for (const key of this.#tickets.keys()) expect(tickets.has(key)).toBe(true);
    this.changes += moves.length;
    this.followed += moves.filter(({ kind }) => kind === "propagate").length;
    this.#tickets = tickets;
    this.#seq = rows.at(-1)?.seq ?? this.#seq;
  }

  #checkMove(call: WatchedCall, { kind, key, from, to }: SeenRow, after: SeenTicket | undefined): void {
    const before = this.#tickets.get(key);
    expect({ from, to }).toEqual({ from: before?.state, to: after?.state });
    expect(after?.version).toBe((before?.version ?? 0) + 1);
    expect(from).not.toBe("Human Needed");
    const live = before !== undefined && before.holder !== null && before.expires > call.now;
    if (kind === "propagate") {
      expect(PIPELINE).toContain(from);
      expect(PIPELINE.indexOf(String(to))).toBeGreaterThan(PIPELINE.indexOf(String(from)));
      expect(live).toBe(false);
      return;
    }
    expect(EDGES).toContainEqual([from, to]);
    if (live && call.tokenOf !== key) expect(call.caller).toBe(before.holder);
  }

  #readTickets(): ReadonlyMap<string, SeenTicket> {
    const rows = this.#db
      .prepare("SELECT key, state, version, claim_connection, claim_agent, claim_expires FROM ticket")
      .all();
    return new Map(
      rows.map((row) => [
        String(row["key"]),
        {
          state: row["state"] === null ? null : String(row["state"]),
          version: Number(row["version"]),
          holder:
            row["claim_connection"] === null
              ? null
              : `${String(row["claim_connection"])}/${String(row["claim_agent"])}`,
          expires: Number(row["claim_expires"]),
        },
      ]),
    );
  }

  #readRows(after: number): readonly SeenRow[] {
    const rows = this.#db
      .prepare("SELECT seq, kind, subject_type, subject_key, payload FROM ledger WHERE seq > ? ORDER BY seq")
      .all(after);
    return rows.map((row) => {
      const { by, data } = JSON.parse(String(row["payload"])) as {
        by: { person?: string };
        data: { from?: unknown; to?: unknown };
      };
      return {
        seq: Number(row["seq"]),
        kind: String(row["kind"]),
        type: String(row["subject_type"]),
        key: String(row["subject_key"]),
        from: data.from,
        to: data.to,
        person: by.person ?? null,
      };
    });
  }
}
