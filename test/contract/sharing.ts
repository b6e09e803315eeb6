// One change is evidence for one ticket, unless two are meant to share it.

import { expect } from "vitest";
import { recordFact } from "../../src/app/evidence/record-fact.ts";
import { retractFact } from "../../src/app/evidence/retract-fact.ts";
import { attestTicket } from "../../src/app/evidence/attest-ticket.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import type { Key } from "../../src/engine/facts.ts";
import { building, checker, checkout, HEAD, inReview, OLDER, proof, submit, tested } from "../support/worlds/proof.ts";
import { accepted, hand, newTicket, put, refused, stateOf } from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, type Test, type World } from "../support/worlds/world.ts";

/** What a person answers to the refusal. */
const share = (world: World, key: Key) =>
  attestTicket(world.app, maria, { key, name: "shared", reason: "One change closes both." });

export function sharing(test: Test): void {
  const it: Test = (name, play) => test(name, (world) => play(proof(world)));

  it("another ticket's commit is no evidence, and the refusal says what to do", async (world) => {
    const first = await inReview(world, bob);
    const key = await building(world);
    const { what, recovery } = refused(await submit(world, ann, key), "commit_taken");
    expect(what).toContain(`3f2c1ab is the commit that #${first} was handed in with.`);
    expect(recovery).toContain(`signalbox attest shared ${first} --reason`);
    expect(await stateOf(world, key)).toBe("In Progress");
  });

  it("a person says that two tickets share a commit, and can take that back", async (world) => {
    const [first, key, third] = [await inReview(world, bob), await building(world), await building(world)];
    for (const nobody of [ann, checker]) {
      accepted(await recordFact(world.app, nobody, { subject: HEAD, name: "shared", verdict: "pass" }));
    }
    refused(await submit(world, ann, key), "commit_taken");
    const { event } = accepted(await share(world, first));
    expect(accepted(await submit(world, ann, key)).warnings).toEqual([
      `3f2c1ab is the commit that #${first} was handed in with.`,
    ]);
    accepted(await retractFact(world.app, maria, event, "It was another one."));
    refused(await submit(world, ann, third), "commit_taken");
  });

  it("a person hands in what is another ticket's too, and is told", async (world) => {
    const first = await inReview(world, bob);
    const key = await building(world, bob);
    accepted(await hand(world, bob, key, { command: "impl", intent: "escalate" }));
    await put(world, key, "In Progress");
    const moved = await hand(world, maria, key, { toState: "In Review", commit: HEAD });
    expect(accepted(moved).warnings).toContain(`3f2c1ab is the commit that #${first} was handed in with.`);
  });

  it("tickets that were linked before share work, and a link that is made afterwards says nothing", async (world) => {
    const parent = await newTicket(world);
    const [one, two] = [await building(world, bob), await building(world)];
    for (const key of [one, two]) accepted(await updateTicket(world.app, maria, { key, parent }));
    await world.advance(MINUTE);
    await tested(world);
    accepted(await submit(world, bob, one));
    await world.advance(MINUTE);
    const late = await building(world);
    accepted(await updateTicket(world.app, ann, { key: late, addBlockers: [one] }));
    refused(await submit(world, ann, late), "commit_taken");
    accepted(await submit(world, ann, two));
  });

  it("a part of another ticket's branch and a copy of its change are its work too", async (world) => {
    const first = await inReview(world, bob);
    const work = { kind: "work", commit: OLDER, fork: "0".repeat(40), commits: 1, files: 1, empty: false } as const;
    const look = { ...work, paths: ["src/a.ts"], pathsCut: false };
    const git = checkout({ [OLDER]: ["src/a.ts"] });
    const key = await building(world);
    await tested(world, OLDER);
    const part = { ...git, descendants: () => Promise.resolve([HEAD]) };
    const { what } = refused(
      await submit({ ...world, app: { ...world.app, git: part } }, ann, key, { commit: OLDER }),
      "commit_taken",
    );
    expect(what).toContain(`a part of the branch that #${first} was handed in with`);
    accepted(await recordFact(world.app, checker, { subject: HEAD, name: "work", verdict: "pass", patch: "p1" }));
    const copy = { ...git, look: () => Promise.resolve({ ...look, patch: "p1" }) };
    refused(await submit({ ...world, app: { ...world.app, git: copy } }, ann, key, { commit: OLDER }), "commit_taken");
    const own = { ...git, look: () => Promise.resolve({ ...look, patch: "p2" }) };
    accepted(await submit({ ...world, app: { ...world.app, git: own } }, ann, key, { commit: OLDER }));
  });

  it("what a ticket was handed in with before is its own, whoever has built on it since", async (world) => {
    const key = await inReview(world, bob);
    await put(world, key, "In Progress");
    const part = {
      ...world.app,
      git: { ...checkout({ [HEAD]: ["src/a.ts"] }), descendants: () => Promise.resolve([OLDER]) },
    };
    await inReview(world, ann, OLDER);
    await tested(world);
    accepted(await submit({ ...world, app: part }, bob, key));
  });

  it("work that was given up is anybody's", async (world) => {
    const first = await inReview(world, bob);
    await put(world, first, "Canceled");
    const key = await building(world);
    accepted(await submit(world, ann, key));
  });

  it("of many who hand in one commit at the same moment, one gets through", async (world) => {
    const callers = Array.from({ length: 6 }, (_, n) => agent(`agent-${n}`));
    const keys: Key[] = [];
    for (const caller of callers) keys.push(await building(world, caller));
    await tested(world);
    accepted(
      await recordFact(world.app, checker, { subject: HEAD, name: "work", verdict: "pass", paths: ["src/a.ts"] }),
    );
    const blind = { ...world, app: { ...world.app, git: undefined as never } };
    const answers = await Promise.all(callers.map((caller, n) => submit(blind, caller, keys[n] ?? "")));
    expect(answers.filter((answer) => !("kind" in answer))).toHaveLength(1);
    for (const answer of answers) if ("kind" in answer) refused(answer, "commit_taken");
  });
}
