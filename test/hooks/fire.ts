// Fires a hook as a client does: a process, the event on its standard input.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { rehearse, REHEARSED_SESSION, type Rehearsal } from "../../src/cli/doctor/rehearsal.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");
export const SESSION = REHEARSED_SESSION;

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

export async function fire(hook: string, event: object | string, folder: string, env = {}): Promise<Fired> {
  const child = spawn(process.execPath, [MAIN, "hook", hook], {
    cwd: folder,
    env: { PATH: process.env["PATH"], SIGNALBOX_DATABASE: join(folder, "board.db"), ...env },
  });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.end(typeof event === "string" ? event : JSON.stringify({ session_id: SESSION, cwd: folder, ...event }));
  const status = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { status, err, answer: out === "" ? null : (JSON.parse(out) as Record<string, unknown>) };
}

/** As Claude Code names our tools when the plugin brings the server. */
export function tool(name: string): string {
  return `mcp__plugin_signalbox_signalbox__${name}`;
}
