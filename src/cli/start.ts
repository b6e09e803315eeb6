// Where the program begins. A hook runs before every call of a tool, and a client waits for its server: both go without
// all that reads a command line, where there is nothing on it to read.

import process from "node:process";

const [command, name = "-", ...others] = process.argv.slice(2);

// git's own hooks have a command line to be read.
const isOfGit = name.endsWith("-receive");

if (command === "hook" && !name.startsWith("-") && !isOfGit && others.length === 0) {
  const { runHook } = await import("./hooks/run-hook.ts");
  await runHook(name);
} else if (command === "mcp" && process.argv.length === 3) {
  const { runMcp } = await import("./support/run-mcp.ts");
  try {
    await runMcp(undefined);
  } catch (error) {
    const { report } = await import("./support/report.ts");
    process.exitCode = report(error);
  }
} else {
  await import("./main.ts");
}
