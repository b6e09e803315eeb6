// An MCP client over stdio: it starts a server of its own, as every agent's client does, and calls its tools.

import { spawn, type ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import * as z from "zod";
import { thisProgram } from "./program.ts";

const PROTOCOL = "2025-11-25";

const answer = z.looseObject({
  jsonrpc: z.literal("2.0"),
  id: z.int().optional(),
  result: z.unknown().optional(),
  error: z.looseObject({ message: z.string() }).optional(),
});

const toolResult = z.looseObject({ isError: z.boolean().optional(), structuredContent: z.looseObject({}) });
const contents = z.looseObject({ contents: z.array(z.looseObject({ text: z.string() })).min(1) });
const toolList = z.looseObject({
  tools: z.array(
    z.looseObject({
      name: z.string(),
      inputSchema: z.looseObject({
        properties: z.record(z.string(), z.looseObject({ enum: z.array(z.string()).optional() })).optional(),
      }),
    }),
  ),
});

export interface ToolAnswer {
  readonly refused: boolean;
  readonly content: Readonly<Record<string, unknown>>;
}

export class Client {
  readonly #server: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  readonly #ended: Promise<void>;
  #lastId = 0;

  private constructor(server: ChildProcess) {
    this.#server = server;
    this.#ended = new Promise((resolve) => {
      server.once("exit", () => {
        this.#giveUp(new Error("the server has ended"));
        resolve();
      });
    });
    // A server that is gone takes no more lines; what waits for an answer is told so when it ends.
    server.stdin?.on("error", () => undefined);
    if (server.stdout) createInterface({ input: server.stdout }).on("line", (line) => this.#receive(line));
  }

  /** `cwd`: a folder whose settings count; absent: this one. */
  static async start(env: NodeJS.ProcessEnv, name: string, cwd = process.cwd()): Promise<Client> {
    const { file, args } = thisProgram("mcp");
    const server = spawn(file, args, { env, cwd, stdio: ["pipe", "pipe", "inherit"] });
    const client = new Client(server);
    await client.#request("initialize", {
      protocolVersion: PROTOCOL,
      capabilities: {},
      clientInfo: { name, version: "1" },
    });
    client.#send({ jsonrpc: "2.0", method: "notifications/initialized" });
    return client;
  }

  get serverId(): number {
    return this.#server.pid ?? 0;
  }

  async call(name: string, args: object): Promise<ToolAnswer> {
    const { isError, structuredContent } = toolResult.parse(
      await this.#request("tools/call", { name, arguments: args }),
    );
    return { refused: isError === true, content: structuredContent };
  }

  async read(uri: string): Promise<unknown> {
    const [first] = contents.parse(await this.#request("resources/read", { uri })).contents;
    return JSON.parse(first?.text ?? "null");
  }

  /** The words that a tool knows for one of its arguments. */
  async words(tool: string, argument: string): Promise<readonly string[]> {
    const { tools } = toolList.parse(await this.#request("tools/list", {}));
    return tools.find(({ name }) => name === tool)?.inputSchema.properties?.[argument]?.enum ?? [];
  }

  /** As a client does that is done: it closes its end, and the server goes. */
  async leave(): Promise<void> {
    this.#server.stdin?.end();
    await this.#ended;
  }

  #request(method: string, params: object): Promise<unknown> {
    const id = ++this.#lastId;
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    this.#send({ jsonrpc: "2.0", id, method, params });
    return waiting.promise;
  }

  #send(message: object): void {
    this.#server.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #receive(line: string): void {
    const { id, result, error } = answer.parse(JSON.parse(line));
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id === undefined || !waiting) return;
    this.#waiting.delete(id);
    if (error) waiting.reject(new Error(error.message));
    else waiting.resolve(result);
  }

  #giveUp(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
