// Two tokens, each used for what it may do; tokens that people renew; and servers that are too old.

import { describe, expect, it, onTestFinished } from "vitest";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { makeOut } from "../../../src/github/client/answers.ts";
import { examine, patientOf } from "../../../src/github/setup/doctor.ts";
import { VIEWER } from "../../../src/github/operations/set-up.ts";
import { accepted, hand, locked, stateOf } from "../../support/worlds/steps.ts";
import { ann, maria, MINUTE } from "../../support/worlds/world.ts";
import { TICKET } from "../../support/engine/situation.ts";
import type { Token } from "../../support/github/fake/viewer.ts";
import { Site, TOKEN } from "../../support/github/world.ts";
import { openWorkspace } from "./workspace.ts";

const PROJECT = "ghp_projectprojectprojectprojectproject0";
const ISSUES = "github_pat_0123456789abcdefghij_ABCDEFGHIJ";

/** One that writes to issues and git and sees no project; one that sees everything, and writes to projects alone. */
async function withTwoTokens(more: { readonly issues?: Partial<Token>; readonly project?: Partial<Token> } = {}) {
  const site = await Site.open({ remember: 5 });
  onTestFinished(() => site.close());
  const { github, repository, project } = site;
  github.addAccount("User", "hub");
  const permissions = ["issues", "contents"] as const;
  github.addToken({ token: ISSUES, login: "octo", kind: "fine-grained", permissions, ...more.issues });
  github.addToken({ token: PROJECT, login: "hub", scopes: ["project"], ...more.project });
  const issue = github.addIssue(repository, "First", { project, card: { "Workflow State": "Research Needed" } });
  const tokens = { repository: ISSUES, project: PROJECT };
  const findings = () =>
    examine(
      site.client({ tokens }),
      patientOf({ owner: "acme", repo: "shop", project: 7, projectOwner: "acme", projectToken: PROJECT }),
      TICKET.workflow,
    );
  return { site, issue, tokens, findings };
}

describe("two tokens", () => {
  it.each([{ refLocks: false }, { refLocks: true }])(
    "of which each lacks what the other may: handoffs and new tickets, claims as refs: $refLocks",
    async ({ refLocks }) => {
      const { site, issue, tokens, findings } = await withTwoTokens();
      expect((await findings()).filter(({ ok }) => !ok)).toEqual([]);
      const machine = await site.machine({ refLocks, client: { tokens } });
      const { token } = await locked(machine, ann, "1", "research");
      const seen = site.github.see(issue);
      expect(seen.card?.["Workflow State"]).toBe("Research in Progress");
      // What touches the project was written by its token, the rest by the other.
      expect(seen.comments.map(({ author }) => author)).toEqual(["octo"]);
      accepted(await hand(machine, ann, "1", { command: "research", intent: "complete", claim: token }));
      expect([...site.repository.refs.keys()]).toEqual(["refs/heads/main"]);
      const { number } = accepted(
        await createTicket(machine.app, maria, { title: "New", priority: "P1", labels: ["bug"] }),
      );
      expect(site.github.see(site.github.issue("acme", "shop", number))).toMatchObject({
        title: "New",
        labels: ["bug"],
        card: { "Workflow State": "Backlog", Priority: "P1" },
      });
      expect(await stateOf(machine, String(number))).toBe("Backlog");
    },
  );

  it("cost one request more for a handoff, and none where one may do both", async () => {
    const { site, tokens } = await withTwoTokens();
    const two = await site.machine({ client: { tokens } });
    await two.board.tickets.get("1");
    site.github.countRequests();
    accepted(await hand(two, ann, "1", { command: "research", intent: "lock" }));
    expect(site.github.countRequests().operations).toEqual(["Handoff", "Write", "Write"]);
  });

  it("lose nothing where the second half is refused, dropped or never answered", async () => {
    for (const fault of [
      { kind: "drop", when: "after" },
      { kind: "drop", when: "before" },
      { kind: "forbidden" },
      { kind: "bad-gateway", when: "after" },
    ] as const) {
      const { site, issue, tokens } = await withTwoTokens();
      const machine = await site.machine({ client: { tokens } });
      await machine.board.tickets.get("1");
      site.github.faults.plan(fault, { on: "Write", skip: 1 });
      await hand(machine, ann, "1", { command: "research", intent: "lock" }).catch(() => null);
      site.github.faults.clear();
      site.clock.pass(2 * MINUTE);
      expect(await stateOf(machine, "1")).toBe("Research in Progress");
      expect(site.github.see(issue).comments).toHaveLength(1);
    }
  });

  it("are told apart by doctor, which tries what a handoff will do", async () => {
    const readOnly = await withTwoTokens({ issues: { permissions: ["contents"] } });
    expect((await readOnly.findings()).filter(({ ok }) => !ok)).toMatchObject([
      { check: "handoff", what: expect.stringContaining("The token for the repository can't write") },
    ]);
    const blind = await withTwoTokens({ project: { blindTo: ["acme/shop"] } });
    expect((await blind.findings()).filter(({ ok }) => !ok)).toMatchObject([
      { check: "handoff", what: expect.stringContaining("The token for the project can't see") },
    ]);
  });
});

describe("a token that GitHub does not know any more", () => {
  it("is asked for anew, once for all that were refused, and the request is sent again", async () => {
    const site = await Site.open();
    onTestFinished(() => site.close());
    const { github, repository, project } = site;
    github.addIssue(repository, "First", { project, card: { "Workflow State": "Research Needed" } });
    const next = "gho_newnewnewnewnewnewnewnewnewnew012345";
    let asked = 0;
    const renewTokens = () => {
      asked++;
      return Promise.resolve({ repository: next, project: next });
    };
    const machine = await site.machine({ client: { renewTokens } });
    await machine.board.tickets.get("1");
    github.revokeToken(TOKEN);
    github.addToken({ token: next, login: "octo" });
    const [moved, client] = [
      await hand(machine, ann, "1", { command: "research", intent: "lock" }),
      site.client({ renewTokens }),
    ];
    accepted(moved);
    expect(asked).toBe(1);
    await Promise.all(Array.from({ length: 5 }, () => client.query(VIEWER, {})));
    expect(asked).toBe(2);
    expect(client.scrub(`${TOKEN} ${next}`)).toBe("[token] [token]");
    github.revokeToken(next);
    await expect(client.query(VIEWER, {})).rejects.toMatchObject({ code: "github_unauthorized" });
  });
});

describe("a server of one's own", () => {
  const answer = (version: string | null) =>
    makeOut(
      {
        status: 200,
        headers: new Headers(version === null ? {} : { "x-github-enterprise-version": version }),
        body: { data: { viewer: { login: "octo" } } },
      },
      0,
      (text) => text,
    );

  it("is taken from 3.20 on, and an older one is refused in words", () => {
    for (const version of ["3.20.0", "enterprise-server@3.21.4", "4.0.1", null]) {
      expect(answer(version).kind).toBe("answer");
    }
    for (const version of ["3.19.7", "enterprise-server@3.9.0", "2.22.0"]) {
      expect(answer(version)).toMatchObject({
        kind: "refused",
        error: { code: "github_settings", message: expect.stringContaining("3.20 or newer") },
      });
    }
  });
});

describe("signalbox doctor --github --write-probe", () => {
  it("writes to an issue of its own as a handoff does, closes it, and says what it did", async () => {
    const { github, run } = await openWorkspace();
    const { status, out, err } = await run(["doctor", "--github", "--write-probe"]);
    expect(err).toBe("");
    expect(out).toContain("Created issue #1 on the board.");
    expect(out).toContain("Commented on it.");
    expect(out).toMatch(/Moved it from "Backlog" to "(Canceled|Done)"/);
    expect(status).toBe(0);
    const issue = github.see(github.issue("acme", "shop", 1));
    expect(issue).toMatchObject({ title: "Signalbox write probe", closed: true });
    expect(issue.comments).toHaveLength(2);
  });

  const FINE = { token: TOKEN, login: "octo", kind: "fine-grained", scopes: [] } as const;

  it.each<[string, Partial<Token>, RegExp]>([
    ["may only read", { mayWrite: false }, /octo can't write to acme\/shop/],
    ["lacks the scope repo", { scopes: ["project"] }, /repo/],
    ["lacks the scope project", { scopes: ["repo"] }, /project/],
    ["is fine-grained without Issues", { ...FINE, permissions: ["contents", "projects"] }, /write probe, create/],
    ["is fine-grained without Projects", { ...FINE, permissions: ["issues", "contents"] }, /not accessible|Projects/],
  ])("fails, and leaves no issue, where the token %s", async (_, token, words) => {
    const { github, run } = await openWorkspace();
    github.addToken({ token: TOKEN, login: "octo", ...token });
    const { status, out, err } = await run(["doctor", "--github", "--write-probe"]);
    expect(status).toBe(1);
    expect(out + err).toMatch(words);
    expect(github.world().issues.size).toBe(0);
  });

  it("says which GitHub Enterprise it needs where the server is too old, and writes nothing", async () => {
    const { github, run } = await openWorkspace();
    github.enterprise = "3.19.7";
    const { status, out, err } = await run(["doctor", "--github", "--write-probe"]);
    expect(status).toBe(1);
    expect(out + err).toContain("3.20 or newer");
    expect(github.world().issues.size).toBe(0);
    github.enterprise = "3.20.0";
    expect(await run(["doctor", "--github", "--write-probe"])).toMatchObject({ status: 0 });
  });

  it("says which step failed, and is refused without --github", async () => {
    const { github, run } = await openWorkspace();
    github.faults.plan({ kind: "forbidden", message: "No" }, { on: "Write" });
    const failed = await run(["doctor", "--github", "--write-probe", "--json"]);
    expect(failed.status).toBe(1);
    expect(JSON.parse(failed.out)).toMatchObject({ ok: false });
    expect(failed.out).toContain("GitHub write probe, create");
    expect(await run(["doctor", "--write-probe"])).toMatchObject({ status: 2 });
  });
});
