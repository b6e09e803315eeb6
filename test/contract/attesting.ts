// What people and CI jobs attest: about a ticket's commit, or about the ticket while it has none.

import { expect } from "vitest";
import type { App, Caller } from "../../src/app/app.ts";
import { attestTicket } from "../../src/app/evidence/attest-ticket.ts";
import { recordFact, type FactInput } from "../../src/app/evidence/record-fact.ts";
import { retractAllOf } from "../../src/app/evidence/retract-fact.ts";
import { sourceOfJobs, sourceOfToken } from "../../src/app/keys/sources.ts";
import { judgePersons } from "../../src/engine/evidence/met.ts";
import { compile } from "../../src/engine/workflow/compile.ts";
import type { CheckSpec } from "../../src/engine/workflow/format.ts";
import { building, HEAD, inReview, OLDER, proof, submit } from "../support/worlds/proof.ts";
import { accepted, newTicket, refused } from "../support/worlds/steps.ts";
import { ann, bob, maria, person, type Test, type World } from "../support/worlds/world.ts";

const COMMIT = "3f2c".padEnd(40, "a");
const TESTS = { passed: 9, failed: 0, skipped: 0 };
const REASON = "Read it, ran it.";

const job = (source: string): Caller => ({
  ...bob,
  via: "http",
  witness: { level: "attested", source, facts: ["tests"] },
});

/** The same board, by a workflow that knows how the tests are run. */
function checking(world: World, check: Partial<CheckSpec> = {}): App {
  const { workflow } = world.app.machine;
  return { ...world.app, machine: compile({ ...workflow, checks: { tests: { run: "npm test", ...check } } }) };
}

export function attesting(test: Test): void {
  test("a person attests what is true of a ticket that has no commit", async (world) => {
    const key = await newTicket(world);
    const answer = accepted(await attestTicket(world.app, maria, { key, name: "codeless", reason: REASON }));
    expect(answer.level).toBe("attested");
    expect(answer.tickets).toHaveLength(1);
    const [fact] = await world.board.evidence.facts(answer.subject, ["codeless"]);
    expect(fact?.said).toMatchObject([{ level: "attested", source: "person:Maria", verdict: "pass" }]);
    expect(judgePersons(fact?.said ?? []).met).toBe(true);
    const [row] = await world.board.ledger.after(answer.event - 1, 1);
    expect(row).toMatchObject({
      kind: "fact",
      subject: { type: "ticket" },
      by: { person: "Maria" },
      texts: { reason: REASON },
    });
  });

  test("two people attest, each in their own name, and the later word of each counts", async (world) => {
    const key = await newTicket(world);
    const attest = (who: Caller, verdict: "pass" | "fail") =>
      attestTicket(world.app, who, { key, name: "review", verdict, reason: REASON });
    const { subject } = accepted(await attest(maria, "fail"));
    accepted(await attest(person("Ada"), "pass"));
    const met = async (): Promise<boolean> =>
      judgePersons((await world.board.evidence.facts(subject, ["review"]))[0]?.said ?? []).met;
    expect(await met()).toBe(false);
    accepted(await attest(maria, "pass"));
    expect(await met()).toBe(true);
  });

  test("the same attestation twice is one", async (world) => {
    const input = { key: await newTicket(world), name: "codeless", reason: REASON, requestId: "a" };
    const first = accepted(await attestTicket(world.app, maria, input));
    expect(accepted(await attestTicket(world.app, maria, input))).toEqual({ ...first, repeated: true });
    refused(await attestTicket(world.app, maria, { ...input, reason: "Another." }), "request_reused");
  });

  test("nobody attests a ticket but a person, with a reason, who saw it as it is", async (world) => {
    const key = await newTicket(world);
    const before = await world.board.ledger.head();
    const input = { key, name: "codeless", reason: REASON };
    refused(await attestTicket(world.app, ann, input), "person_only");
    refused(await attestTicket(world.app, job("token:ci"), input), "person_only");
    refused(await attestTicket(world.app, maria, { ...input, reason: " " }), "blank_reason");
    refused(await attestTicket(world.app, maria, { ...input, commit: COMMIT }), "commit_changed");
    refused(await attestTicket(world.app, maria, { ...input, name: "No such" }), "invalid_name");
    refused(await attestTicket(world.app, maria, { ...input, key: "999" }), "ticket_not_found");
    expect(await world.board.ledger.head()).toEqual(before);
    accepted(await attestTicket(world.app, maria, { ...input, commit: null }));
  });

  test("a CI job that passes a check says how many tests passed, unless the check counts none", async (world) => {
    const fact: FactInput = { subject: COMMIT, name: "tests", verdict: "pass" };
    const ci = job("token:ci");
    const app = checking(world);
    refused(await recordFact(app, ci, fact), "no_tests");
    refused(await recordFact(app, ci, { ...fact, tests: { ...TESTS, passed: 0 } }), "no_tests");
    refused(await recordFact(checking(world, { min: 10 }), ci, { ...fact, tests: TESTS }), "no_tests");
    expect(await world.board.evidence.facts(COMMIT)).toEqual([]);
    accepted(await recordFact(app, ci, { ...fact, tests: TESTS }));
    accepted(await recordFact(app, ci, { ...fact, verdict: "fail" }));
    accepted(await recordFact(checking(world, { counts: "none" }), ci, fact));
    // A person has looked, and an agent only reports.
    const seen: Caller = { ...maria, witness: { level: "attested", source: "person:Maria" } };
    accepted(await recordFact(app, seen, fact));
    expect(accepted(await recordFact(app, ann, fact)).level).toBe("reported");
  });

  test("a CI job's pass lets work through, and what an agent says of it does not", async (plain) => {
    const world = proof(plain);
    const key = await building(world);
    const fact: FactInput = { subject: HEAD, name: "tests", verdict: "pass", tests: TESTS };
    refused(await submit(world, ann, key), "facts_missing");
    accepted(await recordFact(world.app, ann, fact));
    refused(await submit(world, ann, key), "facts_missing");
    // Of another commit.
    accepted(await recordFact(world.app, job("oidc:42"), { ...fact, subject: OLDER }));
    refused(await submit(world, ann, key), "facts_missing");
    const given = accepted(await recordFact(world.app, job("oidc:42"), fact));
    expect(given.tickets).toEqual([]);
    accepted(await submit(world, ann, key));
    // From now on it is the ticket's own commit.
    expect(accepted(await recordFact(world.app, job("oidc:42"), fact)).tickets).toHaveLength(1);
  });

  test("what is taken back with its source lets nothing through any more", async (plain) => {
    const world = proof(plain);
    const key = await building(world);
    accepted(
      await recordFact(world.app, job("token:ci"), { subject: HEAD, name: "tests", verdict: "pass", tests: TESTS }),
    );
    accepted(await retractAllOf(world.app, maria, "token:ci", "Its token got out."));
    refused(await submit(world, ann, key), "facts_missing");
  });

  test("a person attests the commit that the ticket is at, and no other", async (plain) => {
    const world = proof(plain);
    const key = await inReview(world);
    const input = { key, name: "review", reason: REASON };
    refused(await attestTicket(world.app, maria, { ...input, commit: OLDER }), "commit_changed");
    refused(await attestTicket(world.app, maria, { ...input, commit: null }), "commit_changed");
    const answer = accepted(await attestTicket(world.app, maria, { ...input, commit: HEAD.slice(0, 7) }));
    expect(answer).toMatchObject({ subject: HEAD, level: "attested" });
    expect(answer.tickets).toHaveLength(1);
  });

  test("what one source said is taken back, and what others said stays", async (world) => {
    const workflow = "acme/shop/.github/workflows/proof.yml@refs/heads/main";
    const sources = [
      sourceOfToken({ role: "witness", name: "ci" }),
      sourceOfJobs({ repositoryId: "42", workflow }),
      sourceOfJobs({ repositoryId: "42", workflow: workflow.replace("proof", "windows") }),
      sourceOfJobs({ repositoryId: "43", workflow }),
    ];
    expect(new Set(sources).size).toBe(sources.length);
    for (const source of sources) {
      accepted(
        await recordFact(world.app, job(source), { subject: COMMIT, name: "tests", verdict: "pass", tests: TESTS }),
      );
    }
    const [, jobs = "", ...others] = sources;
    expect(accepted(await retractAllOf(world.app, maria, jobs, "Not ours."))).toEqual({ retracted: 1 });
    const [fact] = await world.board.evidence.facts(COMMIT, ["tests"]);
    expect(fact?.said.map(({ source }) => source)).toEqual([sources[0], ...others]);
  });
}
