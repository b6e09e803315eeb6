import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appOn } from "../../support/worlds/world.ts";
import { writeHistory } from "../../support/store/history.ts";
import { openBoard } from "../../../src/store/open.ts";
import { runProgram, type Ended } from "../../support/program.ts";

let folder: string;
let rows: number;

/** A project with a board, and the processes in it. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-cli-"));
  mkdirSync(join(folder, ".git"));
  writeFileSync(join(folder, ".git", "HEAD"), "ref: refs/heads/main\n");
  const board = await openBoard({ database: boardFile(), synchronous: "OFF" });
  rows = (await writeHistory(appOn(board))).last;
  await board.close();
});

afterEach(() => rmSync(folder, { recursive: true }));

describe("signalbox verify", () => {
  it("says that all is well, and the head to note", async () => {
    const { stdout, stderr, status } = await signalbox(["verify"]);
    expect(stdout).toMatch(new RegExp(`^Verified: ${rows} rows, 1 redacted text\\nhead ${rows}:[0-9a-f]{64}\\n$`));
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  it("takes the head that it printed, and says the same in JSON", async () => {
    const before = JSON.parse((await signalbox(["verify", "--json"])).stdout) as { head: string };
    expect(before).toMatchObject({ ok: true, rows, redactions: 1 });
    expect(await signalbox(["verify", "--expect", before.head])).toMatchObject({ status: 0 });
    const rewritten = before.head.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    const { stdout, status } = await signalbox(["verify", "--expect", rewritten]);
    expect(stdout).toContain(`first at row ${rows}: Row ${rows} has another hash than expected`);
    expect(status).toBe(1);
    expect(await signalbox(["verify", "--expect", "12"])).toMatchObject({ status: 2 });
  });

  it("ends with 1 and names the first bad row where somebody tampered", async () => {
    const db = new DatabaseSync(boardFile());
    db.exec("DROP TRIGGER ledger_is_final; UPDATE ledger SET at = at + 1 WHERE seq = 4");
    db.close();
    const { stdout, status } = await signalbox(["verify"]);
    expect(stdout).toMatch(/^Tampered with, first at row 4: Row 4 does not follow/);
    expect(status).toBe(1);
    const json = await signalbox(["verify", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, problem: { seq: 4, what: "row_changed" } });
    expect(json.status).toBe(1);
  });

  it.each([["verify"], ["backup", "copy.db"], ["export"], ["export", "out.jsonl"]])(
    "begins no board where there is none: %s",
    async (...args) => {
      const missing = join(folder, "not", "there.db");
      const { stdout, stderr, status } = await signalbox([...args, "--database", missing]);
      expect({ stdout, status }).toEqual({ stdout: "", status: 1 });
      expect(stderr).toMatch(/^signalbox: There is no board at .*there\.db\. Name the right database.*\n$/);
      expect(readdirSync(folder)).toEqual([".git"]);
    },
  );

  it("prefers the flag over the environment", async () => {
    const env = { SIGNALBOX_DATABASE: join(folder, "nowhere.db") };
    expect(await signalbox(["verify"], { env })).toMatchObject({ status: 1 });
    expect(await signalbox(["verify", "--database", boardFile()], { env })).toMatchObject({ status: 0 });
  });
});

describe("signalbox backup", () => {
  it("copies the board, and prints the head that verify finds in the copy", async () => {
    const { stdout, status } = await signalbox(["backup", "copy.db"]);
    expect(status).toBe(0);
    const head = /head (\S+)/.exec(stdout)?.[1] ?? "";
    expect(stdout).toBe(`Backed up to copy.db\nhead ${head}\n`);
    const check = await signalbox(["verify", "--database", "copy.db", "--expect", head]);
    expect(check).toMatchObject({ status: 0 });
  });

  it("overwrites nothing", async () => {
    writeFileSync(join(folder, "copy.db"), "mine");
    const { stderr, status } = await signalbox(["backup", "copy.db"]);
    expect(stderr).toMatch(/^signalbox: copy\.db is there already.*\n$/);
    expect(status).toBe(1);
    expect(readFileSync(join(folder, "copy.db"), "utf8")).toBe("mine");
  });
});

describe("signalbox export and import", () => {
  it("move a board through a file", async () => {
    const exported = JSON.parse((await signalbox(["export", "out.jsonl", "--json"])).stdout) as { head: string };
    expect(exported).toMatchObject({ file: "out.jsonl", rows });
    expect(statSync(join(folder, "out.jsonl")).mode & 0o777).toBe(0o600);
    const { stdout, status } = await signalbox(["import", "out.jsonl", "--database", "new/board.db"]);
    expect(stdout).toBe(`Imported ${rows} rows\nhead ${exported.head}\n`);
    expect(status).toBe(0);
    const check = await signalbox(["verify", "--database", "new/board.db", "--expect", exported.head]);
    expect(check).toMatchObject({ status: 0 });
  });

  it("move a board through a pipe", async () => {
    const { stdout: lines, stderr } = await signalbox(["export"]);
    expect(stderr).toBe("");
    const { stdout, status } = await signalbox(["import", "-", "--json", "--database", "new.db"], { input: lines });
    expect(JSON.parse(stdout)).toMatchObject({ rows });
    expect(status).toBe(0);
    const again = await signalbox(["export", "--database", "new.db"]);
    expect(again.stdout.split("\n").slice(1, -2)).toEqual(lines.split("\n").slice(1, -2));
  });

  it("refuse in one line, with the line that is wrong and what to do", async () => {
    const { stdout: lines } = await signalbox(["export"]);
    const broken = lines.replace("Nobody knows", "I know");
    const { stderr, status } = await signalbox(["import", "-", "--database", "new.db"], { input: broken });
    expect(stderr).toMatch(/^signalbox: Line 10: The text "reason" of row 9 was changed\. Export again.*\n$/);
    expect(status).toBe(1);
    const occupied = await signalbox(["import", "-"], { input: lines });
    expect(occupied.stderr).toMatch(/^signalbox: An import needs an empty board.*another database.*\n$/);
    expect(occupied.status).toBe(1);
  });

  it("begin no board for a file that can't be read", async () => {
    const { stderr, status } = await signalbox(["import", "nothing.jsonl", "--database", "new.db"]);
    expect(stderr).toMatch(/^signalbox: nothing\.jsonl can't be read: ENOENT.*\n$/);
    expect(status).toBe(1);
    expect(existsSync(join(folder, "new.db"))).toBe(false);
  });
});

describe("signalbox redact", () => {
  it("takes the text away for a person, who has the operator's key", async () => {
    const env = { CLAUDECODE: "", SIGNALBOX_TOKEN: "" };
    const { stdout, status } = await signalbox(["redact", "9", "--reason", "A key", "--as", "Maria"], { env });
    expect(stdout).toMatch(/^Redacted reason of row 9\./);
    expect(status).toBe(0);
    const { stdout: exported } = await signalbox(["export"]);
    expect(exported).not.toContain("Nobody knows");
    expect(exported).toContain('\\"person\\":\\"Maria\\"');
    expect(await signalbox(["verify"])).toMatchObject({ status: 0 });
  });

  it("does not use the key for an agent that runs it", async () => {
    const { stderr, status } = await signalbox(["redact", "9", "--reason", "A key"], { env: { CLAUDECODE: "1" } });
    expect(stderr).toMatch(/^signalbox: This is an agent's shell.*SIGNALBOX_TOKEN\.\n$/);
    expect(status).toBe(1);
    expect((await signalbox(["export"])).stdout).toContain("Nobody knows");
  });

  it.each([[["redact", "x", "--reason", "A key"]], [["redact", "9"]]])(
    "is told when it is called wrongly: %s",
    async (args) => {
      expect(await signalbox(args)).toMatchObject({ status: 2 });
    },
  );
});

function boardFile(): string {
  return join(folder, ".git", "signalbox", "board.db");
}

function signalbox(
  args: readonly string[],
  { input, env = {} }: { input?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Ended> {
  const { SIGNALBOX_DATABASE: _, FORCE_COLOR: __, ...inherited } = process.env;
  return runProgram(args, { cwd: folder, env: { ...inherited, ...env }, ...(input === undefined ? {} : { input }) });
}
