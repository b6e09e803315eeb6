// A server behind two pipes, talked to line by line, one request at a time. No client library: what it costs would stand in
// both figures and make them look alike.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import type { Sample } from "../finding.ts";
import { track } from "../../test/support/processes/child.ts";
import { cpuMsOf, residentMbOf } from "./process-figures.ts";

export interface Start {
  /** What Node is to run, and with what. */
  readonly command: readonly string[];
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Call {
  readonly tool: string;
  readonly args: object;
}

export interface Answer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

export class ServerProcess {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly pid: number;
  #stderr = "";
  #rest = "";
  #lastId = 0;
  #waiting: PromiseWithResolvers<string> | null = null;

  constructor({ command, folder, env }: Start) {
    this.#process = track(spawn(process.execPath, command, { cwd: folder, env }));
    this.pid = this.#process.pid ?? 0;
    this.#process.stdout.setEncoding("utf8").on("data", (chunk: string) => this.#receive(chunk));
    this.#process.stderr.setEncoding("utf8").on("data", (chunk: string) => (this.#stderr += chunk));
    this.#process.once("exit", () => this.#waiting?.reject(new Error(`the server ended: ${this.#stderr}`)));
  }

  /** As a client of 2025 begins. */
  async shakeHands(): Promise<void> {
    const clientInfo = { name: "bench", version: "1" };
    await this.request("initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    this.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
  }

  /** The line that came back. */
  request(method: string, params: object): Promise<string> {
    const waiting = Promise.withResolvers<string>();
    this.#waiting = waiting;
    this.#send({ jsonrpc: "2.0", id: ++this.#lastId, method, params });
    return waiting.promise;
  }

  /** One after the other; their answers are read when the clock has been stopped. */
  async timed(calls: readonly Call[]): Promise<{ readonly sample: Sample; readonly answers: readonly Answer[] }> {
    const lines: string[] = [];
    const before = cpuMsOf(this.pid);
    const start = performance.now();
    for (const call of calls) lines.push(await this.#call(call));
    const value = performance.now() - start;
    const cpuMs = spentSince(before, cpuMsOf(this.pid));
    return { sample: { value, ...cpuMs }, answers: lines.map(readAnswer) };
  }

  async call(call: Call): Promise<Answer> {
    return readAnswer(await this.#call(call));
  }

  /** Since it was started. */
  spent(): { cpuMs?: number } {
    return spentSince(0, cpuMsOf(this.pid));
  }

  residentMb(): number {
    return residentMbOf(this.pid);
  }

  /** By closing its input, as a client does: only a process that ends by itself leaves its compiled code behind. */
  async leave(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = once(this.#process, "exit");
    this.#process.stdin.end();
    await ended;
  }

  #call({ tool, args }: Call): Promise<string> {
    return this.request("tools/call", { name: tool, arguments: args });
  }

  #send(message: object): void {
    this.#process.stdin.write(`${JSON.stringify(message)}\n`);
  }

  #receive(chunk: string): void {
    const end = chunk.indexOf("\n");
    if (end === -1) {
      this.#rest += chunk;
      return;
    }
    const line = this.#rest + chunk.slice(0, end);
    this.#rest = chunk.slice(end + 1);
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting === null || this.#rest !== "") throw new Error(`nobody asked for this: ${line}${this.#rest}`);
    waiting.resolve(line);
  }
}

function readAnswer(line: string): Answer {
  const { result, error } = JSON.parse(line) as { result?: Answer; error?: { message: string } };
  if (!result) throw new Error(`a call failed: ${error?.message}`);
  return result;
}

function spentSince(before: number | undefined, after: number | undefined): { cpuMs?: number } {
  return before === undefined || after === undefined ? {} : { cpuMs: after - before };
}
