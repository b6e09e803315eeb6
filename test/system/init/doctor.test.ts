import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { PROGRAM, runProgramSync } from "../../support/program.ts";

interface Report {
  readonly ok: boolean;
  readonly findings: readonly { check: string; ok: boolean; what: string; fix: string | null }[];
  readonly settings: readonly object[];
}

function project(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-doctor-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

function doctor(folder: string, env: Record<string, string> = {}): { status: number | null; report: Report } {
  const { stdout, stderr, status } = runProgramSync(["doctor", "--json"], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: join(folder, "home"), ...env },
  });
  if (stdout === "") throw new Error(stderr);
  return { status, report: JSON.parse(stdout) as Report };
}

function entry(command: string, ...args: string[]): string {
  return JSON.stringify({ mcpServers: { signalbox: { command, args } } });
}

const STARTS = entry(process.execPath, PROGRAM, "mcp");

describe("signalbox doctor", () => {
  it("finds a sound project well: it has started the server, and fired every hook", () => {
    const { status, report } = doctor(project({ ".mcp.json": STARTS }));
    expect(report.findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(status).toBe(0);
    const checks = report.findings.map(({ check }) => check);
    for (const hook of ["identity", "convergence-gate", "report-reminder", "stop-guard", "observe"]) {
      expect(checks).toContain(`hook ${hook}`);
    }
    expect(report.findings).toContainEqual(
      expect.objectContaining({ check: "Claude Code", what: ".mcp.json: starts, and answers" }),
    );
  });

  it("leaves no trace: no board is made, no hook writes on the project's own", () => {
    const folder = project({ ".mcp.json": STARTS });
    doctor(folder);
    expect(spawnSync("ls", ["-A", folder], { encoding: "utf8" }).stdout).toBe(".mcp.json\n");
  });

  it("says one thing to do for each thing that is wrong, and exits with 1", () => {
    const folder = project({
      ".mcp.json": entry("signalbox-that-is-not-there"),
      ".cursor/mcp.json": "{",
      ".gemini/settings.json": entry(process.execPath, "-e", "console.log('hello')"),
      ".codex/config.toml": "",
      ".signalbox/config.json": '{ "strict": "maybe" }',
      ".signalbox/board.db": "this is no database, however long it may be: ".repeat(40),
      "flow.json": "{}",
    });
    const { status, report } = doctor(folder, { SIGNALBOX_WORKFLOW: "flow.json" });
    expect(status).toBe(1);
    expect(report.ok).toBe(false);
    const wrong = report.findings.filter(({ ok }) => !ok);
    expect(wrong.every(({ fix }) => fix !== null && fix.length > 10)).toBe(true);
    expect(wrong).toEqual([
      expect.objectContaining({ check: "settings", what: expect.stringContaining("config.json") }),
      expect.objectContaining({ check: "ticket workflow", fix: expect.stringContaining("workflow lint flow.json") }),
      expect.objectContaining({ check: "board" }),
      expect.objectContaining({ check: "Claude Code", what: expect.stringContaining("it was not started") }),
      expect.objectContaining({ check: "Cursor", fix: expect.stringContaining("Repair .cursor/mcp.json") }),
      expect.objectContaining({ check: "Codex", fix: "Run `signalbox init --client codex`." }),
      expect.objectContaining({ check: "Gemini CLI", what: expect.stringContaining("it was not started") }),
    ]);
  });

  it("starts only what init would write here, and shows any other command with what init would write instead", () => {
    const ran = join(project({}), "ran");
    const folder = project({
      ".mcp.json": entry("sh", "-c", `touch ${ran}; \u001b]0;x\u0007`),
      ".gemini/settings.json": entry("npx", "-y", "signalbox@9.9.9", "mcp"),
      ".cursor/mcp.json": entry("signalbox", "mcp"),
    });
    const { report } = doctor(folder);
    expect(existsSync(ran)).toBe(false);
    const of = (title: string): object | undefined => report.findings.find(({ check }) => check === title);
    expect(of("Claude Code")).toEqual({
      check: "Claude Code",
      ok: false,
      what: expect.stringContaining(`starts \`sh -c "touch`),
      fix: expect.stringContaining(`which writes \`${process.execPath} ${PROGRAM} mcp\``),
    });
    expect(JSON.stringify(of("Claude Code"))).not.toContain("\u001b");
    const untried = "which doctor does not try";
    expect(of("Gemini CLI")).toMatchObject({ ok: true, what: expect.stringContaining(untried) });
    expect(of("Cursor")).toMatchObject({ ok: true, what: expect.stringContaining(untried) });
  });

  it("says what to do where the very command that init writes does not start", () => {
    const bin = project({});
    symlinkSync(PROGRAM, join(bin, "signalbox"));
    // The name leads to this program, but there is no Node for it.
    const { report } = doctor(project({ ".mcp.json": entry("signalbox", "mcp") }), { PATH: bin });
    expect(report.findings).toContainEqual({
      check: "Claude Code",
      ok: false,
      what: expect.stringContaining("`signalbox mcp` does not answer"),
      fix: "Run `npm install -g signalbox`.",
    });
  });

  it("says where each setting comes from, and that the project's file is not trusted", () => {
    const folder = project({
      ".mcp.json": STARTS,
      ".signalbox/config.json": JSON.stringify({ log: "error", database: "postgres://elsewhere.invalid/x" }),
    });
    const { status, report } = doctor(folder, { SIGNALBOX_AGENT: "ann" });
    expect(status).toBe(1);
    expect(report.settings).toEqual([
      { name: "agent", from: "SIGNALBOX_AGENT", counts: true },
      { name: "log", from: ".signalbox/config.json", counts: true },
      { name: "database", from: ".signalbox/config.json", counts: false },
    ]);
    expect(report.findings).toContainEqual({
      check: "sources",
      ok: true,
      what: "agent from SIGNALBOX_AGENT, log from .signalbox/config.json",
      fix: null,
    });
    expect(report.findings.filter(({ ok }) => !ok)).toEqual([
      {
        check: "trust",
        ok: false,
        what: '.signalbox/config.json sets database to "postgres://elsewhere.invalid/x", and no person has trusted this file: no board is opened',
        fix: expect.stringContaining("signalbox trust"),
      },
    ]);
    // Neither that board nor another one in its place.
    expect(report.findings.map(({ check }) => check)).not.toContain("board");
  });

  it("tells a project without any client what to run", () => {
    const { report } = doctor(project({}));
    expect(report.findings).toContainEqual(
      expect.objectContaining({ check: "clients", ok: false, fix: expect.stringContaining("signalbox init") }),
    );
  });
});
