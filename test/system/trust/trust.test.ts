// A person at a terminal trusts a project's settings.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { track } from "../../support/processes/child.ts";
import { PROGRAM, runProgramSync, type Ended } from "../../support/program.ts";

/** Others take their arguments in another order, and Windows has none. */
const hasTerminal = spawnSync("script", ["--version"], { encoding: "utf8" }).stdout?.includes("util-linux") ?? false;

let top: string;
let project: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "signalbox-trusting-")));
  onTestFinished(() => rmSync(top, { recursive: true }));
  project = join(top, "project");
  mkdirSync(join(project, ".signalbox"), { recursive: true });
  git("init", "-q");
});

function git(...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, { cwd: project, encoding: "utf8" });
  expect(status, stderr).toBe(0);
}

function configure(settings: object): void {
  writeFileSync(join(project, ".signalbox/config.json"), JSON.stringify(settings));
}

function environment(more: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: join(top, "home"), GIT_AUTHOR_NAME: "Ann", NO_COLOR: "1", ...more };
}

function run(args: readonly string[], cwd = project): Ended {
  return runProgramSync(args, { cwd, env: environment() });
}

/** On a pseudo-terminal, with this typed when it asks. */
async function trust(keys: string, env: Record<string, string> = {}): Promise<{ code: number | null; text: string }> {
  const line = `exec '${process.execPath}' '${PROGRAM}' trust`;
  const child = track(
    spawn("script", ["-qefc", line, "/dev/null"], { cwd: project, env: environment({ TERM: "dumb", ...env }) }),
  );
  let text = "";
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const isAsked = text.includes("[y/N]");
    text += chunk;
    if (!isAsked && text.includes("[y/N]")) child.stdin.write(keys);
  });
  await once(child, "close");
  return { code: child.exitCode, text };
}

const REFUSED = { status: 1, stderr: expect.stringContaining("A person runs `signalbox trust`") };

describe.runIf(hasTerminal)("signalbox trust", () => {
  it("asks a person at a terminal, shows them what it is about, and takes no for an answer", async () => {
    configure({ database: "team.db", agent: "ann\u001b[31m", log: "error" });
    expect(run(["ticket", "list"])).toMatchObject(REFUSED);
    const no = await trust("n\r");
    expect(no).toMatchObject({ code: 1, text: expect.stringContaining('database to "team.db"') });
    expect(no.text).toContain('agent to "ann\\u001b[31m"');
    expect(run(["ticket", "list"])).toMatchObject(REFUSED);
    expect(existsSync(join(top, "home/.config"))).toBe(false);
  });

  it("believes the file from then on, in every worktree, until it changes or is undone", async () => {
    configure({ database: join(top, "team.db") });
    git("add", ".");
    git("-c", "user.name=Ann", "-c", "user.email=a@b", "commit", "-qm", "settings");
    git("worktree", "add", "-q", "../beside");
    expect(await trust("y\r")).toMatchObject({ code: 0, text: expect.stringContaining("Trusted.") });
    expect(run(["ticket", "new", "One"])).toMatchObject({ status: 0 });
    expect(existsSync(join(top, "team.db"))).toBe(true);
    expect(run(["ticket", "list"], join(top, "beside")).stdout).toContain("One");
    expect(await trust("")).toMatchObject({ code: 0, text: expect.stringContaining("You have trusted this file") });
    configure({ database: join(top, "other.db") });
    expect(run(["ticket", "list"])).toMatchObject(REFUSED);
    expect(run(["ticket", "list"], join(top, "beside")).status).toBe(0);
    expect(run(["trust", "--undo"])).toMatchObject({ status: 0, stdout: expect.stringContaining("no longer trusted") });
    expect(run(["ticket", "list"], join(top, "beside"))).toMatchObject(REFUSED);
    expect(existsSync(join(top, "other.db"))).toBe(false);
  });

  it("does not ask in an agent's shell, whatever terminal it has", async () => {
    configure({ database: "team.db" });
    const refused = await trust("y\r", { CLAUDECODE: "1" });
    expect(refused).toMatchObject({ code: 1, text: expect.stringContaining("a person decides it") });
    expect(refused.text).not.toContain("[y/N]");
    expect(run(["ticket", "list"])).toMatchObject(REFUSED);
  });
});

describe("a project without such settings", () => {
  it.each([[{}], [{ log: "error", toolsets: ["tickets"], board: "team" }]])("needs no trust: %j", (settings) => {
    configure(settings);
    expect(run(["trust"])).toMatchObject({ status: 0, stdout: expect.stringContaining("Nothing here needs trust") });
    expect(run(["ticket", "new", "One"])).toMatchObject({ status: 0, stderr: "" });
    expect(existsSync(join(top, "home/.config/signalbox/trust.json"))).toBe(false);
  });
});

describe("a flag", () => {
  it("leads past what the file says of the database, and of nothing else", () => {
    configure({ database: "team.db" });
    expect(run(["ticket", "new", "One", "--database", "mine.db"])).toMatchObject({ status: 0 });
    configure({ database: "team.db", workflow: "flow.json" });
    expect(run(["ticket", "list", "--database", "mine.db"])).toMatchObject(REFUSED);
    expect(readFileSync(join(project, "mine.db")).length).toBeGreaterThan(0);
  });
});
