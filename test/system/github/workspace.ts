// A GitHub of our own and a project that is set up with it: the program runs as real processes, which reach it over HTTP.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openDriver } from "../../../src/store/open.ts";
import type { Driver } from "../../../src/store/driver.ts";
import { fire, type Fired } from "../hooks/fire.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { STATES, TOKEN } from "../../support/github/board.ts";
import { FakeGitHub } from "../../support/github/fake/fake.ts";
import type { Issue } from "../../support/github/fake/world.ts";
import { runProgram } from "../../support/program.ts";

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export async function openWorkspace() {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-workspace-"));
  const database = join(folder, "board.db");
  const github = new FakeGitHub();
  github.addAccount("User", "octo");
  github.addAccount("Organization", "acme");
  github.addToken({ token: TOKEN, login: "octo" });
  const [shop, api] = [github.addRepository("acme", "shop"), github.addRepository("acme", "api")];
  const project = github.addProject("acme", 7);
  github.addField(project, "Workflow State", STATES);
  github.addField(project, "Priority", ["P0", "P1", "P2", "P3"]);
  github.addField(project, "Estimate", ["XS", "S", "M", "L", "XL"]);
  const env: Record<string, string> = {
    HOME: folder,
    NO_COLOR: "1",
    SIGNALBOX_DATABASE: database,
    GITHUB_API_URL: await github.listen(),
    SIGNALBOX_GITHUB_TOKEN: TOKEN,
    SIGNALBOX_GITHUB_OWNER: "acme",
    SIGNALBOX_GITHUB_REPO: "shop",
    SIGNALBOX_GITHUB_PROJECT: "7",
    SIGNALBOX_GITHUB_LOCKS: "off",
  };
  const clients: StdioClient[] = [];
  onTestFinished(async () => {
    // A server that leaves has something to write.
    github.faults.clear();
    for (const client of clients) {
      const { exitCode, signalCode } = client.process;
      if (exitCode === null && signalCode === null) await client.leave();
    }
    await github.close();
    rmSync(folder, { recursive: true });
    if (github.bugs.length > 0) throw github.bugs[0];
  });
  return {
    folder,
    github,
    add: (title: string, state: string, more: { readonly under?: Issue; readonly in?: "api" } = {}): Issue => {
      const place = { project, card: { "Workflow State": state, Estimate: "XS" } };
      const issue = github.addIssue(more.in === "api" ? api : shop, title, place);
      if (more.under) github.putUnder(issue, more.under);
      return issue;
    },
    /** Asynchronously: the fake answers from this process. */
    run: (args: readonly string[], more: Record<string, string> = {}): Promise<Ran> =>
      runMain(args, folder, { ...env, ...more }),
    hook: (name: string, event: object, more: Record<string, string> = {}): Promise<Fired> =>
      fire(name, event, folder, { ...env, ...more }),
    connect: async (more: Record<string, string> = {}): Promise<StdioClient> => {
      const client = new StdioClient(database, { ...env, ...more });
      clients.push(client);
      await client.initialize();
      return client;
    },
    /** The store by itself. */
    inStore: async <T>(use: (driver: Driver) => Promise<T>): Promise<T> => {
      const driver = await openDriver({ database });
      try {
        return await use(driver);
      } finally {
        await driver.close();
      }
    },
  };
}

async function runMain(args: readonly string[], folder: string, env: Record<string, string>): Promise<Ran> {
  const { status, stdout, stderr } = await runProgram(args, { cwd: folder, env });
  return { status, out: stdout, err: stderr };
}
