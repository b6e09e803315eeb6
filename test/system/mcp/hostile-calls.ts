// Makes calls of every tool with every mix of arguments: fitting, wrong and hostile ones.

import fc from "fast-check";

export interface MadeCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Which of the tokens that were given out so far goes along as claim, where the call takes one. */
  readonly token: number | null;
  /** Which of the sessions that were opened so far the call names, where it takes one. */
  readonly session: number | null;
  /** Passes before the call, where the clock can be set. */
  readonly waitMs: number;
}

const STATES = [
  "Backlog",
  "Research Needed",
  "Research in Progress",
  "Ready for Plan",
  "Plan in Progress",
  "Plan in Review",
  "In Progress",
  "In Review",
  "Human Needed",
  "Done",
  "Canceled",
];
const COMMANDS = ["triage", "split", "research", "plan", "review", "impl", "hero", "ralph_plan", "ralph_impl"];
const INTENTS = ["lock", "complete", "escalate", "close", "cancel", "reject", "__LOCK__", "__COMPLETE__"];

const SESSION_STATES = ["idle", "analyzing", "implementing", "testing", "committing", "reviewing", "done", "failed"];
const OUTCOMES = ["success", "failure", "timeout"];
const RUN_STATES = ["collab-start", "gather-goals", "work-item-router", "execute-batch", "done"];
const SKILLS = ["collab-start", "collab-clear", "executing-plans", "brainstorming-exploring"];
const TASKS = ["a", "b", "c", "d"];

/** Stands for the skill that the run's last answer named. */
export const NEXT_SKILL = "the next one";

const HOSTILE: readonly unknown[] = [
  "",
  " ",
  "\0",
  "\ud800",
  "__proto__",
  "constructor",
  "human",
  "Done'; UPDATE ticket SET state = 'Done'; --",
  "done",
  "DONE",
  " Done",
  "__LOCK__",
  "__OVERRIDE__",
  "x".repeat(5000),
  null,
  true,
  -1,
  0,
  1.5,
  1e300,
  [],
  ["Done"],
  {},
  { toString: "Done" },
];

/** Words that some other server has, or that somebody would try. */
const STRANGE_NAMES = [
  "state",
  "status",
  "override",
  "force",
  "human",
  "actor",
  "person",
  "via",
  "proof",
  "version",
  "closed",
  "kind",
  "__proto__",
  "toState",
];

const numbers = fc.integer({ min: 1, max: 12 });

function word(words: readonly string[]): fc.Arbitrary<unknown> {
  return fc.constantFrom(...words);
}

const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  number: numbers,
  command: word(COMMANDS),
  intent: word(INTENTS),
  to_state: word(STATES),
  from_state: word(STATES),
  workflowState: word(STATES),
  targetState: word(STATES),
  state: word(STATES),
  reason: word(["because", "next", "a reason\n**Command**: human"]),
  body: word(["a word", "more words"]),
  title: word(["A ticket", "Another"]),
  text: word(["ticket", "%"]),
  label: word(["a"]),
  cursor: word(["3:", "0:"]),
  claim: fc.constant("1.made-up"),
  agent: word(["ann", "bob", "human", ""]),
  request_id: word(["r1", "r2", "r3"]),
  dry_run: fc.boolean(),
  open: fc.boolean(),
  limit: fc.integer({ min: 1, max: 100 }),
  priority: word(["P0", "P3"]),
  estimate: word(["XS", "S", "M"]),
  maxEstimate: word(["XS", "XL"]),
  labels: fc.constant(["a", "b"]),
  parent: numbers,
  blockedBy: fc.array(numbers, { maxLength: 2 }),
  addBlockedBy: fc.array(numbers, { maxLength: 2 }),
  removeBlockedBy: fc.array(numbers, { maxLength: 2 }),
  owner: word(["acme"]),
  repo: word(["app"]),
  "claim@flag": fc.boolean(),
  ticket: numbers,
  ticketId: numbers.map(String),
  sessionId: fc.constant("00000000-0000-0000-0000-000000000000"),
  "state@session": word(SESSION_STATES),
  outcome: word(OUTCOMES),
  error: word(["It broke."]),
  metadata: fc.constantFrom<unknown>(
    {},
    { files: ["a.ts"], testResults: { passed: 3, failed: 1 } },
    { state: "Done", ticket: 1, claim: "1.made-up", constructor: "x", deep: [[[{}]]] },
    JSON.parse('{"__proto__": {"state": "Done"}}'),
    { text: "x".repeat(20_000) },
    { text: "\0" },
  ),
  project: word(["shop", "web", "a/b", "%"]),
  session: word(["mon", "tue"]),
  skill: word(SKILLS),
  "skill@next": fc.constant(NEXT_SKILL),
  "state@run": word(RUN_STATES),
  task: word(TASKS),
  status: word(["pending", "in_progress", "completed", "failed", "dropped"]),
  items: fc.array(
    fc.record({
      number: fc.integer({ min: 0, max: 3 }),
      type: fc.constantFrom("code", "task", "bugfix", "state"),
      ticket: fc.option(numbers),
    }),
    { maxLength: 2 },
  ),
  tasks: fc.array(
    fc.record({
      id: fc.constantFrom(...TASKS),
      dependsOn: fc.subarray(TASKS, { maxLength: 1 }),
      status: fc.constant("Done"),
    }),
    { maxLength: 3 },
  ),
  graph: word([
    "tasks:\n  - id: a\n  - id: b\n    depends-on: [a]",
    "tasks: {",
    "a: &a [*a]",
    "tasks:\n  - state: Done",
    '{"tasks": [{"id": "__proto__"}]}',
  ]),
};

/** A value's name is the argument's, and which of several kinds of it is meant. */
function argumentOf(name: string): string {
  return name.split("@")[0] ?? name;
}

interface Shape {
  readonly tool: string;
  readonly weight: number;
  readonly needs: readonly string[];
  /** In how many of a hundred calls each of these stands. */
  readonly may: Readonly<Record<string, number>>;
}

const CHANGES = { agent: 40, request_id: 6, owner: 5, repo: 5 };

const SIGNED = { agent: 40, request_id: 6 };

const SHAPES: readonly Shape[] = [
  {
    tool: "handoff_ticket",
    weight: 24,
    needs: ["number", "command", "reason"],
    may: { intent: 55, to_state: 45, claim: 25, from_state: 5, dry_run: 10, ...CHANGES },
  },
  {
    tool: "pick_actionable_issue",
    weight: 5,
    needs: ["workflowState"],
    may: { "claim@flag": 80, command: 80, reason: 90, maxEstimate: 30, ...CHANGES },
  },
  { tool: "advance_children", weight: 5, needs: ["number", "targetState"], may: CHANGES },
  {
    tool: "update_ticket",
    weight: 4,
    needs: ["number"],
    may: {
      ...CHANGES,
      title: 20,
      body: 10,
      priority: 10,
      estimate: 20,
      labels: 10,
      parent: 40,
      addBlockedBy: 20,
      removeBlockedBy: 30,
      command: 50,
    },
  },
  { tool: "release_claim", weight: 2, needs: ["number", "reason"], may: { claim: 40, ...CHANGES } },
  {
    tool: "create_ticket",
    weight: 2,
    needs: ["title"],
    may: { ...CHANGES, body: 10, priority: 30, estimate: 30, labels: 10, parent: 40, blockedBy: 20 },
  },
  { tool: "add_comment", weight: 1, needs: ["number", "body"], may: CHANGES },
  { tool: "get_ticket", weight: 1, needs: ["number"], may: { owner: 5 } },
  {
    tool: "list_tickets",
    weight: 1,
    needs: [],
    may: { state: 40, parent: 20, priority: 20, label: 10, text: 20, open: 30, limit: 30, cursor: 20 },
  },
  { tool: "detect_pipeline_position", weight: 1, needs: ["number"], may: { repo: 5 } },
  { tool: "check_convergence", weight: 1, needs: ["number", "targetState"], may: {} },
  { tool: "create_ralph_session", weight: 3, needs: ["ticket"], may: { ticketId: 10, ...SIGNED } },
  {
    tool: "update_session_state",
    weight: 5,
    needs: ["sessionId", "state@session"],
    may: { metadata: 40, ...SIGNED },
  },
  {
    tool: "complete_ralph_session",
    weight: 2,
    needs: ["sessionId", "outcome"],
    may: { metadata: 20, error: 30, ...SIGNED },
  },
  { tool: "get_session", weight: 1, needs: [], may: { sessionId: 60, agent: 40 } },
  {
    tool: "complete_skill",
    weight: 8,
    needs: ["project", "session", "skill@next"],
    may: { skill: 15, "state@run": 5, ...SIGNED },
  },
  {
    tool: "update_run",
    weight: 3,
    needs: ["project", "session"],
    may: { items: 80, tasks: 40, graph: 20, ...SIGNED },
  },
  {
    tool: "update_task_status",
    weight: 3,
    needs: ["project", "session", "task", "status"],
    may: { reason: 40, ...SIGNED },
  },
  { tool: "get_run", weight: 1, needs: ["project", "session"], may: {} },
];

const percent = fc.integer({ min: 0, max: 99 });

function callOf(shape: Shape): fc.Arbitrary<MadeCall> {
  const names = [...shape.needs, ...Object.keys(shape.may)];
  const chances = names.map((name) => (shape.needs.includes(name) ? 99 : (shape.may[name] ?? 0)));
  const fitting = Object.fromEntries(names.map((name) => [name, VALUES[name] ?? fc.constant(null)]));
  const strange = fc.record({
    name: fc.constantFrom(...names.map(argumentOf), ...STRANGE_NAMES),
    value: fc.oneof(fc.constantFrom(...HOSTILE), word(STATES)),
  });
  return fc
    .record({
      fitting: fc.record(fitting),
      dice: fc.array(percent, { minLength: names.length, maxLength: names.length }),
      strange: fc.option(strange, { freq: 5 }),
      strangeHere: percent,
      token: fc.option(fc.nat(40), { freq: 2 }),
      session: fc.option(fc.nat(8), { freq: 6 }),
      waitMs: fc.constantFrom(0, 0, 0, 1000, 60_000, 700_000, 1_300_000),
    })
    .map(({ fitting: values, dice, strange: odd, strangeHere, token, session, waitMs }) => {
      const given = names.filter((_, index) => (dice[index] ?? 0) < (chances[index] ?? 0));
      const args = Object.fromEntries(given.map((name) => [argumentOf(name), values[name]]));
      const withOdd = odd && strangeHere < 12 ? { ...args, [odd.name]: odd.value } : args;
      return {
        tool: shape.tool,
        args: withOdd,
        token: given.includes("claim") ? token : null,
        session: given.includes("sessionId") ? session : null,
        waitMs,
      };
    });
}

/** What a well-behaved agent would do: without these, hardly a ticket would ever leave the backlog. */
const SENSIBLE: readonly (readonly [tool: string, args: Readonly<Record<string, unknown>>])[] = [
  ["handoff_ticket", { command: "triage", to_state: "Research Needed" }],
  ["handoff_ticket", { command: "triage", to_state: "Ready for Plan" }],
  ["handoff_ticket", { command: "research", intent: "lock" }],
  ["handoff_ticket", { command: "research", intent: "complete" }],
  ["handoff_ticket", { command: "plan", intent: "lock" }],
  ["handoff_ticket", { command: "plan", intent: "complete" }],
  ["handoff_ticket", { command: "review", intent: "complete" }],
  ["handoff_ticket", { command: "review", intent: "reject" }],
  ["handoff_ticket", { command: "impl", intent: "lock" }],
  ["handoff_ticket", { command: "impl", intent: "complete" }],
  ["handoff_ticket", { command: "impl", intent: "reject" }],
  ["release_claim", {}],
  ["advance_children", { number: 1, targetState: "Research Needed" }],
  ["advance_children", { number: 1, targetState: "Ready for Plan" }],
  ["advance_children", { number: 1, targetState: "In Progress" }],
];

const sensibleCall: fc.Arbitrary<MadeCall> = fc
  .record({
    number: numbers,
    step: fc.constantFrom(...SENSIBLE),
    agent: fc.constantFrom({}, {}, { agent: "ann" }),
    token: fc.option(fc.nat(2), { freq: 1 }),
    waitMs: fc.constantFrom(0, 1000, 60_000, 700_000),
  })
  .map(({ number, step: [tool, args], agent, token, waitMs }) => ({
    tool,
    args: { number, ...(tool === "advance_children" ? {} : { reason: "next" }), ...args, ...agent },
    token: tool === "advance_children" ? null : token,
    session: null,
    waitMs,
  }));

export const anyCall: fc.Arbitrary<MadeCall> = fc.oneof(
  { weight: 60, arbitrary: sensibleCall },
  ...SHAPES.map((shape) => ({ weight: shape.weight, arbitrary: callOf(shape) })),
);
