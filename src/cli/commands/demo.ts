// signalbox demo: a throw-away board with simulated agents at work through real MCP connections, and the dashboard on it.

import { Command, InvalidArgumentError } from "commander";
import { runAgent } from "../../demo/agent.ts";
import { playDemo, type DemoOptions } from "../../demo/demo.ts";
import { print, printJson, styled } from "../support/output.ts";
import { showVerdict } from "../screens/demo.ts";
import { oneLine } from "../screens/table.ts";
import { untilInterrupted } from "../screens/watch.ts";

const PACES: Readonly<Record<string, number>> = { low: 2, normal: 1, high: 0.25 };

interface DemoFlags extends Omit<DemoOptions, "say" | "show" | "interrupted"> {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function demoCommand(): Command {
  const demo = new Command("demo")
    .description("show Signalbox at work: a throw-away board, simulated agents on it, and the dashboard")
    .option("--agents <number>", "how many agents work", readAgents, 6)
    .option("--speed <speed>", "low, normal, high, or a number such as 2 for twice as fast", readSpeed, 1)
    .option("--seed <number>", "the same seed gives the same characters and choices", readSeed, 1)
    .option("--port <number>", "port of the dashboard; 0 takes a free one", readPort, 0)
    .option("--wait-for-me", "leave what waits for a person to you")
    .option("--headless", "without the dashboard; exit 1 if a rule was broken")
    .option("--for <time>", "end after so long, such as 30s or 5m", readTime)
    .option("--no-open", "do not open a browser")
    .option("--quiet", "do not tell what the agents do")
    .option("--json", "print the summary as JSON")
    .action(runDemo);
  demo
    .command("agent", { hidden: true })
    .description("one of the demo's agents; the demo starts it")
    .argument("<orders>")
    .action((orders: string) => runAgent(orders));
  demo
    .command("dashboard", { hidden: true })
    .description("the demo's dashboard; the demo starts it")
    .option("--port <number>", "port to listen on", readPort, 0)
    .action(runDashboard);
  return demo;
}

/** The server that everybody has, which ends with the demo whatever becomes of that. */
async function runDashboard({ port }: { readonly port: number }): Promise<void> {
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  const { serveCommand } = await import("./serve.ts");
  await serveCommand().parseAsync(["--port", String(port), "--of-demo"], { from: "user" });
  if (process.connected) process.disconnect();
}

async function runDemo({ json = false, quiet = false, ...flags }: DemoFlags): Promise<void> {
  // A reader who has gone ends the demo, and must not keep it from ending what it started.
  process.stdout.on("error", () => undefined);
  const verdict = await playDemo({
    ...flags,
    interrupted: untilInterrupted(),
    say: (who, what) => {
      if (!quiet && !json) print(`${styled(who.padEnd(10), "dim")}${oneLine(what)}`);
    },
    show: (line) => {
      if (!json) print(line);
    },
  });
  if (json) printJson(verdict);
  else print(showVerdict(verdict));
  if (verdict.broken.length > 0) process.exitCode = 1;
}

function readAgents(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 24)
    throw new InvalidArgumentError("It is a number from 1 to 24.");
  return count;
}

/** How long everything takes, against normal. */
function readSpeed(text: string): number {
  const pace = PACES[text] ?? 1 / Number(text);
  if (!(pace >= 0.05 && pace <= 10))
    throw new InvalidArgumentError("It is low, normal, high, or a number from 0.1 to 20.");
  return pace;
}

function readSeed(text: string): number {
  const seed = Number(text);
  if (!Number.isInteger(seed) || seed < 0 || seed > 2 ** 31) throw new InvalidArgumentError("It is a whole number.");
  return seed;
}

function readPort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new InvalidArgumentError("It is a number from 0 to 65535.");
  }
  return port;
}

function readTime(text: string): number {
  const [, count = "", unit] = /^(\d{1,5})(s|m)$/.exec(text) ?? [];
  if (unit === undefined || Number(count) === 0)
    throw new InvalidArgumentError("It is a number and s or m, such as 30s.");
  return Number(count) * (unit === "m" ? 60_000 : 1000);
}
