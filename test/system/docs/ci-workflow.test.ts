// The workflow of docs/witnesses.md: read as GitHub reads it, held against what it promises, and its steps run in a shell, with
// a real server and a real issuer in the place of GitHub's.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { trustWitness } from "../../../src/app/keys/witnesses.ts";
import { openCiJob, type CiJob } from "../../support/oidc/ci-job.ts";
import { openIssuer, REPOSITORY_ID, WORKFLOW, type Issuer } from "../../support/oidc/issuer.ts";
import { bareEnv, PROGRAM, ROOT, type Ended } from "../../support/program.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { maria } from "../../support/worlds/world.ts";
import { fences } from "./pages.ts";

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly needs?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: object;
  readonly jobs: Readonly<Record<string, Job>>;
}

const [proof, caller] = fences("docs/witnesses.md", "yaml").map((page) => parse(page) as Workflow);
if (!proof || !caller) throw new Error("docs/witnesses.md has no workflows");
const { tests, report } = proof.jobs;
if (!tests || !report) throw new Error("the workflow has not both jobs");

describe("the reusable workflow", () => {
  it("is called by others, and takes nothing from them that could change what it runs", () => {
    expect(proof.on).toEqual({ workflow_call: null });
    expect(caller.jobs["proof"]).toMatchObject({ uses: "acme/shop/.github/workflows/proof.yml@main" });
    expect(Object.keys(caller.on).toSorted()).toEqual(["merge_group", "push"]);
    // `witness trust` on the same page names this file.
    expect(WORKFLOW).toBe("acme/shop/.github/workflows/proof.yml@refs/heads/main");
  });

  it("gives the key to the job that runs nothing of the repository, and to no other", () => {
    expect(proof.permissions).toEqual({});
    expect(tests.permissions).toEqual({ contents: "read" });
    expect(report.permissions).toEqual({ "id-token": "write" });
    expect(report.steps?.some(({ uses = "" }) => uses.startsWith("actions/checkout"))).toBe(false);
    expect(caller.jobs["proof"]?.permissions).toEqual({ contents: "read", "id-token": "write" });
    // Also told of a run that failed.
    expect(report).toMatchObject({ needs: "tests", if: "${{ !cancelled() }}" });
  });

  it("puts nothing that was found into the text of a script", () => {
    for (const { run = "" } of [...(tests.steps ?? []), ...(report.steps ?? [])]) expect(run).not.toContain("${{");
  });
});

describe("its steps", () => {
  let job: CiJob;
  let issuer: Issuer;
  let audience: string;
  let runner: string;

  beforeEach(async () => {
    job = await openCiJob();
    issuer = await openIssuer();
    const asked = { repositoryId: REPOSITORY_ID, workflow: WORKFLOW, facts: ["tests"], issuer: issuer.url };
    ({ audience } = accepted(await trustWitness(job.app, maria, asked)));
    issuer.jobClaims = { sha: job.commit };
    runner = mkdtempSync(join(tmpdir(), "signalbox-runner-"));
    mkdirSync(join(runner, "bin"));
  });

  afterEach(async () => {
    await job.close();
    await issuer.close();
    rmSync(runner, { recursive: true });
  });

  /** In the place of npm: it installs the built program, and does as tests what a test wants. */
  function npm(tested: string): void {
    const program = join(runner, "signalbox.sh");
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`, { mode: 0o755 });
    const installs = `mkdir -p "$3/node_modules/.bin" && cp "${program}" "$3/node_modules/.bin/signalbox"`;
    const text = `#!/bin/sh\ncase "$1" in\n  install) ${installs};;\n  test) ${tested};;\nesac\n`;
    writeFileSync(join(runner, "bin", "npm"), text, { mode: 0o755 });
  }

  /** The steps of a job up to the first that fails, as a runner carries them out. */
  async function runSteps({ steps = [] }: Job, values: Readonly<Record<string, string>>, more = {}): Promise<Ended> {
    let last: Ended = { status: null, stdout: "", stderr: "" };
    for (const { run, env = {} } of steps) {
      if (run === undefined) continue;
      const own = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, filledIn(text, values)]));
      last = await inBash(run, { ...own, ...more });
      if (last.status !== 0) break;
    }
    return last;
  }

  async function inBash(run: string, more: Record<string, string>): Promise<Ended> {
    const env = bareEnv({
      PATH: `${join(runner, "bin")}:${process.env["PATH"]}`,
      RUNNER_TEMP: runner,
      GITHUB_OUTPUT: join(runner, "output"),
      GITHUB_SHA: job.commit,
      GITHUB_SERVER_URL: "https://git.example",
      GITHUB_REPOSITORY: "acme/shop",
      GITHUB_RUN_ID: "9",
      ...more,
    });
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", run], { cwd: job.folder, env });
    child.stdin.end();
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close") as Promise<[number | null]>,
    ]);
    return { status, stdout, stderr };
  }

  /** Both jobs; the second one is told how the first one ended. */
  async function play(tested: string): Promise<{ readonly first: Ended; readonly second: Ended }> {
    npm(tested);
    const output = join(runner, "output");
    // Each step of each job has a file of its own.
    rmSync(output, { force: true });
    const first = await runSteps(tests as Job, {});
    const [, found = ""] = /^found=(.*)$/m.exec(existsSync(output) ? readFileSync(output, "utf8") : "") ?? [];
    const values = {
      "vars.SIGNALBOX_URL": job.server.url,
      "vars.SIGNALBOX_AUDIENCE": audience,
      "needs.tests.outputs.found": found,
      "needs.tests.result": first.status === 0 ? "success" : "failure",
    };
    return { first, second: await runSteps(report as Job, values, issuer.jobEnv) };
  }

  const fixture = (name: string): string => join(ROOT, "test/fixtures/test-runs", name);

  it("attest tests that pass, with their number and the job's page", async () => {
    const { first, second } = await play(`cat "${fixture("vitest.txt")}"`);
    expect(first, first.stderr).toMatchObject({ status: 0 });
    expect(second, second.stderr).toMatchObject({ status: 0 });
    expect(await job.facts()).toMatchObject([
      {
        name: "tests",
        verdict: "pass",
        level: "attested",
        said: [
          {
            source: `oidc:${REPOSITORY_ID}:${WORKFLOW}`,
            tests: { failed: 0 },
            url: "https://git.example/acme/shop/actions/runs/9",
          },
        ],
      },
    ]);
  });

  it("say of tests that fail that they fail, and of none that there were none", async () => {
    const { first, second } = await play(`cat "${fixture("vitest-failed.txt")}"; exit 1`);
    expect([first.status, second.status]).toEqual([1, 0]);
    expect(await job.facts()).toMatchObject([{ verdict: "fail", level: "attested" }]);
    expect((await play(`cat "${fixture("vitest-none.txt")}"`)).second.status).toBe(0);
    expect(await job.facts()).toMatchObject([{ verdict: "empty" }]);
  });

  it("are not talked into a pass by a job that did not end well", async () => {
    const forged = JSON.stringify({ verdict: "pass", tests: { passed: 9, failed: 0, skipped: 0 } });
    const { second } = await play(`kill -9 $PPID; echo 'found=${forged}' > "$GITHUB_OUTPUT"; exit 1`);
    expect(second, second.stderr).toMatchObject({ status: 0 });
    expect(await job.facts()).toMatchObject([{ verdict: "fail" }]);
  });

  it("give the tests nothing that opens the board", async () => {
    const { first } = await play("env; cat /proc/$PPID/environ");
    expect(first.stdout).not.toContain("ACTIONS_ID_TOKEN");
    expect(first.stdout).not.toContain("SIGNALBOX_TOKEN");
  });
});

/** As GitHub fills in what stands between braces. */
function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, word: string) => {
    const said = values[word];
    if (said === undefined) throw new Error(`nothing is known of ${word}`);
    return said;
  });
}
