import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { compile } from "../workflow/compile.ts";
import type { HandoffRequest } from "../tickets/read-request.ts";
import { decide } from "../tickets/handoff.ts";
import { lint, type Finding } from "./lint.ts";
import { nextState } from "../runs/routers.ts";
import type { Condition, EdgeSpec, StateSpec, Workflow } from "../workflow/format.ts";

describe("on any workflow", () => {
  it("never throws, says the same twice, and points at places that exist", () => {
    fc.assert(
      fc.property(anyWorkflow({ declared: false }), (workflow) => {
        const findings = lint(workflow);
        expect(lint(structuredClone(workflow))).toEqual(findings);
        for (const { pointer } of findings) expect(resolve(workflow, pointer), pointer).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });

  it("calls an intent refused, or refused where it is expected, exactly when the engine refuses it there", () => {
    let judged = 0;
    fc.assert(
      fc.property(anyWorkflow({ declared: true }), (workflow) => {
        const findings = lint(workflow);
        const machine = compile(workflow);
        for (const command of machine.commands.values()) {
          const accepted = acceptedBy(workflow, command.name);
          const idle = findings.some((each) => each.code === "command_never_acts" && namesCommand(each, command.name));
          const acts = accepted.some(({ home, changed }) => home || changed);
          expect(idle, `${command.name} never acts`).toBe(!acts);
          if (idle) continue;
          for (const [intent, target] of command.targets) {
            if (target === null) continue;
            const uses = accepted.filter((use) => use.intent === intent);
            const told = findings.filter(({ reason }) => reason.startsWith(`${command.shown}'s ${intent} leads`));
            const home = uses.some((use) => use.home);
            const elsewhere = uses.some((use) => use.changed);
            const expected = home ? [] : [elsewhere ? "intent_not_from_inputs" : "intent_always_refused"];
            expect(
              told.map(({ code }) => code),
              `${command.name} ${intent}`,
            ).toEqual(expected);
            judged += 1;
          }
        }
      }),
      { numRuns: 300 },
    );
    expect(judged).toBeGreaterThan(300);
  });
});

describe("on any workflow of skills", () => {
  it("finds the router at which a run sticks, whatever its items and batches", () => {
    let stuck = 0;
    const items = fc.array(fc.constantFrom("code", "task"), { maxLength: 3 });
    fc.assert(
      fc.property(anyRouted(), items, fc.infiniteStream(fc.boolean()), (workflow, types, batches) => {
        const at = runUntilStuck(workflow, types, batches);
        if (at === null) return;
        stuck += 1;
        const told = lint(workflow).filter(({ code }) => code === "router_not_exhaustive");
        expect(told.map(({ pointer }) => pointer)).toContain(`/states/${at}`);
      }),
      { numRuns: 1000 },
    );
    expect(stuck).toBeGreaterThan(50);
  });
});

const SMALL = { name: "small", version: 1, title: "Small", mode: "enforce", start: "a" } as const;

/** What the engine accepts of a command: by intent, or by name (intent null). */
function acceptedBy(workflow: Workflow, command: string): { intent: string | null; home: boolean; changed: boolean }[] {
  const machine = compile(workflow);
  const spec = machine.commands.get(command);
  const wants: Pick<HandoffRequest, "intent" | "toState">[] = [
    ...[...machine.intents.keys()].map((intent) => ({ intent })),
    ...[...machine.states.keys()].map((toState) => ({ toState })),
  ];
  return [...machine.states.keys()].flatMap((state) =>
    wants.flatMap((want) => {
      const ticket = {
        key: "1",
        onBoard: true,
        state,
        claim: null,
        fence: 0,
        formerHolder: null,
        reservedUntil: null,
        token: "none" as const,
      };
      const actor = { kind: "agent" as const, identity: { connection: "c", agent: null } };
      const decision = decide(machine, { now: 0, ticket }, { key: "1", command, reason: "because", actor, ...want });
      if (decision.kind === "refusal") return [];
      const home = spec?.inputs.has(state) === true || spec?.lock === state;
      return { intent: want.intent ?? null, home, changed: decision.changed };
    }),
  );
}

function namesCommand(finding: Finding, command: string): boolean {
  return finding.pointer === `/commands/${command}`;
}

function resolve(root: unknown, pointer: string): unknown {
  let value = root;
  for (const part of pointer.split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.getOwnPropertyDescriptor(value, key)?.value;
  }
  return value;
}

/** The state that has edges of which none holds, or null: at the end, or after enough steps. */
function runUntilStuck(workflow: Workflow, types: readonly string[], batches: Iterator<boolean>): string | null {
  const machine = compile(workflow);
  const pending = [...types];
  let current: string | null = null;
  let at = machine.states.get(workflow.start);
  for (let step = 0; step < 50 && at && at.edges.length > 0; step += 1) {
    if (at.work === "next-item") current = pending[0] ?? null;
    const next = nextState(machine, at.name, {
      currentItemType: current,
      itemsRemaining: pending.length,
      batchesRemaining: Number(batches.next().value),
    });
    if (next === null) return at.name;
    if (at.work === "document" && current !== null) {
      pending.shift();
      current = null;
    }
    at = machine.states.get(next);
  }
  return null;
}

function anyRouted(): fc.Arbitrary<Workflow> {
  const names = ["begin", "pick", "write", "build", "end"];
  const condition: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({ type: fc.constant("item_type" as const), value: fc.constantFrom("code", "task") }),
    fc.record({ type: fc.constantFrom("items_remaining", "no_items_remaining") }),
    fc.record({ type: fc.constantFrom("batches_remaining", "no_batches_remaining") }),
  );
  const edge: fc.Arbitrary<EdgeSpec> = fc.record(
    { from: fc.constantFrom("pick", "write", "build"), to: fc.constantFrom(...names), when: condition },
    { requiredKeys: ["from", "to"] },
  );
  return fc.array(edge, { maxLength: 12 }).map((edges) => ({
    ...SMALL,
    start: "begin",
    itemTypes: ["code", "task"],
    states: {
      begin: { skill: "begin" },
      pick: { work: "next-item" },
      write: { skill: "write", work: "document" },
      build: { skill: "build", work: "batch" },
      end: { terminal: true },
    },
    edges: [{ from: "begin", to: "pick" }, ...edges],
  }));
}

/** `declared`: every name refers to something, nothing leaves a terminal state, and there are no runs. */
function anyWorkflow({ declared }: { declared: boolean }): fc.Arbitrary<Workflow> {
  const names = ["a", "b", "constructor", "d/e", "~"];
  const name = fc.constantFrom(...names, ...(declared ? [] : ["toString", "nowhere"]));
  const commandName = fc.constantFrom("work", "hasOwnProperty", ...(declared ? [] : ["idle"]));
  const flag = fc.boolean();
  const flags = { lock: flag, terminal: flag, human: flag };
  const work = { skill: fc.constantFrom("write", "read"), work: fc.constantFrom("next-item", "document", "batch") };
  const state: fc.Arbitrary<StateSpec> = declared
    ? fc.record(flags, { requiredKeys: [] })
    : fc.record({ ...flags, ...work }, { requiredKeys: [] });
  const condition: fc.Arbitrary<Condition> = fc.oneof(
    fc.record({ type: fc.constant("item_type" as const), value: fc.constantFrom("code", "task", "bug") }),
    fc.record({ type: fc.constantFrom("items_remaining", "no_items_remaining", "always") }),
    fc.record({ type: fc.constantFrom("batches_remaining", "no_batches_remaining") }),
  );
  const edge: fc.Arbitrary<EdgeSpec> = declared
    ? fc.record({ from: name, to: name })
    : fc.record({ from: name, to: name, when: condition }, { requiredKeys: ["from", "to"] });
  const some = fc.uniqueArray(name, { maxLength: 3 });
  const command = fc.record({ inputs: some, outputs: some, lock: name }, { requiredKeys: ["inputs", "outputs"] });
  const intent = fc.record(
    {
      description: fc.constant("do it"),
      expected: flag,
      all: name,
      commands: fc.dictionary(commandName, fc.option(name), { noNullPrototype: true }),
    },
    { requiredKeys: ["description"] },
  );
  return fc
    .record(
      {
        name: fc.constant("any"),
        version: fc.constant(1),
        title: fc.constant("Any"),
        mode: fc.constant("enforce" as const),
        start: name,
        states: fc
          .tuple(...names.map(() => state))
          .map((specs) => Object.fromEntries(names.map((each, i) => [each, specs[i] ?? {}]))),
        edges: fc.array(edge, { maxLength: 12 }),
        pipeline: fc.array(name, { maxLength: 5 }),
        commands: fc.record({ work: command, hasOwnProperty: command }),
        intents: fc.record({ go: intent, toString: intent }),
        inputs: fc.constantFrom("enforce" as const, "warn" as const),
        humanGates: fc.dictionary(name, fc.constantFrom("advise" as const, "enforce" as const), {
          noNullPrototype: true,
        }),
        itemTypes: fc.subarray(["code", "task"]),
        outcomes: fc.dictionary(fc.constantFrom("success", "failure"), name, { noNullPrototype: true }),
      },
      { requiredKeys: ["name", "version", "title", "mode", "start", "states", "edges", "commands", "intents"] },
    )
    .map((workflow) => ({
      ...workflow,
      edges: declared
        ? workflow.edges.filter((each) => !new Map(Object.entries(workflow.states)).get(each.from)?.terminal)
        : workflow.edges,
    }));
}
