// What a CI job knows of itself, by its environment: which commit it is about, where people can read of it, and what it can
// show a board for who it is.

import { spawnSync } from "node:child_process";
import { isCommit } from "../../engine/evidence/fact.ts";
import { askGit } from "../../setup/trust/ask-git.ts";
import { CliError } from "../support/output.ts";

/** What a job must not pass on: whatever it runs could speak in its name. */
const SECRETS = ["SIGNALBOX_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_URL"] as const;

/** `said`: by --commit. A job that is told of one commit and stands on another would speak of what it has not seen. */
export function commitOf(env: NodeJS.ProcessEnv, folder: string, said: string | undefined): string {
  const named = said ?? env["GITHUB_SHA"] ?? env["CI_COMMIT_SHA"];
  if (named !== undefined && !isCommit(named)) {
    throw new CliError(`${named} is no commit: name it by its whole hash (git rev-parse HEAD prints it)`, 2);
  }
  const here = headOf(folder);
  if (named === undefined && here === null) {
    throw new CliError("nothing says which commit this is about: run it in a checkout, or name it with --commit", 2);
  }
  if (named !== undefined && here !== null && named !== here) {
    throw new CliError(
      `this job is about ${named}, and the checkout stands on ${here}: check out the commit that is to be looked at`,
    );
  }
  return named ?? here ?? "";
}

export function headOf(folder: string): string | null {
  return askGit(folder, "rev-parse", "--verify", "HEAD");
}

/** Whether files that git knows are not as they are in the commit; null: git can't say. */
export function isChanged(folder: string): boolean | null {
  const question = ["-C", folder, "-c", "core.fsmonitor=false", "status", "--porcelain", "--untracked-files=no"];
  const { status, stdout } = spawnSync("git", question, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? stdout.trim() !== "" : null;
}

/** The page of the job; undefined: nobody says where it is. */
export function pageOf(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
  if (server !== undefined && repository !== undefined && run !== undefined) {
    return `${server}/${repository}/actions/runs/${run}`;
  }
  return env["CI_JOB_URL"];
}

/** For what it runs: without what it shows the board. */
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SECRETS.some((secret) => secret === name)));
}

const PATIENCE_MS = 15_000;

/** Where a fact goes, and what shows who gives it: looked for before anything runs, which may take long. */
export interface Destination {
  readonly server: string;
  /** What is sent as Authorization: Bearer: a token, else what the runner's issuer signs for this board, fresh each time. */
  readonly bearer: () => Promise<string>;
}

export function destinationOf(
  env: NodeJS.ProcessEnv,
  said: { readonly server?: string | undefined; readonly audience?: string | undefined },
): Destination {
  const server = said.server ?? env["SIGNALBOX_URL"];
  if (!server) {
    throw new CliError(
      "no server is named: set SIGNALBOX_URL, or --server. (This is for CI jobs; in a checkout of your own, signalbox check runs the workflow's own check.)",
      2,
    );
  }
  const token = env["SIGNALBOX_TOKEN"]?.trim();
  if (token) return { server, bearer: () => Promise.resolve(token) };
  const [url, runner] = [env["ACTIONS_ID_TOKEN_REQUEST_URL"], env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"]];
  if (!url || !runner) {
    throw new CliError(
      "nothing shows who this job is: give it a token in SIGNALBOX_TOKEN (signalbox token new --role witness), or `permissions: id-token: write` on GitHub",
      2,
    );
  }
  const audience = said.audience ?? env["SIGNALBOX_AUDIENCE"];
  if (!audience) {
    throw new CliError(
      "no audience is named: set SIGNALBOX_AUDIENCE, or --audience, to what signalbox witness list prints",
      2,
    );
  }
  return { server, bearer: () => askRunner(url, runner, audience) };
}

async function askRunner(url: string, runner: string, audience: string): Promise<string> {
  const asked = new URL(url);
  asked.searchParams.set("audience", audience);
  const said = await fetch(asked, {
    headers: { authorization: `bearer ${runner}` },
    redirect: "error",
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).then(
    async (answer) => (answer.ok ? ((await answer.json()) as { readonly value?: unknown }).value : answer.status),
    (error: unknown) => String(error),
  );
  if (typeof said === "string" && said.split(".").length === 3) return said;
  throw new CliError(`the runner gave no token for this job (${String(said)}): the job needs \`id-token: write\``);
}
