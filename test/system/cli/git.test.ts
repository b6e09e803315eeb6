// What the command line asks git for: the person's name, and the repository that origin is. With the real git.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { delimiter, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { runProgramSync } from "../../support/program.ts";

let home: string;
let project: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "signalbox-git-"));
  project = join(home, "project");
  mkdirSync(project);
  onTestFinished(() => rmSync(home, { recursive: true }));
});

describe("the person who acts", () => {
  it.each([
    ["plain", "[user]\n\tname = Ann Lee\n", "Ann Lee"],
    ["with quotes and a remark", '[user]\n name = "Ann # Lee"  ; who else\n', "Ann # Lee"],
    [
      "with escapes",
      String.raw`[user]
	name = "Ann \"Ace\" Lee\\"`,
      String.raw`Ann "Ace" Lee\ `.trim(),
    ],
    ["on several lines", "[user]\n\tname = Ann \\\n  Lee\n", "Ann Lee"],
    ["in another letter case, last one wins", "[USER]\nNAME = Bob\n[user]\nname = Ann\n", "Ann"],
    ["in a section with a name of its own first", '[user "x"]\n\tname = Not me\n[user]\n\tname = Ann\n', "Ann"],
  ])("is named as git says: %s", (_, config, name) => {
    git("init", "-q");
    writeFileSync(join(project, ".git", "config"), config);
    expect(git("config", "--get", "user.name").replaceAll(/\s+/g, " ").trim()).toBe(name);
    expect(who()).toBe(name);
  });

  it("is named by an included file", () => {
    git("init", "-q");
    writeFileSync(join(home, "work.config"), "[user]\n\tname = Ann of Acme\n");
    git("config", "include.path", join(home, "work.config"));
    expect(who()).toBe("Ann of Acme");
  });

  it("is named by the project in each of its worktrees and deep inside it, and else by git's own settings", () => {
    writeFileSync(join(home, ".gitconfig"), "[user]\n\tname = Global Ann\n\temail = a@b\n");
    expect(who()).toBe("Global Ann");
    git("init", "-q");
    git("commit", "-q", "--allow-empty", "-m", "x");
    git("config", "user.name", "Local Ann");
    git("worktree", "add", "-q", "../beside");
    mkdirSync(join(project, "a", "b"), { recursive: true });
    expect([who(join(project, "a", "b")), who(join(home, "beside"))]).toEqual(["Local Ann", "Local Ann"]);
  });

  it("is found at once where a config has a line of 6,000 spaces", () => {
    git("init", "-q");
    const spaces = " ".repeat(6_000);
    writeFileSync(
      join(project, ".git", "config"),
      `[user]\n${spaces}\n${spaces}x = y${spaces}z\n name = Ann\n${spaces}`,
    );
    const began = performance.now();
    expect(who()).toBe("Ann");
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("is somebody all the same where a config never ends", () => {
    git("init", "-q");
    expect(spawnSync("sh", ["-c", 'mkfifo "$0"', join(home, "endless")]).status).toBe(0);
    writeFileSync(join(project, ".git", "config"), `[include]\n\tpath = ${join(home, "endless")}\n`);
    expect(who()).toBe(userInfo().username);
  });

  it("is the system's user where there is no git, or git knows no name", () => {
    expect(who()).toBe(userInfo().username);
    git("init", "-q");
    git("config", "user.name", "Ann");
    expect(who(project, { PATH: "/nowhere" })).toBe(userInfo().username);
    expect(who(project, { PATH: "/nowhere", GIT_AUTHOR_NAME: "Given" })).toBe("Given");
  });

  it("is asked for without anything being run that the repository names", () => {
    git("init", "-q");
    const trap = join(home, "trap.sh");
    writeFileSync(trap, `#!/bin/sh\ntouch ${join(home, "sprung")}\n`, { mode: 0o755 });
    const traps = [
      "fsmonitor",
      "pager",
      "editor",
      "sshCommand",
      "hooksPath",
      "askPass",
      "gitProxy",
      "alternateRefsCommand",
    ];
    const lines = traps.map((name) => `\t${name} = ${name === "hooksPath" ? home : trap}`);
    writeFileSync(
      join(project, ".git", "config"),
      `[core]\n${lines.join("\n")}\n[alias]\n\tconfig = !${trap}\n\tremote = !${trap}\n[credential]\n\thelper = !${trap}\n[pager]\n\tconfig = ${trap}\n\tremote = ${trap}\n[user]\n\tname = Ann\n[remote "origin"]\n\turl = ext::${trap}\n`,
    );
    // A program of git's name in the folder itself must not be taken for git either.
    symlinkSync(trap, join(project, "git"));
    expect(who(project, { PATH: `${process.env["PATH"]}${delimiter}` })).toBe("Ann");
    const asked = signalbox(["init", "--github", "acme/7", "--dry-run"], project, {});
    expect(asked).toMatchObject({ status: 1, stderr: expect.stringContaining("GitHub is not ready") });
    expect(existsSync(join(home, "sprung"))).toBe(false);
  });
});

/** By whom the ledger says that a ticket was made. */
function who(folder = project, env: Record<string, string> = {}): string {
  const database = join(home, "board.db");
  const made = signalbox(["ticket", "new", "One", "--database", database], folder, env);
  expect({ status: made.status, stderr: made.stderr }).toEqual({ status: 0, stderr: "" });
  const log = signalbox(["log", "--limit", "1", "--json", "--database", database], folder, env);
  const [{ who }] = JSON.parse(log.stdout) as [{ who: string }];
  expect(who).toMatch(/ \(person\)$/);
  return who.slice(0, -" (person)".length);
}

function signalbox(args: readonly string[], cwd: string, env: Record<string, string>) {
  return runProgramSync(args, { cwd, env: { PATH: process.env["PATH"], HOME: home, NO_COLOR: "1", ...env } });
}

function git(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync("git", ["-c", "init.defaultBranch=main", ...args], {
    cwd: project,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: home },
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}
