// Facts about commits: who may give them, what they are worth, and how they are taken back.

import { expect } from "vitest";
import type { Caller, Witness } from "../../src/app/app.ts";
import { listFacts } from "../../src/app/evidence/list-facts.ts";
import { recordFact, type FactInput } from "../../src/app/evidence/record-fact.ts";
import { retractAllOf, retractFact } from "../../src/app/evidence/retract-fact.ts";
import { judge } from "../../src/engine/evidence/met.ts";
import { accepted, newTicket, refused } from "../support/worlds/steps.ts";
import { ann, bob, maria, type Test, type World } from "../support/worlds/world.ts";

const HEAD = "3f2c".padEnd(40, "a");
const OTHER = "91d0".padEnd(40, "b");

function through(caller: Caller, witness: Witness): Caller {
  return { ...caller, witness };
}

const checker = through(ann, { level: "witnessed", source: "check" });
const ci = through(bob, { level: "attested", source: "token:ci", facts: ["tests"] });

const give = (world: World, caller: Caller, fields: Partial<FactInput> = {}) =>
  recordFact(world.app, caller, { subject: HEAD, name: "tests", verdict: "pass", ...fields });

async function said(world: World, subject = HEAD, name = "tests") {
  return (await world.board.evidence.facts(subject, [name]))[0]?.said ?? [];
}

export function evidence(test: Test): void {
  test("a fact stands in the ledger, with where it came from", async (world) => {
    const tests = { passed: 812, failed: 0, skipped: 3 };
    const answer = accepted(await give(world, checker, { tests, exit: 0, ms: 5, clean: true, tail: "ok 812" }));
    expect(answer).toMatchObject({ level: "witnessed", tickets: [] });
    const [row] = await world.board.ledger.after(answer.event - 1, 1);
    expect(row).toMatchObject({
      kind: "fact",
      subject: { type: "commit", key: HEAD },
      by: { connection: "ann", via: "stdio" },
      data: { name: "tests", verdict: "pass", level: "witnessed", source: "check", tests, exit: 0, ms: 5, clean: true },
      texts: { tail: "ok 812" },
    });
    expect(await said(world)).toMatchObject([{ level: "witnessed", source: "check", verdict: "pass", tests }]);
  });

  test("the level comes from the door, and never from what was sent", async (world) => {
    const forged = { level: "attested", source: "token:ci", witness: { level: "attested" } };
    const input: FactInput = { subject: HEAD, name: "tests", verdict: "pass", ...forged };
    expect(accepted(await recordFact(world.app, ann, input)).level).toBe("reported");
    expect(await said(world)).toMatchObject([{ level: "reported", source: "ann" }]);
    expect(judge(await said(world), "witnessed", null).met).toBe(false);
  });

  test("each source has one word on a fact, the last one", async (world) => {
    accepted(await give(world, checker, { verdict: "fail" }));
    accepted(await give(world, ci));
    accepted(await give(world, checker));
    expect(await said(world)).toMatchObject([
      { source: "token:ci", verdict: "pass" },
      { source: "check", verdict: "pass" },
    ]);
    expect((await world.board.evidence.facts(HEAD))[0]?.version).toBe(3);
  });

  test("facts of one commit are no facts of another", async (world) => {
    accepted(await give(world, checker, { subject: OTHER }));
    expect(await said(world)).toEqual([]);
    expect(await world.board.evidence.facts(HEAD)).toEqual([]);
  });

  test("the same run twice is one fact, and the same run with another outcome is refused", async (world) => {
    const first = accepted(await give(world, ci, { run: "42" }));
    const second = accepted(await give(world, ci, { run: "42" }));
    expect(second).toEqual({ ...first, repeated: true });
    refused(await give(world, ci, { run: "42", verdict: "fail" }), "request_reused");
  });

  test("an agent's report of a run does not keep the run's own word out", async (world) => {
    accepted(await give(world, ann, { run: "42", verdict: "fail" }));
    expect(accepted(await give(world, ci, { run: "42" })).level).toBe("attested");
  });

  test("facts that are given at once are all kept", async (world) => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const all = names.map((name) => through(ann, { level: "witnessed", source: `token:${name}` }));
    for (const answer of await Promise.all(all.map((caller) => give(world, caller)))) accepted(answer);
    expect((await said(world)).map(({ source }) => source).toSorted()).toEqual(names.map((name) => `token:${name}`));
  });

  test("a key gives the facts that it names, and no others", async (world) => {
    const { facts } = refused(await give(world, ci, { name: "review" }), "fact_not_allowed");
    expect(facts["facts"]).toEqual(["tests"]);
    expect(await said(world, HEAD, "review")).toEqual([]);
  });

  test("a run that tested nothing, or in which tests failed, is no pass", async (world) => {
    refused(await give(world, ci, { tests: { passed: 0, failed: 0, skipped: 9 } }), "no_tests");
    refused(await give(world, ci, { tests: { passed: 9, failed: 1, skipped: 0 } }), "no_tests");
    accepted(await give(world, ci, { verdict: "empty", tests: { passed: 0, failed: 0, skipped: 9 } }));
  });

  test("a commit is named in whole, and a fact by a word", async (world) => {
    for (const subject of ["3f2c1ab", "HEAD", "", HEAD.toUpperCase(), `${HEAD}\n`]) {
      refused(await give(world, ci, { subject }), "commit_unknown");
    }
    for (const name of ["", "a b", "a/b", "../x", "Tests", "x".repeat(65)]) {
      refused(await give(world, checker, { name }), "invalid_name");
    }
    accepted(await give(world, checker, { subject: "a".repeat(64) }));
  });

  test("a ticket without a commit has facts of its own", async (world) => {
    const key = await newTicket(world);
    const person = through(maria, { level: "attested", source: "person:Maria" });
    const asked = { subject: `#${key}`, name: "codeless", reason: "only words change" };
    expect(accepted(await give(world, person, asked))).toMatchObject({ level: "attested", tickets: [key] });
    const [row] = await world.board.ledger.history({ type: "ticket", key }, 1);
    expect(row).toMatchObject({ kind: "fact", texts: { reason: "only words change" } });
    refused(await give(world, person, { subject: "#999", name: "codeless" }), "ticket_not_found");
    expect(accepted(await listFacts(world.app, { ticket: key }))).toMatchObject([
      { name: "codeless", verdict: "pass" },
    ]);
  });

  test("a secret in the output is masked before it is kept", async (world) => {
    const secret = `ghp_${"a1".repeat(18)}`;
    accepted(await give(world, checker, { tail: `token: ${secret}` }));
    expect(await world.dump()).not.toContain(secret);
  });

  test("what was taken back does not count, and its row stays", async (world) => {
    const { event } = accepted(await give(world, checker));
    expect(accepted(await retractFact(world.app, maria, event, "the runner was broken"))).toMatchObject({
      subject: HEAD,
      name: "tests",
      source: "check",
    });
    expect(await said(world)).toEqual([]);
    expect((await world.board.evidence.facts(HEAD))[0]?.version).toBe(2);
    expect(await world.board.ledger.history({ type: "commit", key: HEAD }, 9)).toMatchObject([
      { kind: "retract", data: { seq: event, source: "check" }, texts: { reason: "the runner was broken" } },
      { kind: "fact" },
    ]);
    refused(await retractFact(world.app, maria, event, "again"), "fact_not_found");
  });

  test("a failure is not hidden by a pass that is taken back", async (world) => {
    accepted(await give(world, ci, { verdict: "fail", run: "1" }));
    const { event } = accepted(await give(world, ci, { run: "2" }));
    accepted(await retractFact(world.app, ci, event, "that was another commit"));
    expect(await said(world)).toMatchObject([{ source: "token:ci", verdict: "fail", run: "1" }]);
  });

  test("an older word that is taken back leaves the newer one", async (world) => {
    const { event } = accepted(await give(world, ci, { verdict: "fail", run: "1" }));
    accepted(await give(world, ci, { run: "2" }));
    accepted(await retractFact(world.app, ci, event, "flaky"));
    expect(await said(world)).toMatchObject([{ verdict: "pass", run: "2" }]);
  });

  test("nobody takes back another's word, but a person does", async (world) => {
    const { event } = accepted(await give(world, ci, { verdict: "fail" }));
    refused(await retractFact(world.app, ann, event, "it annoys me"), "fact_not_yours");
    refused(await retractFact(world.app, checker, event, "it annoys me"), "fact_not_yours");
    refused(await retractFact(world.app, maria, event, " "), "blank_reason");
    refused(await retractFact(world.app, maria, event + 9, "no such row"), "fact_not_found");
    accepted(await retractFact(world.app, maria, event, "the machine was broken"));
  });

  test("all that one source said is taken back at once, by a person alone", async (world) => {
    accepted(await give(world, ci));
    accepted(await give(world, ci, { subject: OTHER, verdict: "fail", run: "1" }));
    accepted(await give(world, ci, { subject: OTHER, run: "2" }));
    accepted(await give(world, checker));
    refused(await retractAllOf(world.app, ann, "token:ci", "leaked"), "person_only");
    expect(accepted(await retractAllOf(world.app, maria, "token:ci", "leaked"))).toEqual({ retracted: 2 });
    expect(await said(world)).toMatchObject([{ source: "check" }]);
    expect(await said(world, OTHER)).toEqual([]);
    expect(accepted(await retractAllOf(world.app, maria, "token:ci", "leaked"))).toEqual({ retracted: 0 });
  });

  test("a report that somebody stronger contradicts is shown as such", async (world) => {
    accepted(await give(world, ann));
    accepted(await give(world, checker, { verdict: "fail" }));
    expect(accepted(await listFacts(world.app, { commit: HEAD }))).toMatchObject([
      {
        name: "tests",
        verdict: "fail",
        level: "witnessed",
        contradicted: true,
        said: [{ source: "ann" }, { source: "check" }],
      },
    ]);
    expect(accepted(await listFacts(world.app, {}))).toHaveLength(1);
  });
}
