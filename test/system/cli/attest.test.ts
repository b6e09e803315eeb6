// signalbox attest, as CI jobs and people run it: the built program, a real server, a real issuer.

import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { trustWitness } from "../../../src/app/keys/witnesses.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { openCiJob, type CiJob } from "../../support/oidc/ci-job.ts";
import { openIssuer, REPOSITORY_ID, WORKFLOW } from "../../support/oidc/issuer.ts";
import { bareEnv, ROOT, runProgram, type Ended } from "../../support/program.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { maria } from "../../support/worlds/world.ts";

let job: CiJob;

beforeEach(async () => {
  job = await openCiJob();
});

afterEach(() => job.close());

const script = (text: string): readonly string[] => ["--", process.execPath, "-e", text];

/** Environment of a job with a token. */
async function withToken(more: Record<string, string> = {}): Promise<Record<string, string>> {
  return { SIGNALBOX_URL: job.server.url, SIGNALBOX_TOKEN: await job.token(), ...more };
}

describe("a job with a witness's token", () => {
  it("runs its command, says how it went, and ends as the command did", async () => {
    const github = { GITHUB_SERVER_URL: "https://git.example", GITHUB_REPOSITORY: "acme/shop", GITHUB_RUN_ID: "9" };
    const env = await withToken({ ...github, GITHUB_SHA: job.commit });
    const passed = await job.run(["attest", "tests", ...script("console.log('to out'); console.error('to err')")], env);
    expect(passed).toMatchObject({ status: 0, stderr: "to err\n" });
    expect(passed.stdout).toMatch(
      /^to out\ntests: pass at [0-9a-f]{7}, attested \(row \d+; no ticket is at it yet\)\n$/,
    );
    expect(await job.facts()).toMatchObject([
      {
        name: "tests",
        verdict: "pass",
        said: [{ level: "attested", source: "token:ci", url: "https://git.example/acme/shop/actions/runs/9" }],
      },
    ]);
    const failed = await job.run(["attest", "tests", ...script("console.log('1 failed'); process.exit(3)")], env);
    expect(failed).toMatchObject({ status: 3, stderr: "" });
    expect(await job.facts()).toMatchObject([{ verdict: "fail" }]);
    const rows = await job.app.board.ledger.after(0, 10);
    expect(rows.at(-1)).toMatchObject({ data: { exit: 3 }, texts: { tail: "1 failed\n" } });
  });

  it("counts the tests, by what the runner prints or by its JUnit files", async () => {
    const env = await withToken();
    const printing = (name: string): readonly string[] => ["--", "cat", join(ROOT, "test/fixtures/test-runs", name)];
    expect(await job.run(["attest", "tests", ...printing("vitest.txt")], env)).toMatchObject({ status: 0 });
    const [counted] = await job.facts();
    expect(counted).toMatchObject({ verdict: "pass", said: [{ tests: { passed: expect.any(Number), failed: 0 } }] });
    // Everything was skipped, and the runner ended with 0.
    expect(await job.run(["attest", "tests", ...printing("vitest-skipped.txt")], env)).toMatchObject({ status: 0 });
    expect(await job.facts()).toMatchObject([{ verdict: "empty", said: [{ tests: { passed: 0 } }] }]);
    // Somebody swallowed the exit code.
    expect(await job.run(["attest", "tests", ...printing("jest-failed.txt")], env)).toMatchObject({ status: 0 });
    expect(await job.facts()).toMatchObject([{ verdict: "fail" }]);
    const leave = [
      "--reports",
      "out-*.json",
      "--",
      "cp",
      join(ROOT, "test/fixtures/test-runs/node-junit.xml"),
      "out-1.json",
    ];
    expect(await job.run(["attest", "tests", ...leave], env)).toMatchObject({ status: 0 });
    const [left] = await job.facts();
    expect(left?.said[0]?.tests?.passed).toBeGreaterThan(0);
    // A file of before says nothing about this run.
    const old = join(job.folder, "out-1.json");
    utimesSync(old, new Date(0), new Date(0));
    expect(await job.run(["attest", "tests", "--reports", "out-*.json", ...script("")], env)).toMatchObject({
      status: 0,
    });
    expect((await job.facts())[0]?.said[0]?.tests).toBeUndefined();
  });

  it("gives its command no key, and keeps none that is printed all the same", async () => {
    const env = await withToken({ ACTIONS_ID_TOKEN_REQUEST_TOKEN: "a-runner-s-secret" });
    const peek =
      "console.log(Object.keys(process.env).filter((name) => /TOKEN/.test(name)).join(), 'a-runner-s-secret')";
    const { stdout } = await job.run(["attest", "tests", ...script(peek)], env);
    expect(stdout).toMatch(/^ a-runner-s-secret\n/);
    const rows = await job.app.board.ledger.after(0, 10);
    expect(rows.at(-1)?.texts).toEqual({ tail: " [masked]\n" });
  });

  it("says that nobody could look where the command never began, or moved the checkout", async () => {
    const env = await withToken();
    expect(await job.run(["attest", "tests", "--", "no-such-program"], env)).toMatchObject({ status: 127 });
    expect(await job.facts()).toMatchObject([{ verdict: "unknown" }]);
    const identity = "-c user.name=a -c user.email=a@b -c commit.gpgsign=false";
    const move = ["attest", "tests", "--", "sh", "-c", `git ${identity} commit -q --allow-empty -m more`];
    expect(await job.run(move, env)).toMatchObject({ status: 0 });
    expect(await job.facts()).toMatchObject([{ verdict: "unknown" }]);
  });

  it("speaks of no commit that it does not stand on, and of no changed files", async () => {
    const env = await withToken();
    const mark = join(job.folder, "ran.json");
    const run = script(`require("fs").writeFileSync(${JSON.stringify(mark)}, "")`);
    const other = await job.run(["attest", "tests", ...run], { ...env, GITHUB_SHA: "1".repeat(40) });
    expect(other).toMatchObject({ status: 1, stderr: expect.stringContaining("the checkout stands on") });
    expect(await job.run(["attest", "tests", "--commit", "main", ...run], env)).toMatchObject({ status: 2 });
    writeFileSync(join(job.folder, "shop.txt"), "closed\n");
    const changed = await job.run(["attest", "tests", ...run], env);
    expect(changed).toMatchObject({ status: 1, stderr: expect.stringContaining("files were changed") });
    expect(existsSync(mark)).toBe(false);
    expect(await job.facts()).toEqual([]);
  });

  it("fails where the board was not told, however well the command went", async () => {
    const run = ["attest", "tests", ...script("console.log('ok')")];
    const env = await withToken();
    const { SIGNALBOX_URL: _, ...homeless } = env;
    // Before anything has run.
    expect(await job.run(run, homeless)).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("SIGNALBOX_URL"),
    });
    expect(await job.run(run, { ...env, SIGNALBOX_TOKEN: "" })).toMatchObject({
      status: 2,
      stdout: "",
      stderr: expect.stringContaining("SIGNALBOX_TOKEN"),
    });
    expect(await job.run(run, { ...env, SIGNALBOX_TOKEN: "sbx_wrong" })).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("(token_unknown)"),
    });
    expect(await job.run(["attest", "landed", ...run.slice(2)], env)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("it may give tests"),
    });
    await job.server.stop();
    expect(await job.run(run, env)).toMatchObject({ status: 1, stderr: expect.stringContaining("can't be reached") });
    const fails = ["attest", "tests", ...script("process.exit(7)")];
    expect(await job.run(fails, env)).toMatchObject({ status: 7, stderr: expect.stringContaining("can't be reached") });
    expect(await job.facts()).toEqual([]);
  });
});

describe("two jobs", () => {
  it("hand on what was found; how the first one ended is the runner's word", async () => {
    const saved = join(job.folder, "found.json");
    const save = ["attest", "tests", "--save", saved, ...script("console.log('fine')")];
    // The job that runs the tests has no key at all.
    expect(await job.run(save)).toMatchObject({ status: 0, stdout: "fine\n" });
    expect(await job.facts()).toEqual([]);
    const env = await withToken();
    const found = readFileSync(saved, "utf8");
    const send = (result: string, input = found): Promise<Ended> =>
      job.run(["attest", "tests", "--from", "-", "--result", result], env, input);
    expect(await send("success")).toMatchObject({ status: 0 });
    expect(await job.facts()).toMatchObject([{ verdict: "pass" }]);
    expect(await send("failure")).toMatchObject({ status: 0 });
    expect(await job.facts()).toMatchObject([{ verdict: "fail" }]);
    expect(await send("cancelled", "")).toMatchObject({ status: 0 });
    expect(await job.facts()).toMatchObject([{ verdict: "fail" }]);
    expect(await send("success", "")).toMatchObject({ status: 1 });
    for (const nonsense of ["{}", "pass", '{"verdict":"passed"}', '{"verdict":"pass","tests":{"passed":"all"}}']) {
      expect(await send("success", nonsense), nonsense).toMatchObject({ status: 1 });
    }
    // What else was smuggled into it goes no further.
    const smuggled = JSON.stringify({ verdict: "pass", commit: "1".repeat(40), name: "landed", reason: "x" });
    expect(await send("success", smuggled)).toMatchObject({ status: 0 });
    expect(await job.facts()).toMatchObject([{ name: "tests", verdict: "pass" }]);
    expect(await job.facts("1".repeat(40))).toEqual([]);
  });
});

describe("a job on GitHub", () => {
  it("needs no secret", async () => {
    const issuer = await openIssuer();
    try {
      const asked = { repositoryId: REPOSITORY_ID, workflow: WORKFLOW, facts: ["tests"], issuer: issuer.url };
      const { audience } = accepted(await trustWitness(job.app, maria, asked));
      issuer.jobClaims = { sha: job.commit };
      const env = { SIGNALBOX_URL: job.server.url, ...issuer.jobEnv };
      const run = ["attest", "tests", "--json", "--audience", audience, ...script("")];
      const answer = await job.run(run, env);
      expect(answer).toMatchObject({ status: 0, stderr: "" });
      expect(JSON.parse(answer.stdout)).toMatchObject({ level: "attested" });
      expect(await job.run(["attest", "tests", ...script("")], env)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("SIGNALBOX_AUDIENCE"),
      });
      const refused = await job.run(run, { ...env, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "another" });
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining("id-token: write") });
      issuer.jobClaims = { sha: job.commit, event_name: "pull_request" };
      expect((await job.run(run, env)).stderr).toContain("(claims_not_allowed)");
    } finally {
      await issuer.close();
    }
  });
});

describe("a person", () => {
  const attest = (args: readonly string[], input?: string): Promise<Ended> =>
    runProgram(["attest", ...args, "--database", job.database], {
      cwd: job.folder,
      env: bareEnv(),
      ...(input === undefined ? {} : { input }),
    });

  it("attests at a terminal, and says why", async () => {
    accepted(await createTicket(job.app, maria, { title: "A letter" }));
    expect(await attest(["codeless", "1"])).toMatchObject({ status: 1, stderr: expect.stringContaining("--reason") });
    const said = await attest(["codeless", "#1", "--reason", "Nothing to build.", "--as", "Ada"]);
    expect(said).toMatchObject({ status: 0, stderr: "" });
    expect(said.stdout).toMatch(/^#1: codeless, pass of the ticket, which has no commit; attested \(row \d+\)\n$/);
    const rows = await job.app.board.ledger.after(0, 10);
    expect(rows.at(-1)).toMatchObject({
      kind: "fact",
      by: { person: "Ada", via: "cli", proof: "key" },
      data: { name: "codeless", level: "attested", source: "person:Ada" },
    });
    expect(await attest(["review", "1", "--reason", "Read it.", "--commit", job.commit])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("has no commit"),
    });
    expect(await attest(["review", "9", "--reason", "Read it."])).toMatchObject({ status: 1 });
    expect(await attest(["review"])).toMatchObject({ status: 2 });
    expect(await attest(["review", "npm", "test"])).toMatchObject({ status: 2, stderr: expect.stringContaining("--") });
  });

  it("is there: nobody attests as one from a pipe, or with a witness's token", async () => {
    accepted(await createTicket(job.app, maria, { title: "A letter" }));
    const words = ["codeless", "1", "--reason", "x"];
    expect(await attest(words, "")).toMatchObject({ status: 1, stderr: expect.stringContaining("for a person") });
    const env = { SIGNALBOX_TOKEN: await job.token() };
    const asCi = await job.run(["attest", ...words, "--database", job.database], env);
    expect(asCi).toMatchObject({ status: 1, stderr: expect.stringContaining("role witness") });
  });

  it("takes a witness's token back with all that was said with it", async () => {
    const env = await withToken();
    expect(await job.run(["attest", "tests", ...script("")], env)).toMatchObject({ status: 0 });
    const revoke = ["token", "revoke", "ci", "--facts", "--database", job.database];
    const revoked = await runProgram(revoke, { cwd: job.folder, env: bareEnv() });
    expect(revoked).toMatchObject({ status: 0, stdout: expect.stringContaining("revoked; facts taken back: 1") });
    expect(await job.facts()).toMatchObject([{ verdict: null, said: [] }]);
    expect((await job.run(["attest", "tests", ...script("")], env)).stderr).toContain("(token_unknown)");
  });
});
