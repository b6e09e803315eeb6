// Does a real `pg_dump` let anybody in? The npm package of the other tests has none: this uses the machine's own PostgreSQL,
// server and pg_dump of one version, and runs the test of copies on it. On Debian: apt-get install postgresql
//
//   npm run dumps                            the newest in /usr/lib/postgresql
//   npm run dumps -- --binaries FOLDER       another one: the folder of postgres, initdb and pg_dump

import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { binaries: { type: "string" } } });
const found = globSync("/usr/lib/postgresql/*/bin").toSorted((a, b) => versionIn(a) - versionIn(b));
const binaries = values.binaries ?? found.at(-1);
if (binaries === undefined || !["postgres", "initdb", "pg_dump"].every((name) => existsSync(join(binaries, name)))) {
  console.error(
    "There is no PostgreSQL with a pg_dump here. Install one (Debian: apt-get install postgresql), or name its folder with --binaries.",
  );
  process.exit(2);
}
for (const program of ["postgres", "pg_dump"]) {
  console.log(spawnSync(join(binaries, program), ["--version"], { encoding: "utf8" }).stdout.trim());
}
const args = ["vitest", "run", "test/system/http/copies.test.ts", "-t", "a dump of a board on PostgreSQL"];
const { status } = spawnSync("npx", args, { stdio: "inherit", env: { ...process.env, PG_TEST_BIN: binaries } });
process.exit(status ?? 1);

function versionIn(path: string): number {
  return Number(/\d+/.exec(path)?.[0]);
}
