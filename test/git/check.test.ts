// A check in a clean clone: what counts as a pass, what does not, and that nothing is left behind.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { makeScratch } from "../../src/git/check/scratch.ts";
import { checked, nodeTests, scratchOf } from "../support/git/checked.ts";
import { makeProject, type Project } from "../support/git/project.ts";

let project: Project;

beforeEach(() => {
  project = makeProject();
});

afterEach(() => {
  project.remove();
});

describe("a check", () => {
  it("passes where the tests do, and says how many there were", async () => {
    const commit = project.agent.commit("Tests", { "a.test.mjs": nodeTests(3) });
    const result = await checked(project);
    expect(result).toMatchObject({ verdict: "pass", commit, exit: 0, clean: true });
    expect(result.tests).toEqual({ passed: 3, failed: 0, skipped: 0 });
    expect(result.tail).toContain("# pass 3");
    expect(result.output).toMatch(/^sha256:[0-9a-f]{64}$/);
  });

  it("tests the commit, and not what lies in the checkout", async () => {
    const broken = project.agent.commit("Broken", { "a.test.mjs": nodeTests(1, "throw new Error('no');") });
    project.agent.commit("Mended", { "a.test.mjs": nodeTests(1) });
    expect(await checked(project, {}, { commit: broken })).toMatchObject({ verdict: "fail", exit: 1 });
    project.agent.write("a.test.mjs", nodeTests(1, "throw new Error('no');"));
    expect(await checked(project)).toMatchObject({ verdict: "pass" });
  });

  it("prepares the clone first, within the same limit, and counts nothing that the setup says", async () => {
    project.agent.commit("Tests", { "a.test.mjs": nodeTests(1) });
    const setup = "echo 1..1; echo ok 1 - not a test; mkdir made";
    const result = await checked(project, {
      setup: `echo made > .gitignore; rm .gitignore; ${setup}`,
      run: "test -d made",
    });
    expect(result).toMatchObject({ verdict: "empty", exit: 0, tests: null });
    expect(await checked(project, { setup: "exit 3" })).toMatchObject({
      verdict: "unknown",
      why: "The setup `exit 3` ended with 3, so that nothing was run.",
    });
  });

  it("is unknown at a commit that is not there", async () => {
    expect(await checked(project, {}, { commit: "1234567" })).toMatchObject({
      verdict: "unknown",
      why: "This checkout has no commit 1234567.",
    });
  });

  it("reads JUnit files that the run has written, and not those that the commit brings along", async () => {
    const report = (tests: number): string => `<testsuites>${"<testcase/>".repeat(tests)}</testsuites>`;
    project.agent.commit("A report of another day", { "out/old.xml": report(40) });
    const reports = "out/*.xml";
    const written = await checked(project, { reports, run: `echo '${report(2)}' > out/new.xml` });
    expect(written).toMatchObject({ verdict: "pass", clean: true, tests: { passed: 2 } });
    expect(await checked(project, { reports, run: "true" })).toMatchObject({ verdict: "empty", tests: null });
    const linked = await checked(project, { reports, run: "ln -s old.xml out/new.xml" });
    expect(linked).toMatchObject({ verdict: "fail", clean: false });
  });

  it("fails where it leaves files that git does not ignore, and says which", async () => {
    const result = await checked(project, { run: "mkdir coverage; touch coverage/x; echo 1..1; echo ok 1" });
    expect(result).toMatchObject({ verdict: "fail", clean: false });
    expect(result.why).toContain("coverage/");
    project.agent.commit("Ignore it", { ".gitignore": "coverage/\n" });
    const ignored = await checked(project, { run: "mkdir coverage; touch coverage/x; echo 1..1; echo ok 1" });
    expect(ignored).toMatchObject({ verdict: "pass", clean: true });
  });

  it("takes files as they are whose line ends git would write differently", async () => {
    project.agent.write("crlf.txt", "one\r\ntwo\r\n");
    project.agent.commit("As they are");
    project.agent.commit("Attributes", { ".gitattributes": "* text=auto\n" });
    expect(await checked(project, { run: "echo 1..1; echo ok 1" })).toMatchObject({ verdict: "pass", clean: true });
  });

  it("keeps keys of ours and git's variables from what it runs", async () => {
    const env = { ...process.env, SIGNALBOX_TOKEN: "sbx_secret", GITHUB_TOKEN: "ghp_secret", GIT_DIR: "/nowhere" };
    const result = await checked(project, { run: "env", min: 0 }, { env });
    expect(result.tail).not.toMatch(/SIGNALBOX_TOKEN|GITHUB_TOKEN|GIT_DIR/);
    expect(result).toMatchObject({ verdict: "pass" });
  });

  it("tells what it says while it runs", async () => {
    const said: string[] = [];
    await checked(
      project,
      { setup: "echo prepared", run: "echo at work" },
      { onProgress: (one) => said.push(one.said ?? one.phase) },
    );
    expect(said).toEqual(["clone", "setup", "prepared\n", "run", "at work\n", "look"]);
  });

  it("ends with all that it has started when its time is up", async () => {
    const marker = join(project.folder, "alive");
    const run = `${goesOn(marker)} & sleep 600`;
    const result = await checked(project, { run, seconds: 2 });
    expect(result).toMatchObject({ verdict: "fail", exit: null, why: expect.stringContaining("was killed after 2 s") });
    await expectGone(marker);
  });

  it("ends what it leaves in the background", async () => {
    const marker = join(project.folder, "alive");
    await checked(project, { run: `${goesOn(marker)} & while ! test -f "${marker}"; do sleep 0.05; done` });
    await expectGone(marker);
  });

  it("is stopped by a signal, and leaves nothing", async () => {
    const stop = new AbortController();
    const result = await checked(
      project,
      { run: "echo begun; sleep 600" },
      { signal: stop.signal, onProgress: ({ said }) => said?.includes("begun") && stop.abort() },
    );
    expect(result).toMatchObject({ verdict: "unknown", stopped: true });
    expect(readdirSync(scratchOf(project))).toEqual([]);
  });

  it("leaves nothing running when it is killed, and the next run sweeps up", async () => {
    const marker = join(project.folder, "alive");
    const run = goesOn(marker);
    const child = spawn(process.execPath, [join(import.meta.dirname, "../support/processes/checker.ts")], {
      env: {
        ...process.env,
        CHECKED: JSON.stringify({ folder: project.agent.folder, scratch: scratchOf(project), run }),
      },
    });
    await vi.waitUntil(() => existsSync(marker), { timeout: 60_000 });
    child.kill("SIGKILL");
    await once(child, "exit");
    await expectGone(marker);
    expect(readdirSync(scratchOf(project))).toHaveLength(1);
    await checked(project, { run: "true" });
    expect(readdirSync(scratchOf(project))).toEqual([]);
  });

  it("leaves the clones of others that run alone", async () => {
    const other = makeScratch(scratchOf(project), process.ppid);
    mkdirSync(join(scratchOf(project), "something else"));
    writeFileSync(join(other, "file"), "");
    await checked(project, { run: "true" });
    expect(existsSync(join(other, "file"))).toBe(true);
    expect(existsSync(join(scratchOf(project), "something else"))).toBe(true);
  });
});

/** A command that says who it is, and goes on for ever. */
function goesOn(marker: string): string {
  return `sh -c 'echo $$ > "${marker}.new"; mv "${marker}.new" "${marker}"; while :; do sleep 0.05; done'`;
}

async function expectGone(marker: string): Promise<void> {
  const pid = Number(readFileSync(marker, "utf8"));
  await vi.waitUntil(() => !isAlive(pid), { timeout: 60_000 });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
