import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Workflow } from "../../../src/engine/workflow/format.ts";
import { lint } from "../../../src/engine/lint/lint.ts";
import { runProgramSync } from "../../support/program.ts";
import { everything, init, project } from "./project.ts";

const PACKAGE = { "package.json": '{"scripts":{"test":"node --test"}}', "package-lock.json": "{}" };
const FILE = ".signalbox/ticket-proof.json";

function git(folder: string, ...args: readonly string[]): void {
  execFileSync("git", ["-C", folder, ...args], { stdio: "ignore" });
}

function repository(origin: string | null, files: Record<string, string> = PACKAGE): string {
  const folder = project(files);
  git(folder, "init", "--initial-branch", "trunk");
  if (origin !== null) {
    git(folder, "remote", "add", "origin", origin);
    git(folder, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/trunk");
  }
  return folder;
}

const written = (folder: string): Workflow => JSON.parse(readFileSync(join(folder, FILE), "utf8"));

describe("signalbox init --proof", () => {
  it("writes the workflow with the project's tests, its base and its origin, and says how it takes force", () => {
    const folder = repository("https://bob:hunter2@example.org/acme/web.git");
    const { out, status } = init(folder, "--proof", "--yes");
    expect(status).toBe(0);
    expect(out).toContain("tests: `npm test` after `npm ci` (by package.json)");
    expect(out).toContain(`signalbox workflow adopt ${FILE}`);
    expect(out).not.toContain("hunter2");
    expect(out).toContain('+   "base": "trunk"');
    expect(out, "only what differs from the shipped file").not.toContain('"states"');
    const workflow = written(folder);
    expect(workflow).toMatchObject({
      name: "ticket-proof",
      base: "trunk",
      remote: "https://example.org/acme/web.git",
      checks: { tests: { setup: "npm ci", run: "npm test", min: 1 } },
    });
    expect(lint(workflow).filter(({ severity }) => severity !== "note")).toEqual([]);
    expect(existsSync(join(folder, ".mcp.json"))).toBe(false);
  });

  it("writes what a person can put in force", () => {
    const folder = repository(null);
    init(folder, "--proof", "--yes");
    const checked = runProgramSync(["workflow", "lint", FILE], { cwd: folder, env: { HOME: join(folder, "home") } });
    expect(checked.status).toBe(0);
    expect(written(folder)).not.toHaveProperty("remote");
  });

  it("is taken back to the byte, and leaves a file that is there alone", () => {
    const folder = repository("git@example.org:acme/web.git");
    init(folder, "--undo");
    const before = everything(join(folder));
    expect(init(folder, "--proof", "--yes").status).toBe(0);
    expect(written(folder).remote).toBe("git@example.org:acme/web.git");
    expect(init(folder, "--proof", "--yes", "--tests", "make check").out).toContain("is left as it is");
    expect(init(folder, "--undo", "--yes").status).toBe(0);
    const after = everything(folder);
    expect(Object.keys(after).filter((name) => !name.includes("/.git/signalbox"))).toEqual(Object.keys(before));
  });

  it("asks how tests are run where nothing says it, and writes nothing", () => {
    const folder = repository(null, {});
    expect(init(folder, "--proof")).toMatchObject({
      status: 2,
      err: expect.stringContaining("--tests <command>") as string,
    });
    expect(existsSync(join(folder, ".signalbox"))).toBe(false);
    expect(init(folder, "--proof", "--tests", "make check", "--dry-run").out).toContain('"run": "make check"');
    expect(existsSync(join(folder, ".signalbox"))).toBe(false);
  });
});
