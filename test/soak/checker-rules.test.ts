// One ledger for each rule, written by hand so that it breaks this rule: the checker has the sentence for it.

import { join } from "node:path";
import { expect, it } from "vitest";
import { Checker } from "./checker.ts";
import { ForgedLedger, MINUTE } from "./forged-ledger.ts";

const WORKFLOW = join(import.meta.dirname, "../../workflows/ticket.json");
const IN_RESEARCH = "Research in Progress";
const NOT_HELD = { claim_connection: null, claim_since: null, claim_expires: null };

type Wrong = (ledger: ForgedLedger) => void;

/** On a board with #1 in Research Needed, and #2, its child, held by amy. */
const WRONGS: readonly (readonly [string, Wrong])[] = [
  ["chain: row 6 can't be read", (ledger) => ledger.append("edit", "1", "{}")],
  [
    "chain: row 1, #1: its columns say something else than its text",
    ({ db }) => db.exec("DROP TRIGGER ledger_is_final; UPDATE ledger SET kind = 'edit' WHERE seq = 1"),
  ],
  ["chain: row 6 is of 5, and the row before it of", (ledger) => edit(Object.assign(ledger, { now: 4 }), "1", {})],
  ["chain: row 4 follows row 2", ({ db }) => db.exec("DROP TRIGGER ledger_is_kept; DELETE FROM ledger WHERE seq = 3")],
  ["version: row 6, #1 makes version 9 of ticket 1, which was at 2", (ledger) => edit(ledger, "1", { version: 9 })],

  ["move: row 6, #1: it was made before", (ledger) => create(ledger, "1", "Backlog")],
  ['move: row 6, #3: it begins in "Done", and not in "Backlog"', (ledger) => create(ledger, "3", "Done")],
  ["move: row 6, #3: amy acts on it before it was made", (ledger) => edit(ledger, "3", null)],
  [
    'move: row 6, #1: Ada took it from "Backlog", and it stood in "Research Needed"',
    (ledger) => ledger.move("1", "Ada", "Ready for Plan", { from: "Backlog" }),
  ],
  [
    'move: row 6, #1: it says "Ready for Plan", and leaves it in "Research Needed"',
    (ledger) => ledger.move("1", "Ada", "Ready for Plan", {}, { state: "Research Needed" }),
  ],
  [
    'move: row 6, #1: in "Ready for Plan" its closed is 1',
    (ledger) => ledger.move("1", "Ada", "Ready for Plan", {}, { closed: 1 }),
  ],
  [
    'move: row 6, #1: it is said to stay, and went from "Research Needed" to "Ready for Plan"',
    (ledger) => step(ledger, "stay", "1", "Ada", { from: "Research Needed", to: "Ready for Plan" }),
  ],
  [
    'move: row 8, #1: Ada stayed in "Done", which is an end',
    (ledger) => {
      step(ledger, "override", "1", "Ada", { from: "Research Needed", to: "In Review" });
      ledger.move("1", "Ada", "Done");
      step(ledger, "stay", "1", "Ada", { from: "Done", to: "Done" });
    },
  ],
  ["move: row 6, #1: it followed #2, which is not its parent", (ledger) => lead(ledger, "1", "Ready for Plan", "2")],
  ['move: row 6, #2: it was led into "Done"', (ledger) => lead(ledger, "2", "Done", "1")],
  [
    'move: row 6, #2: no edges lead forward from "Research in Progress" to "Backlog"',
    (ledger) => lead(ledger, "2", "Backlog", "1"),
  ],
  [
    'move: row 7, #3: it was linked to #1 after that had entered "Research Needed"',
    (ledger) => {
      ledger.now += MINUTE;
      ledger.make("3", "1");
      lead(ledger, "3", "Research Needed", "1");
    },
  ],
  [
    "guard: row 7, #1: Ada went on, and no guard is said to have been met",
    (ledger) => {
      ledger.move("1", "Ada", "Ready for Plan");
      ledger.move("1", "Ada", "Plan in Progress");
    },
  ],

  [
    "claim: row 7, #1: bob has fence 2 (it says 2), after 0",
    (ledger) => {
      ledger.now += MINUTE;
      edit(ledger, "1", {});
      ledger.lock("1", "bob", { fence: 2 });
    },
  ],
  [
    "claim: row 7, #1: it was granted to bob while it was reserved until",
    (ledger) => {
      ledger.move("1", "Ada", IN_RESEARCH, {}, { reserved_until: ledger.now + MINUTE });
      ledger.lock("1", "bob", { fence: 1 });
    },
  ],
  ["claim: row 6, #1: bob took it, and eve holds it", (ledger) => acquire(ledger, "bob", { claim_connection: "eve" })],
  ["claim: row 6, #1: Ada is a person, and people hold no claims", (ledger) => acquire(ledger, "Ada", {})],
  [
    "claim: row 6, #1: bob locked it, and was given no claim",
    (ledger) => ledger.move("1", "bob", IN_RESEARCH, { command: "research", intent: "lock" }),
  ],
  ["claim: row 6, #1: #1 has fence 4 after 0, and nobody took it", (ledger) => edit(ledger, "1", { fence: 4 })],
  [
    "claim: row 6, #1: #1 is held by eve after null, and nobody took it",
    (ledger) => edit(ledger, "1", { claim_connection: "eve", claim_expires: ledger.now }),
  ],
  ['claim: row 6, #2: a row of the kind "edit" ended the claim of amy on #2', (ledger) => edit(ledger, "2", NOT_HELD)],
  [
    "claim: row 6, #2: bob gave it back while amy held it until",
    (ledger) => ledger.add({ kind: "release", ticket: "2", by: "bob", set: NOT_HELD }),
  ],
  [
    "claim: row 6, #2: the grace of amy is longer than its lease",
    (ledger) => {
      const expiresAt = ledger.now + 50 * MINUTE;
      const data = { type: "grace", holder: "amy", fence: 1, expiresAt };
      ledger.add({ kind: "claim", ticket: "2", by: "amy", data, set: { claim_expires: expiresAt } });
    },
  ],
  [
    "claim: row 6, #2: #2 is held by amy until null: that is half a claim",
    (ledger) => edit(ledger, "2", { claim_expires: null }),
  ],
  ["claim: row 6, #2: #2 is both held and reserved", (ledger) => edit(ledger, "2", { reserved_until: ledger.now })],

  [
    'request: the answer kept for "add_comment 1 a" names row 2, which is of the kind "move"',
    ({ db }) => db.exec("INSERT INTO request VALUES ('add_comment', '1', 'a', '', '{}', 2, 0)"),
  ],
  [
    'request: the answer kept for "update_ticket 9 a" names row 6, which is on #1',
    (ledger) => {
      edit(ledger, "1", {});
      ledger.db.exec("INSERT INTO request VALUES ('update_ticket', '9', 'a', '', '{}', 6, 0)");
    },
  ],
];

it("has nothing to say of the board that these begin with", async () => {
  const checker = new Checker(async () => begun(), { workflow: WORKFLOW, tell: () => undefined });
  expect(await checker.finish()).toEqual([]);
});

it.each(WRONGS)("%s", async (sentence, wrong) => {
  const ledger = begun();
  wrong(ledger);
  const checker = new Checker(async () => ledger, { workflow: WORKFLOW, tell: () => undefined });
  expect(await checker.finish()).toContainEqual(expect.stringContaining(sentence));
});

function begun(): ForgedLedger {
  const ledger = new ForgedLedger();
  ledger.make("1");
  ledger.move("1", "Ada", "Research Needed");
  ledger.make("2", "1");
  ledger.move("2", "Ada", "Research Needed");
  ledger.lock("2", "amy", { fence: 1 });
  return ledger;
}

/** null: the row changes nothing. */
function edit(
  ledger: ForgedLedger,
  ticket: string,
  set: Readonly<Record<string, string | number | null>> | null,
): void {
  ledger.add({ kind: "edit", ticket, by: "amy", data: { fields: ["title"] }, ...(set ? { set } : {}) });
}

function create(ledger: ForgedLedger, ticket: string, to: string): void {
  ledger.add({ kind: "create", ticket, by: "Ada", data: { to } });
}

function step(
  ledger: ForgedLedger,
  kind: string,
  ticket: string,
  by: string,
  data: { from: string; to: string },
): void {
  ledger.add({ kind, ticket, by, data, set: { state: data.to } });
}

function lead(ledger: ForgedLedger, ticket: string, to: string, cause: string): void {
  const from = ledger.db.prepare("SELECT state FROM ticket WHERE key = ?").get(ticket)?.["state"];
  ledger.add({ kind: "propagate", ticket, by: "bob", data: { from, to, cause }, set: { state: to } });
}

function acquire(ledger: ForgedLedger, by: string, set: Readonly<Record<string, string>>): void {
  const expiresAt = ledger.now + MINUTE;
  const claim = { type: "acquire", holder: by, fence: 1, expiresAt, takenFrom: null };
  const columns = { claim_connection: by, claim_expires: expiresAt, fence: 1, ...set };
  ledger.move("1", by, IN_RESEARCH, { command: "research", intent: "lock", claim }, columns);
}
