// Machines that share nothing but GitHub: a claim is a git ref, and only one of many can move it.

import { describe, expect, it, onTestFinished } from "vitest";
import { pickIssue } from "../../../src/app/tickets/pick.ts";
import { releaseClaim } from "../../../src/app/claims/release.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { accepted, hand, lastRow, locked, refused, stateOf } from "../../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE } from "../../support/worlds/world.ts";
import { Site, type Machine } from "../../support/github/world.ts";

const LOCK = { command: "research", intent: "lock" };
const REF = "refs/signalbox/claims/issue-1";

async function machines(count: number): Promise<{ site: Site; all: Machine[] }> {
  const site = await Site.open({ remember: 5 });
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  for (const title of ["First", "Second"]) {
    github.addIssue(repository, title, { project, card: { "Workflow State": "Research Needed" } });
  }
  const all: Machine[] = [];
  for (let index = 0; index < count; index++) all.push(await site.machine({ refLocks: true }));
  return { site, all };
}

describe("a claim as a ref", () => {
  it("goes to one of 50 contenders on two machines", async () => {
    const { site, all } = await machines(2);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const machine = all[index % 2];
        if (!machine) throw new Error("there is no such machine");
        return hand(machine, agent(`agent ${index}`), "1", LOCK);
      }),
    );
    const winners = answers.filter((answer) => !isRefusal(answer));
    expect(winners).toHaveLength(1);
    for (const answer of answers.filter(isRefusal)) expect(answer.code).toBe("claim_conflict");
    const issue = site.github.issue("acme", "shop", 1);
    expect(site.github.see(issue).comments).toHaveLength(1);
    expect(site.repository.refs.has(REF)).toBe(true);
  });

  it("of another machine is named in the refusal, with its end", async () => {
    const { all } = await machines(2);
    const [one, two] = [all[0] as Machine, all[1] as Machine];
    const { expiresAt } = await locked(one, ann, "1", "research");
    const refusal = refused(await hand(two, bob, "1", LOCK), "claim_conflict");
    expect(refusal.error).toContain("ann");
    expect(refusal.facts).toMatchObject({ holder: "ann", expiresAt });
    refused(await hand(two, bob, "1", { command: "research", intent: "complete" }), "claim_conflict");
  });

  it("is passed over where work is picked", async () => {
    const { all } = await machines(2);
    const [one, two] = [all[0] as Machine, all[1] as Machine];
    const ask = { workflowState: "Research Needed", claim: true, command: "research", reason: "r" };
    await two.board.tickets.list({}, 1, null);
    expect(await pickIssue(one.app, ann, ask)).toMatchObject({ issue: { number: 1 } });
    expect(await pickIssue(two.app, bob, ask)).toMatchObject({ issue: { number: 2 } });
    expect(await pickIssue(two.app, bob, ask)).toMatchObject({ found: false });
  });

  it("is taken over after its end, and the former holder is refused", async () => {
    const { site, all } = await machines(2);
    const [one, two] = [all[0] as Machine, all[1] as Machine];
    const { token } = await locked(one, ann, "1", "research");
    const before = site.repository.refs.get(REF);
    site.clock.pass(21 * MINUTE);
    accepted(await hand(two, bob, "1", LOCK));
    expect(site.repository.refs.get(REF)).not.toBe(before);
    const late = { command: "research", intent: "complete" };
    refused(await hand(one, ann, "1", { ...late, claim: token }), "claim_lost");
    refused(await hand(one, ann, "1", late), "claim_lost");
    expect((await one.board.ledger.history({ type: "ticket", key: "1" }, 5)).map(({ kind }) => kind)).toContain(
      "release",
    );
    accepted(await hand(two, bob, "1", late));
    expect(await stateOf(one, "1")).toBe("Ready for Plan");
    expect((await lastRow(one, "1")).by).toMatchObject({ connection: "bob", via: "github" });
    expect(site.repository.refs.has(REF)).toBe(false);
  });

  it("stays with whoever took it over, where a look is so old that it shows the former lease", async () => {
    const { site, all } = await machines(2);
    const [one, two] = [all[0] as Machine, all[1] as Machine];
    await locked(one, ann, "1", "research");
    site.clock.pass(21 * MINUTE);
    accepted(await hand(two, bob, "1", LOCK));
    site.github.faults.plan({ kind: "stale", writes: 1 }, { on: "Handoff", times: 2 });
    await two.board.tickets.get("1");
    site.github.faults.clear();
    expect((await two.board.tickets.get("1"))?.claim?.holder.connection).toBe("bob");
    accepted(await hand(two, bob, "1", { command: "research", intent: "complete" }));
  });

  it("is gone with the claim: given back, or left by a move", async () => {
    const { site, all } = await machines(2);
    const [one, two] = [all[0] as Machine, all[1] as Machine];
    await locked(one, ann, "1", "research");
    accepted(await releaseClaim(one.app, ann, { key: "1", reason: "enough" }));
    expect(site.repository.refs.has(REF)).toBe(false);
    accepted(await hand(two, bob, "1", LOCK));
    accepted(await hand(two, bob, "1", { command: "research", intent: "complete" }));
    expect([...site.repository.refs.keys()]).toEqual(["refs/heads/main"]);
  });

  it("is gone where a person ends the claim, through a server or on GitHub itself", async () => {
    const { site, all } = await machines(2);
    const [one, two] = [all[0] as Machine, all[1] as Machine];
    await locked(one, ann, "1", "research");
    site.clock.pass(MINUTE);
    accepted(await hand(two, maria, "1", { toState: "Human Needed" }));
    expect(site.repository.refs.has(REF)).toBe(false);
    expect((await one.board.tickets.get("1"))?.claim).toBeNull();

    await locked(one, ann, "2", "research");
    site.clock.pass(MINUTE);
    site.github.drag(site.github.issue("acme", "shop", 2), "Human Needed");
    expect((await one.board.tickets.get("2"))?.claim).toBeNull();
    expect([...site.repository.refs.keys()]).toEqual(["refs/heads/main"]);
  });

  it("moves on where the claim is renewed", async () => {
    const { site, all } = await machines(2);
    const [one, two] = [all[0] as Machine, all[1] as Machine];
    const { token } = await locked(one, ann, "1", "research");
    site.clock.pass(15 * MINUTE);
    accepted(await hand(one, ann, "1", { ...LOCK, claim: token }));
    site.clock.pass(15 * MINUTE);
    refused(await hand(two, bob, "1", LOCK), "claim_conflict");
  });
});
