// A client that speaks JSON-RPC over a real process's stdio, line by line: what it sends and gets is what is on the wire.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { bareEnv, PROGRAM } from "../program.ts";

export interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
}

export interface RpcAnswer {
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string };
}

export class StdioClient {
  readonly process: ChildProcessWithoutNullStreams;
  /** Lines on stdout that are no JSON-RPC: there must be none. */
  readonly strayLines: string[] = [];
  readonly notifications: { readonly method: string; readonly params: Record<string, unknown> }[] = [];
  stderr = "";
  readonly #waiting = new Map<number, (answer: RpcAnswer) => void>();
  readonly #ended: Promise<void>;
  #lastId = 0;

  /** `database`: null where the environment names it, as it does where a client starts the server. */
  constructor(database: string | null, env: Record<string, string> = {}, program = PROGRAM, cwd?: string) {
    const named = database === null ? [] : ["--database", database];
    this.process = spawn(process.execPath, [program, "mcp", ...named], {
      env: bareEnv(env),
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#ended = new Promise((resolve) => this.process.once("exit", () => resolve()));
    this.process.stderr.on("data", (chunk: Buffer) => (this.stderr += chunk.toString()));
    createInterface({ input: this.process.stdout }).on("line", (line) => this.#receive(line));
  }

  async initialize(): Promise<RpcAnswer> {
    const answer = await this.request("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "test-client", version: "1" },
    });
    this.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return answer;
  }

  request(method: string, params: object = {}): Promise<RpcAnswer> {
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<RpcAnswer>();
    this.#waiting.set(id, resolve);
    void this.#ended.then(() => reject(new Error(`the server ended: ${this.stderr}`)));
    this.send({ jsonrpc: "2.0", id, method, params });
    return promise;
  }

  async call(name: string, args: object): Promise<ToolAnswer> {
    const { result, error } = await this.request("tools/call", { name, arguments: args });
    if (!result) throw new Error(`${name}: ${error?.message}`);
    return result as unknown as ToolAnswer;
  }

  /** The structured answer of a call that has to succeed. */
  async ok(name: string, args: object): Promise<Record<string, unknown>> {
    const answer = await this.call(name, args);
    if (answer.isError) throw new Error(`${name} was refused: ${answer.content[0]?.text}`);
    return answer.structuredContent;
  }

  send(message: unknown): void {
    this.sendText(JSON.stringify(message));
  }

  sendText(line: string): void {
    this.process.stdin.write(`${line}\n`);
  }

  /** As a client does that is done: it closes its end. */
  async leave(): Promise<number | null> {
    if (this.process.exitCode !== null) return this.process.exitCode;
    const ended = new Promise<number | null>((resolve) => this.process.once("exit", resolve));
    this.process.stdin.end();
    return ended;
  }

  #receive(line: string): void {
    try {
      const message = JSON.parse(line) as RpcAnswer & { id?: number; jsonrpc?: string };
      if (message.jsonrpc !== "2.0") throw new Error("no JSON-RPC");
      if (message.id === undefined) {
        this.notifications.push(message as unknown as StdioClient["notifications"][number]);
      } else {
        this.#waiting.get(message.id)?.(message);
        this.#waiting.delete(message.id);
      }
    } catch {
      this.strayLines.push(line);
    }
  }
}
