import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDriver } from "./open.ts";
import { keepPrivate, type Disk } from "./private.ts";
import { backupStore } from "./transfer/backup.ts";

let folder: string;
let told: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-private-"));
  told = [];
});

afterEach(() => rmSync(folder, { recursive: true }));

const tell = (line: string): void => void told.push(line);

function modeOf(path: string): number {
  return statSync(path).mode & 0o777;
}

describe("a board's files", () => {
  it("are made for their owner alone, with their folder, the WAL and a backup, whatever the umask is", async () => {
    const database = join(folder, "own", "board.db");
    const before = process.umask(0);
    try {
      const driver = await openDriver({ database, own: true, tell });
      await backupStore(driver, join(folder, "copy.db"));
      const files = [database, `${database}-wal`, `${database}-shm`, join(folder, "copy.db")];
      expect(files.map(modeOf)).toEqual([0o600, 0o600, 0o600, 0o600]);
      expect(modeOf(join(folder, "own"))).toBe(0o700);
      await driver.close();
    } finally {
      process.umask(before);
    }
    expect(told).toEqual([]);
  });

  it("are tightened where they are open to others, and it is said once", async () => {
    const database = join(folder, "board.db");
    await (await openDriver({ database, own: true, tell })).close();
    for (const [path, mode] of [
      [folder, 0o755],
      [database, 0o664],
    ] as const) {
      chmodSync(path, mode);
    }
    await (await openDriver({ database, own: true, tell })).close();
    expect([modeOf(folder), modeOf(database)]).toEqual([0o700, 0o600]);
    expect(told).toEqual([
      `${folder} was open to other users; now only its owner can read it.`,
      `${database} was open to other users; now only its owner can read it.`,
    ]);
    await (await openDriver({ database, own: true, tell })).close();
    expect(told).toHaveLength(2);
  });

  it("are never behind a link that nobody has named", async () => {
    const real = join(folder, "elsewhere");
    await (await openDriver({ database: join(real, "board.db"), tell })).close();
    symlinkSync(real, join(folder, "linked"));
    mkdirSync(join(folder, "plain"));
    symlinkSync(join(real, "board.db"), join(folder, "plain", "board.db"));
    for (const name of ["linked", "plain"]) {
      const database = join(folder, name, "board.db");
      await expect(openDriver({ database, own: true, tell })).rejects.toThrow("is a link");
      await (await openDriver({ database, tell })).close();
    }
  });

  it("leave a folder as it is that a person has named: others' files may be in it", async () => {
    chmodSync(folder, 0o755);
    await (await openDriver({ database: join(folder, "board.db"), tell })).close();
    expect([modeOf(folder), modeOf(join(folder, "board.db"))]).toEqual([0o755, 0o600]);
    expect(told).toEqual([]);
  });
});

describe("another user's file", () => {
  const OTHER = 4711;

  /** Of a user who is not root; `probe`: what a file of their own looks like there. */
  function disk(probe: { uid: number; mode: number } | null): Disk {
    return {
      uid: 1000,
      look: () => ({ uid: OTHER, mode: 0o100777 }),
      tighten: () => expect.fail(),
      probe: () => probe,
    };
  }

  const KEPT = { uid: 1000, mode: 0o100600 };

  it("is refused, whether or not this user may write beside it", () => {
    for (const probe of [KEPT, null]) {
      expect(() => keepPrivate(join(folder, "a"), { named: false, tell }, disk(probe))).toThrow(
        expect.objectContaining({ code: "store_not_yours", what: expect.stringContaining(`uid ${OTHER}`) }),
      );
    }
    expect(told).toEqual([]);
  });

  it("is used with a word about it where a person has named it", () => {
    keepPrivate(join(folder, "b"), { named: true, tell }, disk(KEPT));
    expect(told).toEqual([expect.stringMatching(/belongs to another user \(uid 4711\).*because it was named\.$/)]);
  });

  it("is used with a word about it by root", () => {
    keepPrivate(join(folder, "c"), { named: false, tell }, { ...disk(KEPT), uid: 0 });
    expect(told).toEqual([expect.stringMatching(/belongs to another user \(uid 4711\).*root uses it all the same\.$/)]);
  });

  it("is used with a word about it on a drive without owners and modes: ours would look the same", () => {
    keepPrivate(join(folder, "d"), { named: false, tell }, disk({ uid: OTHER, mode: 0o100777 }));
    keepPrivate(join(folder, "e"), { named: false, tell }, disk({ uid: 1000, mode: 0o100777 }));
    expect(told).toEqual([
      `${join(folder, "d")} is on a file system without owners and modes: whoever reaches it can read it.`,
      `${join(folder, "e")} is on a file system without owners and modes: whoever reaches it can read it.`,
    ]);
  });
});

it("a file of one's own whose mode can't be changed is used with a word about it", () => {
  const disk: Disk = { uid: 1000, look: () => ({ uid: 1000, mode: 0o100777 }), tighten: () => {}, probe: () => null };
  keepPrivate(join(folder, "f"), { named: false, tell }, disk);
  expect(told).toEqual([expect.stringContaining("does not let its mode be changed")]);
});

it("a path that a terminal would obey is told without that", () => {
  const path = join(folder, "a\u001b[31m");
  writeFileSync(path, "", { mode: 0o644 });
  chmodSync(path, 0o644);
  keepPrivate(path, { named: false, tell });
  expect(told).toEqual([expect.not.stringContaining("\u001b")]);
});
