import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Acknowledged } from "./acknowledged.ts";
import { Checker } from "./checker.ts";
import { ForgedLedger, MINUTE } from "./forged-ledger.ts";

const WORKFLOW = join(import.meta.dirname, "../../workflows/ticket.json");
const TRIAGE = { command: "triage", intent: null };
const NOT_HELD = { claim_connection: null, claim_since: null, claim_expires: null };

function watch(ledger: ForgedLedger): Checker {
  return new Checker(async () => ledger, { workflow: WORKFLOW, tell: () => undefined });
}

async function breachesOf(ledger: ForgedLedger): Promise<readonly string[]> {
  return watch(ledger).finish();
}

function told(what: Partial<Acknowledged> & Pick<Acknowledged, "event">): Acknowledged {
  const times = { askedAt: 0, toldAt: 0 };
  return { agent: "amy", tool: "handoff_ticket", key: "1", from: null, to: null, fence: null, ...times, ...what };
}

/** One ticket, triaged and locked by amy. */
function lockedTicket(): ForgedLedger {
  const ledger = new ForgedLedger();
  ledger.make("1");
  ledger.move("1", "amy", "Research Needed", TRIAGE);
  ledger.lock("1", "amy", { fence: 1 });
  return ledger;
}

describe("the chain", () => {
  it("is no breach where all is well", async () => {
    const ledger = lockedTicket();
    const release = { claim: { type: "release", holder: "amy", deposed: false } };
    ledger.move("1", "amy", "Ready for Plan", { command: "research", intent: "complete", ...release }, NOT_HELD);
    expect(await breachesOf(ledger)).toEqual([]);
  });

  it("shows what was rewritten after it had been followed", async () => {
    const ledger = lockedTicket();
    const checker = watch(ledger);
    await checker.follow();
    ledger.db.exec(
      "DROP TRIGGER ledger_is_final; UPDATE ledger SET payload = replace(payload, 'amy', 'bob') WHERE seq = 2",
    );
    expect(await checker.finish()).toEqual([
      "chain: the ledger was followed to row 3, and was changed since (chain: row 2 has a hash that does not cover row 1)",
    ]);
  });

  it("shows a head that is not its last row", async () => {
    const ledger = lockedTicket();
    ledger.db.exec("UPDATE head SET hash = 'f'");
    expect(await breachesOf(ledger)).toContainEqual(expect.stringMatching(/^chain: the head is row 3/));
  });

  it("is followed on once a store that was away is there again", async () => {
    const ledger = lockedTicket();
    let away = true;
    const open = async (): Promise<ForgedLedger> => {
      if (away) throw new Error("connection refused");
      return ledger;
    };
    const checker = new Checker(open, { workflow: WORKFLOW, tell: () => undefined });
    await checker.follow();
    expect(checker.counts["times that the store was away"]).toBe(1);
    away = false;
    expect(await checker.finish()).toEqual([]);
    expect(checker.counts["rows of the ledger"]).toBe(3);
  });
});

describe("moves", () => {
  it.each([
    ["along no edge", "amy", "In Review", TRIAGE, 'no edge leads from "Backlog" to "In Review"'],
    ["to what is no state", "amy", "Somewhere", TRIAGE, "which is no state"],
    ["by a command that may not", "amy", "Research Needed", { command: "plan", intent: null }, "plan may not produce"],
    ["by a word that is no command", "amy", "Research Needed", { command: "dance" }, 'no command "dance"'],
    ["by an intent that leads elsewhere", "amy", "Research Needed", { command: "triage", intent: "close" }, "leads to"],
  ])("%s are found", async (_, by, to, data, sentence) => {
    const ledger = new ForgedLedger();
    ledger.make("1");
    ledger.move("1", by, to, data);
    const breaches = await breachesOf(ledger);
    expect(breaches.filter((breach) => breach.startsWith("move: row 2, #1: amy")).join("\n")).toContain(sentence);
  });

  it("of a late complete are found, which would pull a ticket back", async () => {
    const ledger = new ForgedLedger();
    ledger.make("1");
    ledger.move("1", "Ada", "Ready for Plan");
    ledger.move("1", "amy", "Human Needed", { command: "research", intent: "escalate" });
    expect(await breachesOf(ledger)).toEqual([]);
    ledger.move("1", "Ada", "Research Needed");
    ledger.move("1", "amy", "Ready for Plan", { command: "plan", intent: "complete" });
    expect(await breachesOf(ledger)).toContainEqual(expect.stringContaining('plan leads to "Plan in Review"'));
  });

  it("out of a gate are a person's", async () => {
    const ledger = new ForgedLedger();
    ledger.make("1");
    ledger.move("1", "Ada", "Ready for Plan");
    ledger.move("1", "Ada", "Human Needed");
    ledger.move("1", "amy", "In Progress", { command: "impl", intent: null });
    const breaches = await breachesOf(ledger);
    expect(breaches).toContainEqual(expect.stringMatching(/amy, an agent, took it out of "Human Needed"/));
  });

  it("past the graph are overrides, and a person's", async () => {
    const ledger = new ForgedLedger();
    ledger.make("1");
    const override = { kind: "override", ticket: "1", data: { from: "Backlog", to: "In Review" } };
    ledger.add({ ...override, by: "Ada", set: { state: "In Review" } });
    expect(await breachesOf(ledger)).toEqual([]);
    const back = { kind: "override", ticket: "1", data: { from: "In Review", to: "Backlog", ...TRIAGE } };
    ledger.add({ ...back, by: "amy", set: { state: "Backlog" } });
    expect(await breachesOf(ledger)).toContainEqual("move: row 3, #1: amy, an agent, went past the rules");
  });

  it("are found in a row that is no move", async () => {
    const ledger = new ForgedLedger();
    ledger.make("1");
    ledger.add({
      kind: "edit",
      ticket: "1",
      by: "amy",
      data: { fields: ["title"] },
      set: { state: "Done", closed: 1 },
    });
    expect(await breachesOf(ledger)).toEqual([
      'move: row 2, #1: a row of the kind "edit" took #1 from "Backlog" to "Done"',
    ]);
  });

  it("past a guard are found by looking at the group again", async () => {
    const ledger = new ForgedLedger();
    ledger.make("1");
    ledger.make("2", "1");
    ledger.make("3", "1");
    ledger.make("4", "1");
    ledger.move("4", "Ada", "Canceled");
    ledger.move("2", "Ada", "Ready for Plan");
    const guards = [{ type: "group_convergence", policy: "enforce", met: true }];
    ledger.move("2", "Ada", "Plan in Progress", { guards }, { reserved_until: ledger.now + MINUTE });
    expect(await breachesOf(ledger)).toEqual([
      'guard: row 7, #2: Ada went from "Ready for Plan" to "Plan in Progress" past group_convergence: #3 (Backlog)',
    ]);
  });

  it("of children that outrun their parent, or leave from under a claim, are found", async () => {
    const ledger = new ForgedLedger();
    ledger.make("1");
    ledger.make("2", "1");
    ledger.move("2", "Ada", "Research Needed");
    ledger.lock("2", "amy", { fence: 1 });
    const data = { from: "Research in Progress", to: "Ready for Plan", cause: "1" };
    ledger.add({ kind: "propagate", ticket: "2", by: "bob", data, set: { state: "Ready for Plan", ...NOT_HELD } });
    const breaches = await breachesOf(ledger);
    expect(breaches).toContain('move: row 5, #2: it went to "Ready for Plan", and its parent stands in "Backlog"');
    expect(breaches).toContainEqual(expect.stringMatching(/^claim: row 5, #2: bob led it on while amy held it/));
  });
});

describe("claims", () => {
  const stay = { from: "Research in Progress", to: "Research in Progress", command: "research", intent: "lock" };

  function takeOver(ledger: ForgedLedger, claim: { fence: number; takenFrom: string | null }): void {
    const expiresAt = ledger.now + 20 * MINUTE;
    ledger.add({
      kind: "stay",
      ticket: "1",
      by: "bob",
      data: { ...stay, claim: { type: "acquire", holder: "bob", expiresAt, ...claim } },
      set: { claim_connection: "bob", claim_expires: expiresAt, fence: claim.fence },
    });
  }

  it("are taken over once they have run out, with the next fence", async () => {
    const ledger = lockedTicket();
    ledger.now += 21 * MINUTE;
    takeOver(ledger, { fence: 2, takenFrom: "amy" });
    const checker = watch(ledger);
    expect(await checker.finish()).toEqual([]);
    expect(checker.counts["claims taken over"]).toBe(1);
  });

  it("are not taken over while they are live", async () => {
    const ledger = lockedTicket();
    takeOver(ledger, { fence: 2, takenFrom: "amy" });
    const breaches = await breachesOf(ledger);
    expect(breaches).toContainEqual(expect.stringMatching(/row 4, #1: it was granted to bob while amy held it/));
  });

  it.each([1, 3])("never have fence %i after 1", async (fence) => {
    const ledger = lockedTicket();
    ledger.now += 21 * MINUTE;
    takeOver(ledger, { fence, takenFrom: "amy" });
    expect(await breachesOf(ledger)).toEqual([`claim: row 4, #1: bob has fence ${fence} (it says ${fence}), after 1`]);
  });

  it("name whom they were taken from", async () => {
    const ledger = lockedTicket();
    ledger.now += 21 * MINUTE;
    takeOver(ledger, { fence: 2, takenFrom: null });
    expect(await breachesOf(ledger)).toEqual(["claim: row 4, #1: it is said to be taken from null, and amy held it"]);
  });

  it("are moved by nobody else, and prolonged by nobody else", async () => {
    const ledger = lockedTicket();
    const later = { claim_expires: ledger.now + 40 * MINUTE };
    ledger.add({ kind: "edit", ticket: "1", by: "bob", data: { fields: ["title"] }, set: later });
    ledger.move("1", "bob", "Human Needed", { command: "research", intent: "escalate" }, NOT_HELD);
    const breaches = await breachesOf(ledger);
    expect(breaches).toContain("claim: row 4, #1: bob set when the claim of amy on #1 ends");
    expect(breaches).toContainEqual(expect.stringMatching(/^claim: row 5, #1: bob moved it while amy held it/));
  });

  it("are judged by the clock of whoever decided, where the ledger's time has run ahead", async () => {
    const ledger = new ForgedLedger();
    ledger.make("1");
    ledger.move("1", "Ada", "Research Needed");
    const now = ledger.now;
    ledger.now += 60 * MINUTE;
    const expiresAt = now + 20 * MINUTE;
    const claim = { type: "acquire", holder: "amy", fence: 1, expiresAt, takenFrom: null };
    const columns = { claim_connection: "amy", claim_expires: expiresAt, fence: 1, updated_at: now };
    ledger.move("1", "amy", "Research in Progress", { command: "research", intent: "lock", claim }, columns);
    const escalate = { command: "research", intent: "escalate" };
    ledger.move("1", "bob", "Human Needed", escalate, { ...NOT_HELD, updated_at: now + MINUTE });
    expect(await breachesOf(ledger)).toEqual([`claim: row 4, #1: bob moved it while amy held it until ${expiresAt}`]);
  });
});

describe("answers", () => {
  const locked = { event: 3, from: "Research Needed", to: "Research in Progress", fence: 1 };

  it("wait for their row, and are right or wrong once it is read", async () => {
    const ledger = new ForgedLedger();
    const checker = watch(ledger);
    checker.acknowledge(told(locked));
    checker.acknowledge(told({ ...locked, fence: 2 }));
    checker.acknowledge(told({ ...locked, to: "Ready for Plan" }));
    checker.acknowledge(told({ ...locked, key: "2" }));
    await checker.follow();
    expect(checker.breaches).toEqual([]);
    ledger.make("1");
    ledger.move("1", "amy", "Research Needed", TRIAGE);
    ledger.lock("1", "amy", { fence: 1 });
    await checker.follow();
    expect(checker.breaches).toEqual([
      "answer: amy (handoff_ticket) was told of fence 2 on #1, and row 3 leaves it at 1",
      expect.stringMatching(/went from "Research Needed" to "Ready for Plan", and row 3 says/),
      "answer: amy (handoff_ticket) was told of row 3 on 2, which is on 1",
    ]);
  });

  it("are missed at the end where there is no such row", async () => {
    const checker = watch(lockedTicket());
    checker.acknowledge(told({ event: 9 }));
    checker.acknowledge(told({ event: null, from: "Backlog", to: "Research Needed" }));
    checker.acknowledge(told({ event: null, from: "Backlog", to: "Ready for Plan" }));
    expect(await checker.finish()).toEqual([
      "answer: amy (handoff_ticket) was told of row 9 on #1, and there is no such row",
      'answer: amy (handoff_ticket) was told that #1 went from "Backlog" to "Ready for Plan", and no row says so',
    ]);
  });

  it.each([
    ["in the order of their rows", [0, 1]],
    ["in the other order", [1, 0]],
  ])("that were told before another was asked for come before it, heard of %s", async (_, order) => {
    const checker = watch(lockedTicket());
    const answers = [
      told({ agent: "amy", event: 3, askedAt: 10, toldAt: 20 }),
      told({ agent: "bob", event: 2, askedAt: 21, toldAt: 30 }),
    ];
    for (const index of order) checker.acknowledge(answers[index] ?? told({ event: 1 }));
    expect(await checker.finish()).toEqual([
      "order: amy was told of row 3 at 20, and what bob asked for later, at 21, is row 2",
    ]);
  });

  it("may come in any order where they were asked for at the same time, or are given again", async () => {
    const checker = watch(lockedTicket());
    checker.acknowledge(told({ event: 3, askedAt: 10, toldAt: 20 }));
    checker.acknowledge(told({ event: 2, askedAt: 20, toldAt: 30 }));
    checker.acknowledge(told({ event: 2, askedAt: 40, toldAt: 50 }));
    expect(await checker.finish()).toEqual([]);
    expect(checker.counts["answers given again"]).toBe(1);
  });

  it("that are kept name one row each, which says the same", async () => {
    const ledger = lockedTicket();
    const keep = ledger.db.prepare("INSERT INTO request VALUES (?, '1', ?, '', ?, ?, 0)");
    const answer = { previousState: "Backlog", newState: "Research Needed" };
    keep.run("handoff_ticket", "a", JSON.stringify({ answer }), 2);
    expect(await breachesOf(ledger)).toEqual([]);
    keep.run("handoff_ticket", "b", JSON.stringify({ answer }), 2);
    keep.run("handoff_ticket", "c", JSON.stringify({ answer }), 3);
    keep.run("add_comment", "d", "{}", 9);
    const breaches = await breachesOf(ledger);
    expect(breaches).toContain(
      'request: row 2 is kept as the answer to "handoff_ticket 1 a" and to "handoff_ticket 1 b"',
    );
    expect(breaches).toContainEqual(expect.stringMatching(/"handoff_ticket 1 c" says that it went from "Backlog"/));
    expect(breaches).toContain('request: the answer kept for "add_comment 1 d" names row 9, which is not there');
  });
});

describe("the tables", () => {
  it.each([
    ["a state", "UPDATE ticket SET state = 'Done'", /^table: ticket 1: state is Done, and Research in Progress/],
    ["a count", "UPDATE ticket SET children = 2", /^table: ticket 1: children is 2, and 0/],
    [
      "a row too much",
      "INSERT INTO session SELECT 's', '1', 'c', 'a', 'x', NULL, 1, 1, 1, 1, NULL, 1",
      /^table: session s/,
    ],
  ])("are found where they differ from the ledger by %s", async (_, sql, sentence) => {
    const ledger = lockedTicket();
    ledger.db.exec(sql);
    expect(await breachesOf(ledger)).toEqual([expect.stringMatching(sentence)]);
  });

  it("are found where a row of theirs is gone", async () => {
    const ledger = lockedTicket();
    ledger.db.exec("DELETE FROM ticket");
    expect(await breachesOf(ledger)).toEqual(["table: ticket 1 is in the ledger, and not in its table"]);
  });
});

describe("tickets that stick", () => {
  it("are those whose claim outlives every lease", async () => {
    const ledger = lockedTicket();
    const claim_expires = ledger.now + 600 * MINUTE;
    ledger.add({ kind: "edit", ticket: "1", by: "amy", data: { fields: ["title"] }, set: { claim_expires } });
    expect(await breachesOf(ledger)).toEqual([expect.stringMatching(/^stuck: #1 is locked in "Research in Progress"/)]);
  });

  it("are not those whose lock was left without a claim: anybody may take them up", async () => {
    const ledger = lockedTicket();
    ledger.add({ kind: "release", ticket: "1", by: "amy", data: { holder: "amy", fence: 1 }, set: NOT_HELD });
    expect(await breachesOf(ledger)).toEqual([]);
  });

  it("are those that are held though they are closed", async () => {
    const ledger = new ForgedLedger();
    ledger.make("1");
    ledger.move("1", "Ada", "Done", {}, { claim_connection: "amy", claim_expires: ledger.now + MINUTE });
    expect(await breachesOf(ledger)).toContain("stuck: #1 is closed, and amy holds it");
  });

  it("are those that stand where no command goes on", async () => {
    const ledger = lockedTicket();
    ledger.add({ kind: "release", ticket: "1", by: "amy", data: { holder: "amy", fence: 1 }, set: NOT_HELD });
    const shipped = JSON.parse(readFileSync(WORKFLOW, "utf8")) as { commands: Record<string, object> };
    const commands = { ...shipped.commands, research: { ...shipped.commands["research"], lock: undefined } };
    const checker = new Checker(async () => ledger, { workflow: { ...shipped, commands }, tell: () => undefined });
    expect(await checker.finish()).toContain(
      'stuck: #1 stands in "Research in Progress", and nobody could go on from there',
    );
  });
});
