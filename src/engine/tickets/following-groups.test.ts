import { describe, expect, it } from "vitest";
import {
  ALONE,
  AROUND,
  isAstray,
  isItsTurn,
  show,
  slipsIn,
  type Slipped,
} from "../../../test/support/engine/following.ts";

const AROUNDS = Object.keys(AROUND).filter((around) => around !== ALONE);
/** Not all members of these have come to where they are planned together. */
const LATE = new Set(["in a group that is late", "blocked by another"]);
/** Their parts are the work, or were. */
const CONTAINERS = ["with parts", "with parts that have ended"];

describe.each(AROUNDS)("an agent that does what its refusals say, on a ticket %s", (around) => {
  const slipped = slipsIn([around]);
  const mine = slipped.filter(({ situation }) => isItsTurn(situation));

  it("never ends it, never parks it with a person and never takes it back", () => {
    const astray = slipped.filter(({ situation, walk }) => isAstray(situation.state, walk.end));
    process.stdout.write(`${around}: ${slipped.length} slips, ${astray.length} of them led astray\n`);
    expect(slipped.length).toBeGreaterThan(4_000);
    expect(astray.map(show)).toEqual([]);
  });

  it("comes to rest, and acts only as what its connection is limited to", () => {
    expect(slipped.filter(({ walk }) => !walk.rests).map(show)).toEqual([]);
    const wrong = slipped.filter(
      ({ situation, walk }) => situation.limited && walk.first !== null && walk.first !== `ralph_${situation.command}`,
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it("is told its own right move first, where it has one", () => {
    const open = mine.filter((slip) => !isGuarded(slip));
    expect(open.length).toBeGreaterThan(250);
    expect(open.filter(({ situation, walk }) => walk.first !== `ralph_${situation.command}`).map(show)).toEqual([]);
  });

  it("takes nothing that somebody else holds", () => {
    const held = slipped.filter(({ situation }) => situation.held === "another's claim");
    expect(held.filter(({ situation, walk }) => walk.end !== situation.state).map(show)).toEqual([]);
  });

  it("does not get past the guard of its group", () => {
    expect(slipped.filter((slip) => isGuarded(slip) && slip.walk.end === "Plan in Progress").map(show)).toEqual([]);
  });
});

describe("an agent whose turn it is not", () => {
  const others = (arounds: readonly string[]) =>
    slipsIn(arounds).filter(({ situation }) => !isItsTurn(situation) && situation.held !== "its own claim");

  it("is told to begin nobody's work on a ticket whose parts are the work", () => {
    const told = others(CONTAINERS).filter(({ situation, walk }) => {
      return walk.first !== null && walk.first !== `ralph_${situation.command}`;
    });
    expect(told.map(show)).toEqual([]);
  });

  it("hands on no ticket that is too large: it is to be split first, by whoever splits", () => {
    const inBacklog = others(["too large"]).filter(({ situation }) => situation.state === "Backlog");
    expect(inBacklog.filter(({ walk }) => walk.end !== "Backlog").map(show)).toEqual([]);
    const free = inBacklog.filter(({ situation }) => !situation.limited && situation.command === "plan");
    expect(free.filter(({ walk }) => walk.texts.some((text) => text.includes("ralph_split's turn")))).not.toEqual([]);
  });
});

function isGuarded({ situation: { around, state, command } }: Slipped): boolean {
  return LATE.has(around) && state === "Ready for Plan" && command === "plan";
}
