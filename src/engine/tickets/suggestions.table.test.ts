import { describe, expect, it } from "vitest";
import {
  agent,
  ask,
  claim,
  group,
  member,
  NOW,
  snapshotOf,
  TICKET,
  ticketIn,
} from "../../../test/support/engine/situation.ts";
import type { TicketFacts } from "../claims/claims.ts";
import type { CommandRequest, HandoffRequest } from "./read-request.ts";
import { suggestionsFor } from "./suggestions.ts";

const STATES = [...TICKET.states.keys(), "Limbo", null];
const COMMANDS = [...TICKET.commands.keys()];

/** What agents ask for, rightly and wrongly. */
const REQUESTS: Readonly<Record<string, Partial<HandoffRequest>>> = {
  lock: { intent: "lock" },
  complete: { intent: "complete" },
  escalate: { intent: "escalate" },
  close: { intent: "close" },
  cancel: { intent: "cancel" },
  reject: { intent: "reject" },
  "lokc (sic)": { intent: "lokc" },
  "esclate (sic)": { intent: "esclate" },
  "an intent that nobody knows": { intent: "xyzzy" },
  "to __COMPLETE__": { toState: "__COMPLETE__" },
  "to __CANCL__ (sic)": { toState: "__CANCL__" },
  "to Ready for Plan": { toState: "Ready for Plan" },
  "to In Progres (sic)": { toState: "In Progres" },
  "to Human Neded (sic)": { toState: "Human Neded" },
  "to Done": { toState: "Done" },
  "to a state that nobody knows": { toState: "xyzzy" },
  "both complete and In Progress": { intent: "complete", toState: "In Progress" },
  "both escalate and In Review": { intent: "escalate", toState: "In Review" },
  neither: {},
};

const HELD: Readonly<Record<string, Partial<TicketFacts>>> = {
  "the caller holds it, and gives no token": { claim: claim("ann") },
  "the caller holds it, and gives its token": { claim: claim("ann"), token: "current" },
  "the caller holds it, and gives a token that is not its own": { claim: claim("ann"), token: "foreign" },
  "the caller's claim has run out": { claim: claim("ann", { expiresAt: NOW - 1 }) },
  "another agent holds it": { claim: claim("bob") },
  "a person dragged it there a moment ago": { reservedUntil: NOW + 60_000 },
};

function show(ways: readonly CommandRequest[]): string {
  return ways.map(({ command, intent, target }) => `${command.name} ${intent?.name ?? "to"} > ${target}`).join(", ");
}

function told(state: string | null, facts: Partial<TicketFacts>, request: Partial<HandoffRequest>): string {
  const { own, needsToken, inHand, turn, begin, giveUp } = suggestionsFor(
    TICKET,
    snapshotOf(ticketIn(state, facts)),
    ask(request),
  );
  const whose = turn === null || turn === "person" ? turn : turn.map(({ name }) => name).join(" or ");
  return [
    own.length > 0 && `${show(own)}${needsToken ? " (with the token)" : ""}`,
    inHand.length > 0 && `in hand: ${show(inHand)}`,
    whose !== null && `turn: ${whose}`,
    begin.length > 0 && `begin: ${show(begin)}`,
    giveUp && `else: ${show([giveUp])}`,
  ]
    .filter((part) => typeof part === "string")
    .join("; ");
}

/**
 * One line for all requests that are answered alike, the commonest answer last; none for those that a ticket with the `usual`
 * facts gets the same answer to.
 */
function table(
  command: string,
  facts: Partial<TicketFacts>,
  actor = agent(),
  usual: Partial<TicketFacts> | null = null,
) {
  const lines = STATES.flatMap((state) => {
    const answers = Object.entries(REQUESTS).map(([name, request]) => {
      const answer = told(state, facts, { command, ...request, actor });
      const isUsual = usual !== null && answer === told(state, usual, { command, ...request, actor });
      return { name, answer: isUsual ? "" : answer || "nothing" };
    });
    const byAnswer = Map.groupBy(
      answers.filter(({ answer }) => answer !== ""),
      ({ answer }) => answer,
    );
    const rows = [...byAnswer].toSorted(([, a], [, b]) => a.length - b.length);
    const named = (asked: readonly { name: string }[], index: number) =>
      index === rows.length - 1 && usual === null ? "otherwise" : asked.map(({ name }) => name).join(", ");
    const shown = rows.map(([answer, asked], index) => `  ${named(asked, index)}: ${answer}`);
    return shown.length > 0 ? [state ?? "(no state)", ...shown] : [];
  });
  return lines.join("\n");
}

/**
 * What each refused caller is told to do, as data. A change shows here, and is to be read before it is accepted: agents do
 * exactly what stands here.
 */
describe("where nobody holds the ticket", () => {
  it.each(COMMANDS)("%s is told, in every state", (command) => {
    expect(table(command, {})).toMatchSnapshot();
  });
});

describe.each(Object.keys(HELD))("where %s", (held) => {
  it.each(COMMANDS)("%s is told otherwise only", (command) => {
    expect(table(command, HELD[held] ?? {}, agent(), {})).toMatchSnapshot();
  });
});

describe("a connection that may act only as some commands", () => {
  const limited = agent("ann", ["review", "ralph_split"]);

  it.each(COMMANDS)("that asks as %s is told of its own alone", (command) => {
    expect(table(command, {}, limited)).toMatchSnapshot();
  });
});

it("each command finds its work where its role looks for it", () => {
  const picks = (actor = agent()) =>
    COMMANDS.map((command) => {
      const { pick } = suggestionsFor(TICKET, snapshotOf(ticketIn("Done")), ask({ command, intent: "lock", actor }));
      return `${command}: ${pick ? `${pick.command.name} in ${pick.workflowState}` : "nowhere"}`;
    });
  expect(picks()).toMatchInlineSnapshot(`
    [
      "triage: triage in Backlog",
      "split: split in Backlog",
      "research: research in Research Needed",
      "plan: plan in Ready for Plan",
      "review: review in Plan in Review",
      "impl: impl in In Progress",
      "hero: hero in Backlog",
    ]
  `);
  expect(picks(agent("ann", ["review", "ralph_split"]))).toMatchInlineSnapshot(`
    [
      "triage: split in Backlog",
      "split: split in Backlog",
      "research: split in Backlog",
      "plan: split in Backlog",
      "review: review in Plan in Review",
      "impl: split in Backlog",
      "hero: split in Backlog",
    ]
  `);
  expect(new Set(picks(agent("ann", [])))).toEqual(new Set(COMMANDS.map((command) => `${command}: nowhere`)));
});

it("a word that is no command is taken for the nearest one, and for none where none is near", () => {
  expect(table("reserch", {})).toBe(table("research", {}));
  expect(table("ralph_imp", {})).toBe(table("impl", {}));
  expect(table("xyzzy", {})).toMatchSnapshot();
});

describe("a ticket with parts", () => {
  const parts = (finished: boolean) =>
    suggestionsFor(
      TICKET,
      snapshotOf(
        { ...ticketIn("Ready for Plan"), childCount: 2 },
        {
          group: group(member("7", "Ready for Plan", { finished })),
        },
      ),
      ask({ command: "impl", intent: "complete" }),
    );

  it("is begun where all of them were given up, and not where they are the work", () => {
    expect(show(parts(false).begin)).toBe("plan lock > Plan in Progress");
    expect(show(parts(true).begin)).toBe("");
    const elsewhere = snapshotOf(
      { ...ticketIn("Ready for Plan"), childCount: 2 },
      {
        group: group(member("8", "Ready for Plan")),
      },
    );
    expect(suggestionsFor(TICKET, elsewhere, ask({ command: "impl", intent: "complete" })).begin).toEqual([]);
  });
});

it("of a ticket that is too large, splitting is the turn, and nobody else begins", () => {
  const large = snapshotOf({ ...ticketIn("Backlog"), estimate: "L" });
  const { turn, begin } = suggestionsFor(TICKET, large, ask({ command: "plan", intent: "lock" }));
  expect(Array.isArray(turn) && turn.map(({ name }) => name)).toEqual(["split"]);
  expect(begin).toEqual([]);
});
