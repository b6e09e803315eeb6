import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agent, ask, snapshotOf, ticketIn } from "../../../test/support/engine/situation.ts";
import { LOOSENED, TIGHTENED } from "../../../test/support/engine/loosened.ts";
import { newCommand, state, set, together, without } from "../../../test/support/engine/workflow-edits.ts";
import sessionJson from "../../../workflows/session.json" with { type: "json" };
import skillJson from "../../../workflows/skill.json" with { type: "json" };
import ticketJson from "../../../workflows/ticket.json" with { type: "json" };
import { checkHandoff } from "../tickets/check-handoff.ts";
import { readRequest } from "../tickets/read-request.ts";
import { compile } from "../workflow/compile.ts";
import type { Workflow } from "../workflow/format.ts";
import { loosens } from "./loosens.ts";

const TICKETS = ticketJson as Workflow;
const SESSIONS = sessionJson as Workflow;
const SKILLS = skillJson as Workflow;

describe("loosening", () => {
  it.each(LOOSENED.map(([name, edit, ...words]) => ({ name, edit, words })))(
    "is found where $name",
    ({ edit, words }) => {
      expect(loosens(TICKETS, edit(TICKETS))).toEqual(words);
    },
  );

  it("is found where a new command takes an edge that only people could", () => {
    const close = { description: "close", all: "Canceled" };
    const before = together(
      (workflow) => ({ ...workflow, intents: { ...workflow.intents, close } }),
      set({ commands: without(TICKETS.commands ?? {}, "triage") }),
    )(TICKETS);
    const after = newCommand("ship", { inputs: ["In Review"], outputs: ["Done"] })(before);
    expect(loosens(before, after)).toEqual([
      'new command ralph_ship may take "In Review" → "Done", which only people could',
    ]);
  });

  it("is found in the workflows of sessions and of skills", () => {
    const strict: Workflow = {
      ...SESSIONS,
      mode: "enforce",
      silence: { staleSeconds: 900, timeoutSeconds: 3600, graceSeconds: 120 },
    };
    expect(loosens(strict, { ...SESSIONS, silence: { staleSeconds: 1000, graceSeconds: 120 } })).toEqual([
      "mode: enforce → observe: a step off the graph is only recorded",
      "silence staleSeconds: 900 s → 1000 s",
      "silence timeoutSeconds: 3600 s → no limit",
    ]);
    expect(loosens(SESSIONS, strict)).toEqual([]);
    const careless = together(
      state("rough-draft-handoff", { needs: [] }),
      state("execute-batch", { work: "document" }),
    );
    expect(loosens(SKILLS, careless(SKILLS))).toEqual([
      '"rough-draft-handoff" no longer needs item-tasks',
      '"execute-batch" no longer does batch',
    ]);
  });

  it.each(TIGHTENED)("is not found where %s", (_, edit) => {
    expect(loosens(TICKETS, edit(TICKETS))).toEqual([]);
  });

  it.each([TICKETS, SESSIONS, SKILLS])("is not found in the same workflow: $name", (workflow) => {
    expect(loosens(workflow, structuredClone(workflow))).toEqual([]);
  });

  it("is not found however much is tightened, nor in any workflow compared with itself", () => {
    fc.assert(
      fc.property(fc.subarray([...TIGHTENED]), (chosen) => {
        const tight = together(...chosen.map(([, edit]) => edit))(TICKETS);
        expect(loosens(TICKETS, tight)).toEqual([]);
        expect(loosens(tight, tight)).toEqual([]);
      }),
    );
  });

  it("is found whatever else is tightened", () => {
    fc.assert(
      fc.property(fc.constantFrom(...LOOSENED), fc.subarray(TIGHTENED.slice(-3)), (loosened, chosen) => {
        const [, edit, ...words] = loosened;
        const after = together(edit, ...chosen.map(([, tighten]) => tighten))(TICKETS);
        expect(loosens(TICKETS, after)).toEqual(expect.arrayContaining(words));
      }),
    );
  });

  it("is found wherever an agent may do what it could not, along edges that were there", () => {
    const edits = [...LOOSENED, ...TIGHTENED].map(([, edit]) => edit);
    const old = new Set(TICKETS.edges.map(({ from, to }) => `${from} > ${to}`));
    let gained = 0;
    fc.assert(
      fc.property(fc.subarray(edits, { maxLength: 3 }), (chosen) => {
        const after = together(...chosen)(TICKETS);
        const more = [...movesBy(after)].filter((move) => !MOVES.has(move) && old.has(move.split(": ")[1] ?? ""));
        if (more.length === 0) return;
        gained++;
        expect(loosens(TICKETS, after), more.join(", ")).not.toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(gained).toBeGreaterThan(20);
  });
});

const MOVES = movesBy(TICKETS);

/** Every move that a command can make, by any request, while nobody knows whether a guard holds. */
function movesBy(workflow: Workflow): ReadonlySet<string> {
  const machine = compile(workflow);
  const wishes = [
    ...[...machine.states.keys()].map((toState) => ({ toState })),
    ...[...machine.intents.keys()].map((intent) => ({ intent })),
  ];
  const moves = new Set<string>();
  for (const from of machine.states.keys()) {
    const { group: _, openBlockers: __, ...snapshot } = snapshotOf(ticketIn(from));
    for (const command of Object.keys(TICKETS.commands ?? {})) {
      for (const wish of wishes) {
        const asked = readRequest(machine, ask({ command, ...wish }));
        const verdict = "code" in asked ? null : checkHandoff(machine, snapshot, asked, agent());
        if (verdict?.ok && verdict.kind === "move") moves.add(`${command}: ${from} > ${verdict.to}`);
      }
    }
  }
  return moves;
}
