import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { findTests } from "./find-tests.ts";

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-tests-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const PACKAGE = '{"scripts":{"test":"vitest run"}}';

it.each<[string, Readonly<Record<string, string>>, object | null]>([
  ["npm", { "package.json": PACKAGE, "package-lock.json": "{}" }, { setup: "npm ci", run: "npm test" }],
  ["npm without a lock file", { "package.json": PACKAGE }, { setup: "npm install", run: "npm test" }],
  [
    "pnpm",
    { "package.json": PACKAGE, "pnpm-lock.yaml": "" },
    { setup: "pnpm install --frozen-lockfile", run: "pnpm test" },
  ],
  ["yarn", { "package.json": PACKAGE, "yarn.lock": "" }, { setup: "yarn install --frozen-lockfile", run: "yarn test" }],
  ["uv", { "pyproject.toml": "[tool.pytest.ini_options]", "uv.lock": "" }, { setup: "uv sync", run: "uv run pytest" }],
  ["poetry", { "pytest.ini": "", "poetry.lock": "" }, { setup: "poetry install", run: "poetry run pytest" }],
  ["pytest", { "tests/conftest.py": "" }, { run: "python3 -m pytest" }],
  ["Go", { "go.mod": "module x" }, { run: "go test -v ./..." }],
  ["Cargo", { "Cargo.toml": "[package]" }, { run: "cargo test" }],
  ["Make", { Makefile: "build:\n\ttrue\n\ntest: build\n\ttrue\n" }, { run: "make test" }],
  [
    "package.json before a Makefile",
    { "package.json": PACKAGE, Makefile: "test:\n" },
    { setup: "npm install", run: "npm test" },
  ],
  [
    "what npm init writes, which is no test",
    { "package.json": '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
    null,
  ],
  ["a package without scripts", { "package.json": "{}" }, null],
  ["a package that is no JSON", { "package.json": "{" }, null],
  ["a Python project without pytest", { "pyproject.toml": "[project]" }, null],
  ["a Makefile without tests", { Makefile: "test := 1\nbuild:\n" }, null],
  ["nothing", {}, null],
])("reads how tests are run: %s", (_, files, check) => {
  expect(findTests(folderWith(files))?.check ?? null).toEqual(check);
});
