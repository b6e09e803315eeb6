// A session reports what its agent is doing. In a workflow that observes, a report off the graph is recorded and marked:
// the data must stay true even where the agent is not. In one that enforces, the same report is refused.

import type { Machine, State } from "../workflow/compile.ts";
import { by, listedWords, say, type Words } from "../acts.ts";
import { refuse, type Refusal } from "../refusal.ts";
import { listed, nearest, quote, unknown } from "../words.ts";

export interface SessionStep {
  readonly kind: "step";
  readonly from: string;
  readonly to: string;
  readonly outOfOrder: boolean;
  /** Where the graph leads from `from`. */
  readonly expected: readonly string[];
  readonly warnings: readonly Words[];
}

export interface SessionEnd extends SessionStep {
  readonly outcome: string;
}

/** `ended`: it ended with its ticket, and its agent has not said how it went. */
export function updateSessionState(
  machine: Machine,
  current: string,
  reported: string,
  ended = false,
): SessionStep | Refusal {
  const from = machine.states.get(current);
  if (from?.terminal) return sessionCompleted(from);
  if (ended) return sessionEnded(current);
  const to = machine.states.get(reported);
  if (!to) return unknownState(machine, reported);
  if (!isReportable(machine, to)) return notReportable(machine, to);
  // An agent that reports its state again brings news of it (files, test results), not a step.
  if (reported === current) return step(from, current, reported, []);
  return checkStep(machine, from, current, reported);
}

export function completeSession(machine: Machine, current: string, outcome: string): SessionEnd | Refusal {
  const from = machine.states.get(current);
  if (from?.terminal) return sessionCompleted(from);
  const target = outcomesOf(machine).get(outcome);
  if (target === undefined) return unknownOutcome(machine, outcome);
  const checked = checkStep(machine, from, current, target);
  return checked.kind === "refusal" ? checked : { ...checked, outcome };
}

/** The states that an agent can report: a session begins in one and ends in others by calls of their own. */
export function reportableStates(machine: Machine): readonly string[] {
  return [...machine.states.values()].filter((state) => isReportable(machine, state)).map((state) => state.name);
}

function checkStep(machine: Machine, from: State | undefined, current: string, to: string): SessionStep | Refusal {
  if (from?.next.includes(to)) return step(from, current, to, []);
  // Refusing every way out of a state that the workflow no longer has would leave the session stuck for good.
  if (!from) {
    const unknown = `The session was at ${quote(current)}, which the workflow "${machine.workflow.name}" does not have.`;
    return { ...step(from, current, to, [unknown]), outOfOrder: true };
  }
  const what = `"${to}" does not follow "${current}"`;
  const expected = showExpected(machine, from);
  if (machine.workflow.mode === "enforce") {
    return refuse("out_of_order", `Out of order: ${what}.`, say`From "${current}" ${expected}.`, {
      from: current,
      to,
      expected: from.next,
      outcomes: outcomesTo(machine, from.next),
    });
  }
  const warning = say`Out of order: ${what}. It is recorded as reported and marked. From "${current}" ${expected}.`;
  return { ...step(from, current, to, [warning]), outOfOrder: true };
}

function step(from: State | undefined, current: string, to: string, warnings: readonly Words[]): SessionStep {
  return { kind: "step", from: current, to, outOfOrder: false, expected: from?.next ?? [], warnings };
}

/** "the next states are …", with the call that leads to each. */
function showExpected(machine: Machine, from: State): Words {
  const ways = from.next.map((name) => {
    const state = machine.states.get(name);
    if (state && isReportable(machine, state)) return say`"${name}" (${{ type: "report_session", state: name }})`;
    return say`"${name}" (${{ type: "end_session", outcomes: outcomesTo(machine, [name]) }})`;
  });
  return ways.length === 0 ? "no next state is expected" : say`the expected next states are ${listedWords(ways)}`;
}

function isReportable(machine: Machine, state: State): boolean {
  return !state.terminal && state.name !== machine.workflow.start;
}

function outcomesOf(machine: Machine): ReadonlyMap<string, string> {
  return new Map(Object.entries(machine.workflow.outcomes ?? {}));
}

function outcomesTo(machine: Machine, states: readonly string[]): readonly string[] {
  return [...outcomesOf(machine)].filter(([, target]) => states.includes(target)).map(([outcome]) => outcome);
}

function sessionCompleted(state: State): Refusal {
  return refuse(
    "session_completed",
    `The session is already completed: it ended as "${state.name}", and nothing can be reported on it any more.`,
    say`Open a new session ${by({ type: "open_session" })} to go on working on the ticket.`,
    { from: state.name },
  );
}

/** Only its own agent knows how the work went: whoever else comes after the end is refused. */
export function sessionEnded(current: string): Refusal {
  return refuse(
    "session_completed",
    "The session is already completed: it ended by itself, because its ticket was closed or another agent claimed it.",
    say`Say how the work went ${by({ type: "end_session", outcomes: null })}: that is taken once. To go on working on the ticket, open a new session ${by({ type: "open_session" })}.`,
    { from: current, ended: true },
  );
}

function unknownState(machine: Machine, reported: string): Refusal {
  const states = reportableStates(machine);
  const meant = nearest(reported, states);
  return refuse(
    "unknown_state",
    unknown("session state", reported, states),
    say`Retry ${{ type: "report_session", state: null }} with one of ${listed(states)}.`,
    { state: reported, states, ...(meant === undefined ? {} : { nearest: meant }) },
  );
}

function notReportable(machine: Machine, state: State): Refusal {
  const states = reportableStates(machine);
  const outcomes = outcomesTo(machine, [state.name]);
  const report = say`report one of ${listed(states)} ${by({ type: "report_session", state: null })}`;
  const end = say`end the session ${by({ type: "end_session", outcomes })}`;
  return refuse(
    "not_reportable",
    state.terminal
      ? `"${state.name}" is the end of a session, which is not reported as a state.`
      : `"${state.name}" is where a session begins; it can't be reported.`,
    outcomes.length > 0 ? say`To get there, ${end}. Otherwise ${report}.` : say`Instead, ${report}.`,
    { state: state.name, states, outcomes },
  );
}

function unknownOutcome(machine: Machine, outcome: string): Refusal {
  const outcomes = [...outcomesOf(machine).keys()];
  const meant = nearest(outcome, outcomes);
  return refuse(
    "unknown_outcome",
    unknown("outcome", outcome, outcomes),
    outcomes.length === 0
      ? `The workflow "${machine.workflow.name}" declares no outcomes: a person must add them.`
      : say`Retry ${{ type: "end_session", outcomes: null }} with one of ${listed(outcomes)}.`,
    { outcome, outcomes, ...(meant === undefined ? {} : { nearest: meant }) },
  );
}
