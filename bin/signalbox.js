#!/usr/bin/env node
// Kept in old syntax on purpose: it must run on any Node, so that an old one gets a sentence and not a stack trace.
import { existsSync } from "node:fs";
import * as modules from "node:module";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";

const [major, minor, patch] = process.versions.node.split(".").map(Number);
const recent =
  (major === 22 && (minor > 22 || (minor === 22 && patch >= 3))) || (major === 24 && minor >= 15) || major > 24;

if (recent) {
  quietly();
  await start();
} else {
  await restart();
}

async function start() {
  const program = new URL("../dist/signalbox.js", import.meta.url);
  if (!existsSync(program)) {
    console.error("signalbox: it is not built yet; run: npm run build");
    process.exit(1);
  }
  // Each agent has a process of this, which mostly waits. What is young in its heap fits into a megabyte, where V8 would take
  // sixteen while the program starts and never give them back.
  if (process.argv[2] === "mcp") setFlagsFromString("--semi-space-growth-factor=1");
  // A hook runs before every call of a tool: what was compiled once is not compiled again.
  modules.enableCompileCache?.();
  await import(program.href);
}

/** Node 22 calls its SQLite an experiment, to everybody who runs a command. Other warnings are shown. */
function quietly() {
  const warn = process.emitWarning;
  process.emitWarning = (warning, ...rest) => {
    const isExperiment = rest[0] === "ExperimentalWarning" || (rest[0] && rest[0].type === "ExperimentalWarning");
    if (!(isExperiment && String(warning).includes("SQLite"))) warn.call(process, warning, ...rest);
  };
}

/** A checkout brings its own Node as a development dependency: use that. */
async function restart() {
  const { spawn } = await import("node:child_process");
  const bundled = fileURLToPath(new URL("../node_modules/node/bin/node", import.meta.url));
  if (process.env.SIGNALBOX_RESTARTED || !existsSync(bundled)) {
    console.error(
      `signalbox: Node ${process.versions.node} is too old; install Node 24.15 or newer (or 22.22.3 and up in the 22 line).`,
    );
    process.exit(1);
  }
  const child = spawn(bundled, process.argv.slice(1), {
    stdio: "inherit",
    env: { ...process.env, SIGNALBOX_RESTARTED: "1" },
  });
  // Whoever ends this process means the one that does the work.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}
