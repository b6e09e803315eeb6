// An agent that slips, everywhere where it can, and then does what it is told: what became of its ticket.

import type { TicketFacts } from "../../../src/engine/claims/claims.ts";
import type { ClaimFacts, GroupTicket } from "../../../src/engine/facts.ts";
import { groupOf } from "../../../src/engine/groups/group.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import type { HandoffSnapshot } from "../../../src/engine/tickets/check-handoff.ts";
import { decide } from "../../../src/engine/tickets/handoff.ts";
import { boardOf, leaf } from "./boards.ts";
import { firstCall, SLIPS, type Call } from "./follower.ts";
import { agent, ask, claim, MINUTE, NOW, snapshotOf, TICKET, ticketIn } from "./situation.ts";

const STATES = [...TICKET.states.keys(), null];
const COMMANDS = [...TICKET.commands.keys()];
const CLAIMS: Readonly<Record<string, ClaimFacts | null>> = {
  "no claim": null,
  "its own claim": claim("ann"),
  "another's claim": claim("bob"),
  "a dead claim": claim("bob", { expiresAt: NOW - MINUTE }),
};
const MOST_STEPS = 4;

/** What else there is of the ticket, #7, and of others around it. */
interface Around {
  readonly own?: Partial<GroupTicket>;
  readonly others?: readonly GroupTicket[];
}

const FAMILY = leaf("6");
export const ALONE = "alone";
export const AROUND: Readonly<Record<string, Around>> = {
  [ALONE]: {},
  "in a group that has arrived": {
    own: { parent: "6" },
    others: [
      FAMILY,
      leaf("8", { parent: "6", state: "Ready for Plan" }),
      leaf("9", { parent: "6", state: "In Review" }),
    ],
  },
  "in a group that is late": {
    own: { parent: "6" },
    others: [FAMILY, leaf("8", { parent: "6", state: "Research Needed" })],
  },
  "in a group that somebody works on": {
    own: { parent: "6" },
    others: [FAMILY, leaf("8", { parent: "6", state: "Plan in Progress", claim: claim("cleo") })],
  },
  "blocked by another": { own: { blockedBy: ["8"] }, others: [leaf("8")] },
  "with parts": { others: [leaf("8", { parent: "7", state: "In Progress" })] },
  "with parts that have ended": { others: [leaf("8", { parent: "7", state: "Done", closed: true })] },
  "with parts that were all canceled": { others: [leaf("8", { parent: "7", state: "Canceled", closed: true })] },
  "too large": { own: { estimate: "L" } },
};

export interface Situation {
  readonly state: string | null;
  readonly command: string;
  readonly slip: string;
  readonly limited: boolean;
  readonly held: string;
  readonly around: string;
}

/** What became of a ticket after an agent did what it was told. */
export interface Walk {
  readonly refused: boolean;
  readonly end: string | null;
  /** The command of the first call that it was told to make; null: it was sent to other work. */
  readonly first: string | null;
  readonly firstIntent: string | undefined;
  readonly steps: number;
  readonly rests: boolean;
  readonly texts: readonly string[];
}

export function situationsIn(arounds: readonly string[]): readonly Situation[] {
  return STATES.flatMap((state) =>
    COMMANDS.flatMap((command) =>
      Object.keys(SLIPS).flatMap((slip) =>
        [false, true].flatMap((limited) =>
          Object.keys(CLAIMS).flatMap((held) =>
            arounds.map((around) => ({ state, command, slip, limited, held, around })),
          ),
        ),
      ),
    ),
  );
}

/** Those in which the agent slipped, and what came of it. */
export function slipsIn(arounds: readonly string[]): readonly Slipped[] {
  return situationsIn(arounds)
    .map((situation) => ({ situation, walk: follow(situation) }))
    .filter(({ walk }) => walk.refused);
}

export interface Slipped {
  readonly situation: Situation;
  readonly walk: Walk;
}

export function show({ situation, walk }: Slipped): string {
  return `${JSON.stringify(situation)} came to ${walk.end}:\n${walk.texts.join("\n")}`;
}

function follow({ state, command, slip, limited, held, around }: Situation): Walk {
  const ticket = ticketIn(state, { claim: CLAIMS[held] ?? null });
  const more = surroundings(ticket, AROUND[around] ?? {});
  let call = SLIPS[slip]?.(command) ?? { reason: "" };
  const actor = agent("ann", limited ? [command] : undefined);
  const texts: string[] = [];
  let first: string | null = null;
  let firstIntent: string | undefined;
  for (let step = 0; step < MOST_STEPS; step++) {
    const decision = decide(TICKET, more(withToken(ticket, call)), ask({ ...requestOf(call), actor }));
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

function surroundings(
  { state, claim }: TicketFacts,
  { own = {}, others = [] }: Around,
): (ticket: TicketFacts) => HandoffSnapshot {
  const here = leaf("7", { state, claim, closed: TICKET.states.get(state ?? "")?.terminal === true, ...own });
  const group = groupOf(TICKET, boardOf(here, ...others), "7", { scope: "whole" });
  const openBlockers = here.blockedBy.filter((key) => others.some((other) => other.key === key && !other.closed));
  const childCount = others.filter(({ parent }) => parent === "7").length;
  return (ticket) => snapshotOf({ ...ticket, estimate: here.estimate, childCount }, { group, openBlockers });
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
export function isAstray(from: string | null, to: string | null): boolean {
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
export const LOCKS = new Set(["research", "plan", "impl"]);

export function isItsTurn({ state, command, held }: Situation): boolean {
  return held !== "another's claim" && (TURNS[command] ?? []).includes(state ?? "");
}
