// What a process is told by its surroundings: flags win over the environment, which wins over `.signalbox/config.json`.

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const TOOLSETS = ["tickets", "decisions", "sessions", "runs"] as const;
const LEVELS = ["debug", "info", "warn", "error"] as const;

const fileSchema = z.strictObject({
  $schema: z.string().optional(),
  database: z.string().optional().describe("SQLite path, or postgres://…"),
  board: z.string().optional().describe("The board's name on PostgreSQL"),
  agent: z.string().optional().describe("Who this process acts as"),
  workflow: z.string().optional().describe("A ticket workflow file"),
  strict: z.boolean().optional().describe("An invalid configuration stops the start"),
  commands: z.array(z.string()).optional().describe("The commands that this connection may act as"),
  toolsets: z.array(z.enum(TOOLSETS)).optional(),
  toolPrefix: z.string().max(40).optional().describe("Put before every tool's name"),
  log: z.enum(LEVELS).optional(),
});

type FileSettings = z.output<typeof fileSchema>;

export interface Settings {
  readonly database: string | undefined;
  readonly board: string | undefined;
  readonly agent: string | undefined;
  readonly workflow: string | undefined;
  readonly strict: boolean;
  readonly commands: readonly string[] | undefined;
  readonly toolsets: readonly (typeof TOOLSETS)[number][];
  readonly toolPrefix: string;
  readonly log: (typeof LEVELS)[number];
  /** What could not be used, in words; loud, and fatal where strict. */
  readonly problems: readonly string[];
}

export function readSettings(env: NodeJS.ProcessEnv, folder: string): Settings {
  const problems: string[] = [];
  const file = readFile(join(folder, ".signalbox", "config.json"), problems);
  const word = (...names: string[]): string | undefined =>
    names.map((name) => env[name]).find((value) => value !== undefined && value !== "");
  return {
    database: word("SIGNALBOX_DATABASE") ?? file.database,
    board: word("SIGNALBOX_BOARD") ?? file.board,
    agent: word("SIGNALBOX_AGENT") ?? file.agent,
    workflow: word("SIGNALBOX_WORKFLOW", "RALPH_STATE_MACHINE_CONFIG") ?? file.workflow,
    strict: word("SIGNALBOX_STRICT") === undefined ? (file.strict ?? false) : word("SIGNALBOX_STRICT") !== "0",
    commands: listOf(word("SIGNALBOX_COMMANDS")) ?? file.commands,
    toolsets: toolsetsOf(word("SIGNALBOX_TOOLSETS"), problems) ?? file.toolsets ?? TOOLSETS,
    toolPrefix: word("SIGNALBOX_TOOL_PREFIX") ?? file.toolPrefix ?? "",
    log: levelOf(word("SIGNALBOX_LOG"), problems) ?? file.log ?? "warn",
    problems,
  };
}

function readFile(path: string, problems: string[]): FileSettings {
  if (!existsSync(path)) return {};
  try {
    const parsed = fileSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
    if (parsed.success) return parsed.data;
    problems.push(`${path}: ${z.prettifyError(parsed.error).split("\n").join(" ")}. The file was left out.`);
  } catch (error) {
    problems.push(
      `${path} can't be read: ${error instanceof Error ? error.message : String(error)}. The file was left out.`,
    );
  }
  return {};
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
