// What both servers begin with: settings read, the workflow checked, nothing opened yet.

import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { makeRegistry } from "../mcp/registry.ts";
import type { ServerParts } from "../mcp/server.ts";
import { makeLog } from "../setup/log.ts";
import { LazyApp } from "../setup/open-app.ts";
import { readSettings, type Settings } from "../setup/settings.ts";
import { configuredWorkflow, type ConfiguredWorkflows } from "../setup/workflow.ts";
import { findDatabase } from "./database.ts";
import { CliError } from "./output.ts";
import { packageRoot } from "./package-root.ts";

export interface PreparedServer {
  readonly settings: Settings;
  readonly database: string;
  readonly app: LazyApp;
  readonly parts: Omit<ServerParts, "callerOf">;
}

export function prepareServer(options: {
  readonly database: string | undefined;
  readonly via: string;
}): PreparedServer {
  const settings = readSettings(process.env, process.cwd());
  const log = makeLog(settings.log);
  const workflows = configuredWorkflows(settings);
  const problems = [...settings.problems, ...Object.values(workflows).flatMap(({ problem }) => problem ?? [])];
  for (const problem of problems) log({ level: "error", message: problem });
  if (settings.strict && problems.length > 0) throw new CliError(problems.join(" "));
  const database = findDatabase(options.database ?? settings.database);
  const app = new LazyApp({
    database,
    board: settings.board,
    workflows,
    problems: settings.problems,
    via: options.via,
    log,
  });
  const registry = makeRegistry({ prefix: settings.toolPrefix, toolsets: settings.toolsets });
  const skills = join(packageRoot(), "plugin", "skills");
  const { version } = packageJson;
  const parts = {
    version,
    machine: workflows.ticket.machine,
    sessions: workflows.session.machine,
    registry,
    skills,
    openApp: app.open,
    log,
  };
  return { settings, database, app, parts };
}

function configuredWorkflows(settings: Settings): ConfiguredWorkflows {
  return {
    ticket: configuredWorkflow("ticket", settings.workflow),
    session: configuredWorkflow("session", settings.sessionWorkflow),
    run: configuredWorkflow("run", settings.runWorkflow),
  };
}
