import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readGitHubSettings } from "./github/github-settings.ts";
import { shipped } from "../workflows/shipped.ts";
import { limitProblems } from "./command-limit.ts";
import { readSettings } from "./settings.ts";
import { TrustList } from "./trust/trust-list.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-settings-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

function writeConfig(text: string): void {
  mkdirSync(join(folder, ".signalbox"), { recursive: true });
  writeFileSync(join(folder, ".signalbox", "config.json"), text);
}

/** A file that a person has trusted. */
function writeTrusted(text: string): NodeJS.ProcessEnv {
  writeConfig(text);
  const env = { XDG_CONFIG_HOME: join(folder, "user") };
  new TrustList(env, folder).add(Buffer.from(text));
  return env;
}

describe("settings", () => {
  it("are the project's for whoever stands deep inside it, with what they name found from there", () => {
    mkdirSync(join(folder, ".git"));
    mkdirSync(join(folder, "src/deep"), { recursive: true });
    const postgres = "postgres://db/x";
    const env = writeTrusted(JSON.stringify({ database: "own.db", workflow: "flow.json", log: "info" }));
    expect(readSettings(env, join(folder, "src/deep"))).toMatchObject({
      database: join(folder, "own.db"),
      workflow: join(folder, "flow.json"),
      log: "info",
    });
    expect(readSettings(env, folder)).toMatchObject({ database: "own.db", workflow: "flow.json" });
    expect(readSettings({ ...env, SIGNALBOX_DATABASE: "here.db" }, join(folder, "src"))).toMatchObject({
      database: "here.db",
    });
    writeTrusted(JSON.stringify({ database: postgres }));
    expect(readSettings(env, join(folder, "src"))).toMatchObject({ database: postgres });
  });

  it("are not those of a project around this one, nor outside of git those of a folder above", () => {
    writeConfig('{ "log": "info" }');
    mkdirSync(join(folder, "plain"));
    expect(readSettings({}, join(folder, "plain"))).toMatchObject({ log: "warn" });
    mkdirSync(join(folder, "inner/.git"), { recursive: true });
    expect(readSettings({}, join(folder, "inner"))).toMatchObject({ log: "warn" });
  });

  it("are few where nothing is said", () => {
    expect(readSettings({}, folder)).toEqual({
      database: undefined,
      board: undefined,
      connections: {},
      agent: undefined,
      workflow: undefined,
      sessionWorkflow: undefined,
      runWorkflow: undefined,
      strict: false,
      commands: undefined,
      toolsets: ["tickets", "decisions", "sessions", "runs"],
      toolPrefix: "",
      log: "warn",
      requestDays: 30,
      tracker: "local",
      github: readGitHubSettings({}, {}),
      origins: {},
      untrusted: {},
      problems: [],
    });
  });

  it("come from the file, each of them", () => {
    const file = {
      $schema: "./config.schema.json",
      database: "board.db",
      board: "team",
      poolSize: 4,
      statementMs: 5000,
      listenUrl: "postgres://db/x",
      agent: "ann",
      workflow: "own.json",
      sessionWorkflow: "sessions.json",
      runWorkflow: "runs.json",
      strict: true,
      commands: ["research"],
      toolsets: ["decisions"],
      toolPrefix: "box_",
      log: "debug",
      requestDays: 7,
      github: { owner: "acme", repo: "shop", project: 7, locks: false },
    };
    const env = writeTrusted(JSON.stringify(file));
    const { $schema: _, github, poolSize, statementMs, listenUrl, ...expected } = file;
    const connections = { poolSize, statementMs, listenUrl };
    const inFile = [
      ...Object.keys({ ...expected, ...connections }),
      ...Object.keys(github).map((name) => `github.${name}`),
    ];
    expect(readSettings(env, folder)).toEqual({
      ...expected,
      connections,
      tracker: "github",
      github: { ...readGitHubSettings({}, github), owner: "acme", repo: "shop", project: 7, refLocks: false },
      origins: Object.fromEntries(inFile.map((name) => [name, ".signalbox/config.json"])),
      untrusted: {},
      problems: [],
    });
  });

  it.each(["0", "many", "1.5", "201"])("leave out %s connections, and say so", (SIGNALBOX_POOL_SIZE) => {
    const { connections, problems } = readSettings({ SIGNALBOX_POOL_SIZE }, folder);
    expect(connections).toEqual({});
    expect(problems).toEqual([expect.stringContaining("no whole number from 1 to 200")]);
  });

  it("come from the environment first, and then from the file", () => {
    const file = {
      database: "file.db",
      agent: "file",
      strict: true,
      commands: ["plan"],
      toolsets: ["runs"],
      log: "info",
    };
    const user = writeTrusted(
      JSON.stringify({ ...file, toolPrefix: "file_", workflow: "file.json", board: "file", tracker: "github" }),
    );
    const env = {
      ...user,
      SIGNALBOX_DATABASE: "env.db",
      SIGNALBOX_BOARD: "env",
      SIGNALBOX_POOL_SIZE: "3",
      SIGNALBOX_AGENT: "env",
      SIGNALBOX_WORKFLOW: "env.json",
      SIGNALBOX_SESSION_WORKFLOW: "env-sessions.json",
      SIGNALBOX_RUN_WORKFLOW: "env-runs.json",
      SIGNALBOX_STRICT: "0",
      SIGNALBOX_COMMANDS: "research, ralph_plan,",
      SIGNALBOX_TOOLSETS: "decisions,tickets",
      SIGNALBOX_TOOL_PREFIX: "env_",
      SIGNALBOX_LOG: "error",
      SIGNALBOX_REQUEST_DAYS: "90",
      SIGNALBOX_TRACKER: "local",
      SIGNALBOX_GITHUB_OWNER: "acme",
      SIGNALBOX_GITHUB_LOCKS: "on",
    };
    const github = { "github.owner": "SIGNALBOX_GITHUB_OWNER", "github.locks": "SIGNALBOX_GITHUB_LOCKS" };
    expect(readSettings(env, folder)).toEqual({
      database: "env.db",
      board: "env",
      connections: { poolSize: 3 },
      agent: "env",
      workflow: "env.json",
      sessionWorkflow: "env-sessions.json",
      runWorkflow: "env-runs.json",
      strict: false,
      commands: ["research", "ralph_plan"],
      toolsets: ["tickets", "decisions"],
      toolPrefix: "env_",
      log: "error",
      requestDays: 90,
      tracker: "local",
      github: { ...readGitHubSettings({}, {}), owner: "acme", projectOwner: "acme", refLocks: true, origins: github },
      origins: {
        database: "SIGNALBOX_DATABASE",
        board: "SIGNALBOX_BOARD",
        poolSize: "SIGNALBOX_POOL_SIZE",
        agent: "SIGNALBOX_AGENT",
        workflow: "SIGNALBOX_WORKFLOW",
        sessionWorkflow: "SIGNALBOX_SESSION_WORKFLOW",
        runWorkflow: "SIGNALBOX_RUN_WORKFLOW",
        strict: "SIGNALBOX_STRICT",
        commands: "SIGNALBOX_COMMANDS",
        toolsets: "SIGNALBOX_TOOLSETS",
        toolPrefix: "SIGNALBOX_TOOL_PREFIX",
        log: "SIGNALBOX_LOG",
        requestDays: "SIGNALBOX_REQUEST_DAYS",
        tracker: "SIGNALBOX_TRACKER",
        ...github,
      },
      untrusted: {},
      problems: [],
    });
    // An empty variable says nothing.
    expect(readSettings({ ...user, SIGNALBOX_DATABASE: "", SIGNALBOX_AGENT: "" }, folder)).toMatchObject({
      database: "file.db",
      commands: ["plan"],
    });
  });

  it("take the workflow's older name where the newer one is not set", () => {
    expect(readSettings({ RALPH_STATE_MACHINE_CONFIG: "older.json" }, folder).workflow).toBe("older.json");
    const both = { RALPH_STATE_MACHINE_CONFIG: "older.json", SIGNALBOX_WORKFLOW: "newer.json" };
    expect(readSettings(both, folder).workflow).toBe("newer.json");
  });
});

describe("a setting that can't be used", () => {
  it.each([
    ["SIGNALBOX_LOG", "loud", "there is no level loud; the levels are debug, info, warn, error"],
    ["SIGNALBOX_TOOLSETS", "tickets,all", "there is no all; the toolsets are tickets, decisions, sessions, runs"],
    ["SIGNALBOX_REQUEST_DAYS", "-1", "is no whole number from 0 to 36500"],
    ["SIGNALBOX_STRICT", "maybe", "maybe is neither 1 nor 0"],
    ["SIGNALBOX_TOOL_PREFIX", "my box ", "can't begin a tool's name"],
  ])("is named: %s=%s", (name, value, says) => {
    const { problems } = readSettings({ [name]: value }, folder);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(name);
    expect(problems[0]).toContain(says);
  });

  it("leaves the rest of the environment's as they are", () => {
    const settings = readSettings({ SIGNALBOX_TOOLSETS: "tickets,all", SIGNALBOX_STRICT: "maybe" }, folder);
    expect(settings).toMatchObject({ toolsets: ["tickets"], strict: true });
    expect(readSettings({ SIGNALBOX_STRICT: "false" }, folder)).toMatchObject({ strict: false, problems: [] });
    expect(readSettings({ SIGNALBOX_STRICT: "1" }, folder)).toMatchObject({ strict: true, problems: [] });
  });

  it("in the file takes no other one with it: a limit stays a limit", () => {
    writeConfig(JSON.stringify({ commands: ["research"], strict: "yes", agnt: "ann", log: "error" }));
    const settings = readSettings({}, folder);
    expect(settings).toMatchObject({ commands: ["research"], strict: false, agent: undefined, log: "error" });
    expect(settings.problems).toHaveLength(1);
    expect(settings.problems[0]).toContain("strict");
    expect(settings.problems[0]).toContain("agnt");
    expect(settings.problems[0]).not.toContain("\n");
  });

  it.each(["", " ", ",", " , "])("of a limit on commands, %j is one that names none", (given) => {
    writeConfig(JSON.stringify({ commands: ["research"] }));
    expect(readSettings({ SIGNALBOX_COMMANDS: given }, folder)).toMatchObject({ commands: [] });
    expect(limitProblems({ commands: [] }, shipped("ticket"))).toEqual([expect.stringContaining("names no command")]);
    expect(limitProblems({ commands: ["ralph_plan"] }, shipped("ticket"))).toEqual([]);
    expect(limitProblems({ commands: undefined }, shipped("ticket"))).toEqual([]);
  });

  it("in the file's limit on commands allows none", () => {
    const env = writeTrusted(JSON.stringify({ commands: "research", agent: "ann" }));
    expect(readSettings(env, folder)).toMatchObject({ commands: [], agent: "ann" });
  });

  it.each(["{", "[]", "null", "1"])("may be the whole file, and is loud: %s", (text) => {
    writeConfig(text);
    const settings = readSettings({}, folder);
    expect(settings).toMatchObject({ database: undefined, strict: false });
    expect(settings.problems).toHaveLength(1);
    expect(settings.problems[0]).toContain("config.json");
  });
});
