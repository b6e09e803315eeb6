import { describe, expect, it } from "vitest";
import { LocalBudget, type Budget } from "../../../src/github/client/budget.ts";
import { GitHubError } from "../../../src/github/client/errors.ts";
import { VIEWER } from "../../../src/github/operations/set-up.ts";
import { HANDOFF } from "../../../src/github/operations/handoff.ts";
import { startBoard } from "../../support/github/board.ts";
import { comment } from "./writes.ts";

const ONE = { owner: "acme", repo: "shop", number: 1, withClaim: false };

describe("a thousand handoffs", () => {
  it("are held back with a time before GitHub refuses a single one, and none is lost", async () => {
    const { github, repository, project, clock, client } = await startBoard();
    const issue = github.addIssue(repository, "One", { project, card: { "Workflow State": "Backlog" } });
    const ours = client();
    const began = clock.now();
    let held = 0;
    for (let count = 0; count < 1_000;) {
      try {
        await ours.query(HANDOFF, ONE);
        await comment(ours, issue, `Comment ${count}`);
        count++;
      } catch (error) {
        if (!(error instanceof GitHubError) || error.until === null) throw error;
        expect(error).toMatchObject({ code: "github_held_back", recovery: expect.stringContaining("Try again at") });
        expect(error.until).toBeGreaterThan(clock.now());
        held++;
        clock.pass(error.until - clock.now());
      }
    }
    // Twice for the content of an hour; the rest waited for their turn.
    expect(held).toBe(2);
    expect(github.requests.filter(({ outcome }) => outcome !== "done")).toEqual([]);
    expect(issue.comments).toHaveLength(1_000);
    // 475 an hour: the last 50 go out as the third begins, 11 of them at once and the others a second apart.
    expect(clock.now() - began).toBe(2 * 3_600_000 + 39_000);
  });
});

describe("GitHub's points", () => {
  it("are watched as GitHub tells them, whoever spent them", async () => {
    const { github, clock, client } = await startBoard({ limits: { pointsAnHour: 200 } });
    const [ours, theirs] = [client(), client()];
    for (let count = 0; count < 190; count++) await theirs.query(VIEWER, {});
    for (let count = 0; count < 6; count++) await ours.query(VIEWER, {});
    const refused = await ours.query(VIEWER, {}).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "github_held_back", message: expect.stringContaining("points an hour") });
    expect(github.requests.every(({ outcome }) => outcome === "done")).toBe(true);
    clock.pass(3_600_000);
    await ours.query(VIEWER, {});
  });

  it("are shared by clients that share a budget", async () => {
    const { repository, github, client } = await startBoard();
    const issue = github.addIssue(repository, "One");
    const budget = new LocalBudget();
    const [one, two] = [
      client({ budgetOf: () => budget, patienceMs: 0 }),
      client({ budgetOf: () => budget, patienceMs: 0 }),
    ];
    const all = await Promise.allSettled(
      Array.from({ length: 100 }, (_, count) => comment(count % 2 === 0 ? one : two, issue, "x")),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(11);
    expect(github.requests.every(({ outcome }) => outcome === "done")).toBe(true);
  });

  it("would be refused by GitHub itself, if nobody held back", async () => {
    const { repository, github, client } = await startBoard();
    const issue = github.addIssue(repository, "One");
    const nobody: Budget = {
      take: async (_, at) => ({ taken: true, at }),
      settle: async () => {},
      block: async () => {},
    };
    const ours = client({ budgetOf: () => nobody });
    for (let count = 0; count < 80; count++) await comment(ours, issue, "x");
    await expect(comment(ours, issue, "x")).rejects.toMatchObject({
      code: "github_limited",
    });
    expect(issue.comments).toHaveLength(80);
  });
});

describe("a stale read", () => {
  it("shows the board as it was so many writes ago", async () => {
    const { github, repository, project, client } = await startBoard({ remember: 5 });
    const issue = github.addIssue(repository, "One", { project, card: { "Workflow State": "Backlog" } });
    github.drag(issue, "Research Needed");
    github.drag(issue, "Ready for Plan");
    const ours = client();
    const state = async () => (await ours.query(HANDOFF, ONE)).repository?.issue?.projectItems?.nodes?.[0]?.state;
    github.faults.plan({ kind: "stale", writes: 2 });
    github.faults.plan({ kind: "stale", writes: 1 });
    expect(await state()).toMatchObject({ name: "Backlog" });
    expect(await state()).toMatchObject({ name: "Research Needed" });
    expect(await state()).toMatchObject({ name: "Ready for Plan" });
  });
});
