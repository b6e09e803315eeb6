import { describe, expect, it } from "vitest";
import { firstCall, SLIPS, type Call } from "../../../test/support/engine/follower.ts";
import {
  agent,
  ask,
  claim,
  MINUTE,
  NOW,
  snapshotOf,
  TICKET,
  ticketIn,
} from "../../../test/support/engine/situation.ts";
import type { TicketFacts } from "../claims/claims.ts";
import type { ClaimFacts } from "../facts.ts";
import { tell } from "../surfaces/tell.ts";
import { decide } from "./handoff.ts";

const STATES = [...TICKET.states.keys(), null];
const COMMANDS = [...TICKET.commands.keys()];
const CLAIMS: Readonly<Record<string, ClaimFacts | null>> = {
  "no claim": null,
  "its own claim": claim("ann"),
  "another's claim": claim("bob"),
  "a dead claim": claim("bob", { expiresAt: NOW - MINUTE }),
};
const MOST_STEPS = 4;

interface Situation {
  readonly state: string | null;
  readonly command: string;
  readonly slip: string;
  readonly limited: boolean;
  readonly held: string;
}

/** What became of a ticket after an agent did what it was told. */
interface Walk {
  readonly refused: boolean;
  readonly end: string | null;
  /** The command of the first call that it was told to make; null: it was sent to other work. */
  readonly first: string | null;
  readonly firstIntent: string | undefined;
  readonly steps: number;
  readonly rests: boolean;
  readonly texts: readonly string[];
}

function follow({ state, command, slip, limited, held }: Situation): Walk {
  const ticket = ticketIn(state, { claim: CLAIMS[held] ?? null });
  let call = SLIPS[slip]?.(command) ?? { reason: "" };
  const actor = agent("ann", limited ? [command] : undefined);
  const texts: string[] = [];
  let first: string | null = null;
  let firstIntent: string | undefined;
  for (let step = 0; step < MOST_STEPS; step++) {
    const decision = decide(TICKET, snapshotOf(withToken(ticket, call)), ask({ ...requestOf(call), actor }));
    if (decision.kind !== "refusal") {
      return { refused: step > 0, end: decision.newState, first, firstIntent, steps: step, rests: true, texts };
    }
    const { error, recovery } = tell(decision, "mcp");
    texts.push(error);
    const told = firstCall(recovery, call);
    if (told?.does !== "handoff") {
      return { refused: true, end: ticket.state, first, firstIntent, steps: step, rests: told?.does === "pick", texts };
    }
    call = told.call;
    if (step === 0) [first, firstIntent] = [call.command ?? null, call.intent];
  }
  return { refused: true, end: ticket.state, first, firstIntent, steps: MOST_STEPS, rests: false, texts };
}

function withToken(ticket: TicketFacts, call: Call): TicketFacts {
  return call.claim && ticket.claim ? { ...ticket, token: "current" } : ticket;
}

function requestOf({ command, intent, to_state, from_state, reason }: Call) {
  return {
    reason,
    ...(command === undefined ? {} : { command }),
    ...(intent === undefined ? {} : { intent }),
    ...(to_state === undefined ? {} : { toState: to_state }),
    ...(from_state === undefined ? {} : { fromState: from_state }),
  };
}

/** It ended, it was parked with a person, or it went back. */
function isAstray(from: string | null, to: string | null): boolean {
  if (from === to) return false;
  const [at, end] = [TICKET.states.get(from ?? ""), TICKET.states.get(to ?? "")];
  if (!end || end.terminal || end.order === null) return true;
  return at !== undefined && at.order !== null && end.order < at.order;
}

/** What each command does first where it is its turn: written from the tables of the workflow, not from the engine. */
const TURNS: Readonly<Record<string, readonly string[]>> = {
  triage: ["Backlog"],
  split: ["Backlog"],
  research: ["Research Needed", "Research in Progress"],
  plan: ["Ready for Plan", "Plan in Progress"],
  review: ["Plan in Review"],
  impl: ["In Progress"],
  hero: [],
};
const LOCKS = new Set(["research", "plan", "impl"]);

function isItsTurn({ state, command, held }: Situation): boolean {
  return held !== "another's claim" && (TURNS[command] ?? []).includes(state ?? "");
}

const everywhere: readonly Situation[] = STATES.flatMap((state) =>
  COMMANDS.flatMap((command) =>
    Object.keys(SLIPS).flatMap((slip) =>
      [false, true].flatMap((limited) => Object.keys(CLAIMS).map((held) => ({ state, command, slip, limited, held }))),
    ),
  ),
);

describe("an agent that knows only the text of its refusal, and does the first call in it", () => {
  const walks = everywhere.map((situation) => ({ situation, walk: follow(situation) }));
  const slipped = walks.filter(({ walk }) => walk.refused);
  const show = ({ situation, walk }: (typeof walks)[number]): string =>
    `${JSON.stringify(situation)} came to ${walk.end}:\n${walk.texts.join("\n")}`;

  it("is refused thousands of times, in all 12 states, 7 commands, 8 slips, 2 limits and 4 claims", () => {
    expect(everywhere).toHaveLength(12 * 7 * 8 * 2 * 4);
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
