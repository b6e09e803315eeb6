import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, describe, expect, it } from "vitest";
import { Checkout } from "../../support/git/project.ts";
import { bareEnv, runProgram, type Ended } from "../../support/program.ts";
import { copy, headToLast, history, newFolder, prepareHistory, rechain, set } from "../../support/store/tampering.ts";

prepareHistory();

let home: string;
let project: string;
let repository: Checkout;

/** A person who signs with an SSH key, and a project in git with a board. */
beforeEach(() => {
  home = newFolder();
  project = join(home, "project");
  repository = new Checkout(project);
  mkdirSync(project);
  repository.git("init", "--quiet", "-b", "main");
  repository.commit("first");
  useBoard(copy());
  makeKey("maria");
  const signers = `maria@example.com ${readFileSync(join(home, "maria.pub"), "utf8")}`;
  writeFileSync(join(home, "signers"), signers);
});

describe("an anchor", () => {
  it.each(["git-note", "git-tag", "file:heads.txt"])("as %s holds while the board goes on", async (place) => {
    const anchored = await verify("--anchor", place, "--sign", key("maria"));
    expect(anchored.stdout).toMatch(/^Verified: .*\nhead .*\nAnchored in /);
    expect(anchored).toMatchObject({ stderr: "", status: 0 });
    await verify("--anchor", place);
    const files = place.startsWith("file:") ? ["--anchors", "heads.txt"] : [];
    const { stdout, status } = await verify("--signers", join(home, "signers"), ...files);
    expect(stdout).toContain("\n2 anchors hold, 1 signed by allowed signers; the newest: ");
    expect(stdout).toContain(`row ${history.last}, in `);
    expect(stdout).toMatch(/signed by maria@example.com \(SHA256:\S+\)\n$/);
    expect(status).toBe(0);
  });

  it("finds a ledger that was rewritten as a whole, which nothing else does", async () => {
    await verify("--anchor", "git-note");
    tamper((db) => {
      set(db, "ledger", history.refuse, "payload", `replace(payload, '"via":"stdio"', '"via":"cli"')`);
      rechain(db, history.refuse);
    });
    expect(await verify("--no-anchors")).toMatchObject({ status: 0 });
    const { stdout, status } = await verify("--anchor", "git-tag");
    expect(stdout).toMatch(`Tampered with, first at row ${history.last}: The ledger was rewritten: `);
    expect(stdout).toMatch(/\nNothing was anchored\.\n$/);
    expect(status).toBe(1);
    expect(repository.git("tag", "--list")).toBe("");
  });

  it("finds a ledger that was cut off", async () => {
    await verify("--anchor", "git-tag");
    tamper((db) => {
      const tables = ["request", "comment", "blocker", "item", "task", "run", "session", "ticket", "fact"];
      for (const table of tables) db.exec(`DELETE FROM ${table}`);
      db.exec("DELETE FROM ledger_text WHERE seq > 1; DELETE FROM ledger WHERE seq > 1");
      headToLast(db);
    });
    const { stdout, status } = await verify();
    expect(stdout).toContain("The ledger was cut off or begun anew: it ends with row 1, and does not have row");
    expect(status).toBe(1);
  });

  it("finds a board that was exchanged for another, and not one that was imported from the same rows", async () => {
    await verify("--anchor", "file:heads.txt");
    tamper((db) => db.exec("UPDATE meta SET value = 'other' WHERE name = 'board'"));
    expect(await verify("--anchors", "heads.txt")).toMatchObject({ status: 0 });
    await verify("--anchor", "git-note");
    writeFileSync(join(project, "heads.txt"), read("heads.txt").replace(/^hash: .*$/m, `hash: ${"0".repeat(64)}`));
    const { stdout, status } = await verify("--anchors", "heads.txt");
    expect(stdout).toContain("in heads.txt is of another board (");
    expect(status).toBe(1);
    expect(await verify()).toMatchObject({ status: 0 });
    // Nothing is added to anchors that do not hold.
    const before = read("heads.txt");
    expect(await verify("--anchor", "file:heads.txt")).toMatchObject({ status: 1 });
    expect(read("heads.txt")).toBe(before);
  });

  it.each<[string, (text: string) => string, RegExp]>([
    ["another row", (text) => text.replace(/^row: \d+$/m, "row: 1"), /The signature of the anchor of row 1 .*forged/],
    ["half a signature", (text) => text.replace(/-----END[^]*/, ""), /can't be read: it was changed or cut off/],
    ["half a text", (text) => text.replace(/^hash: .*\n/m, ""), /can't be read: it was changed or cut off/],
    ["nothing", () => "", /There is no anchor in heads\.txt/],
  ])("that was changed is refused: %s", async (_, change, why) => {
    await verify("--anchor", "file:heads.txt", "--sign", key("maria"));
    writeFileSync(join(project, "heads.txt"), change(read("heads.txt")));
    const { stdout, stderr, status } = await verify("--anchors", "heads.txt");
    expect(stdout + stderr).toMatch(why);
    expect(status).toBe(1);
  });

  it("counts as nobody's where another has signed it, and one of the allowed signers is then missed", async () => {
    makeKey("eve");
    await verify("--anchor", "git-note", "--sign", key("eve"));
    const { stdout, status } = await verify();
    expect(stdout).toMatch(/1 anchor holds; .* signed with SHA256:\S+, a key that no file of allowed signers names\n$/);
    expect(status).toBe(0);
    const strict = await verify("--signers", join(home, "signers"));
    expect(strict.stdout).toContain("none of the 1 found is signed by somebody in that file");
    expect(strict.status).toBe(1);
    // A key that is allowed for git alone was not meant for this.
    const forGit = `eve@example.com namespaces="git" ${readFileSync(join(home, "eve.pub"), "utf8")}`;
    appendFileSync(join(home, "signers"), forGit);
    expect(await verify("--signers", join(home, "signers"))).toMatchObject({ status: 1 });
  });

  it("is signed with the key that the person's git signs with", async () => {
    expect(await verify("--anchor", "git-note", "--sign")).toMatchObject({ status: 2 });
    const settings = { format: "ssh", "ssh.allowedSignersFile": "~/signers" };
    for (const [name, value] of Object.entries(settings)) configure(`gpg.${name}`, value);
    configure("user.signingkey", "~/maria.pub");
    expect(await verify("--anchor", "git-note", "--sign")).toMatchObject({ status: 0 });
    const { stdout } = await verify("--json");
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      anchors: { held: 1, vouched: 1, newest: { signed: { signer: "maria@example.com" } } },
    });
  });

  it("lets a repository choose neither the program that runs nor whose signature counts", async () => {
    const evil = join(home, "evil");
    writeFileSync(evil, `#!/bin/sh\ntouch "${home}/ran"\nexec ssh-keygen "$@"\n`);
    chmodSync(evil, 0o755);
    writeFileSync(join(project, ".git", "hooks", "reference-transaction"), `#!/bin/sh\ntouch "${home}/ran"\n`);
    chmodSync(join(project, ".git", "hooks", "reference-transaction"), 0o755);
    const local = {
      "gpg.program": evil,
      "gpg.ssh.program": evil,
      "core.editor": evil,
      "gpg.format": "ssh",
      "tag.gpgSign": "true",
      "commit.gpgSign": "true",
      "user.signingkey": key("maria"),
      "gpg.ssh.allowedSignersFile": join(home, "signers"),
    };
    for (const [name, value] of Object.entries(local)) repository.git("config", name, value);
    expect(await verify("--anchor", "git-note", "--sign")).toMatchObject({ status: 2 });
    for (const place of ["git-note", "git-tag"]) {
      expect(await verify("--anchor", place, "--sign", key("maria"))).toMatchObject({ status: 0 });
    }
    expect((await verify()).stdout).toContain("a key that no file of allowed signers names");
    expect(existsSync(join(home, "ran"))).toBe(false);
  });
});

function verify(...args: readonly string[]): Promise<Ended> {
  return runProgram(["verify", ...args], { cwd: project, env: bareEnv({ HOME: home }) });
}

function read(file: string): string {
  return readFileSync(join(project, file), "utf8");
}

function key(name: string): string {
  return join(home, name);
}

function makeKey(name: string): void {
  execFileSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", key(name)]);
}

/** In the person's own configuration. */
function configure(name: string, value: string): void {
  execFileSync("git", ["config", "--file", join(home, ".gitconfig"), name, value]);
}

function boardFile(): string {
  return join(project, ".git", "signalbox", "board.db");
}

function useBoard(file: string): void {
  mkdirSync(join(project, ".git", "signalbox"), { mode: 0o700 });
  renameSync(file, boardFile());
  chmodSync(boardFile(), 0o600);
}

/** As somebody with a plain SQL client would: the guards go first, and are put back. */
function tamper(how: (db: DatabaseSync) => void): void {
  const db = new DatabaseSync(boardFile(), { enableForeignKeyConstraints: false });
  const guards = db.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND sql LIKE '%RAISE%'").all();
  for (const { name } of guards) db.exec(`DROP TRIGGER ${String(name)}`);
  how(db);
  for (const { sql } of guards) db.exec(String(sql));
  db.close();
}
