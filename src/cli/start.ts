// Where the program begins. A hook runs before every call of a tool: it goes without all that reads a command line, which
// is half of what it would wait for.

import process from "node:process";

const [command, name = "-", ...others] = process.argv.slice(2);

if (command === "hook" && !name.startsWith("-") && others.length === 0) {
  const { runHook } = await import("./run-hook.ts");
  await runHook(name);
} else {
  await import("./main.ts");
}
