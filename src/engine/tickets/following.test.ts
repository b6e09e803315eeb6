import { describe, expect, it } from "vitest";
import {
  ALONE,
  isAstray,
  isItsTurn,
  LOCKS,
  show,
  situationsIn,
  slipsIn,
} from "../../../test/support/engine/following.ts";

describe("an agent that knows only the text of its refusal, and does the first call in it", () => {
  const slipped = slipsIn([ALONE]);

  it("is refused thousands of times, in all 12 states, 7 commands, 8 slips, 2 limits and 4 claims", () => {
    expect(situationsIn([ALONE])).toHaveLength(12 * 7 * 8 * 2 * 4);
    expect(slipped.length).toBeGreaterThan(4_000);
  });

  it("never ends a ticket, never parks it with a person and never takes it back", () => {
    const astray = slipped.filter(({ situation, walk }) => isAstray(situation.state, walk.end));
    process.stdout.write(`${slipped.length} slips, ${astray.length} of them led astray\n`);
    expect(astray.map(show)).toEqual([]);
  });

  it("comes to rest within four steps", () => {
    expect(slipped.filter(({ walk }) => !walk.rests).map(show)).toEqual([]);
  });

  it("is told its own right move first, where it has one", () => {
    const mine = slipped.filter(({ situation }) => isItsTurn(situation));
    const wrong = mine.filter(({ situation, walk }) => walk.first !== `ralph_${situation.command}`);
    expect(mine.length).toBeGreaterThan(300);
    expect(wrong.map(show)).toEqual([]);
  });

  it("is told to lock where it forgot to", () => {
    const forgot = slipped.filter(
      ({ situation }) =>
        isItsTurn(situation) &&
        LOCKS.has(situation.command) &&
        situation.slip === "forgets the lock" &&
        situation.held !== "its own claim",
    );
    expect(forgot.length).toBeGreaterThan(0);
    expect(forgot.filter(({ walk }) => walk.firstIntent !== "lock").map(show)).toEqual([]);
  });

  it("acts only as what its connection is limited to", () => {
    const wrong = slipped.filter(
      ({ situation, walk }) => situation.limited && walk.first !== null && walk.first !== `ralph_${situation.command}`,
    );
    expect(wrong.map(show)).toEqual([]);
  });

  it("takes nothing that somebody else holds", () => {
    const wrong = slipped.filter(
      ({ situation, walk }) => situation.held === "another's claim" && walk.end !== situation.state,
    );
    expect(wrong.map(show)).toEqual([]);
  });
});
