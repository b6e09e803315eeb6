// Disks with something wrong, for tests that may mount them; users with fewer rights, for tests that run as root.

import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const NOBODY = 65_534;

export interface SmallDisk {
  readonly folder: string;
  remount(options: string): Promise<void>;
  unmount(): Promise<void>;
}

/** null where this user, or this machine, can't mount. */
export async function mountSmallDisk(size: string): Promise<SmallDisk | null> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-disk-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${size},mode=777`, "tmpfs", folder]);
  } catch {
    await rm(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    remount: async (options) => void (await run("mount", ["-o", `remount,${options}`, folder])),
    async unmount() {
      // Lazily: a test that failed may have left something open there.
      await run("umount", ["-l", folder]);
      await rm(folder, { recursive: true });
    },
  };
}

/** Root may do anything: what is forbidden to others has to be tried as somebody else. */
export async function withoutRights<T>(folder: string, action: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return action();
  await chmod(folder, 0o755);
  process.setegid?.(NOBODY);
  process.seteuid?.(NOBODY);
  try {
    return await action();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
