// What can happen to a SQLite file: its disk is full, somebody else locks it, somebody reads it for long, it is copied.

import { readdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SmallDisk } from "../../support/processes/disk.ts";
import { command } from "../command.ts";
import { pause } from "../wait.ts";
import type { Fault } from "./fault.ts";

type Env = Readonly<Record<string, string>>;

/** It shrinks to what is on it at that moment, and somebody may have written more by then. */
const TRIES = 50;

export function fullDisk(disk: SmallDisk, size: string, weight: number): Fault {
  return {
    name: "disk full",
    weight,
    codes: ["store_full"],
    strike: async (random, over) => {
      await shrink(disk);
      try {
        await pause(random.between(1000, 4000), over);
      } finally {
        await disk.remount(`size=${size}`);
      }
    },
  };
}

async function shrink(disk: SmallDisk): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const { blocks, bfree, bsize } = await statfs(disk.folder);
    try {
      return await disk.remount(`size=${(blocks - bfree) * bsize}`);
    } catch (error) {
      if (attempt === TRIES) throw error;
    }
  }
}

/** Everybody has to wait, and nobody is told of it. */
export function lockedFile(file: string, weight: number): Fault {
  return {
    name: "file locked by another program",
    weight,
    codes: [],
    strike: async (random, over) => {
      const db = new DatabaseSync(file, { timeout: 10_000 });
      db.exec("BEGIN IMMEDIATE");
      await pause(random.between(1000, 5000), over);
      db.exec("ROLLBACK");
      db.close();
    },
  };
}

/** The WAL can't be begun anew while somebody reads what stood there before. */
export function longReader(file: string, weight: number): Fault {
  return {
    name: "long reader",
    weight,
    codes: [],
    strike: async (random, over) => {
      const db = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
      db.exec("BEGIN");
      db.prepare("SELECT count(*) FROM ticket").get();
      await pause(random.between(4000, 12_000), over);
      db.exec("COMMIT");
      db.close();
    },
  };
}

/** The copy is a board of its own, and whole. */
export function copied(file: string, folder: string, env: Env, weight: number): Fault {
  const copy = join(folder, "copy.db");
  return {
    name: "copied and verified",
    weight,
    codes: [],
    strike: async () => {
      await command(["backup", copy, "--database", file], env);
      await command(["verify", "--database", copy], env);
      for (const name of await readdir(folder)) if (name.startsWith("copy.db")) await rm(join(folder, name));
    },
  };
}

export function verified(file: string, env: Env, weight: number): Fault {
  return {
    name: "verified while at work",
    weight,
    codes: [],
    strike: async () => void (await command(["verify", "--database", file], env)),
  };
}
