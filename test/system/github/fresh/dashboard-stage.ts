// A real `signalbox serve` on a board of the fake GitHub, which runs in this process by the real clock.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GuardSpec, Workflow } from "../../../../src/engine/workflow/format.ts";
import { shipped } from "../../../../src/workflows/shipped.ts";
import { HttpServer } from "../../../support/clients/http-server.ts";
import { STATES, TOKEN } from "../../../support/github/board.ts";
import { FakeGitHub } from "../../../support/github/fake/fake.ts";
import type { Issue, Project, PullRequest, Repository } from "../../../support/github/fake/world.ts";

export const WEBHOOK_SECRET = "0c9a4d6f-a-secret-of-webhooks-that-is-long-enough";

export interface DashboardStage {
  readonly github: FakeGitHub;
  readonly repository: Repository;
  readonly project: Project;
  readonly server: HttpServer;
  readonly issues: readonly Issue[];
  readonly database: string;
  /** What a process on the same board is told. */
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
}

export interface StageOptions {
  /** GitHub sends webhooks to the server. */
  readonly webhooks?: boolean;
  /** Tickets follow the merge of their pull request. */
  readonly follow?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

export async function openDashboardStage(cards: number, options: StageOptions = {}): Promise<DashboardStage> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-dashboard-"));
  const github = new FakeGitHub();
  for (const person of ["octo", "maria"]) github.addAccount("User", person);
  github.addAccount("Organization", "acme");
  github.addAccount("Bot", "ann-bot");
  github.addToken({ token: TOKEN, login: "octo" });
  const repository = github.addRepository("acme", "shop");
  const project = github.addProject("acme", 7);
  github.addField(project, "Workflow State", STATES);
  const issues = Array.from({ length: cards }, (_, index) =>
    github.addIssue(repository, `Ticket ${index + 1}`, { project, card: { "Workflow State": "Backlog" } }),
  );
  const [workflow, secret] = [join(folder, "follow.json"), join(folder, "secret")];
  writeFileSync(workflow, JSON.stringify(following()));
  writeFileSync(secret, `${WEBHOOK_SECRET}\n`, { mode: 0o600 });
  const env = {
    HOME: folder,
    GITHUB_API_URL: await github.listen(),
    SIGNALBOX_GITHUB_TOKEN: TOKEN,
    SIGNALBOX_GITHUB_OWNER: "acme",
    SIGNALBOX_GITHUB_REPO: "shop",
    SIGNALBOX_GITHUB_PROJECT: "7",
    SIGNALBOX_GITHUB_LOCKS: "off",
    ...(options.webhooks ? { SIGNALBOX_GITHUB_WEBHOOK_SECRET: `file:${secret}` } : {}),
    ...(options.follow ? { SIGNALBOX_WORKFLOW: workflow } : {}),
    ...options.env,
  };
  const database = join(folder, "board.db");
  const server = await HttpServer.start(database, env);
  if (options.webhooks) github.webhooks.add(`${server.url}/github/webhooks`, WEBHOOK_SECRET);
  const close = async (): Promise<void> => {
    await github.webhooks.settled();
    github.webhooks.close();
    await server.stop();
    await github.close();
    rmSync(folder, { recursive: true });
    if (github.bugs.length > 0) throw github.bugs[0];
  };
  return { github, repository, project, server, issues, database, env, close };
}

/** Handed in by an agent, with a pull request of its commit. */
export async function handIn({ github, server }: DashboardStage, issue: Issue, head: string): Promise<PullRequest> {
  const pull = github.pulls.open(issue, { head });
  github.drag(issue, "Plan in Review", { by: "maria" });
  const asked = { number: issue.number, command: "impl", reason: "because" };
  const { claim } = (await ok(server, { ...asked, intent: "lock" })) as { readonly claim: { readonly token: string } };
  await ok(server, { ...asked, intent: "complete", commit: head, claim: claim.token });
  return pull;
}

async function ok(server: HttpServer, args: object): Promise<unknown> {
  const { isError, content, structuredContent } = await server.call("handoff_ticket", args);
  if (isError === true) throw new Error(JSON.stringify(content));
  return structuredContent;
}

/** What is built is handed in without tests, and is done once GitHub shows that it has landed. */
function following(): Workflow {
  const { merge: _, ...workflow } = shipped("ticket-proof").workflow;
  const guards: GuardSpec[] = [{ type: "facts", facts: ["landed"], atLeast: "observed" }];
  const edges = workflow.edges.map((edge) => {
    if (edge.from === "In Progress" && edge.to === "In Review") return { ...edge, guards: [] };
    return edge.from === "In Review" && edge.to === "Done" ? { ...edge, guards } : edge;
  });
  return { ...workflow, edges };
}
