// Files that are for their owner's eyes only: the board with its WAL, copies of it, keys, the address of a server. Looser
// ones are tightened, and it is said. Those of another user are not used: that user could read and change them.

import { chmodSync, closeSync, existsSync, fstatSync, openSync, rmSync, statSync, type Stats } from "node:fs";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { StoreError } from "./errors.ts";

export interface PrivateOptions {
  /** A person has named the path, and knows whose it is. */
  readonly named: boolean;
  /** Hears what was done or is amiss; else standard error. */
  readonly tell?: ((line: string) => void) | undefined;
}

const OTHERS = 0o077;

/** What a process has said once, it does not say again. */
const said = new Set<string>();

/** A path that is not there is nobody's. Throws where it is another user's. */
export function keepPrivate(path: string, options: PrivateOptions): void {
  const uid = process.getuid?.();
  const stat = statOf(path);
  // Windows keeps no modes; a home folder is private there anyway.
  if (uid === undefined || !stat) return;
  if (stat.uid === uid) tighten(path, stat, options);
  else judgeOther(path, stat, uid, options);
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

function tighten(path: string, { mode }: Stats, { tell }: PrivateOptions): void {
  if ((mode & OTHERS) === 0) return;
  try {
    chmodSync(path, mode & 0o700);
  } catch (error) {
    // Some mounted drives refuse it instead of ignoring it.
    if (!isRefused(error)) throw error;
  }
  const isPrivate = ((statOf(path)?.mode ?? 0) & OTHERS) === 0;
  say(isPrivate ? `${path} was open to other users; now it is only its owner's.` : withoutModes(path), tell);
}

function judgeOther(path: string, stat: Stats, uid: number, { named, tell }: PrivateOptions): void {
  const theirs = `${path} belongs to another user (uid ${stat.uid}), who can read and change it`;
  if (uid === 0) return say(`${theirs}; root uses it all the same.`, tell);
  if (named) return say(`${theirs}; it is used because it was named.`, tell);
  if (!keepsOwners(dirname(path), uid)) return say(withoutModes(path), tell);
  throw new StoreError(
    "store_not_yours",
    `${theirs}.`,
    "Act as that user, or take the path over with chown. Who means it all the same names the database with --database or SIGNALBOX_DATABASE.",
  );
}

function withoutModes(path: string): string {
  return `${path} is on a file system without owners and modes: whoever can reach the file can read it.`;
}

/** On a mounted drive all files belong to whoever mounted it, ours too. */
function keepsOwners(folder: string, uid: number): boolean {
  const probe = join(folder, `.signalbox-${randomUUID()}`);
  try {
    const descriptor = openSync(probe, "wx", 0o600);
    try {
      const { uid: owner, mode } = fstatSync(descriptor);
      return owner === uid && (mode & OTHERS) === 0;
    } finally {
      closeSync(descriptor);
      rmSync(probe, { force: true });
    }
  } catch (error) {
    if (isRefused(error)) return true;
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
  return ["EACCES", "EPERM", "EROFS", "ENOTSUP", "ENOSYS", "ENOTDIR", "EEXIST", "ENOENT", "ENOSPC", "EISDIR"].includes(code);
}

function say(line: string, tell: PrivateOptions["tell"]): void {
  if (said.has(line)) return;
  said.add(line);
  if (tell) tell(line);
  else process.stderr.write(`signalbox: ${line}\n`);
}
