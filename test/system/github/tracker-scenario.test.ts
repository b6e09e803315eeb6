// The reference scenario, an XS ticket from Backlog to Done, and an hour at GitHub's limits.

import { expect, it, onTestFinished } from "vitest";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { GitHubError } from "../../../src/github/client/errors.ts";
import { TokenBudget } from "../../../src/github/client/token-budget.ts";
import { StoreAccounts } from "../../../src/github/tracker/store-accounts.ts";
import { withoutMarker } from "../../../src/github/tracker/marker.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { accepted, hand, locked, rowsOf, stateOf } from "../../support/worlds/steps.ts";
import { ann, bob, maria, MINUTE } from "../../support/worlds/world.ts";
import { GITHUB_LIMITS } from "../../support/github/fake/limits.ts";
import { Site } from "../../support/github/world.ts";

it.each([false, true])("leads an XS ticket from Backlog to Done (claims as refs: %s)", async (refLocks) => {
  const site = await Site.open();
  onTestFinished(() => site.close());
  const machine = await site.machine({ refLocks });
  const { number } = accepted(
    await createTicket(machine.app, maria, {
      title: "Fix the typo",
      body: "In the title.",
      estimate: "XS",
      labels: ["bug"],
    }),
  );
  const key = String(number);
  const issue = site.github.issue("acme", "shop", number);
  const pass = (): void => site.clock.pass(MINUTE);
  accepted(await hand(machine, ann, key, { command: "triage", toState: "Research Needed" }));
  pass();
  const research = await locked(machine, ann, key, "research");
  accepted(await hand(machine, ann, key, { command: "research", intent: "complete", claim: research.token }));
  pass();
  const plan = await locked(machine, bob, key, "plan");
  accepted(await hand(machine, bob, key, { command: "plan", intent: "complete", claim: plan.token }));
  pass();
  accepted(await hand(machine, maria, key, { toState: "In Progress" }));
  const impl = await locked(machine, ann, key, "impl");
  accepted(await hand(machine, ann, key, { command: "impl", intent: "complete", claim: impl.token }));
  pass();
  accepted(await hand(machine, maria, key, { toState: "Done", reason: "merged" }));

  expect(await stateOf(machine, key)).toBe("Done");
  const seen = site.github.see(issue);
  expect(seen).toMatchObject({
    title: "Fix the typo",
    closed: true,
    stateReason: "COMPLETED",
    labels: ["bug"],
    card: { "Workflow State": "Done", Estimate: "XS", Status: "Done" },
  });
  const moves = (await rowsOf(machine, key)).filter(({ kind }) => kind === "move").toReversed();
  expect(seen.comments.map(({ body }) => body.split("\n")[0])).toEqual(
    moves.map(({ data: { from, to, intent } }) => {
      const how = typeof intent === "string" ? ` (intent: ${intent})` : "";
      return `**State transition**: ${JSON.stringify(from)} → ${JSON.stringify(to)}${how}`.replaceAll('"', "");
    }),
  );
  expect(withoutMarker(seen.comments[1]?.body ?? "").split("\n")).toEqual([
    "**State transition**: Research Needed → Research in Progress (intent: lock)",
    "**Command**: ralph_research",
    "**Reason**: because",
  ]);
  expect(await verifyStore(machine.store.driver)).toMatchObject({ ok: true });
});

it("holds 1,000 handoffs back before GitHub refuses one, says until when, and loses none", async () => {
  const site = await Site.open({ limits: GITHUB_LIMITS });
  onTestFinished(() => site.close());
  const first = await site.machine();
  const accounts = new StoreAccounts(first.store);
  const budget = { budgetOf: (token: string) => new TokenBudget(token, [accounts]) };
  // Two processes on one store share one account.
  const processes = [await site.beside(first, { client: budget }), await site.beside(first, { client: budget })];
  for (let index = 0; index < 10; index++) {
    site.github.addIssue(site.repository, `Ticket ${index}`, {
      project: site.project,
      card: { "Workflow State": "Plan in Review" },
    });
  }
  const start = site.clock.now();
  let [done, held] = [0, 0];
  while (done < 1000) {
    const key = String((done % 10) + 1);
    const machine = processes[done % 2] ?? first;
    // There and back again.
    const intent = Math.floor(done / 10) % 2 === 0 ? { toState: "Ready for Plan" } : { toState: "Plan in Review" };
    const answer = await hand(machine, person(), key, intent).catch((error: unknown) => error);
    if (answer instanceof GitHubError) {
      held++;
      expect(answer).toMatchObject({
        code: "github_held_back",
        recovery: expect.stringMatching(/UTC \(in \d+ (s|min)\)/),
      });
      const until = answer.until ?? 0;
      expect(until).toBeGreaterThan(site.clock.now());
      site.clock.pass(until - site.clock.now());
      continue;
    }
    expect(answer).not.toBeInstanceOf(Error);
    expect(isRefusal(answer as object)).toBe(false);
    done++;
  }
  expect(held).toBeGreaterThan(0);
  expect(site.clock.now() - start).toBeGreaterThan(60 * MINUTE);
  expect(site.github.requests.filter(({ outcome }) => outcome === "refused")).toEqual([]);
  const comments = Array.from({ length: 10 }, (_, index) =>
    site.github.see(site.github.issue("acme", "shop", index + 1)),
  );
  expect(comments.reduce((sum, { comments: said }) => sum + said.length, 0)).toBe(1000);
  const moves = await Promise.all(comments.map(({ number }) => rowsOf(first, String(number))));
  expect(moves.flat().filter(({ kind }) => kind === "override" || kind === "move")).toHaveLength(1000);
  expect(await verifyStore(first.store.driver)).toMatchObject({ ok: true });
});

function person() {
  return { actor: { kind: "person", name: "Olga", override: true }, via: "cli", proof: "key" } as const;
}
