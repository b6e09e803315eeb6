import { describe, expect, it } from "vitest";
import {
  agent,
  ask,
  claim,
  group,
  member,
  snapshotOf,
  TICKET,
  ticketIn,
} from "../../../test/support/engine/situation.ts";
import { decide } from "./handoff.ts";
import type { HandoffRequest } from "./read-request.ts";
import { suggestionsFor } from "./suggestions.ts";

const STATES = [...TICKET.states.keys(), null];
const COMMANDS = [...TICKET.commands.keys()];

const next = (fields: Partial<HandoffRequest>, state: string | null, facts = {}, snapshot = {}) => {
  const { own, begin, turn, pick, giveUp } = suggestionsFor(
    TICKET,
    snapshotOf(ticketIn(state, facts), snapshot),
    ask(fields),
  );
  const show = (asks: typeof own) =>
    asks.map(({ command, intent, target }) => `${command?.name} ${intent?.name ?? "to"} > ${target}`);
  return {
    own: show(own),
    begin: show(begin),
    turn: Array.isArray(turn) ? turn.map(({ name }) => name) : turn,
    pick: pick?.workflowState,
    giveUp: giveUp && show([giveUp])[0],
  };
};

describe("a slip of one's own", () => {
  it("answers a forgotten lock with the lock", () => {
    expect(next({ command: "plan", intent: "complete" }, "Ready for Plan")).toEqual({
      own: ["plan lock > Plan in Progress"],
      begin: [],
      turn: null,
      pick: "Ready for Plan",
      giveUp: "plan escalate > Human Needed",
    });
  });

  it("puts a misspelt word right", () => {
    expect(next({ command: "reserch", intent: "lock" }, "Research Needed").own[0]).toBe(
      "research lock > Research in Progress",
    );
    expect(next({ command: "research", intent: "lokc" }, "Research Needed").own[0]).toBe(
      "research lock > Research in Progress",
    );
    expect(next({ command: "triage", toState: "Ready for Plam" }, "Backlog").own[0]).toBe("triage to > Ready for Plan");
  });

  it("takes what goes on where both an intent and a state were given", () => {
    expect(next({ command: "impl", intent: "escalate", toState: "In Review" }, "In Progress").own[0]).toBe(
      "impl to > In Review",
    );
  });

  it("completes what is in hand, and locks what is not", () => {
    expect(next({ command: "plan" }, "Plan in Progress", { claim: claim("ann") }).own[0]).toBe(
      "plan complete > Plan in Review",
    );
    expect(next({ command: "plan" }, "Plan in Progress").own[0]).toBe("plan lock > Plan in Progress");
  });

  it("ends, parks or takes back a ticket only where that was asked for", () => {
    expect(next({ command: "research", toState: "Human Neded" }, "Research Needed").own[0]).toBe(
      "research to > Human Needed",
    );
    expect(next({ command: "review", intent: "rejekt" }, "Plan in Review").own[0]).toBe(
      "review reject > Ready for Plan",
    );
  });
});

describe("somebody else's turn", () => {
  it("is named, with the call that begins their work and where one's own work is", () => {
    expect(next({ command: "research", intent: "complete" }, "In Progress")).toEqual({
      own: [],
      begin: ["impl lock > In Progress"],
      turn: ["impl"],
      pick: "Research Needed",
      giveUp: null,
    });
  });

  it("is begun only by a connection that may act as them", () => {
    const actor = agent("ann", ["research"]);
    expect(next({ command: "research", intent: "complete", actor }, "In Progress")).toMatchObject({
      begin: [],
      turn: ["impl"],
    });
  });

  it("is a person's in a state for people, whoever else may be expected there", () => {
    expect(next({ command: "impl", intent: "complete" }, "Plan in Review")).toMatchObject({
      own: [],
      begin: [],
      turn: "person",
    });
    expect(next({ command: "plan", intent: "complete" }, "Plan in Review")).toMatchObject({
      own: [],
      begin: [],
      turn: "person",
    });
  });

  it("is what an orchestrator delegates", () => {
    expect(next({ command: "hero", intent: "complete" }, "Ready for Plan")).toMatchObject({
      own: [],
      begin: ["plan lock > Plan in Progress"],
      turn: ["plan"],
    });
  });

  it("does not begin what a guard refuses", () => {
    const late = group(member("7", "Ready for Plan"), member("8", "Backlog"));
    expect(next({ command: "impl", intent: "complete" }, "Ready for Plan", {}, { group: late }).begin).toEqual([]);
  });
});

describe("every suggestion, in every state, for every command and slip", () => {
  const slips: Record<string, (command: string) => Partial<HandoffRequest>> = {
    "forgets the lock": (command) => ({ command, intent: "complete" }),
    "misspells the intent": (command) => ({ command, intent: "lokc" }),
    "misspells the state": (command) => ({ command, toState: "In Progres" }),
    "misspells the command": (command) => ({ command: `${command}h`, intent: "lock" }),
    "gives both": (command) => ({ command, intent: "complete", toState: "In Progress" }),
    "gives neither": (command) => ({ command }),
    "is elsewhere by now": (command) => ({ command, intent: "lock", fromState: "Canceled" }),
    "gives no reason": (command) => ({ command, intent: "lock", reason: " " }),
  };

  it.each(Object.keys(slips))("is accepted, and leads nobody astray: an agent %s", (slip) => {
    let refused = 0;
    for (const state of STATES) {
      for (const command of COMMANDS) {
        const request = ask(slips[slip]?.(command) ?? {});
        const snapshot = snapshotOf(ticketIn(state));
        if (!("code" in decide(TICKET, snapshot, request))) continue;
        refused++;
        const { own, begin } = suggestionsFor(TICKET, snapshot, request);
        for (const way of [...own, ...begin]) {
          const { fromState: _, intent: __, toState: ___, ...same } = request;
          const retry = {
            ...same,
            reason: "because",
            command: way.command?.name,
            ...(way.intent ? { intent: way.intent.name } : { toState: way.target }),
          };
          expect(decide(TICKET, snapshot, retry)).toMatchObject({ newState: way.target });
          const to = TICKET.states.get(way.target);
          const at = state === null ? undefined : TICKET.states.get(state);
          expect(to?.terminal).toBe(false);
          expect(to?.order ?? -1).toBeGreaterThanOrEqual(at?.order ?? 0);
        }
      }
    }
    expect(refused).toBeGreaterThan(0);
  });
});
