// Whether every rule held, found out from the ledger alone: its rows are walked by the workflow's edges, with none of the
// code that decided them.

import type { LedgerRow } from "../app/commit/plan.ts";
import type { Workflow } from "../engine/workflow/format.ts";

export interface Audit {
  readonly moves: number;
  /** By people, and past the graph. */
  readonly overrides: number;
  readonly refusals: number;
  /** What was seen of commits, and what agents said of them. */
  readonly facts: number;
  readonly claims: number;
  readonly takenOver: number;
  readonly sessions: number;
  readonly runSteps: number;
  readonly runsEnded: number;
  readonly closed: number;
  readonly problems: readonly string[];
}

interface Standing {
  readonly state: string;
  readonly holder: string | null;
  readonly expiresAt: number;
  readonly fence: number;
}

export class Auditor {
  readonly #edges: ReadonlySet<string>;
  /** Edges that are closed while a guard fails. */
  readonly #guarded: ReadonlySet<string>;
  readonly #workflow: Workflow;
  readonly #tickets = new Map<string, Standing>();
  readonly #problems: string[] = [];
  readonly #counts = {
    moves: 0,
    overrides: 0,
    refusals: 0,
    facts: 0,
    claims: 0,
    takenOver: 0,
    sessions: 0,
    runSteps: 0,
    runsEnded: 0,
  };
  readonly #runEnds: ReadonlySet<string>;

  constructor(workflow: Workflow, runs: Workflow) {
    this.#workflow = workflow;
    this.#edges = new Set(workflow.edges.map(({ from, to }) => edge(from, to)));
    const guarded = workflow.edges.filter(({ guards }) => guards?.some(({ policy }) => policy === "enforce"));
    this.#guarded = new Set(guarded.map(({ from, to }) => edge(from, to)));
    this.#runEnds = new Set(Object.keys(runs.states).filter((name) => runs.states[name]?.terminal));
  }

  take(row: LedgerRow): void {
    if (row.kind === "refuse") this.#counts.refusals++;
    if (row.kind === "fact") this.#counts.facts++;
    if (row.subject.type === "ticket") this.#ticket(row);
    if (row.subject.type === "session" && row.kind === "create") this.#counts.sessions++;
    if (row.subject.type === "run" && row.kind === "move") {
      this.#counts.runSteps++;
      if (this.#runEnds.has(word(row.data["to"]))) this.#counts.runsEnded++;
    }
  }

  end(): Audit {
    const closed = [...this.#tickets.values()].filter(({ state }) => this.#workflow.states[state]?.terminal);
    return { ...this.#counts, closed: closed.length, problems: this.#problems };
  }

  #ticket(row: LedgerRow): void {
    const { key } = row.subject;
    const before = this.#tickets.get(key);
    if (row.kind === "create") {
      const state = word(row.data["to"]);
      if (state !== this.#workflow.start) this.#note(row, `it begins in "${state}"`);
      this.#tickets.set(key, { state, holder: null, expiresAt: 0, fence: 0 });
      return;
    }
    if (!before) return this.#note(row, "it was never made");
    const after = this.#claim(row, { ...before, state: this.#move(row, before) });
    this.#tickets.set(key, after);
  }

  /** Where it stands afterwards. */
  #move(row: LedgerRow, before: Standing): string {
    if (!["move", "stay", "override", "propagate", "undo"].includes(row.kind)) return before.state;
    const [from, to] = [word(row.data["from"]), word(row.data["to"])];
    const intruder = row.by.connection !== undefined && this.#isHeldByOther(row, before);
    if (from !== before.state) this.#note(row, `it left "${from}", but stood in "${before.state}"`);
    if (intruder) this.#note(row, `${row.by.connection} moved it while ${before.holder} held it`);
    if (row.kind === "override") {
      this.#counts.overrides++;
      if (row.by.person === undefined) this.#note(row, "an agent went past the graph");
    } else if (row.kind === "undo") {
      if (row.by.person === undefined) this.#note(row, "an agent undid a move");
    } else if (row.kind === "stay") {
      if (from !== to) this.#note(row, `it was said to stay, and went to "${to}"`);
    } else {
      this.#counts.moves++;
      if (row.kind === "move" && this.#guarded.has(edge(from, to)) && !isMet(row.data["guards"])) {
        this.#note(row, `it went past the guard from "${from}" to "${to}"`);
      }
      if (row.kind === "move" && !this.#edges.has(edge(from, to)))
        this.#note(row, `no edge leads from "${from}" to "${to}"`);
    }
    return to;
  }

  #claim(row: LedgerRow, standing: Standing): Standing {
    if (row.kind === "release") return { ...standing, holder: null, expiresAt: 0 };
    const data = row.kind === "claim" ? row.data : row.data["claim"];
    if (typeof data !== "object" || data === null || Array.isArray(data)) return standing;
    const { type, holder, expiresAt, fence, takenFrom } = data as Record<string, unknown>;
    const until = typeof expiresAt === "number" ? expiresAt : standing.expiresAt;
    switch (type) {
      case "acquire": {
        this.#counts.claims++;
        if (typeof takenFrom === "string") this.#counts.takenOver++;
        const [who, number] = [word(holder), typeof fence === "number" ? fence : 0];
        if (standing.holder !== null && standing.holder !== who && standing.expiresAt > row.at) {
          this.#note(row, `${who} took it while ${standing.holder} held it`);
        }
        if (number <= standing.fence) this.#note(row, `fence ${number} was given out after ${standing.fence}`);
        return { ...standing, holder: who, expiresAt: until, fence: number };
      }
      case "renew":
      case "grace":
        return { ...standing, expiresAt: until };
      case "release":
      case "reserve":
        return { ...standing, holder: null, expiresAt: 0 };
      default:
        return standing;
    }
  }

  #isHeldByOther({ at, by }: LedgerRow, { holder, expiresAt }: Standing): boolean {
    const who = by.agent === undefined ? by.connection : `${by.connection}/${by.agent}`;
    return holder !== null && expiresAt > at && holder !== who;
  }

  #note(row: LedgerRow, what: string): void {
    this.#problems.push(`row ${row.seq}, #${row.subject.key}: ${what}`);
  }
}

/** What was found when it moved. */
function isMet(guards: unknown): boolean {
  return (
    Array.isArray(guards) &&
    guards.length > 0 &&
    guards.every((guard: { readonly met?: unknown }) => guard.met === true)
  );
}

function edge(from: string, to: string): string {
  return JSON.stringify([from, to]);
}

function word(value: unknown): string {
  return typeof value === "string" ? value : "";
}
