// A real `signalbox serve` on a board of the fake GitHub, which runs in this process by the real clock.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HttpServer } from "../../../support/clients/http-server.ts";
import { STATES, TOKEN } from "../../../support/github/board.ts";
import { FakeGitHub } from "../../../support/github/fake/fake.ts";
import type { Issue } from "../../../support/github/fake/world.ts";

export interface DashboardStage {
  readonly github: FakeGitHub;
  readonly server: HttpServer;
  readonly issues: readonly Issue[];
  readonly close: () => Promise<void>;
}

export async function openDashboardStage(cards: number): Promise<DashboardStage> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-dashboard-"));
  const github = new FakeGitHub();
  github.addAccount("User", "octo");
  github.addAccount("Organization", "acme");
  github.addToken({ token: TOKEN, login: "octo" });
  const repository = github.addRepository("acme", "shop");
  const project = github.addProject("acme", 7);
  github.addField(project, "Workflow State", STATES);
  const issues = Array.from({ length: cards }, (_, index) =>
    github.addIssue(repository, `Ticket ${index + 1}`, { project, card: { "Workflow State": "Backlog" } }),
  );
  const server = await HttpServer.start(join(folder, "board.db"), {
    HOME: folder,
    GITHUB_API_URL: await github.listen(),
    SIGNALBOX_GITHUB_TOKEN: TOKEN,
    SIGNALBOX_GITHUB_OWNER: "acme",
    SIGNALBOX_GITHUB_REPO: "shop",
    SIGNALBOX_GITHUB_PROJECT: "7",
    SIGNALBOX_GITHUB_LOCKS: "off",
  });
  const close = async (): Promise<void> => {
    await server.stop();
    await github.close();
    rmSync(folder, { recursive: true });
    if (github.bugs.length > 0) throw github.bugs[0];
  };
  return { github, server, issues, close };
}
