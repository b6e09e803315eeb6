// signalbox mcp: MCP over stdio.

import { Command } from "commander";
import packageJson from "../../../package.json" with { type: "json" };
import { cutToGrace } from "../../app/grace.ts";
import { ConnectionIdentity } from "../../mcp/identity.ts";
import { makeRegistry } from "../../mcp/registry.ts";
import { serveOverStdio } from "../../mcp/stdio.ts";
import { makeLog } from "../../setup/log.ts";
import { LazyApp } from "../../setup/open-app.ts";
import { readSettings } from "../../setup/settings.ts";
import { configuredWorkflow } from "../../setup/workflow.ts";
import { findDatabase } from "../database.ts";
import { CliError } from "../output.ts";

export function mcpCommand(): Command {
  return new Command("mcp")
    .description("serve MCP over stdio, for one client")
    .option("--database <path>", "SQLite path or postgres://…")
    .action((options: { database?: string }) => runMcp(options));
}

async function runMcp(options: { database?: string }): Promise<void> {
  const settings = readSettings(process.env, process.cwd());
  const log = makeLog(settings.log);
  const workflow = configuredWorkflow(settings.workflow);
  const problems = [...settings.problems, ...(workflow.problem === null ? [] : [workflow.problem])];
  for (const problem of problems) log({ level: "error", message: problem });
  if (settings.strict && problems.length > 0) throw new CliError(problems.join(" "));

  const identity = new ConnectionIdentity({
    agent: settings.agent,
    commands: settings.commands,
    env: process.env,
    via: "stdio",
  });
  const app = new LazyApp({
    database: options.database ?? findDatabase(settings.database),
    board: settings.board,
    workflow,
    problems: settings.problems,
    via: "stdio",
  });
  await serveOverStdio({
    version: packageJson.version,
    machine: workflow.machine,
    registry: makeRegistry({ prefix: settings.toolPrefix, toolsets: settings.toolsets }),
    openApp: app.open,
    callerOf: (client, agent) => identity.caller(client, agent),
    log,
  });
  if (app.opened && identity.known !== null) {
    await cutToGrace(await app.open(), identity.caller(undefined, undefined), identity.known);
  }
  await app.close();
}
