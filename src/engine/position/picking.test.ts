import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boardOf, leaf, MACHINE, STATES } from "../../../test/support/engine/boards.ts";
import { isLocked } from "../claims/claims.ts";
import { ESTIMATES, type Actor, type GroupTicket } from "../facts.ts";
import { groupOf } from "../groups/group.ts";
import { kindOf } from "../groups/kinds.ts";
import { isRefusal } from "../refusal.ts";
import { decide } from "../tickets/handoff.ts";
import { isPickable } from "../tickets/pick.ts";
import { positionOf, type Position } from "./position.ts";

const NOW = 1_000_000;
const ACTOR: Actor = { kind: "agent", identity: { connection: "ann", agent: null } };
const LOCKS: Readonly<Record<string, string>> = {
  "Research Needed": "research",
  "Research in Progress": "research",
  "Ready for Plan": "plan",
  "Plan in Progress": "plan",
  "In Progress": "impl",
};
/** As many calls as a position names at most: there may be more. */
const MOST_CALLS = 5;

describe("whoever picks, and whoever asks for the position", () => {
  it("agree on what is work: what is offered is named, and what is named is offered or explained", () => {
    let [offers, names] = [0, 0];
    fc.assert(
      fc.property(boards, (tickets) => {
        for (const ticket of tickets) {
          const { next } = positionAt(tickets, ticket);
          const named = next.filter(({ number, intent }) => number === ticket.number && intent === "lock");
          const offer = isOffered(tickets, ticket);
          if (offer && next.length < MOST_CALLS) expect(named).not.toEqual([]);
          if (named.length > 0 && !offer) expect(openBlockers(tickets, ticket)).not.toEqual([]);
          offers += Number(offer);
          names += named.length;
        }
      }),
      { numRuns: 2_000 },
    );
    expect([offers > 100, names > 100]).toEqual([true, true]);
  });

  it.each(["M", "L", "XL"] as const)(
    "leave nobody alone with a ticket of size %s that is ready to be planned",
    (estimate) => {
      const ticket = leaf("1", { state: "Ready for Plan", estimate });
      expect(positionAt([ticket], ticket)).toMatchObject({
        phase: "PLAN",
        next: [{ command: "ralph_plan", intent: "lock" }],
      });
      const facts = { ...ticket, locked: false, openBlockers: 0, kind: "work" as const };
      expect(isPickable(facts, { state: "Ready for Plan", maxEstimate: estimate })).toBe(true);
    },
  );
});

const KEYS = ["1", "2", "3", "4"];
const ticketAt = (key: string): fc.Arbitrary<GroupTicket> =>
  fc
    .record({
      state: fc.constantFrom<string>(...STATES),
      estimate: fc.constantFrom(null, null, ...ESTIMATES),
      parent: fc.constantFrom(null, null, ...KEYS.filter((other) => other < key)),
      blockedBy: fc.subarray(
        KEYS.filter((other) => other !== key),
        { maxLength: 1 },
      ),
      claim: fc.constantFrom<GroupTicket["claim"]>(null, null, held(NOW + 1), held(NOW - 1)),
    })
    .map((facts) => leaf(key, { ...facts, closed: facts.state === "Done" || facts.state === "Canceled" }));
const boards = fc.tuple(...KEYS.map(ticketAt));

function held(expiresAt: number): GroupTicket["claim"] {
  return { holder: { connection: "bob", agent: null }, fence: 1, since: NOW - 2, expiresAt };
}

function positionAt(tickets: readonly GroupTicket[], { key }: GroupTicket): Position {
  const board = boardOf(...tickets);
  const facts = { group: groupOf(MACHINE, board, key), whole: groupOf(MACHINE, board, key, { scope: "whole" }) };
  const position = positionOf(MACHINE, { now: NOW, ...facts }, ACTOR);
  if (isRefusal(position)) throw new Error(position.code);
  return position;
}

/** Picked and locked in one step. */
function isOffered(tickets: readonly GroupTicket[], ticket: GroupTicket): boolean {
  const { key, state, claim } = ticket;
  const command = LOCKS[state ?? ""];
  const kind = kindOf(
    MACHINE,
    tickets.filter(({ parent }) => parent === key),
  );
  const open = openBlockers(tickets, ticket);
  const facts = { ...ticket, locked: isLocked(ticket, NOW), openBlockers: open.length, kind };
  if (command === undefined || !isPickable(facts, { state: state ?? "", maxEstimate: "XL" })) return false;
  const group = groupOf(MACHINE, boardOf(...tickets), key, { scope: "whole" });
  const fence = claim?.fence ?? 0;
  const seen = {
    key,
    onBoard: true,
    state,
    claim,
    fence,
    formerHolder: null,
    reservedUntil: null,
    token: "none" as const,
  };
  const snapshot = { now: NOW, ticket: seen, group, openBlockers: open };
  return !isRefusal(decide(MACHINE, snapshot, { key, command, intent: "lock", reason: "because", actor: ACTOR }));
}

function openBlockers(tickets: readonly GroupTicket[], { blockedBy }: GroupTicket): readonly string[] {
  return blockedBy.filter((key) => tickets.some((other) => other.key === key && !other.closed));
}
