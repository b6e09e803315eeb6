// What the handoff decision must answer, cell by cell, written from the contract and not from the engine: every command,
// every request, every current state. Nothing here is computed, so a fault in the engine can't hide in its own test.
//
// The situation of every cell: an agent that may act as any command; no claim on the ticket and no token given; the
// ticket is found and on the board; the reason is not blank; the group has converged, so the guard passes; and the ticket
// entered its state long ago, so one in a lock-flagged state is abandoned, not locked.

/**
 * M moves; S stays (accepted, nothing changed); U moves out of an unknown state, with a warning. The rest are refusals,
 * named by the check that shows first: n no mapping for the intent, a ambiguous intent, t the current state is terminal,
 * h gate (only a person moves it out of here), g graph (not an edge), b graph (an edge, but reject would carry the ticket
 * on instead of back), x expected (not a state the command expects), p permission (a named state outside the command's
 * outputs and lock).
 *
 * Four cells are b: review's reject in Backlog, Research Needed and Research in Progress, and impl's reject in Plan in
 * Review.
 */
export type Code = "M" | "S" | "U" | "n" | "a" | "t" | "h" | "g" | "b" | "x" | "p";

export type Intent = "lock" | "complete" | "escalate" | "close" | "cancel" | "reject";

export type Command = "triage" | "split" | "research" | "plan" | "review" | "impl" | "hero";

export interface Cell {
  command: Command;
  request: { intent: Intent } | { to_state: string };
  /** The state that the request resolves to; null where it resolves to none. */
  target: string | null;
  /** The current state; null is a state that the workflow doesn't know, or none. */
  state: string | null;
  expected: Code;
}

const CODES: readonly string[] = ["M", "S", "U", "n", "a", "t", "h", "g", "b", "x", "p"] satisfies Code[];

const INTENTS: readonly string[] = ["lock", "complete", "escalate", "close", "cancel", "reject"] satisfies Intent[];

/** The columns of the table: its heading, and the state that it stands for. */
const COLUMNS: readonly (readonly [heading: string, state: string | null])[] = [
  ["BL", "Backlog"],
  ["RN", "Research Needed"],
  ["RI", "Research in Progress"],
  ["RP", "Ready for Plan"],
  ["PI", "Plan in Progress"],
  ["PR", "Plan in Review"],
  ["IP", "In Progress"],
  ["IR", "In Review"],
  ["HN", "Human Needed"],
  ["DN", "Done"],
  ["CA", "Canceled"],
  ["??", null],
];

/** The 25 edges of the graph. */
export const EDGES: readonly (readonly [from: string, to: string])[] = [
  ["Backlog", "Research Needed"],
  ["Backlog", "Ready for Plan"],
  ["Backlog", "Done"],
  ["Backlog", "Canceled"],
  ["Research Needed", "Research in Progress"],
  ["Research Needed", "Ready for Plan"],
  ["Research Needed", "Human Needed"],
  ["Research in Progress", "Ready for Plan"],
  ["Research in Progress", "Human Needed"],
  ["Ready for Plan", "Plan in Progress"],
  ["Ready for Plan", "Human Needed"],
  ["Plan in Progress", "Plan in Review"],
  ["Plan in Progress", "Human Needed"],
  ["Plan in Review", "In Progress"],
  ["Plan in Review", "Ready for Plan"],
  ["Plan in Review", "Human Needed"],
  ["In Progress", "In Review"],
  ["In Progress", "Human Needed"],
  ["In Review", "Done"],
  ["In Review", "In Progress"],
  ["In Review", "Human Needed"],
  ["Human Needed", "Backlog"],
  ["Human Needed", "Research Needed"],
  ["Human Needed", "Ready for Plan"],
  ["Human Needed", "In Progress"],
];

/** Where each intent leads each command; null: no mapping; "ambiguous": several ways out, the state must be named. */
export const INTENT_TARGETS: Readonly<Record<Intent, Readonly<Record<`ralph_${Command}`, string | null>>>> = {
  lock: {
    ralph_triage: null,
    ralph_split: null,
    ralph_research: "Research in Progress",
    ralph_plan: "Plan in Progress",
    ralph_review: null,
    ralph_impl: "In Progress",
    ralph_hero: null,
  },
  complete: {
    ralph_triage: "ambiguous",
    ralph_split: "Backlog",
    ralph_research: "Ready for Plan",
    ralph_plan: "Plan in Review",
    ralph_review: "In Progress",
    ralph_impl: "In Review",
    ralph_hero: null,
  },
  escalate: {
    ralph_triage: "Human Needed",
    ralph_split: "Human Needed",
    ralph_research: "Human Needed",
    ralph_plan: "Human Needed",
    ralph_review: "Human Needed",
    ralph_impl: "Human Needed",
    ralph_hero: "Human Needed",
  },
  close: {
    ralph_triage: "Done",
    ralph_split: "Done",
    ralph_research: "Done",
    ralph_plan: "Done",
    ralph_review: "Done",
    ralph_impl: "Done",
    ralph_hero: "Done",
  },
  cancel: {
    ralph_triage: "Canceled",
    ralph_split: "Canceled",
    ralph_research: "Canceled",
    ralph_plan: "Canceled",
    ralph_review: "Canceled",
    ralph_impl: "Canceled",
    ralph_hero: "Canceled",
  },
  reject: {
    ralph_triage: "Human Needed",
    ralph_split: "Human Needed",
    ralph_research: "Human Needed",
    ralph_plan: "Human Needed",
    ralph_review: "Ready for Plan",
    ralph_impl: "In Progress",
    ralph_hero: "Human Needed",
  },
};

/** The commands whose input states hold the state (a command's lock state is not an input), in the order of commands. */
export const EXPECTED_BY: Readonly<Record<string, readonly `ralph_${Command}`[]>> = {
  Backlog: ["ralph_triage", "ralph_split", "ralph_hero"],
  "Research Needed": ["ralph_split", "ralph_research", "ralph_hero"],
  "Research in Progress": [],
  "Ready for Plan": ["ralph_plan", "ralph_hero"],
  "Plan in Progress": [],
  "Plan in Review": ["ralph_review", "ralph_impl", "ralph_hero"],
  "In Progress": ["ralph_impl", "ralph_hero"],
  "In Review": [],
  "Human Needed": [],
  Done: [],
  Canceled: [],
};

const TABLES: Readonly<Record<Command, string>> = {
  triage: `
request                 | target               | BL RN RI RP PI PR IP IR HN DN CA ??
lock                    | -                    | n  n  n  n  n  n  n  n  n  n  n  n
complete                | -                    | a  a  a  a  a  a  a  a  a  a  a  a
escalate                | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
close                   | Done                 | M  g  g  g  g  g  g  M  h  t  t  U
cancel                  | Canceled             | M  g  g  g  g  g  g  g  h  t  t  U
reject                  | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
to Backlog              | Backlog              | p  g  g  g  g  g  g  g  h  t  t  p
to Research Needed      | Research Needed      | M  x  g  g  g  g  g  g  h  t  t  U
to Research in Progress | Research in Progress | g  x  x  g  g  g  g  g  h  t  t  p
to Ready for Plan       | Ready for Plan       | M  x  x  x  g  x  g  g  h  t  t  U
to Plan in Progress     | Plan in Progress     | g  g  g  x  x  g  g  g  h  t  t  p
to Plan in Review       | Plan in Review       | g  g  g  g  x  x  g  g  h  t  t  p
to In Progress          | In Progress          | g  g  g  g  g  x  x  x  h  t  t  p
to In Review            | In Review            | g  g  g  g  g  g  x  x  h  t  t  p
to Human Needed         | Human Needed         | g  x  x  x  x  x  x  x  x  t  t  U
to Done                 | Done                 | M  g  g  g  g  g  g  x  h  t  t  U
to Canceled             | Canceled             | M  g  g  g  g  g  g  g  h  t  t  U
`,
  split: `
request                 | target               | BL RN RI RP PI PR IP IR HN DN CA ??
lock                    | -                    | n  n  n  n  n  n  n  n  n  n  n  n
complete                | Backlog              | S  g  g  g  g  g  g  g  h  t  t  U
escalate                | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
close                   | Done                 | M  g  g  g  g  g  g  M  h  t  t  U
cancel                  | Canceled             | M  g  g  g  g  g  g  g  h  t  t  U
reject                  | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
to Backlog              | Backlog              | S  g  g  g  g  g  g  g  h  t  t  U
to Research Needed      | Research Needed      | p  p  g  g  g  g  g  g  h  t  t  p
to Research in Progress | Research in Progress | g  p  x  g  g  g  g  g  h  t  t  p
to Ready for Plan       | Ready for Plan       | p  p  x  x  g  x  g  g  h  t  t  p
to Plan in Progress     | Plan in Progress     | g  g  g  x  x  g  g  g  h  t  t  p
to Plan in Review       | Plan in Review       | g  g  g  g  x  x  g  g  h  t  t  p
to In Progress          | In Progress          | g  g  g  g  g  x  x  x  h  t  t  p
to In Review            | In Review            | g  g  g  g  g  g  x  x  h  t  t  p
to Human Needed         | Human Needed         | g  p  x  x  x  x  x  x  x  t  t  p
to Done                 | Done                 | p  g  g  g  g  g  g  x  h  t  t  p
to Canceled             | Canceled             | p  g  g  g  g  g  g  g  h  t  t  p
`,
  research: `
request                 | target               | BL RN RI RP PI PR IP IR HN DN CA ??
lock                    | Research in Progress | g  M  S  g  g  g  g  g  h  t  t  U
complete                | Ready for Plan       | x  M  M  x  g  x  g  g  h  t  t  U
escalate                | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
close                   | Done                 | M  g  g  g  g  g  g  M  h  t  t  U
cancel                  | Canceled             | M  g  g  g  g  g  g  g  h  t  t  U
reject                  | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
to Backlog              | Backlog              | x  g  g  g  g  g  g  g  h  t  t  p
to Research Needed      | Research Needed      | x  p  g  g  g  g  g  g  h  t  t  p
to Research in Progress | Research in Progress | g  M  S  g  g  g  g  g  h  t  t  U
to Ready for Plan       | Ready for Plan       | x  M  M  x  g  x  g  g  h  t  t  U
to Plan in Progress     | Plan in Progress     | g  g  g  x  x  g  g  g  h  t  t  p
to Plan in Review       | Plan in Review       | g  g  g  g  x  x  g  g  h  t  t  p
to In Progress          | In Progress          | g  g  g  g  g  x  x  x  h  t  t  p
to In Review            | In Review            | g  g  g  g  g  g  x  x  h  t  t  p
to Human Needed         | Human Needed         | g  M  M  x  x  x  x  x  x  t  t  U
to Done                 | Done                 | x  g  g  g  g  g  g  x  h  t  t  p
to Canceled             | Canceled             | x  g  g  g  g  g  g  g  h  t  t  p
`,
  plan: `
request                 | target               | BL RN RI RP PI PR IP IR HN DN CA ??
lock                    | Plan in Progress     | g  g  g  M  S  g  g  g  h  t  t  U
complete                | Plan in Review       | g  g  g  g  M  x  g  g  h  t  t  U
escalate                | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
close                   | Done                 | M  g  g  g  g  g  g  M  h  t  t  U
cancel                  | Canceled             | M  g  g  g  g  g  g  g  h  t  t  U
reject                  | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
to Backlog              | Backlog              | x  g  g  g  g  g  g  g  h  t  t  p
to Research Needed      | Research Needed      | x  x  g  g  g  g  g  g  h  t  t  p
to Research in Progress | Research in Progress | g  x  x  g  g  g  g  g  h  t  t  p
to Ready for Plan       | Ready for Plan       | x  x  x  p  g  x  g  g  h  t  t  p
to Plan in Progress     | Plan in Progress     | g  g  g  M  S  g  g  g  h  t  t  U
to Plan in Review       | Plan in Review       | g  g  g  g  M  x  g  g  h  t  t  U
to In Progress          | In Progress          | g  g  g  g  g  x  x  x  h  t  t  p
to In Review            | In Review            | g  g  g  g  g  g  x  x  h  t  t  p
to Human Needed         | Human Needed         | g  x  x  M  M  x  x  x  x  t  t  U
to Done                 | Done                 | x  g  g  g  g  g  g  x  h  t  t  p
to Canceled             | Canceled             | x  g  g  g  g  g  g  g  h  t  t  p
`,
  review: `
request                 | target               | BL RN RI RP PI PR IP IR HN DN CA ??
lock                    | -                    | n  n  n  n  n  n  n  n  n  n  n  n
complete                | In Progress          | g  g  g  g  g  M  x  x  h  t  t  U
escalate                | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
close                   | Done                 | M  g  g  g  g  g  g  M  h  t  t  U
cancel                  | Canceled             | M  g  g  g  g  g  g  g  h  t  t  U
reject                  | Ready for Plan       | b  b  b  S  g  M  g  g  h  t  t  U
to Backlog              | Backlog              | x  g  g  g  g  g  g  g  h  t  t  p
to Research Needed      | Research Needed      | x  x  g  g  g  g  g  g  h  t  t  p
to Research in Progress | Research in Progress | g  x  x  g  g  g  g  g  h  t  t  p
to Ready for Plan       | Ready for Plan       | x  x  x  x  g  M  g  g  h  t  t  U
to Plan in Progress     | Plan in Progress     | g  g  g  x  x  g  g  g  h  t  t  p
to Plan in Review       | Plan in Review       | g  g  g  g  x  p  g  g  h  t  t  p
to In Progress          | In Progress          | g  g  g  g  g  M  x  x  h  t  t  U
to In Review            | In Review            | g  g  g  g  g  g  x  x  h  t  t  p
to Human Needed         | Human Needed         | g  x  x  x  x  M  x  x  x  t  t  U
to Done                 | Done                 | x  g  g  g  g  g  g  x  h  t  t  p
to Canceled             | Canceled             | x  g  g  g  g  g  g  g  h  t  t  p
`,
  impl: `
request                 | target               | BL RN RI RP PI PR IP IR HN DN CA ??
lock                    | In Progress          | g  g  g  g  g  M  S  x  h  t  t  U
complete                | In Review            | g  g  g  g  g  g  M  x  h  t  t  U
escalate                | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
close                   | Done                 | M  g  g  g  g  g  g  M  h  t  t  U
cancel                  | Canceled             | M  g  g  g  g  g  g  g  h  t  t  U
reject                  | In Progress          | g  g  g  g  g  b  S  M  h  t  t  U
to Backlog              | Backlog              | x  g  g  g  g  g  g  g  h  t  t  p
to Research Needed      | Research Needed      | x  x  g  g  g  g  g  g  h  t  t  p
to Research in Progress | Research in Progress | g  x  x  g  g  g  g  g  h  t  t  p
to Ready for Plan       | Ready for Plan       | x  x  x  x  g  p  g  g  h  t  t  p
to Plan in Progress     | Plan in Progress     | g  g  g  x  x  g  g  g  h  t  t  p
to Plan in Review       | Plan in Review       | g  g  g  g  x  p  g  g  h  t  t  p
to In Progress          | In Progress          | g  g  g  g  g  M  S  x  h  t  t  U
to In Review            | In Review            | g  g  g  g  g  g  M  x  h  t  t  U
to Human Needed         | Human Needed         | g  x  x  x  x  M  M  x  x  t  t  U
to Done                 | Done                 | x  g  g  g  g  g  g  x  h  t  t  p
to Canceled             | Canceled             | x  g  g  g  g  g  g  g  h  t  t  p
`,
  hero: `
request                 | target               | BL RN RI RP PI PR IP IR HN DN CA ??
lock                    | -                    | n  n  n  n  n  n  n  n  n  n  n  n
complete                | -                    | n  n  n  n  n  n  n  n  n  n  n  n
escalate                | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
close                   | Done                 | M  g  g  g  g  g  g  M  h  t  t  U
cancel                  | Canceled             | M  g  g  g  g  g  g  g  h  t  t  U
reject                  | Human Needed         | g  M  M  M  M  M  M  M  S  t  t  U
to Backlog              | Backlog              | p  g  g  g  g  g  g  g  h  t  t  p
to Research Needed      | Research Needed      | p  p  g  g  g  g  g  g  h  t  t  p
to Research in Progress | Research in Progress | g  p  x  g  g  g  g  g  h  t  t  p
to Ready for Plan       | Ready for Plan       | p  p  x  p  g  p  g  g  h  t  t  p
to Plan in Progress     | Plan in Progress     | g  g  g  p  x  g  g  g  h  t  t  p
to Plan in Review       | Plan in Review       | g  g  g  g  x  p  g  g  h  t  t  p
to In Progress          | In Progress          | g  g  g  g  g  p  p  x  h  t  t  p
to In Review            | In Review            | g  g  g  g  g  g  M  x  h  t  t  U
to Human Needed         | Human Needed         | g  M  x  M  x  M  M  x  x  t  t  U
to Done                 | Done                 | p  g  g  g  g  g  g  x  h  t  t  p
to Canceled             | Canceled             | p  g  g  g  g  g  g  g  h  t  t  p
`,
};

/** The table, one entry a cell. It throws where a block is not in form, so that no cell can go missing unseen. */
export function cells(): Cell[] {
  return Object.entries(TABLES).flatMap(([command, table]) => block(command as Command, table));
}

function block(command: Command, table: string): Cell[] {
  const [heading, ...rows] = table.trim().split("\n");
  const columns = COLUMNS.map(([short]) => short).join(" ");
  if (heading?.split("|")[2]?.trim() !== columns) throw new Error(`${command}: the heading is not ${columns}`);
  const labels = rows.map((row) => row.split("|")[0]?.trim()).join(", ");
  const requests = [...INTENTS, ...COLUMNS.flatMap(([, state]) => (state === null ? [] : [`to ${state}`]))].join(", ");
  if (labels !== requests) throw new Error(`${command}: the rows are not ${requests}`);
  return rows.flatMap((row) => line(command, row));
}

function line(command: Command, row: string): Cell[] {
  const [label = "", target = "", codes = "", ...more] = row.split("|").map((part) => part.trim());
  const list = codes.split(/ +/);
  if (more.length > 0 || target === "" || list.length !== COLUMNS.length) throw new Error(`${command}: bad row ${row}`);
  const request = label.startsWith("to ") ? { to_state: label.slice(3) } : { intent: label as Intent };
  return COLUMNS.map(([, state], i) => {
    const expected = list[i];
    if (expected === undefined || !isCode(expected)) throw new Error(`${command}: bad code in row ${row}`);
    return { command, request, target: target === "-" ? null : target, state, expected };
  });
}

function isCode(text: string): text is Code {
  return CODES.includes(text);
}
