// Set-up of the unit tests: they start no process. One that does belongs to another project; vitest.config.ts says which.

import childProcess from "node:child_process";
import { syncBuiltinESMExports } from "node:module";

const refuse = (): never => {
  throw new Error("A test that starts a process is no unit test: name its file in vitest.config.ts.");
};

for (const name of ["exec", "execFile", "execFileSync", "execSync", "fork", "spawn", "spawnSync"] as const) {
  Object.assign(childProcess, { [name]: refuse });
}
syncBuiltinESMExports();
