// A gate must not hold a ticket for ever: out of every state of a workflow in which the linter finds no error, an agent that can
// show nothing at all has a way.

import fc from "fast-check";
import { expect, it } from "vitest";
import type { EvidenceFacts } from "../evidence/snapshot.ts";
import type { Actor } from "../facts.ts";
import { checkHandoff, type HandoffSnapshot } from "../tickets/check-handoff.ts";
import { requestByIntent, requestByState, type CommandRequest } from "../tickets/read-request.ts";
import { compile, type Command, type Machine } from "../workflow/compile.ts";
import type { EdgeSpec, EvidenceGuard, Workflow } from "../workflow/format.ts";
import { lint } from "./lint.ts";

const NAMES = ["Build", "Review", "Check", "Stuck", "Done"] as const;

const guard: fc.Arbitrary<EvidenceGuard> = fc.oneof(
  fc.constant<EvidenceGuard>({ type: "facts", facts: ["work", "tests"], atLeast: "witnessed", unless: "codeless" }),
  fc.constant<EvidenceGuard>({ type: "rounds", max: 1 }),
  fc.constant<EvidenceGuard>({ type: "other_hands", than: ["Build"] }),
  fc.constant<EvidenceGuard>({ type: "other_hands", by: "person" }),
  fc.constant<EvidenceGuard>({ type: "room", max: 1 }),
  fc.constant<EvidenceGuard>({ type: "untouched", paths: ["**"], policy: "warn" }),
  fc.constant<EvidenceGuard>({ type: "untouched", paths: ["**"] }),
);

/** What may stand on an edge: nothing, now and then. */
const asks = fc
  .record({
    takes: fc.boolean(),
    guards: fc.oneof(fc.constant<EvidenceGuard[]>([]), fc.array(guard, { maxLength: 2 })),
  })
  .map(({ takes, guards }) => ({ guards, ...(takes ? { takes: "commit" as const } : {}) }));

const CHAIN = [
  ["Build", "Review"],
  ["Review", "Check"],
  ["Check", "Done"],
  ["Review", "Build"],
] as const;
const BESIDE = [
  ["Build", "Stuck"],
  ["Review", "Stuck"],
  ["Check", "Stuck"],
  ["Check", "Build"],
  ["Stuck", "Build"],
  ["Build", "Done"],
] as const;

const workflow: fc.Arbitrary<Workflow> = fc
  .record({
    on: fc.array(asks, { minLength: 10, maxLength: 10 }),
    beside: fc.subarray([...BESIDE], { minLength: 3 }),
    bare: fc.boolean(),
    inputs: fc.subarray(["Build", "Review", "Check"], { minLength: 2 }),
    escalates: fc.boolean(),
    expected: fc.boolean(),
    gate: fc.constantFrom("advise" as const, "enforce" as const),
  })
  .map(({ on, beside, bare, inputs, escalates, expected, gate }) => {
    const edges = [...CHAIN, ...beside].map(([from, to], index): EdgeSpec => {
      const free = bare && index >= CHAIN.length;
      return { from, to, ...(free ? {} : on[index]) };
    });
    return {
      name: "w",
      version: 1,
      title: "W",
      mode: "enforce" as const,
      start: "Build",
      states: { Build: {}, Review: {}, Check: {}, Stuck: { human: true }, Done: { terminal: true } },
      edges,
      pipeline: ["Build", "Review", "Check", "Done"],
      commands: {
        work: { inputs, outputs: escalates ? ["Review", "Check", "Done"] : ["Review", "Check", "Done", "Stuck"] },
      },
      intents: escalates ? { escalate: { description: "a person", all: "Stuck", expected } } : {},
      humanGates: { Stuck: gate },
      checks: { tests: { setup: "npm ci", run: "npm test" } },
    };
  });

const ANN: Actor = { kind: "agent", identity: { connection: "ann", agent: null } };
const STEP = { hand: { person: null, identity: { connection: "ann", agent: null } }, moved: true, held: true };

/** The worst case: nothing is known, everything is full, and the agent has done all of it itself, often. */
const WORST: EvidenceFacts = {
  head: null,
  facts: [],
  checks: new Map(),
  room: new Map(NAMES.map((state) => [state, 1000])),
  steps: NAMES.flatMap((from) => NAMES.flatMap((to) => [1, 2, 3].map(() => ({ ...STEP, from, to })))),
  nameless: true,
};

it("every state of a workflow without errors that asks for evidence has a way out for an agent", () => {
  let looked = 0;
  fc.assert(
    fc.property(workflow, (one) => {
      if (lint(one).some(({ severity }) => severity === "error")) return;
      const machine = compile(one);
      for (const state of machine.states.values()) {
        const isGated = state.edges.some(
          ({ takes, guards = [] }) => takes !== undefined || guards.some(({ policy }) => policy !== "warn"),
        );
        // Where only people lead a ticket out, they are the way.
        if (!isGated || state.gate === "enforce") continue;
        looked += 1;
        const ways = [...machine.commands.values()].flatMap((command) => waysOf(machine, command));
        const out = ways.filter((ask) => isOpen(machine, state.name, ask));
        expect(
          out.map(({ target }) => target),
          `${state.name} of ${JSON.stringify(one)}`,
        ).not.toEqual([]);
      }
    }),
    { numRuns: 20_000 },
  );
  expect(looked).toBeGreaterThan(100);
});

function waysOf(machine: Machine, command: Command): readonly CommandRequest[] {
  const intents = [...command.targets].flatMap(([intent, target]) => {
    const known = machine.intents.get(intent);
    return known && target !== null ? [requestByIntent(command, known, target)] : [];
  });
  return [...intents, ...[...machine.states.keys()].map((state) => requestByState(machine, command, state))];
}

function isOpen(machine: Machine, state: string, ask: CommandRequest): boolean {
  const ticket = {
    key: "7",
    onBoard: true,
    state,
    claim: null,
    fence: 0,
    formerHolder: null,
    reservedUntil: null,
    token: "none",
  } as const;
  const snapshot: HandoffSnapshot = { now: 0, ticket, evidence: WORST };
  const checked = checkHandoff(machine, snapshot, ask, ANN);
  return checked.ok && checked.kind === "move" && machine.states.get(checked.to)?.terminal === false;
}
