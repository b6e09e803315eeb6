// What a process is told by its surroundings: flags win over the environment, which wins over `.signalbox/config.json`.

import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import * as z from "zod";
import { inSight, quote } from "../engine/words.ts";
import { readConfig } from "./trust/config-file.ts";
import { TrustList } from "./trust/trust-list.ts";
import { readConnectionSettings, type ConnectionSettings } from "./connection-settings.ts";
import { leadsElsewhere, type Untrusted } from "./trust/untrusted.ts";
import {
  HOLDER_SHOWN,
  readGitHubSettings,
  trackerOf,
  type GitHubSettings,
  type Tracker,
} from "./github/github-settings.ts";
import { MOST_REQUEST_DAYS, REQUEST_DAYS } from "./request-days.ts";
import { isShipped } from "../workflows/shipped.ts";

/** Where a project's settings are, as people name it. */
export const SETTINGS_FILE = ".signalbox/config.json";
const TOOLSETS = ["tickets", "decisions", "sessions", "runs"] as const;
const LEVELS = ["debug", "info", "warn", "error"] as const;
/** Clients take no other names for tools. */
const PREFIX = /^[A-Za-z0-9_.-]{0,40}$/;

/** Made when there is a file to read: most servers start without one, and should not wait for it. */
export const fileSchema = () => {
  const FIELD = z.string().min(1).max(100);
  const meanings = z.record(z.string(), FIELD);
  return z.strictObject({
    $schema: z.string().optional(),
    database: z.string().optional().describe("SQLite path, or postgres://…"),
    board: z.string().optional().describe("The board's name on PostgreSQL"),
    poolSize: z.int().min(1).max(200).optional().describe("Connections to PostgreSQL that one process may open"),
    statementMs: z.int().min(1).max(3_600_000).optional().describe("How long a statement on PostgreSQL may take"),
    listenUrl: z.string().optional().describe("postgres://… without a pooler, to hear of commits at once"),
    agent: z.string().optional().describe("Who this process acts as"),
    workflow: z.string().optional().describe("A ticket workflow file"),
    sessionWorkflow: z.string().optional().describe("A session workflow file"),
    runWorkflow: z.string().optional().describe("A workflow file of skills, for new runs"),
    strict: z.boolean().optional().describe("An invalid configuration stops the start"),
    commands: z.array(z.string()).optional().describe("The commands that this connection may act as"),
    toolsets: z.array(z.enum(TOOLSETS)).optional(),
    toolPrefix: z.string().regex(PREFIX).optional().describe("Put before every tool's name"),
    log: z.enum(LEVELS).optional(),
    requestDays: z
      .int()
      .min(0)
      .max(MOST_REQUEST_DAYS)
      .optional()
      .describe("How many days answers to requests are kept; 0: for ever; else 30"),
    tracker: z.enum(["local", "github"]).optional().describe("Where tickets live"),
    github: z
      .strictObject({
        owner: z.string().optional(),
        repo: z.string().optional().describe("The default repository"),
        project: z.int().positive().optional().describe("The project's number"),
        projectOwner: z.string().optional().describe("Whose the project is; else the repository's owner"),
        locks: z.boolean().optional().describe("Claims as git refs, for machines that share no store"),
        app: z.union([z.string(), z.int().positive()]).optional().describe("The GitHub App that acts, by its id"),
        installation: z.int().positive().optional().describe("Of that App; else it is found for the repository"),
        showHolder: z.enum(HOLDER_SHOWN).optional().describe("How people see on GitHub who holds a ticket; else off"),
        logins: z.record(z.string(), z.string()).optional().describe("Logins on GitHub by names of agents and people"),
        pulls: z
          .union([z.boolean(), z.string()])
          .optional()
          .describe("Where tickets live here: look at pull requests, in git's origin (true) or in owner/name"),
        maxAge: z.int().min(0).max(3600).optional().describe("How many seconds old a list of tickets may be; else 30"),
        fields: z
          .strictObject({
            state: FIELD.optional().describe('Where the state stands; else "Workflow State"'),
            priority: FIELD.optional(),
            estimate: FIELD.optional(),
            status: FIELD.optional().describe("GitHub's own, kept in step"),
            iteration: FIELD.optional(),
          })
          .optional()
          .describe("The project's fields, where they are called otherwise than ours"),
        options: z
          .strictObject({ state: meanings.optional(), priority: meanings.optional(), estimate: meanings.optional() })
          .optional()
          .describe("What options of these fields stand for, by option, where that is called otherwise"),
        status: meanings.optional().describe("The option of Status that shows a state, by state"),
      })
      .optional(),
  });
};

type FileSettings = z.output<ReturnType<typeof fileSchema>>;

export interface Settings {
  readonly database: string | undefined;
  readonly board: string | undefined;
  readonly connections: ConnectionSettings;
  readonly agent: string | undefined;
  readonly workflow: string | undefined;
  readonly sessionWorkflow: string | undefined;
  readonly runWorkflow: string | undefined;
  readonly strict: boolean;
  readonly commands: readonly string[] | undefined;
  readonly toolsets: readonly (typeof TOOLSETS)[number][];
  readonly toolPrefix: string;
  readonly log: (typeof LEVELS)[number];
  readonly requestDays: number;
  readonly tracker: Tracker;
  readonly github: GitHubSettings;
  /** Where each setting that was set comes from: a variable, or the project's file. */
  readonly origins: Readonly<Record<string, string>>;
  /** What the project's file says and nobody has trusted: it stands in no other field, and no board is opened. */
  readonly untrusted: Untrusted;
  /** What could not be used, in words; loud, and fatal where strict. */
  readonly problems: readonly string[];
}

export function readSettings(env: NodeJS.ProcessEnv, folder: string): Settings {
  const problems: string[] = [];
  const origins: Record<string, string> = {};
  const home = homeOf(folder);
  const { file, doubtful } = readFile(env, home, problems);
  const inHome = (path: string | undefined): string | undefined =>
    path === undefined || home === folder || path.includes("://") || isShipped(path) ? path : resolve(home, path);
  /** Notes where a setting comes from: from a variable that is set, else from the file. */
  const note = (setting: string, name: string, value: string | undefined): string | undefined => {
    const said = value === undefined ? (Object.hasOwn(file, setting) ? SETTINGS_FILE : undefined) : name;
    if (said !== undefined) origins[setting] = said;
    return value;
  };
  /** The first of these variables that says anything. */
  const from = (setting: string, ...names: string[]): string | undefined => {
    const name = names.find((candidate) => env[candidate] !== undefined && env[candidate] !== "");
    return note(setting, name ?? "", name === undefined ? undefined : env[name]);
  };
  const github = readGitHubSettings(env, file.github ?? {});
  const { tracker, problem } = trackerOf(from("tracker", "SIGNALBOX_TRACKER") ?? file.tracker, github);
  problems.push(...github.problems, ...(problem === null ? [] : [problem]));
  return {
    database: from("database", "SIGNALBOX_DATABASE") ?? inHome(file.database),
    board: from("board", "SIGNALBOX_BOARD") ?? file.board,
    connections: readConnectionSettings(from, file, problems),
    agent: from("agent", "SIGNALBOX_AGENT") ?? file.agent,
    workflow: from("workflow", "SIGNALBOX_WORKFLOW", "RALPH_STATE_MACHINE_CONFIG") ?? inHome(file.workflow),
    sessionWorkflow: from("sessionWorkflow", "SIGNALBOX_SESSION_WORKFLOW") ?? inHome(file.sessionWorkflow),
    runWorkflow: from("runWorkflow", "SIGNALBOX_RUN_WORKFLOW") ?? inHome(file.runWorkflow),
    strict: switchOf("SIGNALBOX_STRICT", from("strict", "SIGNALBOX_STRICT"), problems) ?? file.strict ?? false,
    // Set but empty is a limit too: it allows none.
    commands: listOf(note("commands", "SIGNALBOX_COMMANDS", env["SIGNALBOX_COMMANDS"])) ?? file.commands,
    toolsets: toolsetsOf(from("toolsets", "SIGNALBOX_TOOLSETS"), problems) ?? file.toolsets ?? TOOLSETS,
    toolPrefix: prefixOf(from("toolPrefix", "SIGNALBOX_TOOL_PREFIX"), problems) ?? file.toolPrefix ?? "",
    log: levelOf(from("log", "SIGNALBOX_LOG"), problems) ?? file.log ?? "warn",
    requestDays:
      daysOf("SIGNALBOX_REQUEST_DAYS", from("requestDays", "SIGNALBOX_REQUEST_DAYS"), problems) ??
      file.requestDays ??
      REQUEST_DAYS,
    tracker,
    github,
    origins: { ...origins, ...github.origins },
    untrusted: Object.fromEntries(
      Object.entries(doubtful).filter(([name]) => origins[name] === undefined && github.origins[name] === undefined),
    ),
    problems,
  };
}

/** Deep inside a project it is still the project's board, and not one that nobody else looks at. */
export function homeOf(folder: string): string {
  return wayUp(folder).find((place) => existsSync(join(place, SETTINGS_FILE))) ?? folder;
}

/** From here to the root of git's work tree; outside of git no further than here. */
function wayUp(folder: string): readonly string[] {
  const way = [folder];
  for (let place = folder; !existsSync(join(place, ".git")); way.push(place)) {
    const above = dirname(place);
    if (above === place) return [folder];
    place = above;
  }
  return way;
}

/** What may be believed of the file, and what not before a person has trusted it. */
function readFile(
  env: NodeJS.ProcessEnv,
  home: string,
  problems: string[],
): { readonly file: FileSettings; readonly doubtful: Untrusted } {
  const config = readConfig(home, SETTINGS_FILE);
  if (config === null) return { file: {}, doubtful: {} };
  if ("problem" in config) {
    problems.push(`${SETTINGS_FILE} ${config.problem}. The file was left out.`);
    return { file: {}, doubtful: {} };
  }
  const file = checkFile(config.value, problems);
  const doubtful = leadsElsewhere(file);
  const names = Object.keys(doubtful);
  // Most files say nothing of the kind, and nobody has to be asked.
  if (names.length === 0 || new TrustList(env, home).has(config.bytes)) return { file, doubtful: {} };
  const { pulls: _, ...github } = file.github ?? {};
  const rest = Object.fromEntries(
    Object.entries({ ...file, ...(file.github ? { github } : {}) }).filter(([name]) => !names.includes(name)),
  );
  return { file: rest, doubtful };
}

/** One bad field takes no other with it: a slip elsewhere must not lift the limit on commands. */
function checkFile(given: unknown, problems: string[]): FileSettings {
  const schema = fileSchema();
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const words = z.prettifyError(parsed.error).replaceAll(/\s*\n\s*/g, " ");
  problems.push(`${SETTINGS_FILE}: ${inSight(words).slice(0, 1000)}. What is wrong was left out.`);
  const bad = new Set(parsed.error.issues.map((issue) => issue.path[0]));
  const fields = Object.entries(typeof given === "object" && given !== null ? given : {});
  const usable = fields.filter(([name]) => Object.hasOwn(schema.shape, name) && !bad.has(name));
  const rest = schema.safeParse(Object.fromEntries(usable));
  return { ...(rest.success ? rest.data : {}), ...(bad.has("commands") ? { commands: [] } : {}) };
}

function switchOf(name: string, value: string | undefined, problems: string[]): boolean | undefined {
  if (value === undefined) return undefined;
  if (["1", "true"].includes(value)) return true;
  if (["0", "false"].includes(value)) return false;
  problems.push(`${name}: ${value} is neither 1 nor 0; 1 was taken.`);
  return true;
}

function prefixOf(value: string | undefined, problems: string[]): string | undefined {
  if (value === undefined || PREFIX.test(value)) return value;
  problems.push(
    `SIGNALBOX_TOOL_PREFIX: ${quote(value)} can't begin a tool's name: at most 40 of A-Z, a-z, 0-9, "_", "-" and ".". It was left out.`,
  );
  return undefined;
}

function daysOf(name: string, value: string | undefined, problems: string[]): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,5}$/.test(value) && Number(value) <= MOST_REQUEST_DAYS) return Number(value);
  problems.push(`${name}: ${quote(value)} is no whole number from 0 to ${MOST_REQUEST_DAYS}. It was left out.`);
  return undefined;
}

function listOf(value: string | undefined): string[] | undefined {
  return value
    ?.split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function toolsetsOf(value: string | undefined, problems: string[]): Settings["toolsets"] | undefined {
  const words = listOf(value);
  if (!words) return undefined;
  const unknown = words.filter((name) => !TOOLSETS.some((known) => known === name));
  if (unknown.length > 0)
    problems.push(`SIGNALBOX_TOOLSETS: there is no ${unknown.join(", ")}; the toolsets are ${TOOLSETS.join(", ")}.`);
  return TOOLSETS.filter((known) => words.includes(known));
}

function levelOf(value: string | undefined, problems: string[]): Settings["log"] | undefined {
  const level = LEVELS.find((known) => known === value);
  if (value !== undefined && !level)
    problems.push(`SIGNALBOX_LOG: there is no level ${value}; the levels are ${LEVELS.join(", ")}.`);
  return level;
}
