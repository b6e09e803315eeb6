// What both servers begin with: settings read, the workflow checked, nothing opened yet.

import packageJson from "../../package.json" with { type: "json" };
import { makeRegistry } from "../mcp/registry.ts";
import type { ServerParts } from "../mcp/server.ts";
import { makeLog } from "../setup/log.ts";
import { LazyApp } from "../setup/open-app.ts";
import { readSettings, type Settings } from "../setup/settings.ts";
import { configuredWorkflow } from "../setup/workflow.ts";
import { findDatabase } from "./database.ts";
import { CliError } from "./output.ts";

export interface PreparedServer {
  readonly settings: Settings;
  readonly app: LazyApp;
  readonly parts: Omit<ServerParts, "callerOf">;
}

export function prepareServer(options: {
  readonly database: string | undefined;
  readonly via: string;
}): PreparedServer {
  const settings = readSettings(process.env, process.cwd());
  const log = makeLog(settings.log);
  const workflow = configuredWorkflow(settings.workflow);
  const problems = [...settings.problems, ...(workflow.problem === null ? [] : [workflow.problem])];
  for (const problem of problems) log({ level: "error", message: problem });
  if (settings.strict && problems.length > 0) throw new CliError(problems.join(" "));
  const app = new LazyApp({
    database: findDatabase(options.database ?? settings.database),
    board: settings.board,
    workflow,
    problems: settings.problems,
    via: options.via,
    log,
  });
  const registry = makeRegistry({ prefix: settings.toolPrefix, toolsets: settings.toolsets });
  const parts = { version: packageJson.version, machine: workflow.machine, registry, openApp: app.open, log };
  return { settings, app, parts };
}
