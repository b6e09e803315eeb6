// Set-up of the projects that start the program: they never run an old build. What is stale is built anew, before the first
// test, and in watch mode before each further round.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

export default async function setup(project: TestProject): Promise<void> {
  await build();
  project.onTestsRerun(build);
}

async function build(): Promise<void> {
  const script = join(import.meta.dirname, "../../scripts/build.ts");
  const child = spawn(process.execPath, [script, "--if-stale"], { stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  if (code !== 0) throw new Error("The program can't be built, so that nothing that starts it can be tested.");
}
