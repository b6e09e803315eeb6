import fc from "fast-check";
import { expect, it } from "vitest";
import { leaf, MACHINE, STATES } from "../../../test/support/engine/boards.ts";
import { isLive } from "../claims/claims.ts";
import { ESTIMATES, type Actor, type GroupTicket, type Key } from "../facts.ts";
import { isRefusal } from "../refusal.ts";
import type { HandoffSnapshot } from "../tickets/check-handoff.ts";
import { decide, type Handoff } from "../tickets/handoff.ts";
import { groupOf } from "../groups/group.ts";
import { isOver } from "../groups/members.ts";
import type { NextCall } from "./next-calls.ts";
import { positionOf, type Position } from "./position.ts";

const HOUR = 3_600_000;
const MOST_STEPS = 1_000;
const AGENT: Actor = { kind: "agent", identity: { connection: "ann", agent: null } };

/** A board that is worked by `next` alone. People do what only they can, and only where nobody else has anything to do. */
class Works {
  readonly #board: Map<Key, GroupTicket>;
  readonly #dies: () => boolean;
  #now = HOUR;

  constructor(tickets: readonly GroupTicket[], dies: () => boolean) {
    this.#board = new Map(tickets.map((ticket) => [ticket.key, ticket]));
    this.#dies = dies;
  }

  get open(): readonly GroupTicket[] {
    return [...this.#board.values()].filter((ticket) => !isOver(MACHINE, ticket));
  }

  /** false: nobody has anything left to do. */
  step(): boolean {
    const positions = this.open.map(({ key }) => this.#positionOf(key));
    const due = positions.flatMap(({ next }) => next)[0];
    if (due) this.#work(due);
    else if (positions.some(({ waiting }) => waiting.length > 0)) this.#now += 2 * HOUR;
    else return this.#person(positions);
    return true;
  }

  #positionOf(key: Key): Position {
    const group = groupOf(MACHINE, this.#board, key);
    const whole = groupOf(MACHINE, this.#board, key, { scope: "whole" });
    const position = positionOf(MACHINE, { now: this.#now, group, whole }, AGENT);
    if (isRefusal(position)) throw new Error("the workflow has positions");
    return position;
  }

  #work({ number, command, intent, to_state }: NextCall): void {
    const key = String(number);
    if (command === "ralph_split") this.#split(key);
    const begun = this.#hand(key, command, intent === undefined ? { toState: to_state } : { intent });
    if (begun.claim.type === "acquire" && !this.#dies()) this.#hand(key, command, { intent: "complete" });
  }

  #split(parent: Key): void {
    for (const part of [1, 2]) {
      const key = String(1_000 + this.#board.size + part);
      this.#board.set(key, leaf(key, { parent, estimate: "XS" }));
    }
  }

  #hand(key: Key, command: string, way: { intent?: string; toState?: string | undefined }): Handoff {
    const ticket = this.#get(key);
    const { state, claim, reservedUntil } = ticket;
    const snapshot: HandoffSnapshot = {
      now: this.#now,
      ticket: {
        key,
        onBoard: true,
        state,
        claim,
        fence: claim?.fence ?? 0,
        formerHolder: null,
        reservedUntil,
        token: isLive(claim, this.#now) ? "current" : "none",
      },
      group: groupOf(MACHINE, this.#board, key, { scope: "whole" }),
      openBlockers: [],
    };
    const { intent, toState } = way;
    const decision = decide(MACHINE, snapshot, {
      key,
      command,
      ...(intent === undefined ? { toState } : { intent }),
      reason: "it is due",
      actor: AGENT,
    });
    if (decision.kind === "refusal") throw new Error(`${command} ${intent ?? toState} was refused: ${decision.code}`);
    const held = decision.claim.type === "acquire" ? decision.claim : null;
    this.#put(ticket, decision.newState, held && { ...held, since: this.#now });
    return decision;
  }

  /** Approves, accepts, sends back to the start, and ends what no edge leads to the end of. */
  #person(positions: readonly Position[]): boolean {
    const waits = this.open.find(({ state }) => MACHINE.states.get(state ?? "")?.human === true);
    if (waits) {
      const way: Readonly<Record<string, string>> = { "Plan in Review": "In Progress", "In Review": "Done" };
      this.#put(waits, way[waits.state ?? ""] ?? "Backlog", null);
      return true;
    }
    const [finished] = positions.flatMap(({ attention }) => attention);
    if (finished) this.#put(this.#get(String(finished.number)), "Done", null);
    return finished !== undefined;
  }

  #get(key: Key): GroupTicket {
    const ticket = this.#board.get(key);
    if (!ticket) throw new Error(`there is no ${key}`);
    return ticket;
  }

  #put(ticket: GroupTicket, state: string, claim: GroupTicket["claim"]): void {
    const closed = MACHINE.states.get(state)?.terminal === true;
    this.#board.set(ticket.key, { ...ticket, state, claim, closed, reservedUntil: null });
  }
}

const anyTickets = fc
  .array(
    fc.record({
      state: fc.constantFrom(...STATES, null),
      estimate: fc.constantFrom(...ESTIMATES, null),
      parent: fc.option(fc.nat(5)),
      blockers: fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) => {
    const parents = all.map(({ parent }, index) => (parent !== null && parent < index ? parent : null));
    const isFamily = (a: number, b: number): boolean => parents[a] === b || parents[b] === a;
    return all.map(({ state, estimate, blockers }, index) => {
      const others = blockers.filter((other) => other < all.length && other !== index && !isFamily(index, other));
      const parent = parents[index] ?? null;
      return leaf(String(index + 1), {
        state,
        estimate,
        closed: state === "Done" || state === "Canceled",
        parent: parent === null ? null : String(parent + 1),
        blockedBy: others.map((other) => String(other + 1)),
      });
    });
  });

it("comes to an end for every ticket, whoever dies, by what is due and what people do", () => {
  let steps = 0;
  fc.assert(
    fc.property(anyTickets, fc.infiniteStream(fc.nat(3)), (tickets, chances) => {
      const works = new Works(tickets, () => chances.next().value === 0);
      for (let left = MOST_STEPS; left > 0 && works.open.length > 0; left--) {
        steps++;
        if (!works.step()) break;
      }
      expect(works.open.map(({ key, state }) => `#${key} sticks in ${state}`)).toEqual([]);
    }),
    { numRuns: 200 },
  );
  expect(steps).toBeGreaterThan(1_000);
});
