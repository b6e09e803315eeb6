import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSettings } from "../../setup/settings.ts";
import { ownDatabase, placeOf } from "./database.ts";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "signalbox-database-")));
});

afterEach(() => rmSync(root, { recursive: true }));

describe("the database", () => {
  it("is the one that was named", () => {
    const settings = readSettings({ SIGNALBOX_DATABASE: "own.db" }, root);
    expect(placeOf(settings, "postgres://x/y", root)).toEqual({ database: "postgres://x/y", own: false });
    expect(placeOf(settings, undefined, root)).toEqual({ database: join(root, "own.db"), own: false });
    const own = { database: join(root, ".signalbox", "board.db"), own: true };
    expect(placeOf(readSettings({}, root), undefined, root)).toEqual(own);
  });

  it("lies in this folder where there is no git", () => {
    expect(ownDatabase(root)).toBe(join(root, ".signalbox", "board.db"));
  });

  it("lies in git's folder, from anywhere inside", () => {
    git("init", "-q", "project");
    const deep = join(root, "project", "a", "b");
    mkdirSync(deep, { recursive: true });
    expect(ownDatabase(deep)).toBe(join(root, "project", ".git", "signalbox", "board.db"));
  });

  it("is the same in every worktree", () => {
    git("init", "-q", "project");
    git("-C", "project", "commit", "-q", "--allow-empty", "-m", "x");
    git("-C", "project", "worktree", "add", "-q", "../beside");
    expect(ownDatabase(join(root, "beside"))).toBe(join(root, "project", ".git", "signalbox", "board.db"));
  });

  it("is a submodule's own", () => {
    git("init", "-q", "library");
    git("-C", "library", "commit", "-q", "--allow-empty", "-m", "x");
    git("init", "-q", "project");
    git("-C", "project", "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "../library", "sub");
    expect(ownDatabase(join(root, "project", "sub"))).toBe(
      join(root, "project", ".git", "modules", "sub", "signalbox", "board.db"),
    );
  });

  it.each([
    ["a folder that is no git folder", () => mkdirSync(join(root, "in", ".git"), { recursive: true })],
    ["a file that says something else", () => plant("hello")],
    ["a worktree whose project is gone", () => plant("gitdir: /nowhere/at/all")],
  ])("is not put into %s", (_, make) => {
    make();
    expect(ownDatabase(join(root, "in"))).toBe(join(root, "in", ".signalbox", "board.db"));
  });
});

function plant(text: string): void {
  mkdirSync(join(root, "in"));
  writeFileSync(join(root, "in", ".git"), text);
}

function git(...args: string[]): void {
  const settings = ["-c", "user.name=x", "-c", "user.email=x@y", "-c", "init.defaultBranch=main"];
  const { status, stderr } = spawnSync("git", [...settings, ...args], { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}
