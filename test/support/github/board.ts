// A board as most teams have it: an organisation's repository and project, with one token that may do everything.

import { onTestFinished } from "vitest";
import { GitHubClient, type ClientOptions } from "../../../src/github/client/client.ts";
import { TICKET } from "../engine/situation.ts";
import { ManualClock } from "./clock.ts";
import { FakeGitHub, type FakeOptions } from "./fake/fake.ts";

export const TOKEN = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
export const STATES = [...TICKET.states.keys()];

export async function startBoard(options: FakeOptions = {}) {
  const clock = new ManualClock();
  const github = new FakeGitHub({ now: clock.now, ...options });
  onTestFinished(async () => {
    await github.close();
    if (github.bugs.length > 0) throw github.bugs[0];
  });
  github.addAccount("User", "octo");
  github.addAccount("Organization", "acme");
  github.addToken({ token: TOKEN, login: "octo" });
  const repository = github.addRepository("acme", "shop", ["bug", "feature"]);
  const project = github.addProject("acme", 7);
  const state = github.addField(project, "Workflow State", STATES);
  github.addField(project, "Priority", ["P0", "P1", "P2", "P3"]);
  github.addField(project, "Estimate", ["XS", "S", "M", "L", "XL"]);
  const url = await github.listen();
  const client = (more: Partial<ClientOptions> = {}): GitHubClient =>
    new GitHubClient({
      tokens: { repository: TOKEN, project: TOKEN },
      apiUrl: url,
      userAgent: "signalbox-tests",
      clock,
      ...more,
    });
  return { clock, github, repository, project, state, url, client };
}
