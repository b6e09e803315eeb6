// Builds dist/: the program and the engine as a library (esbuild), the library's types (tsc), the pages (Vite), and what is
// to be said of the packages in them.
// `--if-stale`: only where its inputs have changed since the last build.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import { build as buildWithVite } from "vite";
import packageJson from "../package.json" with { type: "json" };
import { bundle } from "./build/bundle.ts";
import { hashInputs, isFresh, stampPath } from "./build/inputs.ts";
import { filesInBundle, filesInPages, notices, packagesOf, sbomOf, type Sbom } from "./build/shipped.ts";

const ROOT = join(import.meta.dirname, "..");
const { values } = parseArgs({ options: { "if-stale": { type: "boolean", default: false } } });

if (!(values["if-stale"] && isFresh(ROOT))) await buildAll();

/** Beside the old one, which is there until the new one is whole. */
async function buildAll(): Promise<void> {
  const [dist, fresh] = [join(ROOT, "dist"), join(ROOT, `dist.new-${process.pid}`)];
  try {
    // Before anything is read: what changes from now on is not in this build.
    const inputs = hashInputs(ROOT);
    const [program, pages, sbom] = await everyPart([
      bundle(ROOT, fresh),
      buildPages(join(fresh, "web")),
      wholeSbom(),
      run("tsc", "-p", "tsconfig.types.json", "--outDir", join(fresh, "types")),
    ]);
    const packages = packagesOf(ROOT, [...filesInBundle(program), ...pages]);
    writeFileSync(join(fresh, "THIRD-PARTY-NOTICES"), notices(packages));
    const ours = sbomOf(sbom, packageJson.name, packages);
    writeFileSync(join(fresh, "sbom.cdx.json"), `${JSON.stringify(ours, null, 2)}\n`);
    writeFileSync(stampPath(fresh), inputs);
    rmSync(dist, { recursive: true, force: true });
    renameSync(fresh, dist);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** Waits for all, also where one fails: none may still write when the folder is taken away. */
async function everyPart<Parts extends readonly Promise<unknown>[]>(
  parts: readonly [...Parts],
): Promise<{ -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }> {
  const settled: readonly PromiseSettledResult<unknown>[] = await Promise.allSettled(parts);
  const failed = settled.flatMap((part) => (part.status === "rejected" ? [String(part.reason)] : []));
  if (failed.length > 0) throw new Error(failed.join("\n"));
  return Promise.all(parts);
}

/** The files that they are made of. */
async function buildPages(outDir: string): Promise<readonly string[]> {
  // Where tests start a build, it says "test", and React would be built for developers, twice as large.
  process.env["NODE_ENV"] = "production";
  const configFile = join(ROOT, "vite.config.ts");
  const built = await buildWithVite({ configFile, logLevel: "warn", build: { outDir } });
  if ("close" in built) throw new Error("Vite watches instead of building.");
  return filesInPages([built].flat().flatMap(({ output }) => output));
}

async function wholeSbom(): Promise<Sbom> {
  // All that we bundle is a development dependency for npm, which leaves those out where NODE_ENV says "production".
  const options = ["--sbom-format", "cyclonedx", "--package-lock-only", "--include", "dev"];
  return JSON.parse(await run("npm", "sbom", ...options)) as Sbom;
}

/** What it prints. */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const bin = join(ROOT, "node_modules", ".bin");
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32",
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}` },
  });
  const [out, err, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (code !== 0) throw new Error(`${program} ${args.join(" ")} failed\n${out}${err}`);
  return out;
}
