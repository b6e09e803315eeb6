// Builds dist/: the program and the engine as a library (esbuild), the library's types (tsc), and the pages (Vite).
// `--if-stale`: only where its inputs have changed since the last build.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "./build/bundle.ts";
import { hashInputs, isFresh, stampPath } from "./build/inputs.ts";

const ROOT = join(import.meta.dirname, "..");
const { values } = parseArgs({ options: { "if-stale": { type: "boolean", default: false } } });

if (!(values["if-stale"] && isFresh(ROOT))) await buildAll();

/** Beside the old one, which is there until the new one is whole. */
async function buildAll(): Promise<void> {
  const [dist, fresh] = [join(ROOT, "dist"), join(ROOT, `dist.new-${process.pid}`)];
  try {
    // Before anything is read: what changes from now on is not in this build.
    const inputs = hashInputs(ROOT);
    const parts = await Promise.allSettled([
      bundle(ROOT, fresh),
      run("tsc", "-p", "tsconfig.types.json", "--outDir", join(fresh, "types")),
      run("vite", "build", "--logLevel", "warn", "--outDir", join(fresh, "web")),
    ]);
    const failed = parts.filter((part) => part.status === "rejected");
    if (failed.length > 0) throw new Error(failed.map(({ reason }) => String(reason)).join("\n"));
    writeFileSync(stampPath(fresh), inputs);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

async function run(program: string, ...args: readonly string[]): Promise<void> {
  const child = spawn(join(ROOT, "node_modules", ".bin", program), args, {
    cwd: ROOT,
    stdio: "inherit",
    shell: process.platform === "win32",
    // Where tests start a build, theirs says "test", and React would be built for developers, twice as large.
    env: { ...process.env, NODE_ENV: "production" },
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed`);
}
