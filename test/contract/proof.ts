// The workflow with proof, on every board: no move past a guard that is not met, by whichever way.

import { expect } from "vitest";
import type { App, Caller } from "../../src/app/app.ts";
import { recordFact } from "../../src/app/evidence/record-fact.ts";
import { retractFact } from "../../src/app/evidence/retract-fact.ts";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { viewTicket } from "../../src/app/tickets/view.ts";
import type { Key } from "../../src/engine/facts.ts";
import {
  attested,
  attesting,
  building,
  checkout,
  FORK,
  HEAD,
  inReview,
  landed,
  OLDER,
  proof,
  submit,
  tested,
  through,
} from "../support/worlds/proof.ts";
import {
  accepted,
  hand,
  lastRow,
  newTicket,
  put,
  refused,
  rowsOf,
  stateOf,
  ticketIn,
  ticketOf,
  typeState,
} from "../support/worlds/steps.ts";
import {
  agent,
  ann,
  bob,
  maria,
  MINUTE,
  operator,
  person,
  uma,
  vic,
  type Test,
  type World,
} from "../support/worlds/world.ts";

const close = (world: World, by: Caller, key: Key, fields: { commit?: string } = {}) =>
  by.actor.kind === "person"
    ? hand(world, by, key, { toState: "Done", ...fields })
    : hand(world, by, key, { command: "hero", intent: "close", ...fields });

/** Something happens between the look and the commit, once. */
function meanwhile(world: World, happens: () => Promise<unknown>): World {
  let left = 1;
  const { board } = world;
  const commit: App["board"]["commit"] = async (plan) => {
    if (left-- > 0) await happens();
    return board.commit(plan);
  };
  return { ...world, app: { ...world.app, board: { ...board, commit } } };
}

export function handingIn(test: Test): void {
  const it = (title: string, body: (world: World) => Promise<void>) => test(title, (world) => body(proof(world)));

  it("work is handed in with its commit", async (world) => {
    const key = await building(world);
    const { recovery, facts } = refused(
      await hand(world, ann, key, { command: "impl", intent: "complete" }),
      "commit_missing",
    );
    expect(recovery).toContain(`commit="${HEAD}"`);
    expect(recovery).toContain('intent="escalate"');
    expect(facts).toMatchObject({ checkout: HEAD });
    expect(await stateOf(world, key)).toBe("In Progress");
  });

  it("the commit is one that is there, by its hash", async (world) => {
    const key = await building(world);
    for (const commit of ["f".repeat(40), "HEAD", "main", "--all", "", "deadbeef"]) {
      refused(await submit(world, ann, key, { commit }), "commit_unknown");
    }
    refused(await submit(world, ann, key, { commit: "x".repeat(300) }), "too_long");
    // The beginning of its hash will do where there is a checkout.
    await tested(world);
    expect(accepted(await submit(world, ann, key, { commit: HEAD.slice(0, 9) })).commit).toBe(HEAD);
  });

  it("without a checkout the whole hash is taken, and nothing is known of the work", async (world) => {
    const { git: _, ...served } = world.app;
    const elsewhere = { ...world, app: served };
    const key = await building(elsewhere);
    refused(await submit(elsewhere, ann, key, { commit: HEAD.slice(0, 9) }), "commit_unknown");
    await tested(elsewhere);
    const { error } = refused(await submit(elsewhere, ann, key), "facts_missing");
    expect(error).toContain("work: no pass at 3f2c1ab");
  });

  it("a refusal names the missing fact and the exact command", async (world) => {
    const key = await building(world);
    const { what, recovery } = refused(await submit(world, ann, key), "facts_missing");
    expect(what).toContain(`#${key} can't go from "In Progress" to "In Review" yet. tests: no pass at 3f2c1ab.`);
    expect(recovery).toContain(`run \`signalbox check ${key} tests --commit ${HEAD.slice(0, 12)}\` in a shell`);
    expect(recovery).toContain("(runs `npm test` at 3f2c1ab in a clean clone), then retry the same call.");
    expect(recovery).toContain('If you can\'t go on: command="ralph_impl", intent="escalate"');
  });

  it("what an agent says of its own work is kept, and counts for nothing", async (world) => {
    const key = await building(world);
    const evidence = { tests: "pass", pr: "https://example.org/pull/3", docs: "all green!" };
    const { what } = refused(await submit(world, ann, key, { evidence }), "facts_missing");
    expect(what).toContain("tests: no pass at 3f2c1ab (ann reported a pass, which does not count).");
    const facts = await world.board.evidence.facts(HEAD);
    const kept = facts.map(({ name, said }) => `${name} ${said[0]?.level} ${said[0]?.verdict}`);
    expect(new Set(kept)).toEqual(
      new Set(["docs reported unknown", "pr reported pass", "tests reported pass", "work witnessed pass"]),
    );
    refused(await submit(world, ann, key, { evidence: { "a b": "pass" } }), "invalid_name");
  });

  it("a pass at an older commit is no pass at this one, and the refusal says so", async (world) => {
    const key = await inReview(world, ann, OLDER);
    await put(world, key, "In Progress");
    const again = await hand(world, maria, key, { toState: "In Review", commit: HEAD });
    expect(refused(again, "facts_missing").what).toContain("(passed at 91d0e77, an older commit)");
    expect((await ticketOf(world, key)).head).toBe(OLDER);
  });

  it("with tests that passed there it goes on, and the ledger says what the guards saw", async (world) => {
    const key = await building(world);
    await tested(world);
    const answer = accepted(await submit(world, ann, key));
    expect(answer).toMatchObject({ newState: "In Review", commit: HEAD, warnings: [] });
    expect(await ticketOf(world, key)).toMatchObject({ state: "In Review", head: HEAD, fork: FORK });
    const row = await lastRow(world, key);
    expect(row.seq).toBe(answer.event);
    expect(row.data).toMatchObject({
      commit: HEAD,
      guards: [
        {
          type: "facts",
          met: true,
          facts: [
            { name: "work", by: { source: "git" } },
            { name: "tests", by: { source: "check" } },
          ],
        },
        { type: "room", met: true, there: 0, max: 8 },
      ],
    });
    expect(await world.board.evidence.ticketsAt(HEAD)).toEqual([{ key, state: "In Review", head: HEAD }]);
  });

  it("a run of yesterday's command is no pass", async (world) => {
    const key = await building(world);
    await tested(world, HEAD, { check: "sha256:another" });
    expect(refused(await submit(world, ann, key), "facts_missing").what).toContain(
      "another command than the one in force",
    );
  });

  it("a failure that somebody stronger saw is not outvoted", async (world) => {
    const key = await building(world);
    await tested(world);
    const ci = through(bob, { level: "attested", source: "token:ci" });
    accepted(await recordFact(world.app, ci, { subject: HEAD, name: "tests", verdict: "fail" }));
    expect(refused(await submit(world, ann, key), "facts_missing").what).toContain("token ci says fail");
  });

  it("a commit that changes nothing is no work", async (world) => {
    const empty = proof(world, { git: checkout({ [HEAD]: [] }) });
    const key = await building(empty);
    await tested(empty);
    expect(refused(await submit(empty, ann, key), "facts_missing").what).toContain(
      "work: no pass at 3f2c1ab (git says empty",
    );
  });

  it("a fact that is taken back between the look and the commit does not count", async (world) => {
    const key = await building(world);
    const event = await tested(world);
    const shaken = meanwhile(world, () => retractFact(world.app, maria, event, "it was another machine"));
    refused(await submit(shaken, ann, key), "facts_missing");
    expect(await stateOf(world, key)).toBe("In Progress");
  });

  it("a failure that comes between the look and the commit counts", async (world) => {
    const key = await building(world);
    await tested(world);
    const ci = through(bob, { level: "attested", source: "token:ci" });
    const late = meanwhile(world, () => recordFact(world.app, ci, { subject: HEAD, name: "tests", verdict: "fail" }));
    refused(await submit(late, ann, key), "facts_missing");
  });

  it("the same request with another commit is another request", async (world) => {
    const key = await building(world);
    await tested(world);
    const asked = { command: "impl", intent: "complete", commit: HEAD, requestId: "r1" };
    accepted(await hand(world, ann, key, asked));
    expect(accepted(await hand(world, ann, key, asked))).toMatchObject({ repeated: true, commit: HEAD });
    refused(await hand(world, ann, key, { ...asked, commit: OLDER }), "request_reused");
  });

  it("where a person says that there is no code, none is asked for; and that holds for no commit", async (world) => {
    const key = await building(world);
    await attested(world, `#${key}`, "codeless");
    refused(await submit(world, ann, key), "facts_missing");
    accepted(await hand(world, ann, key, { command: "impl", intent: "complete" }));
    expect((await ticketOf(world, key)).head).toBeNull();
    expect(accepted(await close(world, maria, key)).newState).toBe("Done");
  });

  it("no key of CI and no agent says that there is no code", async (world) => {
    const key = await building(world);
    const ci = through(bob, { level: "attested", source: "token:ci" });
    accepted(await recordFact(world.app, ci, { subject: `#${key}`, name: "codeless", verdict: "pass" }));
    accepted(await recordFact(world.app, ann, { subject: `#${key}`, name: "codeless", verdict: "pass" }));
    refused(await hand(world, ann, key, { command: "impl", intent: "complete" }), "commit_missing");
  });

  it("a try changes nothing, and keeps nothing", async (world) => {
    const key = await building(world);
    // Where tickets live elsewhere, a try may look there; a board that was just looked at is not looked at again.
    await world.board.mirror?.fresh();
    const before = await world.dump();
    refused(
      await hand(world, ann, key, {
        command: "impl",
        intent: "complete",
        commit: HEAD,
        evidence: { tests: "pass" },
        dryRun: true,
      }),
      "facts_missing",
    );
    expect(await world.dump()).toBe(before);
  });

  test("a workflow that asks for no commit keeps none, and says so", async (world) => {
    const key = await newTicket(world);
    const answer = await hand(world, ann, key, { command: "triage", toState: "Ready for Plan", commit: HEAD });
    expect(accepted(answer).warnings).toEqual(["The commit was not kept: this workflow asks for none."]);
    expect((await ticketOf(world, key)).head).toBeNull();
  });
}

export function accepting(test: Test): void {
  const it = (title: string, body: (world: World) => Promise<void>) => test(title, (world) => body(proof(world)));

  it("what has not landed is not done, and the merge is left to others", async (world) => {
    const key = await inReview(world);
    const { what, recovery } = refused(await close(world, bob, key), "facts_missing");
    expect(what).toContain("landed: no pass at 3f2c1ab");
    expect(recovery).toContain("the merge is a person's or CI's");
    expect(recovery).toContain(`signalbox check ${key} landed --commit ${HEAD.slice(0, 12)}`);
  });

  it("another commit is not swapped in on the way", async (world) => {
    const key = await inReview(world);
    await landed(world, OLDER);
    refused(await close(world, bob, key, { commit: OLDER }), "commit_changed");
    await landed(world);
    expect(accepted(await close(world, bob, key, { commit: HEAD.slice(0, 7) })).newState).toBe("Done");
  });

  it("who did the work does not accept it, under whatever agent's name", async (world) => {
    const key = await inReview(world, uma);
    await landed(world);
    expect(refused(await close(world, uma, key), "same_hands").what).toContain('You held or moved it in "In Progress"');
    refused(await close(world, vic, key), "same_hands");
    accepted(await close(world, bob, key));
  });

  it("who did some of the work does not accept it, whoever did the rest", async (world) => {
    const key = await building(world, ann);
    await put(world, key, "Plan in Review");
    accepted(await hand(world, bob, key, { command: "impl", intent: "lock" }));
    await tested(world);
    accepted(await submit(world, bob, key));
    await landed(world);
    refused(await close(world, ann, key), "same_hands");
    refused(await close(world, bob, key), "same_hands");
    accepted(await close(world, agent("cy"), key));
  });

  it("an agent without a name of its own can't be told from those who did the work", async (world) => {
    const key = await inReview(world);
    await landed(world);
    const nameless: Caller = { ...agent("claude-1f3c"), unnamed: true };
    expect(refused(await close(world, nameless, key), "same_hands").what).toContain("no name of its own");
    refused(await close(world, agent("claude@http"), key), "same_hands");
  });

  it("a person who did the work does not accept it either, and another one does", async (world) => {
    const key = await ticketIn(world, "In Progress");
    await tested(world);
    accepted(await hand(world, maria, key, { toState: "In Review", commit: HEAD }));
    await landed(world);
    refused(await close(world, maria, key), "same_hands");
    accepted(await close(world, person("Ned"), key));
  });

  it("a person's review of the commit will do for other hands, but not that of who did the work", async (world) => {
    const key = await ticketIn(world, "In Progress");
    await tested(world);
    accepted(await hand(world, maria, key, { toState: "In Review", commit: HEAD }));
    await landed(world);
    await attested(world, HEAD, "review");
    refused(await close(world, maria, key), "same_hands");
    const ned = {
      ...attesting,
      actor: person("Ned").actor,
      witness: { level: "attested", source: "person:Ned" },
    } as const;
    accepted(await recordFact(world.app, ned, { subject: HEAD, name: "review", verdict: "pass" }));
    accepted(await close(world, maria, key));
  });

  it("agents send work back three times, and then a person decides", async (world) => {
    const key = await inReview(world);
    const back = () => hand(world, bob, key, { command: "impl", intent: "reject" });
    for (let round = 0; round < 3; round++) {
      accepted(await back());
      accepted(await hand(world, ann, key, { command: "impl", intent: "lock" }));
      accepted(await submit(world, ann, key));
    }
    expect(refused(await back(), "rounds_used").what).toContain("3 times");
    accepted(await hand(world, maria, key, { toState: "In Progress" }));
    accepted(await hand(world, ann, key, { command: "impl", intent: "lock" }));
    accepted(await submit(world, ann, key));
    accepted(await back());
  });

  it("files that agents may not change need a person's review", async (world) => {
    const touching = proof(world, { git: checkout({ [HEAD]: ["src/a.ts", ".github/workflows/ci.yml"] }) });
    const key = await inReview(touching);
    await landed(touching);
    const { what } = refused(await close(touching, bob, key), "paths_touched");
    expect(what).toContain('The change touches ".github/workflows/ci.yml"');
    refused(await close(touching, maria, key), "paths_touched");
    await attested(touching, HEAD, "review");
    accepted(await close(touching, bob, key));
  });

  it("a person closes from the backlog, and no agent does", async (world) => {
    const key = await newTicket(world);
    expect(refused(await hand(world, ann, key, { command: "triage", toState: "Done" }), "same_hands").what).toContain(
      "Only a person",
    );
    refused(await close(world, ann, key), "same_hands");
    accepted(await close(world, maria, key));
  });

  it("a state that nobody knows is no way past the guards", async (world) => {
    const key = await newTicket(world);
    await typeState(world, key, "Somewhere");
    refused(await close(world, ann, key), "same_hands");
    refused(await close(world, maria, key), "facts_missing");
    refused(await hand(world, ann, key, { command: "impl", intent: "complete" }), "commit_missing");
  });

  it("a detour over the people's state leads to the same guards", async (world) => {
    const key = await inReview(world);
    accepted(await hand(world, ann, key, { command: "impl", intent: "escalate" }));
    refused(await close(world, ann, key), "human_gate");
    accepted(await hand(world, maria, key, { toState: "In Progress" }));
    refused(await close(world, ann, key), "invalid_transition");
  });

  it("children take no way that their guards close", async (world) => {
    const parent = await ticketIn(world, "In Progress");
    const child = await ticketIn(world, "Plan in Review", { parent });
    accepted(await hand(world, maria, child, { toState: "In Progress" }));
    await put(world, parent, "In Review");
    await world.advance(2 * 60 * MINUTE);
    const { advanced, skipped } = accepted(
      await advanceChildren(world.app, operator, { key: parent, targetState: "In Review" }),
    );
    expect(advanced).toEqual([]);
    expect(skipped).toMatchObject([
      { reason: expect.stringContaining("with the commit that its work is in") as string },
    ]);
    expect(await stateOf(world, child)).toBe("In Progress");
  });

  it("an operator goes past what is not met, and the ledger says what that was", async (world) => {
    const key = await newTicket(world);
    accepted(await hand(world, operator, key, { toState: "Done" }));
    const far = await newTicket(world);
    const answer = accepted(await hand(world, operator, far, { toState: "In Review" }));
    expect(answer.warnings.join(" ")).toContain("tests: no pass");
    const row = await lastRow(world, far);
    expect(row).toMatchObject({
      kind: "override",
      data: {
        guards: [
          { type: "facts", met: false },
          { type: "room", met: true },
        ],
      },
    });
    const one = await inReview(world);
    refused(await close(world, maria, one), "facts_missing");
    accepted(await close(world, operator, one));
    expect(await lastRow(world, one)).toMatchObject({
      kind: "override",
      data: {
        guards: [
          { type: "facts", met: false },
          { type: "other_hands", met: true },
          { type: "untouched", met: true },
        ],
      },
    });
    expect((await rowsOf(world, one)).filter(({ kind }) => kind === "refuse")).toHaveLength(1);
  });
}

export function roomy(test: Test): void {
  const it = (title: string, body: (world: World) => Promise<void>) => test(title, (world) => body(proof(world)));

  /** One place is left. */
  async function nearlyFull(world: World): Promise<void> {
    for (let n = 0; n < 7; n++) await ticketIn(world, "In Review");
  }

  it("a state that is full takes no more, and picking passes over what would lead there", async (world) => {
    await nearlyFull(world);
    const key = await building(world);
    await tested(world);
    const waiting = await ticketIn(world, "Plan in Review");
    await ticketIn(world, "In Review");
    const { what } = refused(await submit(world, ann, key), "no_room");
    expect(what).toContain('"In Review" is full: 8 tickets stand there, and it has room for 8.');
    const pick = { workflowState: "Plan in Review", command: "impl" };
    expect(accepted(await pickIssue(world.app, bob, pick))).toMatchObject({ found: false, passedOver: { noRoom: 1 } });
    const claimed = { ...pick, claim: true, reason: "r" };
    expect(accepted(await pickIssue(world.app, bob, claimed))).toMatchObject({
      found: false,
      passedOver: { noRoom: 1 },
    });
    expect(await stateOf(world, waiting)).toBe("Plan in Review");
  });

  it("picking goes on where there is room ahead", async (world) => {
    await nearlyFull(world);
    const waiting = await ticketIn(world, "Plan in Review");
    const pick = { workflowState: "Plan in Review", command: "impl", claim: true, reason: "r" };
    expect(accepted(await pickIssue(world.app, bob, pick))).toMatchObject({
      found: true,
      issue: { number: Number(waiting) },
    });
  });

  it("the last place is taken once, however many want it at the same moment", async (world) => {
    await nearlyFull(world);
    const callers = Array.from({ length: 6 }, (_, n) => agent(`agent-${n}`));
    const keys: Key[] = [];
    const commits = callers.map((_, n) => `${n}`.repeat(40));
    const git = checkout(Object.fromEntries(commits.map((commit) => [commit, ["src/a.ts"]])));
    const many = { ...world, app: { ...world.app, git } };
    for (const caller of callers) keys.push(await building(world, caller));
    for (const commit of commits) await tested(world, commit);
    const answers = await Promise.all(
      callers.map((caller, n) => submit(many, caller, keys[n] ?? "", { commit: commits[n] ?? "" })),
    );
    expect(answers.filter((answer) => !("kind" in answer))).toHaveLength(1);
    for (const answer of answers) if ("kind" in answer) refused(answer, "no_room");
    expect(await world.board.evidence.openIn(["In Review"])).toEqual(new Map([["In Review", 8]]));
  });

  it("a place that is taken between the look and the commit is not taken twice", async (world) => {
    await nearlyFull(world);
    const key = await building(world);
    await tested(world);
    const late = meanwhile(world, () => ticketIn(world, "In Review"));
    refused(await submit(late, ann, key), "no_room");
  });
}

export function reading(test: Test): void {
  const it = (title: string, body: (world: World) => Promise<void>) => test(title, (world) => body(proof(world)));

  it("a ticket shows its commit, what was said of it, and what each way on still lacks", async (world) => {
    const key = await inReview(world);
    const view = accepted(await viewTicket(world.app, key, bob));
    expect(view.head).toBe(HEAD);
    expect(view.facts).toMatchObject([
      { name: "tests", verdict: "pass", level: "witnessed", said: [{ source: "check" }] },
      { name: "work", verdict: "pass", level: "witnessed", said: [{ source: "git" }] },
    ]);
    expect(view.missing).toMatchObject([
      {
        to: "Done",
        met: false,
        guards: [
          {
            type: "facts",
            met: false,
            what: "landed: no pass at 3f2c1ab.",
            how: expect.stringContaining(`signalbox check ${key} landed`) as string,
          },
          { type: "other_hands", met: true, what: null, how: null },
          { type: "untouched", met: true },
        ],
      },
      { to: "In Progress", met: true, guards: [{ type: "rounds", met: true }] },
    ]);
    const own = accepted(await viewTicket(world.app, key, ann));
    expect(own.missing?.[0]?.guards[1]).toMatchObject({ type: "other_hands", met: false });
  });

  it("a ticket that is being built shows that it goes on with a commit", async (world) => {
    const key = await building(world);
    const { head, missing } = accepted(await viewTicket(world.app, key, ann));
    expect(head).toBeNull();
    expect(missing).toMatchObject([
      { to: "In Review", takes: "commit", met: false, guards: [{ type: "facts" }, { type: "room", met: true }] },
    ]);
  });

  test("a board that asks for no evidence shows none", async (world) => {
    const view = accepted(await viewTicket(world.app, await newTicket(world), ann));
    expect(view).not.toHaveProperty("head");
    expect(view).not.toHaveProperty("missing");
  });
}
