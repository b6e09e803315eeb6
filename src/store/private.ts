// Files that are for their owner's eyes only: the board with its WAL, copies of it, keys, the address of a server. Looser
// ones are tightened, and it is said. Those of another user are not used: that user could read and change them.

import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  rmSync,
  statSync,
  type Stats,
} from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { inSight } from "../engine/words.ts";
import { StoreError } from "./errors.ts";

export interface PrivateOptions {
  /** A person has named the path, and knows whose it is. */
  readonly named: boolean;
  /** Hears what was done or is amiss; else standard error. */
  readonly tell?: ((line: string) => void) | undefined;
}

/** What is asked of the file system; some keep neither owners nor modes. */
export interface Disk {
  readonly uid: number | undefined;
  readonly look: (path: string) => Owned | undefined;
  /** May do nothing. */
  readonly tighten: (path: string, mode: number) => void;
  /** What a file that this user makes in a folder as its own looks like; null: it may make none there. */
  readonly probe: (folder: string) => Owned | null;
}

interface Owned {
  readonly uid: number;
  readonly mode: number;
}

const OTHERS = 0o077;

/** What a process has said once, it does not say again. */
const said = new Set<string>();

/** A path that is not there is nobody's. Throws where it is another user's. */
export function keepPrivate(path: string, options: PrivateOptions, disk: Disk = realDisk()): void {
  const { uid } = disk;
  const found = disk.look(path);
  // Windows keeps no modes; a home folder is private there anyway.
  if (uid === undefined || !found) return;
  if (found.uid !== uid) return judgeOther(path, found, uid, options, disk);
  if ((found.mode & OTHERS) === 0) return;
  disk.tighten(path, found.mode & 0o700);
  const isPrivate = ((disk.look(path)?.mode ?? 0) & OTHERS) === 0;
  const what = isPrivate
    ? "was open to other users; now only its owner can read it"
    : "is open to other users, and this file system does not let its mode be changed";
  say(`${path} ${what}.`, options);
}

/** In a place that nobody has named, a link would lead to another board in silence: whoever unpacked it put it there. */
export function refuseLink(path: string): void {
  if (!lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return;
  throw new StoreError(
    "store_failed",
    `${path} is a link, and the project's own board is never behind one.`,
    "Take the link away, or name the database that you mean with --database or SIGNALBOX_DATABASE.",
  );
}

/** An empty file, private before anything is in it. One that is there stays as it is. */
export function makePrivateFile(path: string): void {
  // Opening one that is there, and closing it again, would drop the locks that SQLite holds on it.
  if (existsSync(path)) return;
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    // Another process was faster; or it can't be made, which is said by whoever writes into it.
    if (!isRefused(error)) throw error;
  }
}

function judgeOther(path: string, { uid: owner }: Owned, uid: number, options: PrivateOptions, disk: Disk): void {
  const theirs = `${path} belongs to another user (uid ${owner}), who can read and change it`;
  if (uid === 0) return say(`${theirs}; root uses it all the same.`, options);
  if (options.named) return say(`${theirs}; it is used because it was named.`, options);
  const probe = disk.probe(dirname(path));
  // On a mounted drive all files belong to whoever mounted it, ours too.
  if (probe && (probe.uid !== uid || (probe.mode & OTHERS) !== 0)) {
    return say(`${path} is on a file system without owners and modes: whoever reaches it can read it.`, options);
  }
  throw new StoreError(
    "store_not_yours",
    `${theirs}.`,
    "Act as that user, or take the path over with chown. Who means it all the same names the database with --database or SIGNALBOX_DATABASE.",
  );
}

function realDisk(): Disk {
  return { uid: process.geteuid?.(), look: statOf, tighten: tryChmod, probe: tryFile };
}

function tryChmod(path: string, mode: number): void {
  try {
    chmodSync(path, mode);
  } catch (error) {
    // Some mounted drives refuse it instead of ignoring it.
    if (!isRefused(error)) throw error;
  }
}

function tryFile(folder: string): Owned | null {
  const file = join(folder, `.signalbox-${randomUUID()}`);
  try {
    const descriptor = openSync(file, "wx", 0o600);
    try {
      return fstatSync(descriptor);
    } finally {
      closeSync(descriptor);
      rmSync(file, { force: true });
    }
  } catch (error) {
    if (isRefused(error)) return null;
    throw error;
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    // Out of reach: opening it says so.
    if (isRefused(error)) return undefined;
    throw error;
  }
}

function isRefused(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["EACCES", "EPERM", "EROFS", "ENOTSUP", "ENOSYS", "ENOTDIR", "EEXIST", "ENOENT", "ENOSPC", "EISDIR"].includes(
    code,
  );
}

function say(text: string, { tell }: PrivateOptions): void {
  // A path is somebody's words, and a terminal obeys some of them.
  const line = inSight(text);
  if (said.has(line)) return;
  said.add(line);
  if (tell) tell(line);
  else process.stderr.write(`signalbox: ${line}\n`);
}
