// Changes of the shipped ticket workflow that loosen it, each with what is said of it, and changes that don't.

import type { GuardSpec } from "../../../src/engine/workflow/format.ts";
import { TICKETS } from "./boards.ts";
import {
  command,
  edge,
  guarded,
  intent,
  newCommand,
  set,
  state,
  together,
  without,
  withoutEdge,
  withoutState,
  type Edit,
} from "./workflow-edits.ts";

const CONVERGENCE: GuardSpec = { type: "group_convergence", target: "Ready for Plan", policy: "enforce" };
const FLAG: readonly [string, string] = ["Ready for Plan", "Plan in Progress"];
const GUARDED = '"Ready for Plan" → "Plan in Progress"';
const WAITS = 'group_convergence on "Ready for Plan"';
const ORDER = TICKETS.pipeline ?? [];

/** Each with the words that a person reads before they adopt it. */
export const LOOSENED: readonly (readonly [name: string, edit: Edit, ...words: string[]])[] = [
  [
    "steps off the graph are only recorded",
    set({ mode: "observe" }),
    "mode: enforce → observe: a step off the graph is only recorded",
  ],
  ["a guard is gone", guarded(...FLAG, []), `guard gone: ${GUARDED} no longer asks for ${WAITS}`],
  [
    "a guard is off",
    guarded(...FLAG, [{ ...CONVERGENCE, policy: "off" }]),
    `guard gone: ${GUARDED} no longer asks for ${WAITS}`,
  ],
  [
    "a guard only warns",
    guarded(...FLAG, [{ ...CONVERGENCE, policy: "warn" }]),
    `guard softer: ${GUARDED} ${WAITS}: enforce → warn`,
  ],
  [
    "a guard waits for less",
    guarded(...FLAG, [{ ...CONVERGENCE, target: "Backlog" }]),
    `guard gone: ${GUARDED} no longer asks for ${WAITS}`,
  ],
  [
    "a guard became another one",
    guarded(...FLAG, [{ type: "no_open_blockers" }]),
    `guard gone: ${GUARDED} no longer asks for ${WAITS}`,
  ],
  [
    "a gate only advises",
    set({ humanGates: { "Human Needed": "advise" } }),
    'gate softer: agents may move tickets out of "Human Needed" (enforce → advise)',
  ],
  [
    "a gate is left out",
    set({ humanGates: {} }),
    'gate softer: agents may move tickets out of "Human Needed" (enforce → advise)',
  ],
  [
    "a state waits for nobody",
    state("In Review", { human: false }),
    'gate gone: "In Review" no longer waits for a person',
  ],
  [
    "commands act anywhere",
    set({ inputs: "warn" }),
    "inputs: enforce → warn: a command may act in a state that it does not expect",
  ],
  [
    "plans are reviewed by agents",
    set({ planReview: "agent" }),
    "planReview: human → agent: plans don't wait for people",
  ],
  ["children follow however they came", set({ propagation: "any" }), "propagation: linked-before → any"],
  [
    "a lock state is none",
    state("Plan in Progress", { lock: false }),
    'lock gone: "Plan in Progress" is no longer a lock state',
  ],
  [
    "a command locks nothing",
    command("plan", ({ lock: _, ...spec }) => spec),
    'lock gone: ralph_plan no longer locks "Plan in Progress"',
  ],
  [
    "a command locks another state",
    command("impl", (spec) => ({ ...spec, lock: "In Review" })),
    'lock gone: ralph_impl no longer locks "In Progress"',
  ],
  [
    "an end is none",
    together(state("Done", { terminal: false }), edge("Done", "Backlog")),
    '"Done" is no longer terminal',
  ],
  [
    "a command produces more",
    command("research", (spec) => ({ ...spec, outputs: [...spec.outputs, "In Review"] })),
    'ralph_research may also move tickets to "In Review"',
  ],
  [
    "a command expects more",
    command("plan", (spec) => ({ ...spec, inputs: [...spec.inputs, "Backlog"] })),
    'ralph_plan may also act in "Backlog"',
  ],
  [
    "a command may relink",
    command("plan", (spec) => ({ ...spec, relink: true })),
    "ralph_plan may also remove links and change parents",
  ],
  [
    "an intent leads a command further",
    intent("close", { commands: { plan: "In Review" } }),
    'ralph_plan may also move tickets to "In Review"',
  ],
  [
    "an intent is free of what is expected",
    intent("complete", { expected: false }),
    "intent complete is no longer bound to the states that its command expects",
  ],
  [
    "a new intent leads anywhere",
    (workflow) => ({
      ...workflow,
      intents: { ...workflow.intents, skip: { description: "skip", commands: { plan: "Plan in Review" } } },
    }),
    'ralph_plan may move tickets to "Plan in Review" from states that it does not expect',
  ],
  ["no intent takes a claim", intent("lock", { acquires: false }), "no intent takes a claim any more"],
  [
    "a lease is shorter",
    set({ lease: { seconds: 1200, states: { "In Progress": 60 }, graceSeconds: 120 } }),
    'lease shorter: "In Progress" 3600 s → 60 s',
  ],
  [
    "the grace is shorter",
    set({ lease: { seconds: 1200, states: { "In Progress": 3600 }, graceSeconds: 1 } }),
    "lease shorter: grace 120 s → 1 s",
  ],
  [
    "a state left the order",
    set({ pipeline: ORDER.filter((name) => name !== "In Review") }),
    '"In Review" no longer stands in the pipeline order',
  ],
  [
    "a state came into the order",
    set({ pipeline: [...ORDER, "Human Needed"] }),
    '"Human Needed" stands in the pipeline order now, and counts as reached after what is before it',
  ],
  ["the order is another one", set({ pipeline: ORDER.toReversed() }), "the pipeline order is another one"],
  [
    "an edge leads into a guarded state",
    edge("Backlog", "Plan in Progress"),
    `new edge "Backlog" → "Plan in Progress", around the guard ${WAITS}`,
  ],
  [
    "an edge leads around a guard",
    edge("Ready for Plan", "Plan in Review"),
    `new edge "Ready for Plan" → "Plan in Review", around the guard ${WAITS}`,
  ],
  [
    "an edge leads around a guard and a gate",
    edge("Ready for Plan", "In Progress"),
    `new edge "Ready for Plan" → "In Progress", around the guard ${WAITS} and the gate "Plan in Review"`,
  ],
  [
    "an edge leads around a gate",
    edge("Plan in Progress", "In Progress"),
    'new edge "Plan in Progress" → "In Progress", around the gate "Plan in Review"',
  ],
  [
    "an edge leads back without a person",
    edge("In Progress", "Backlog"),
    'new edge "In Progress" → "Backlog", around the gate "Human Needed"',
  ],
  [
    "a new state leads around a guard",
    together(state("Fast", {}), edge("Ready for Plan", "Fast"), edge("Fast", "Plan in Progress")),
    `new way "Ready for Plan" → "Fast" → "Plan in Progress", around the guard ${WAITS}`,
  ],
  [
    "tickets begin past a guard",
    set({ start: "Plan in Progress" }),
    `tickets begin in "Plan in Progress", around the guard ${WAITS}`,
  ],
  [
    "tickets begin in a new state that leads past a guard",
    together(state("Inbox", {}), edge("Inbox", "Plan in Progress"), set({ start: "Inbox" })),
    `tickets begin in "Inbox", around the guard ${WAITS}`,
  ],
  [
    "a gate's state is gone",
    withoutState("Plan in Review"),
    'gate gone: there is no state "Plan in Review" for people to decide in',
  ],
  [
    "a gate's state is gone, and an edge takes its place",
    together(withoutState("Plan in Review"), edge("Plan in Progress", "In Progress")),
    'gate gone: there is no state "Plan in Review" for people to decide in',
    'new edge "Plan in Progress" → "In Progress", around the gate "Plan in Review"',
  ],
  [
    "a new command may relink",
    newCommand("tidy", { inputs: [], outputs: [], relink: true }),
    "new command ralph_tidy may remove links and change parents",
  ],
  [
    "a new command enters a lock state without a claim",
    newCommand("sneak", { inputs: ["Ready for Plan"], outputs: ["Plan in Progress"] }),
    'new command ralph_sneak may enter "Plan in Progress" without a claim',
  ],
  [
    "a phase waits for no group",
    set({
      position: {
        rest: "TERMINAL",
        phases: (TICKETS.position?.phases ?? []).map(({ convergeOn: _, ...phase }) => phase),
      },
    }),
    "phase RESEARCH no longer waits for its whole group",
    "phase PLAN no longer waits for its whole group",
  ],
  [
    "a phase has no gate",
    set({
      position: { rest: "TERMINAL", phases: (TICKETS.position?.phases ?? []).map(({ gate: _, ...phase }) => phase) },
    }),
    'phase REVIEW no longer stops at "Plan in Review"',
  ],
];

/** What takes ways away, or adds rules. */
export const TIGHTENED: readonly (readonly [name: string, edit: Edit])[] = [
  ["an edge is gone", withoutEdge("Backlog", "Done")],
  ["a guarded edge is gone", withoutEdge(...FLAG)],
  ["a guard comes", guarded("Plan in Review", "In Progress", [{ type: "no_open_blockers" }])],
  ["a guard is added to another", guarded(...FLAG, [CONVERGENCE, { type: "no_open_blockers" }])],
  ["a guard waits for more", guarded(...FLAG, [{ ...CONVERGENCE, target: "Plan in Progress" }])],
  ["a gate is enforced", set({ humanGates: { ...TICKETS.humanGates, "Plan in Review": "enforce" } })],
  ["a state waits for a person", state("In Progress", { human: true })],
  ["a state is a lock state", state("In Progress", { lock: true })],
  ["a command is gone", (workflow) => ({ ...workflow, commands: without(workflow.commands ?? {}, "hero") })],
  ["a command produces less", command("triage", (spec) => ({ ...spec, outputs: spec.outputs.slice(0, 1) }))],
  ["a command expects less", command("hero", (spec) => ({ ...spec, inputs: spec.inputs.slice(0, 1) }))],
  ["a command may not relink", command("triage", ({ relink: _, ...spec }) => spec)],
  ["an intent is bound to what is expected", intent("reject", { expected: true })],
  ["an intent is gone", (workflow) => ({ ...workflow, intents: without(workflow.intents ?? {}, "cancel") })],
  ["nothing is propagated", set({ propagation: "off" })],
  ["leases are longer", set({ lease: { seconds: 7200, graceSeconds: 600 } })],
  ["a state must be left with its facts", state("Ready for Plan", { needs: ["item-tasks"] })],
  ["an edge leads on past the same guard", edge("Backlog", "Plan in Progress", { guards: [CONVERGENCE] })],
  ["a new state stands between, with the guard behind it", betweenGuard()],
  ["a gate has another name, and is as strict", renamedGate()],
  [
    "a new state with edges of its own",
    together(state("Parked", {}), edge("Backlog", "Parked"), edge("Parked", "Backlog")),
  ],
  [
    "a new command does what others may",
    newCommand("scout", { inputs: ["Research Needed"], outputs: ["Ready for Plan"] }),
  ],
  [
    "words for people",
    together(set({ title: "Ours", description: "Ours." }), state("Backlog", { description: "New." })),
  ],
];

function betweenGuard(): Edit {
  return together(
    state("Queued", {}),
    edge("Backlog", "Queued"),
    edge("Queued", "Plan in Progress", { guards: [CONVERGENCE] }),
  );
}

function renamedGate(): Edit {
  return together(
    state("Checked", { human: true }),
    set({ humanGates: { ...TICKETS.humanGates, Checked: "enforce" } }),
    edge("Plan in Progress", "Checked"),
    edge("Checked", "In Progress"),
  );
}
