// Fires a hook as a client does: a process, the event on its standard input.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished } from "vitest";
import { rehearse, REHEARSED_SESSION, type Rehearsal } from "../../../src/cli/doctor/rehearsal.ts";
import { PROGRAM } from "../../support/program.ts";

export const SESSION = REHEARSED_SESSION;

/** As clients call it. */
export const SHORT_WAY = ["hook"];
/** Anything more on the command line, and it is parsed as that of any other command. */
export const LONG_WAY = ["hook", "--"];

export interface Fired {
  readonly status: number | null;
  readonly answer: Record<string, unknown> | null;
  readonly err: string;
}

export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-hooks-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** A board on which one agent of the session holds #1, and #3 has to wait for #4. */
export async function board(): Promise<Rehearsal & { folder: string }> {
  const folder = tempFolder();
  return { folder, ...(await rehearse(folder)) };
}

/** What hooks.json allows: a client ends a hook that takes longer, and goes on as if it had said nothing. */
const CLIENT_PATIENCE_MS = 10_000;

export async function fire(
  hook: string,
  event: object | string | null,
  folder: string,
  env = {},
  { way = SHORT_WAY, program = PROGRAM }: { way?: readonly string[]; program?: string } = {},
): Promise<Fired> {
  const child = spawn(process.execPath, [program, ...way, hook], {
    cwd: folder,
    timeout: CLIENT_PATIENCE_MS,
    env: { PATH: process.env["PATH"], SIGNALBOX_DATABASE: join(folder, "board.db"), ...env },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  // A client that was written without care leaves the input open.
  if (event !== null) {
    child.stdin.end(typeof event === "string" ? event : JSON.stringify({ session_id: SESSION, cwd: folder, ...event }));
  }
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, err, answer: out === "" ? null : (JSON.parse(out) as Record<string, unknown>) };
}

/** As Claude Code names our tools when the plugin brings the server. */
export function tool(name: string): string {
  return `mcp__plugin_signalbox_signalbox__${name}`;
}

export function before(tool_name: string, tool_input: object, more: object = {}): object {
  return { hook_event_name: "PreToolUse", tool_name, tool_input, ...more };
}

export function denied(reason: RegExp): object {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: expect.stringMatching(reason),
    },
  };
}

export const research = { number: 1, command: "ralph_research", intent: "lock", reason: "x" };
