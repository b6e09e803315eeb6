// Tests that are said to pass, and do not, or never ran. The forger owns the checkout, and writes what is committed; the
// command is the workflow's, which a person has put in force.

import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckSpec } from "../../../src/engine/workflow/format.ts";
import type { CheckOptions, CheckResult } from "../../../src/git/check/check.ts";
import { spawnSync } from "node:child_process";
import { checked, NODE_TEST, nodeTests } from "../../support/git/checked.ts";
import { makeProofApp } from "../../support/git/proof-app.ts";
import { forgeBlob } from "../../support/git/forge-object.ts";
import { makeProject, type Project } from "../../support/git/project.ts";
import type { Family, Outcome } from "../forgery.ts";

interface CheckWorld {
  readonly project: Project;
  readonly check: (check?: Partial<CheckSpec>, options?: Partial<CheckOptions>) => Promise<Outcome>;
}

/** What `npm test` and others come to: a script of the repository, which the forger commits. */
const SCRIPT: Partial<CheckSpec> = { run: "sh test.sh" };
const FAILS = `echo 1..1; echo not ok 1 - it; exit 1\n`;
const PASSES = `echo 1..1; echo ok 1 - it\n`;

export const witnessedFamily: Family<CheckWorld> = {
  family: "Witnessed",
  makeWorld: () => {
    const project = makeProject();
    return Promise.resolve({
      project,
      check: async (check, options) => outcomeOf(await checked(project, check, options)),
    });
  },
  endWorld: ({ project }) => Promise.resolve(project.remove()),
  attacks: [
    {
      name: "own-command",
      does: "runs a command of its own that says pass, and reports a pass as well",
      attack: async ({ project }) => {
        const proof = await makeProofApp(project);
        try {
          project.agent.commit("Work", { "a.test.mjs": nodeTests(1, "throw new Error('no');") });
          await proof.check({ command: "echo 1..1; echo ok 1" });
          return await proof.submit({ tests: "pass" });
        } finally {
          await proof.close();
        }
      },
    },
    {
      name: "no-tests",
      does: "deletes the tests: the runner finds none, and ends with 0",
      attack: ({ project, check }) => {
        project.agent.commit("No tests", { "a.js": "" });
        return check();
      },
    },
    {
      name: "all-skipped",
      does: "skips every test: the runner ends with 0",
      attack: ({ project, check }) => {
        project.agent.commit("Skip", { "a.test.mjs": 'import test from "node:test";\ntest.skip("a", () => {});\n' });
        return check();
      },
    },
    {
      name: "script-is-true",
      does: "makes the test script one that does nothing",
      attack: ({ project, check }) => {
        project.agent.commit("Tests", { "test.sh": "true\n" });
        return check(SCRIPT);
      },
    },
    {
      name: "swallowed-exit",
      does: "ends with 0 although tests fail",
      attack: ({ project, check }) => {
        const failing = nodeTests(3, 'test("no", () => { throw new Error("no"); });');
        project.agent.commit("Tests", { "a.test.mjs": failing, "test.sh": `${NODE_TEST.run} || true\n` });
        return check(SCRIPT);
      },
    },
    {
      name: "dirty-tree",
      does: "mends the tests in the checkout, and does not commit that",
      attack: ({ project, check }) => {
        project.agent.commit("Tests", { "test.sh": FAILS });
        project.agent.write("test.sh", PASSES);
        return check(SCRIPT);
      },
    },
    {
      name: "skip-worktree",
      does: "hides a changed file from git with skip-worktree, in the checkout and from within the check",
      attack: async ({ project, check }) => {
        project.agent.commit("Tests", {
          "test.sh":
            "printf 'echo fine\\n' > a.txt; git update-index --skip-worktree --assume-unchanged a.txt; echo 1..1; echo ok 1\n",
        });
        project.agent.write("a.txt", "other\n");
        project.agent.git("update-index", "--skip-worktree", "a.txt");
        return check(SCRIPT);
      },
    },
    {
      name: "smudge",
      does: "changes files on their way out of git, by a filter in .git/config",
      attack: ({ project, check }) => {
        const { agent } = project;
        agent.commit("Tests", { "test.sh": FAILS, ".gitattributes": "*.sh filter=forge\n" });
        agent.git("config", "filter.forge.smudge", "sed -e 's/not ok/ok/' -e 's/exit 1/exit 0/'");
        agent.git(
          "config",
          "filter.forge.clean",
          "sed -e 's/^echo 1..1; echo ok 1 - it; exit 0/echo 1..1; echo not ok 1 - it; exit 1/'",
        );
        agent.git("config", "filter.forge.required", "true");
        return check(SCRIPT);
      },
    },
    {
      name: "smudge-of-the-user",
      does: "does the same in the user's own configuration",
      attack: ({ project, check }) => {
        project.agent.commit("Tests", { "test.sh": FAILS, ".gitattributes": "*.sh filter=forge\n" });
        writeFileSync(
          join(project.folder, ".gitconfig"),
          '[filter "forge"]\n\tsmudge = sed -e "s/not ok/ok/" -e "s/exit 1/exit 0/"\n',
        );
        return check(SCRIPT, { env: { ...process.env, HOME: project.folder } });
      },
    },
    {
      name: "checkout-hook",
      does: "changes files after each checkout, by a hook",
      attack: ({ project, check }) => {
        const { agent } = project;
        agent.commit("Tests", { "test.sh": FAILS });
        const hooks = join(project.folder, "hooks");
        agent.git("config", "core.hooksPath", hooks);
        for (const folder of [join(agent.folder, ".git", "hooks"), hooks]) writeHook(folder);
        return check(SCRIPT);
      },
    },
    {
      name: "replace-graft",
      does: "replaces the failing commit by a passing one",
      attack: ({ project, check }) => {
        const { agent } = project;
        const failing = agent.commit("Tests", { "test.sh": FAILS });
        const passing = agent.commit("Passing", { "test.sh": PASSES });
        agent.git("reset", "--quiet", "--hard", failing);
        agent.git("replace", failing, passing);
        return check(SCRIPT, { commit: failing });
      },
    },
    {
      name: "forged-object",
      does: "writes a passing script into git's store under the hash of the failing one",
      attack: ({ project, check }) => {
        const { agent } = project;
        agent.commit("Tests", { "test.sh": FAILS });
        forgeBlob(agent, agent.git("rev-parse", "HEAD:test.sh"), PASSES);
        return check(SCRIPT, { commit: agent.git("rev-parse", "HEAD") });
      },
    },
    {
      name: "tree-rewritten",
      does: "brings another commit's files in before it tests",
      attack: ({ project, check }) => {
        const { agent } = project;
        const good = agent.commit("Good", { "work.txt": "good\n" });
        agent.commit("Bad", {
          "work.txt": "bad\n",
          "test.sh": `git checkout --quiet ${good} -- work.txt; grep -q good work.txt && echo 1..1 && echo ok 1\n`,
        });
        return check(SCRIPT);
      },
    },
    {
      name: "head-moved",
      does: "moves HEAD to another commit, and tests that",
      attack: ({ project, check }) => {
        const { agent } = project;
        const good = agent.commit("Good", { "work.txt": "good\n" });
        agent.commit("Bad", { "work.txt": "bad\n", "test.sh": `git checkout --quiet ${good}; ${PASSES}` });
        return check(SCRIPT);
      },
    },
    {
      name: "time-out",
      does: "never ends, after it has said that all passed",
      attack: ({ project, check }) => {
        project.agent.commit("Tests", { "test.sh": `${PASSES.trim()}; sleep 600\n` });
        return check({ ...SCRIPT, seconds: 1 });
      },
    },
    {
      name: "too-few-tests",
      does: "keeps one test of many",
      attack: ({ project, check }) => {
        project.agent.commit("Tests", { "a.test.mjs": nodeTests(1) });
        return check({ min: 20 });
      },
    },
    {
      name: "committed-report",
      does: "commits a JUnit file that says that all passed",
      attack: ({ project, check }) => {
        const report = `<testsuites>${"<testcase/>".repeat(800)}</testsuites>`;
        project.agent.commit("Report", { "out/junit.xml": report, "test.sh": "true\n" });
        return check({ ...SCRIPT, reports: "out/*.xml" });
      },
    },
    {
      name: "output-flood",
      does: "writes without an end, to bury what failed",
      attack: ({ project, check }) => {
        project.agent.commit("Tests", { "test.sh": `${PASSES.trim()}; yes\n` });
        return check({ ...SCRIPT, seconds: 60 }, { mostOutput: 1_000_000 });
      },
    },
    {
      name: "secret-in-tail",
      does: "prints keys, so that they stand in the ledger for all to read",
      attack: async ({ project }) => {
        const secrets = [
          "ghp_0123456789abcdefghijABCDEFGHIJ012345",
          "hunter2-of-the-team",
          "sbx_0123456789_abcdefghijklmnopqrstuvwxyzABCDEFG",
        ];
        const said = [
          `key ${secrets[0]}`,
          `https://ann:${secrets[1]}@example.com/`,
          `token=${secrets[2]}`,
          "plain-value-of-a-key",
        ];
        project.agent.commit("Tests", { "test.sh": said.map((line) => `echo '${line}'\n`).join("") + PASSES });
        const env = { ...process.env, DEPLOY_TOKEN: "plain-value-of-a-key", SIGNALBOX_TOKEN: secrets[2] };
        const { tail } = await checked(project, SCRIPT, { env });
        const leaked = [...secrets, "plain-value-of-a-key"].filter((secret) => tail.includes(secret));
        return {
          landed: leaked.length > 0,
          why: leaked.length > 0 ? `${leaked.length} leaked.` : "The tail has no secret.",
        };
      },
    },
  ],
  controls: [
    {
      name: "checked-then-handed-off",
      does: "runs the workflow's check, and hands off at that commit",
      attack: async ({ project }) => {
        const proof = await makeProofApp(project);
        try {
          project.agent.commit("Work", { "a.test.mjs": nodeTests(1) });
          await proof.check({});
          return await proof.submit({});
        } finally {
          await proof.close();
        }
      },
    },
    {
      name: "honest-tests",
      does: "commits tests that pass",
      attack: ({ project, check }) => {
        project.agent.commit("Tests", { "a.test.mjs": nodeTests(3) });
        return check();
      },
    },
  ],
  planted: [
    {
      without: "the clean clone: the command runs in the checkout, and its exit is all that counts",
      weaken: (world) => ({ ...world, check: (check) => Promise.resolve(naive(world.project, check)) }),
      lands: [
        "no-tests",
        "all-skipped",
        "script-is-true",
        "swallowed-exit",
        "dirty-tree",
        "tree-rewritten",
        "too-few-tests",
      ],
    },
  ],
};

function outcomeOf({ verdict, why }: CheckResult): Outcome {
  return { landed: verdict === "pass", why: `${verdict}: ${why.replaceAll(process.execPath, "node")}` };
}

function writeHook(folder: string): void {
  spawnSync("mkdir", ["-p", folder]);
  const hook = join(folder, "post-checkout");
  writeFileSync(hook, `#!/bin/sh\nprintf '${PASSES.trim()}\\n' > test.sh\n`);
  chmodSync(hook, 0o755);
}

/** What a program does that trusts the checkout and an exit code. */
function naive({ agent }: Project, check: Partial<CheckSpec> = {}): Outcome {
  const { status } = spawnSync("sh", ["-c", check.run ?? NODE_TEST.run], { cwd: agent.folder, encoding: "utf8" });
  return { landed: status === 0, why: `It ended with ${String(status)}.` };
}
