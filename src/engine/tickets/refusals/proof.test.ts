// What agents and people are told where proof is asked for. Everything that is told to do is done by somebody, word by word.

import { describe, expect, it } from "vitest";
import { shipped } from "../../../workflows/shipped.ts";
import type { EvidenceFacts } from "../../evidence/snapshot.ts";
import type { Actor } from "../../facts.ts";
import { isRefusal } from "../../refusal.ts";
import { tell, type Surface, type Told } from "../../surfaces/tell.ts";
import type { HandoffSnapshot } from "../check-handoff.ts";
import { decide } from "../handoff.ts";
import type { HandoffRequest } from "../read-request.ts";

const PROOF = shipped("ticket-proof");
const HEAD = "3f2c1ab".padEnd(40, "0");
const ANN: Actor = { kind: "agent", identity: { connection: "ann", agent: null } };
const MARIA: Actor = { kind: "person", name: "Maria" };

function snapshot(state: string, evidence: EvidenceFacts): HandoffSnapshot {
  const ticket = {
    key: "7",
    onBoard: true,
    state,
    claim: null,
    fence: 0,
    formerHolder: null,
    reservedUntil: null,
    token: "none",
  };
  return { now: 0, ticket: { ...ticket, token: "none" }, evidence };
}

function told(
  state: string,
  evidence: EvidenceFacts,
  asked: Partial<HandoffRequest>,
  surface: Surface = "mcp",
): Told & { code: string } {
  const actor = surface === "mcp" ? ANN : MARIA;
  const decision = decide(PROOF, snapshot(state, evidence), { key: "7", reason: "r", actor, ...asked });
  if (!isRefusal(decision)) throw new Error("it was accepted");
  return { code: decision.code, ...tell(decision, surface) };
}

const GIVEN = {
  given: { kind: "known", commit: HEAD, fork: null, others: [] },
  facts: [],
  checks: new Map<string, string>(),
  room: new Map([["In Review", 0]]),
  steps: [],
} as const;
const COMPLETE = { command: "impl", intent: "complete" };

describe("an agent is told", () => {
  it("which commit its checkout stands on", () => {
    expect(
      told("In Progress", { ...GIVEN, given: undefined, checkout: HEAD } as unknown as EvidenceFacts, COMPLETE)
        .recovery,
    ).toMatchInlineSnapshot(
      `"commit your work; if it is in the commit that your checkout stands on, retry the same call with commit="3f2c1ab000000000000000000000000000000000", else with that of your work (\`git rev-parse HEAD\` prints it). If you can't go on: command="ralph_impl", intent="escalate" (to "Human Needed")."`,
    );
  });

  it("how to find the commit where there is no checkout", () => {
    const { given: _, ...rest } = GIVEN;
    expect(told("In Progress", rest, COMPLETE).recovery).toMatchInlineSnapshot(
      `"commit your work, then retry the same call with commit set to the whole hash of the commit that the work is in (\`git rev-parse HEAD\` prints it). If you can't go on: command="ralph_impl", intent="escalate" (to "Human Needed")."`,
    );
  });

  it("what to run", () => {
    expect(told("In Progress", GIVEN, { ...COMPLETE, commit: HEAD }).error).toMatchInlineSnapshot(`
      "#7 can't go from "In Progress" to "In Review" yet. work: no pass at 3f2c1ab. tests: no pass at 3f2c1ab.
      Recovery: run \`signalbox check 7 --commit 3f2c1ab00000\` in a shell (runs \`npm test\` at 3f2c1ab in a clean clone), then retry the same call. A person can waive that: ask a person for \`signalbox attest codeless 7 --reason …\`. If you can't go on: command="ralph_impl", intent="escalate" (to "Human Needed")."
    `);
  });

  it("to mend what failed, and not to run it again", () => {
    const failed = {
      subject: HEAD,
      version: 1,
      said: [{ level: "witnessed", source: "check", verdict: "fail", run: "1", at: 0 }] as const,
    };
    const facts = [{ ...failed, name: "tests" }];
    expect(told("In Progress", { ...GIVEN, facts }, { ...COMPLETE, commit: HEAD }).recovery).toMatchInlineSnapshot(
      `"mend tests, commit that, then retry the same call with commit set to the new commit. A person can waive that: ask a person for \`signalbox attest codeless 7 --reason …\`. If you can't go on: command="ralph_impl", intent="escalate" (to "Human Needed")."`,
    );
  });

  it("to commit its work where the commit changes nothing", () => {
    const said = [{ level: "witnessed", source: "git", verdict: "empty", run: "1", at: 0 }] as const;
    const facts = [{ subject: HEAD, version: 1, name: "work", said }];
    expect(told("In Progress", { ...GIVEN, facts }, { ...COMPLETE, commit: HEAD }).recovery).toMatchInlineSnapshot(
      `"commit your work (3f2c1ab changes nothing against the base), then retry the same call with commit set to the new commit. A person can waive that: ask a person for \`signalbox attest codeless 7 --reason …\`. If you can't go on: command="ralph_impl", intent="escalate" (to "Human Needed")."`,
    );
  });

  it("that the merge is not its own", () => {
    expect(told("In Review", { head: HEAD, facts: [], steps: [] }, { command: "hero", intent: "close" }).error)
      .toMatchInlineSnapshot(`
        "#7 can't go from "In Review" to "Done" yet. landed: no pass at 3f2c1ab. Nobody knows which files the change touches.
        Recovery: landed: the merge is a person's or CI's to make, so leave #7 where it is. Once 3f2c1ab is merged, run \`signalbox check 7 landed --commit 3f2c1ab00000\` in a shell, then retry the same call. A person can waive that: ask a person for \`signalbox attest codeless 7 --reason …\`. Run \`signalbox check 7 work --commit 3f2c1ab00000\` in a shell so that the change is looked at, then retry the same call. Or a person looks at it: ask a person for \`signalbox attest review 7 --reason …\`; then retry the same call."
      `);
  });

  it("the way on with a commit where it used a wrong word", () => {
    const { given: _, ...rest } = GIVEN;
    expect(told("In Progress", rest, { command: "impl", intent: "finish" }).recovery).toMatchInlineSnapshot(
      `"retry with command="ralph_impl", intent="lock" (to "In Progress"). If you can't go on: command="ralph_impl", intent="escalate" (to "Human Needed")."`,
    );
  });

  it("that a state is full", () => {
    const facts = ["work", "tests"].map((name) => ({
      subject: HEAD,
      name,
      version: 1,
      said: [{ level: "attested", source: "token:ci", verdict: "pass", run: "1", at: 0 }] as const,
    }));
    expect(
      told("In Progress", { ...GIVEN, facts, room: new Map([["In Review", 8]]) }, { ...COMPLETE, commit: HEAD }).error,
    ).toMatchInlineSnapshot(`
      "#7 can't go from "In Progress" to "In Review" yet. "In Review" is full: 8 tickets stand there, and it has room for 8.
      Recovery: help a ticket out of "In Review" first, or wait until one has left, then retry the same call. Or leave #7, retry nothing on it, and take up other work with pick_actionable_issue (workflowState="In Progress"). If you can't go on: command="ralph_impl", intent="escalate" (to "Human Needed")."
    `);
  });
});

describe("a person is told", () => {
  it("in a terminal what to type", () => {
    expect(told("In Progress", GIVEN, { toState: "In Review", commit: HEAD }, "cli").error).toMatchInlineSnapshot(`
      "#7 can't go from "In Progress" to "In Review" yet. work: no pass at 3f2c1ab. tests: no pass at 3f2c1ab.
      Recovery: run \`signalbox check 7 --commit 3f2c1ab00000\` (runs \`npm test\` at 3f2c1ab in a clean clone), then run the same command again. A person can waive that: run \`signalbox attest codeless 7 --reason …\`."
    `);
  });

  it("in a browser what to press", () => {
    expect(told("In Review", { head: HEAD, facts: [], steps: [] }, { toState: "Done" }, "web").error)
      .toMatchInlineSnapshot(`
        "#7 can't go from "In Review" to "Done" yet. landed: no pass at 3f2c1ab. Nobody knows which files the change touches.
        Recovery: landed: the merge is a person's or CI's to make, so leave #7 where it is. Once 3f2c1ab is merged, run \`signalbox check 7 landed --commit 3f2c1ab00000\` in a terminal, then try again. A person can waive that: use "Nothing to build" on the ticket's page. Run \`signalbox check 7 work --commit 3f2c1ab00000\` in a terminal so that the change is looked at, then try again. Or a person looks at it: use "I reviewed it" on the ticket's page; then try again."
      `);
  });
});
