// Boards among several users, with real ones where root allows it.

import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, lchownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { atTerminalSync, HAS_TERMINALS, PROGRAM } from "../../support/program.ts";

const [ANN, BOB] = [61_001, 61_002];
const isRoot = process.geteuid?.() === 0;

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-users-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, ".git"));
  spawnSync("git", ["init", "-q"], { cwd: folder });
});

/** At a terminal, as people are. */
function as(uid: number, args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  const home = join(folder, `home-${uid}`);
  mkdirSync(home, { recursive: true });
  chownSync(home, uid, uid);
  const { status, stdout, stderr } = atTerminalSync(lineAs(uid, args), {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: home, GIT_AUTHOR_NAME: "Ann", NO_COLOR: "1", ...env },
  });
  return { status, out: stdout, err: stderr };
}

function lineAs(uid: number, args: readonly string[]): string {
  const words = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`);
  return `setpriv --reuid=${uid} --regid=${uid} --clear-groups ${words.join(" ")}`;
}

/** Everybody may work in the folder, as in a shared one. */
function give(uid: number): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    lchownSync(join(folder, name), uid, uid);
  lchownSync(folder, uid, uid);
  for (const path of [folder, join(folder, ".git")]) chmodSync(path, 0o777);
}

/** Only root may act as others, and where the program lies may be closed to them. */
const canRun = isRoot && HAS_TERMINALS && atTerminalSync(lineAs(ANN, ["--version"]), { cwd: "/" }).status === 0;

describe.skipIf(!canRun)("a board of another user (skipped where the tests don't run as root)", () => {
  beforeEach(() => {
    give(ANN);
    expect(as(ANN, ["ticket", "new", "One"])).toMatchObject({ status: 0, err: "" });
  });

  const database = (): string => join(folder, ".git/signalbox/board.db");

  it("is for its owner alone", () => {
    expect(statSync(join(folder, ".git/signalbox")).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(join(folder, ".git/signalbox"))) {
      expect(statSync(join(folder, ".git/signalbox", name)).mode & 0o777).toBe(0o600);
    }
  });

  it("is its owner's also where the system has no name for them, as in a container that runs as a number", () => {
    expect(as(ANN, ["ticket", "new", "Two"], { GIT_AUTHOR_NAME: undefined })).toMatchObject({ status: 0, err: "" });
    expect(as(ANN, ["log", "--json"]).out).toContain(`"uid ${ANN} (person)"`);
  });

  it("is refused, and neither taken for none nor read where its modes would allow it", () => {
    const refused = { status: 1, err: expect.stringContaining(`belongs to another user (uid ${ANN})`) };
    expect(as(BOB, [])).toMatchObject(refused);
    expect(as(BOB, ["ticket", "new", "Two"])).toMatchObject(refused);
    chmodSync(join(folder, ".git/signalbox"), 0o777);
    for (const name of readdirSync(join(folder, ".git/signalbox"))) {
      chmodSync(join(folder, ".git/signalbox", name), 0o666);
    }
    expect(as(BOB, ["ticket", "list"])).toMatchObject(refused);
    expect(as(BOB, ["ticket", "list"]).err).toContain("--database");
  });

  it("is opened where a person names it, with a line that says whose it is", () => {
    chmodSync(join(folder, ".git/signalbox"), 0o777);
    chmodSync(database(), 0o666);
    const named = as(BOB, ["ticket", "list"], { SIGNALBOX_DATABASE: database() });
    expect(named).toMatchObject({ status: 0, out: expect.stringContaining("One") });
    expect(named.err).toContain(`belongs to another user (uid ${ANN}), who can read and change it; it is used because`);
  });

  it("is opened by root, as in a container that has mounted it, with a line that says whose it is", () => {
    const made = as(0, ["ticket", "new", "Two"]);
    expect(made).toMatchObject({ status: 0, out: expect.stringContaining("#2") });
    expect(made.err).toContain(
      `board.db belongs to another user (uid ${ANN}), who can read and change it; root uses it`,
    );
    // Nothing that root has written keeps the owner out.
    expect(as(ANN, ["ticket", "new", "Three"])).toMatchObject({ status: 0, err: "" });
    expect(as(ANN, ["ticket", "list"]).out).toMatch(/One[^]*Two[^]*Three/);
  });
});
