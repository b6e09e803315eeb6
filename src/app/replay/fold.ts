// The ledger added up as far as decisions ask for it: tickets, links, what was said of commits, who did what, and which
// workflow is in force. It holds the board at one row, whatever the length of the ledger.

import type { Fact, Said } from "../../engine/evidence/fact.ts";
import { sameHand } from "../../engine/evidence/fact.ts";
import type { GroupTicket, Key } from "../../engine/facts.ts";
import { ESTIMATES } from "../../engine/facts.ts";
import { lockIn } from "../claims/columns.ts";
import type { Change, TicketColumns } from "../commit/changes.ts";
import { addStep, STEP_KINDS } from "../evidence/steps.ts";
import type { Step } from "../ports/evidence.ts";
import type { ChangingRow } from "../ports/ledger.ts";
import { TICKET_PART } from "../ports/workflows.ts";
import { Links } from "./links.ts";

const KEPT = [
  "number",
  "repo",
  "state",
  "estimate",
  "parent",
  "version",
  "closed",
  "fence",
  "claim_connection",
  "claim_agent",
  "claim_since",
  "claim_expires",
  "former_connection",
  "former_agent",
  "reserved_until",
  "off_board",
  "head",
  "entered_at",
] as const satisfies (keyof TicketColumns)[];

export type FoldedTicket = Pick<TicketColumns, (typeof KEPT)[number]>;

const NO_TICKET = Object.fromEntries(KEPT.map((name) => [name, null])) as unknown as FoldedTicket;

/** A refusal may rest on a ticket as it was a moment before: so many changes are remembered. */
const MOST_FORMER = 5_000;
const STEPS: ReadonlySet<string> = new Set(STEP_KINDS);

export class Fold {
  readonly #tickets = new Map<Key, FoldedTicket>();
  readonly #former = new Map<string, FoldedTicket>();
  readonly #links = new Links();
  /** By subject and name, as JSON: few of them are ever asked for. */
  readonly #facts = new Map<string, Map<string, FoldedFact>>();
  readonly #steps = new Map<Key, Step[]>();
  readonly #open = new Map<string, number>();
  #workflow: string | null = null;

  /** The hash of the workflow of tickets that is in force; null: none is. */
  get workflow(): string | null {
    return this.#workflow;
  }

  get tickets(): ReadonlyMap<Key, FoldedTicket> {
    return this.#tickets;
  }

  /** `version`: as it was then; null where that is no longer known. */
  ticket(key: Key, version?: number): FoldedTicket | null {
    const now = this.#tickets.get(key) ?? null;
    if (version === undefined || now?.version === version) return now;
    return this.#former.get(formerName(key, version)) ?? null;
  }

  factsOf(subjects: readonly string[]): readonly Fact[] {
    return subjects.flatMap((subject) =>
      [...(this.#facts.get(subject) ?? [])].map(([name, { said, version }]) => ({
        subject,
        name,
        said: JSON.parse(said) as readonly Said[],
        version,
      })),
    );
  }

  stepsOf(key: Key): readonly Step[] {
    return this.#steps.get(key) ?? [];
  }

  openIn(state: string): number {
    return this.#open.get(state) ?? 0;
  }

  openBlockers(key: Key): readonly Key[] {
    return this.#links.blockersOf(key).filter((blocker) => this.#tickets.get(blocker)?.closed === 0);
  }

  /** The connected piece of the board around a ticket. */
  around(key: Key, most: number): { readonly tickets: ReadonlyMap<Key, GroupTicket>; readonly cut: boolean } {
    const { keys, cut } = this.#links.connected(key, most);
    const tickets = new Map<Key, GroupTicket>();
    for (const member of keys) {
      const ticket = this.#tickets.get(member);
      if (ticket) tickets.set(member, toGroupTicket(member, ticket, this.#links.blockersOf(member)));
    }
    return { tickets, cut };
  }

  carry(row: ChangingRow): void {
    for (const change of row.changes) this.#change(change);
    if (row.subject.type === "ticket" && STEPS.has(row.kind)) this.#step(row);
  }

  #step(row: ChangingRow): void {
    const { key } = row.subject;
    const steps = this.#steps.get(key) ?? [];
    const before = row.kind === "move" || row.kind === "override" ? steps.length : 0;
    addStep(steps, row);
    this.#steps.set(key, before > MOST_STEPS ? shortened(steps) : steps);
  }

  #change(change: Change): void {
    switch (change.table) {
      case "ticket":
        return this.#ticket(change.key.key, change.set);
      case "blocker":
        return this.#links.setBlocker(change.key.ticket, change.key.blocked_by, change.set !== null);
      case "fact":
        return this.#fact(change);
      case "force":
        if (change.key.name === TICKET_PART && change.set?.hash !== undefined) this.#workflow = change.set.hash;
        return;
      default:
        // No decision about a ticket asks for it.
        return;
    }
  }

  #ticket(key: Key, set: Partial<TicketColumns> | null): void {
    const before = this.#tickets.get(key);
    if (before) {
      this.#count(before, -1);
      this.#remember(key, before);
    }
    if (set === null) {
      this.#tickets.delete(key);
      this.#links.setParent(key, before?.parent ?? null, null);
      return;
    }
    const after: Record<string, unknown> = { ...(before ?? NO_TICKET) };
    for (const name of KEPT) if (set[name] !== undefined) after[name] = set[name];
    const ticket = after as unknown as FoldedTicket;
    this.#tickets.set(key, ticket);
    this.#count(ticket, 1);
    this.#links.setParent(key, before?.parent ?? null, ticket.parent);
  }

  #count({ state, closed, off_board }: FoldedTicket, by: number): void {
    if (state === null || closed !== 0 || off_board !== null) return;
    this.#open.set(state, (this.#open.get(state) ?? 0) + by);
  }

  #remember(key: Key, ticket: FoldedTicket): void {
    this.#former.set(formerName(key, ticket.version), ticket);
    if (this.#former.size <= MOST_FORMER) return;
    const [oldest] = this.#former.keys();
    if (oldest !== undefined) this.#former.delete(oldest);
  }

  #fact({ key, set }: Extract<Change, { table: "fact" }>): void {
    // Its subject may hold any sign; a name holds no slash.
    const at = key.key.lastIndexOf("/");
    const [subject, name] = [key.key.slice(0, at), key.key.slice(at + 1)];
    const facts = this.#facts.get(subject) ?? new Map<string, FoldedFact>();
    if (set === null) facts.delete(name);
    else if (set.said !== undefined) facts.set(name, { said: set.said, version: set.version ?? 0 });
    this.#facts.set(subject, facts);
  }
}

interface FoldedFact {
  readonly said: string;
  readonly version: number;
}

const MOST_STEPS = 200;

/**
 * Before a person's last move, all that counts of a step is who was at work where: each of those once. Rounds are counted
 * from there on.
 */
function shortened(steps: readonly Step[]): Step[] {
  const since = steps.findLastIndex(({ moved, hand }) => moved && hand.person !== null);
  if (since < 0) return [...steps];
  const once: Step[] = [];
  for (const step of steps.slice(0, since)) {
    if (!once.some((other) => isSameWork(other, step))) once.push(step);
  }
  return [...once, ...steps.slice(since)];
}

function isSameWork(a: Step, b: Step): boolean {
  const same = a.from === b.from && a.to === b.to && a.moved === b.moved && a.held === b.held;
  return same && sameHand(a.hand, b.hand, "agent");
}

function formerName(key: Key, version: number): string {
  return `${version} ${key}`;
}

function toGroupTicket(key: Key, ticket: FoldedTicket, blockedBy: readonly Key[]): GroupTicket {
  return {
    ...lockIn(ticket),
    key,
    number: ticket.number,
    ...(ticket.repo === "" ? {} : { repo: ticket.repo }),
    title: "",
    state: ticket.state,
    closed: ticket.closed === 1,
    estimate: ESTIMATES.find((size) => size === ticket.estimate) ?? null,
    parent: ticket.parent,
    blockedBy,
    readable: true,
  };
}
