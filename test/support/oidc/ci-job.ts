// A CI job: a checkout with one commit, an environment like a runner's, and a real server with a board for it.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { App } from "../../../src/app/app.ts";
import { listFacts } from "../../../src/app/evidence/list-facts.ts";
import type { FactView } from "../../../src/app/pages/evidence-views.ts";
import { issueToken } from "../../../src/app/keys/tokens.ts";
import { openBoard } from "../../../src/store/open.ts";
import { HttpServer } from "../clients/http-server.ts";
import { bareEnv, PROGRAM, type Ended } from "../program.ts";
import { accepted } from "../worlds/steps.ts";
import { appOn, maria } from "../worlds/world.ts";

export interface CiJob {
  readonly app: App;
  readonly server: HttpServer;
  readonly database: string;
  /** Where the job runs: a clean checkout of `commit`. */
  readonly folder: string;
  readonly commit: string;
  readonly token: (facts?: readonly string[]) => Promise<string>;
  /** The program, without a terminal, as a runner starts it. */
  readonly run: (args: readonly string[], env?: Record<string, string>, input?: string) => Promise<Ended>;
  readonly facts: (commit?: string) => Promise<readonly FactView[]>;
  readonly close: () => Promise<void>;
}

export async function openCiJob(): Promise<CiJob> {
  const place = mkdtempSync(join(tmpdir(), "signalbox-job-"));
  const [database, folder] = [join(place, "board.db"), join(place, "checkout")];
  const board = await openBoard({ database });
  const app = appOn(board);
  const server = await HttpServer.start(database);
  const git = (...args: readonly string[]): string => {
    const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", "-c", "commit.gpgsign=false"];
    const { status, stdout, stderr } = spawnSync("git", [...who, ...args], { cwd: place, encoding: "utf8" });
    if (status !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  };
  git("init", "-q", "-b", "7-fix", folder);
  writeFileSync(join(folder, "shop.txt"), "open\n");
  writeFileSync(join(folder, ".gitignore"), "*.json\n");
  git("-C", folder, "add", ".");
  git("-C", folder, "commit", "-qm", "Opens the shop");
  const commit = git("-C", folder, "rev-parse", "HEAD");
  return {
    app,
    server,
    database,
    folder,
    commit,
    token: async (facts = ["tests"]) =>
      accepted(await issueToken(app, maria, { role: "witness", name: "ci", facts })).token,
    run: async (args, env = {}, input = "") => {
      const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder, env: bareEnv(env) });
      child.stdin.on("error", () => {});
      child.stdin.end(input);
      const [stdout, stderr, [status]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close") as Promise<[number | null]>,
      ]);
      return { status, stdout, stderr };
    },
    facts: async (at = commit) => {
      const found = await listFacts(app, { commit: at });
      if (!Array.isArray(found)) throw new Error("no such commit");
      return found as readonly FactView[];
    },
    close: async () => {
      await server.stop();
      await board.close();
      rmSync(place, { recursive: true });
    },
  };
}
