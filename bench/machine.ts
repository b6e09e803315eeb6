// On what it was measured: a figure without its machine is worth little.

import { arch, cpus, loadavg, platform, release, totalmem } from "node:os";
import { DatabaseSync } from "node:sqlite";

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  readonly sqlite: string;
  /** Before anything was measured: others who were at work. */
  readonly loadBefore: number;
}

export function thisMachine(): Machine {
  const db = new DatabaseSync(":memory:");
  const sqlite = String(db.prepare("SELECT sqlite_version() AS version").get()?.["version"]);
  db.close();
  return {
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release()} ${arch()}`,
    node: process.versions.node,
    sqlite,
    loadBefore: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}
