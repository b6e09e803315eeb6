import { describe, expect, it } from "vitest";
import { isRefusal } from "../../refusal.ts";
import { machineWith, TICKETS } from "../../../../test/support/engine/boards.ts";
import { tell } from "../../surfaces/tell.ts";
import { decideUndo, roomInto, UNDO_MS, type UndoFacts } from "./undo.ts";

const machine = machineWith({});
const maria = { kind: "person", name: "Maria" } as const;
const FACTS = {
  ticket: { key: "7", state: "In Progress" },
  last: { seq: 5, at: 1000, kind: "move", person: "Maria", from: "Plan in Review", to: "In Progress" },
  since: null,
  there: null,
  now: 1000 + UNDO_MS,
} as const satisfies UndoFacts;

function why(facts: Partial<UndoFacts>): string {
  const decision = decideUndo(machine, { ...FACTS, ...facts }, maria);
  if (!isRefusal(decision)) throw new Error("it was allowed");
  return tell(decision, "web").what;
}

describe("an undo", () => {
  it("goes back to where the ticket was, until the minute is over", () => {
    expect(decideUndo(machine, FACTS, maria)).toEqual({
      key: "7",
      undoes: 5,
      from: "In Progress",
      to: "Plan in Review",
      room: null,
    });
    expect(why({ now: FACTS.now + 1 })).toContain("more than a minute old");
  });

  it.each([
    ["was never moved", { last: null }],
    ["is no move", { last: { ...FACTS.last, kind: "propagate" } }],
    ["is no move", { last: { ...FACTS.last, kind: "undo" } }],
    ["somebody else moved #7 last", { last: { ...FACTS.last, person: "Kim" } }],
    ["somebody else moved #7 last", { last: { ...FACTS.last, person: null } }],
    ["does not stand where your last move left it", { ticket: { key: "7", state: "Done" } }],
    ["stood in no state", { last: { ...FACTS.last, from: null } }],
    ["no longer knows", { last: { ...FACTS.last, from: "Limbo" } }],
    ["has built on your move", { since: { seq: 6 } }],
  ] satisfies readonly (readonly [string, Partial<UndoFacts>])[])("is refused, because it %s", (words, facts) => {
    expect(why(facts)).toContain(words);
  });

  it("is for people, and asks for no operator", () => {
    const agent = { kind: "agent", identity: { connection: "ann", agent: null } } as const;
    expect(decideUndo(machine, FACTS, agent)).toMatchObject({ code: "person_only" });
    expect(isRefusal(decideUndo(machine, { ...FACTS, last: { ...FACTS.last, kind: "override" } }, maria))).toBe(false);
  });

  it("finds the tightest limit of a state, and none where a guard only warns", () => {
    const guarded = (policies: readonly object[]) =>
      machineWith({
        edges: TICKETS.edges.map((edge) =>
          edge.to === "Plan in Review"
            ? { ...edge, guards: policies.map((more, index) => ({ type: "room" as const, max: index + 2, ...more })) }
            : edge,
        ),
      });
    expect(roomInto(guarded([{}, {}]), "Plan in Review")).toBe(2);
    expect(roomInto(guarded([{ policy: "warn" }, {}]), "Plan in Review")).toBe(3);
    expect(roomInto(machine, "Plan in Review")).toBeNull();
    const full = decideUndo(guarded([{}]), { ...FACTS, there: 2 }, maria);
    expect(full).toMatchObject({ code: "no_room", facts: { max: 2, there: 2 } });
    expect(decideUndo(guarded([{}]), { ...FACTS, there: 1 }, maria)).toMatchObject({ room: 2 });
  });
});
