// Fires every hook as a client does, with a real event, on a board made for it, and checks what it answers.

import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { bad, fault, good, type Diagnosis } from "./diagnosis.ts";
import { rehearse, REHEARSED_SESSION, type Rehearsal } from "./rehearsal.ts";

const REPORT = "This is a bug of Signalbox: report it with the output of `signalbox doctor --json`.";

interface Trial {
  readonly hook: string;
  readonly event: object;
  readonly fits: (answer: unknown) => boolean;
}

export async function checkHooks(): Promise<Diagnosis[]> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-doctor-"));
  try {
    const rehearsal = await rehearse(folder);
    const findings: Diagnosis[] = [];
    // One after the other: the session that one of them notes is what the next reminds of.
    for (const trial of trialsOn(rehearsal)) findings.push(await fire(trial, rehearsal, folder));
    return [...findings, ...checkPlugin()];
  } catch (error) {
    return [fault("hooks", error, REPORT)];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function trialsOn({ locked, waiting, waitsFor }: Rehearsal): Trial[] {
  const tool = "mcp__plugin_signalbox_signalbox__handoff_ticket";
  const asked = { ...waiting, reason: "Rehearsal." };
  return [
    {
      hook: "identity",
      event: { hook_event_name: "PreToolUse", tool_name: tool, tool_input: asked },
      fits: (answer) => String(at(answer, "hookSpecificOutput", "updatedInput", "agent")).startsWith("main-"),
    },
    {
      hook: "convergence-gate",
      event: { hook_event_name: "PreToolUse", tool_name: tool, tool_input: asked },
      fits: (answer) =>
        at(answer, "hookSpecificOutput", "permissionDecision") === "deny" &&
        String(at(answer, "hookSpecificOutput", "permissionDecisionReason")).includes(`#${waitsFor}`),
    },
    {
      hook: "observe",
      event: { hook_event_name: "PostToolUse", tool_name: tool, tool_input: {}, tool_response: locked },
      fits: (answer) => answer === null,
    },
    {
      hook: "report-reminder",
      event: { hook_event_name: "PostToolUse", tool_name: "Edit", tool_input: { file_path: "/a" }, tool_response: {} },
      // It names the session that observe has noted.
      fits: (answer) => String(at(answer, "hookSpecificOutput", "additionalContext")).includes("update_session_state"),
    },
    {
      hook: "stop-guard",
      event: { hook_event_name: "Stop", stop_hook_active: false },
      fits: (answer) =>
        at(answer, "decision") === "block" && String(at(answer, "reason")).includes(`#${locked.number}`),
    },
  ];
}

async function fire(trial: Trial, { database }: Rehearsal, folder: string): Promise<Diagnosis> {
  const check = `hook ${trial.hook}`;
  const { SIGNALBOX_AGENT: _, SIGNALBOX_BOARD: __, ...env } = process.env;
  const child = spawn(process.execPath, [process.argv[1] ?? "", "hook", trial.hook], {
    cwd: folder,
    // The rehearsal's tickets are in its own store, wherever this project's live.
    env: { ...env, SIGNALBOX_DATABASE: database, SIGNALBOX_TRACKER: "local", CLAUDE_PROJECT_DIR: folder },
    stdio: ["pipe", "pipe", "pipe"],
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(JSON.stringify({ session_id: REHEARSED_SESSION, cwd: folder, ...trial.event }));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const answer: unknown = out === "" ? null : JSON.parse(out);
  if (code === 0 && trial.fits(answer)) return good(check, "answers as it should");
  return bad(check, `answers ${out.trim() || "nothing"} (exit ${code}) ${err.trim()}`.trim(), REPORT);
}

/** The plugin's hooks and server are started by name. */
function checkPlugin(): Diagnosis[] {
  const installed = join(homedir(), ".claude", "plugins", "installed_plugins.json");
  if (!existsSync(installed) || !readFileSync(installed, "utf8").includes('"signalbox@')) return [];
  const names = process.platform === "win32" ? ["signalbox.cmd", "signalbox.exe"] : ["signalbox"];
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  if (folders.some((folder) => names.some((name) => existsSync(join(folder, name))))) {
    return [good("plugin", "Claude Code's plugin is installed, and finds the program")];
  }
  return [
    bad("plugin", "Claude Code's plugin is installed, but does not find the program", "npm install -g signalbox"),
  ];
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[key] : undefined),
    value,
  );
}
