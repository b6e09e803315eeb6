// What both servers begin with: settings read, the workflow checked, nothing opened yet.

import packageJson from "../../../package.json" with { type: "json" };
import type { App } from "../../app/app.ts";
import { makeRegistry } from "../../mcp/registry.ts";
import type { McpContext } from "../../mcp/server.ts";
import { limitProblems } from "../../setup/command-limit.ts";
import { oneConnection, type ConnectionSettings } from "../../setup/connection-settings.ts";
import { makeLog } from "../../setup/log.ts";
import { LazyApp } from "../../setup/lazy-app.ts";
import { readSettings, type Settings } from "../../setup/settings.ts";
import { configuredWorkflow, type ConfiguredWorkflows } from "../../setup/workflow.ts";
import { untrustedError } from "../../setup/trust/untrusted.ts";
import { placeNamed } from "../support/database.ts";
import { CliError } from "../support/output.ts";
import { skillFolders } from "../support/skills.ts";

export interface PreparedServer {
  readonly settings: Settings;
  readonly database: string;
  readonly app: LazyApp;
  readonly context: Omit<McpContext, "callerOf">;
}

export async function prepareServer(options: {
  readonly database: string | undefined;
  readonly via: string;
  /** What flags say. */
  readonly connections?: ConnectionSettings;
  readonly reported?: App["reported"];
  /** Whether a board that is not there is begun; absent: it is. */
  readonly make?: boolean;
}): Promise<PreparedServer> {
  const settings = readSettings(process.env, process.cwd());
  const log = makeLog(settings.log);
  const workflows = await configuredWorkflows(settings);
  const limit = limitProblems(settings, workflows.ticket.machine);
  const problems = [
    ...settings.problems,
    ...limit,
    ...Object.values(workflows).flatMap(({ problem }) => problem ?? []),
  ];
  for (const problem of problems) log({ level: "error", message: problem });
  if (settings.strict && problems.length > 0) throw new CliError(problems.join(" "));
  const { database, own } = placeNamed(options.database ?? settings.database, process.cwd());
  const app = new LazyApp({
    database,
    own,
    create: options.make ?? true,
    board: settings.board,
    connections:
      options.via === "stdio"
        ? oneConnection(settings.connections)
        : { ...settings.connections, ...options.connections },
    tracker: settings,
    workflows,
    problems: [...settings.problems, ...limit],
    via: options.via,
    // Agents and people at a terminal stand in a checkout; a server stands nowhere.
    ...(options.via === "stdio" || options.via === "cli" ? { checkout: process.cwd() } : {}),
    reported: options.reported,
    log,
    requestDays: settings.requestDays,
    // Not thrown yet: a client is given the list of tools, and each call says what a person has to do.
    obstacle: untrustedError(settings, options, options.via !== "cli"),
  });
  const registry = makeRegistry({ prefix: settings.toolPrefix, toolsets: settings.toolsets });
  const skills = skillFolders(settings.toolsets);
  const { version } = packageJson;
  const context = {
    version,
    machine: workflows.ticket.machine,
    sessions: workflows.session.machine,
    commands: settings.commands,
    registry,
    skills,
    openApp: app.open,
    log,
  };
  return { settings, database, app, context };
}

async function configuredWorkflows(settings: Settings): Promise<ConfiguredWorkflows> {
  return {
    ticket: await configuredWorkflow("ticket", settings.workflow),
    session: await configuredWorkflow("session", settings.sessionWorkflow),
    run: await configuredWorkflow("run", settings.runWorkflow),
  };
}
