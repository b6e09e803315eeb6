// How a project runs its tests, by what lies in its folder. Only files are looked at: nothing is run.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckSpec } from "../../engine/workflow/format.ts";

export interface FoundTests {
  readonly check: CheckSpec;
  /** The file that says so. */
  readonly by: string;
}

/** What `npm init` writes: it is no test. */
const NO_TEST = /no test specified/;

/** The first that is there. */
export function findTests(folder: string): FoundTests | null {
  return byPackage(folder) ?? byPython(folder) ?? byGo(folder) ?? byCargo(folder) ?? byMake(folder);
}

function byPackage(folder: string): FoundTests | null {
  const script = testScript(read(folder, "package.json"));
  if (script === null || NO_TEST.test(script)) return null;
  const [, install, run] = MANAGERS.find(([lock]) => has(folder, lock)) ?? ["", "npm install", "npm test"];
  return { check: { setup: install, run }, by: "package.json" };
}

const MANAGERS = [
  ["package-lock.json", "npm ci", "npm test"],
  ["npm-shrinkwrap.json", "npm ci", "npm test"],
  ["pnpm-lock.yaml", "pnpm install --frozen-lockfile", "pnpm test"],
  ["yarn.lock", "yarn install --frozen-lockfile", "yarn test"],
  ["bun.lock", "bun install --frozen-lockfile", "bun run test"],
  ["bun.lockb", "bun install --frozen-lockfile", "bun run test"],
] as const;

function testScript(text: string | null): string | null {
  if (text === null) return null;
  try {
    const { scripts } = JSON.parse(text) as { scripts?: { test?: unknown } | null };
    return typeof scripts?.test === "string" && scripts.test.trim() !== "" ? scripts.test : null;
  } catch {
    // A file that is no JSON names no test.
    return null;
  }
}

function byPython(folder: string): FoundTests | null {
  const by = ["pytest.ini", "conftest.py", "tests/conftest.py"].find((file) => has(folder, file));
  const project = read(folder, "pyproject.toml");
  const named = by ?? (project?.includes("pytest") ? "pyproject.toml" : null);
  if (named === null) return null;
  if (has(folder, "uv.lock")) return { check: { setup: "uv sync", run: "uv run pytest" }, by: named };
  if (has(folder, "poetry.lock")) return { check: { setup: "poetry install", run: "poetry run pytest" }, by: named };
  return { check: { run: "python3 -m pytest" }, by: named };
}

function byGo(folder: string): FoundTests | null {
  return has(folder, "go.mod") ? { check: { run: "go test -v ./..." }, by: "go.mod" } : null;
}

function byCargo(folder: string): FoundTests | null {
  return has(folder, "Cargo.toml") ? { check: { run: "cargo test" }, by: "Cargo.toml" } : null;
}

function byMake(folder: string): FoundTests | null {
  const by = ["GNUmakefile", "makefile", "Makefile"].find((file) => /^test\s*:(?!=)/m.test(read(folder, file) ?? ""));
  return by === undefined ? null : { check: { run: "make test" }, by };
}

function has(folder: string, file: string): boolean {
  return existsSync(join(folder, file));
}

function read(folder: string, file: string): string | null {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, "utf8") : null;
}
