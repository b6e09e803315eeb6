// A real `signalbox serve`, spoken to with plain HTTP.

import { spawn, type ChildProcess } from "node:child_process";
import { request as httpRequest } from "node:http";
import { bareEnv, onScreen, PROGRAM } from "../program.ts";
import type { RpcAnswer, ToolAnswer } from "./stdio-client.ts";

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, string | string[] | undefined>;
}

export class HttpServer {
  readonly process: ChildProcess;
  readonly url: string;
  /** What it printed at its start. */
  readonly greeting: string;
  readonly #ended: Promise<number | null>;
  readonly #open: () => Promise<string>;

  private constructor(
    child: ChildProcess,
    url: string,
    greeting: string,
    ended: Promise<number | null>,
    open: () => Promise<string>,
  ) {
    this.process = child;
    this.url = url;
    this.greeting = greeting;
    this.#ended = ended;
    this.#open = open;
  }

  /** `port`: the one of the server that it takes the place of; 0 takes a free one. */
  static async start(database: string, env: Record<string, string> = {}, port = 0, cwd?: string): Promise<HttpServer> {
    const child = spawn(process.execPath, [PROGRAM, "serve", "--port", String(port), "--database", database], {
      env: bareEnv(env),
      ...(cwd === undefined ? {} : { cwd }),
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const { promise: ended, resolve: end } = Promise.withResolvers<number | null>();
    child.once("exit", end);
    const { promise: printed, resolve, reject } = Promise.withResolvers<string>();
    void ended.then(() => reject(new Error(`the server ended: ${stderr}`)));
    let stdout = "";
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      const [, url] = /MCP at (\S+)\/mcp\n[^]*ledger head /.exec(stdout) ?? [];
      if (url !== undefined) resolve(url);
    });
    const url = await printed;
    const open = (): Promise<string> => onScreen(["open", "--database", database, "--url", url], { env: bareEnv(env) });
    return new HttpServer(child, url, stdout, ended, open);
  }

  post(body: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${this.url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body,
    });
  }

  /** As a client of 2025 asks: nothing but the request. */
  async legacy(method: string, params: object = {}): Promise<RpcAnswer> {
    return answerOf(await this.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })));
  }

  /** As a client of 2026 asks: every request says who it is from and what it is, in the body and in the headers. */
  async modern(
    method: string,
    params: { name?: string } & Record<string, unknown> = {},
    bearer?: string,
  ): Promise<RpcAnswer> {
    const _meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "test-client", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = {
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(params.name === undefined ? {} : { "mcp-name": params.name }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    };
    return answerOf(
      await this.post(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta } }), headers),
    );
  }

  /** `bearer`: the token that it comes with; absent: none. */
  async call(name: string, args: object, bearer?: string): Promise<ToolAnswer> {
    const { result, error } = await this.modern("tools/call", { name, arguments: args }, bearer);
    if (!result) throw new Error(`${name}: ${error?.message}`);
    return result as unknown as ToolAnswer;
  }

  /** With the path and the headers exactly as they are given. */
  raw(path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
    const { hostname, port } = new URL(this.url);
    return new Promise((resolve, reject) => {
      const request = httpRequest({ hostname, port, path, headers, agent: false }, (response) => {
        let body = "";
        response.on("data", (chunk: Buffer) => (body += chunk.toString()));
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body, headers: response.headers }));
      });
      request.once("error", reject).end();
    });
  }

  /** A new link for a person's browser; "" where there is none. */
  async link(): Promise<string> {
    return linkIn(await this.#open());
  }

  stop(): Promise<number | null> {
    this.process.kill("SIGTERM");
    return this.#ended;
  }
}

/** "": there is none. */
export function linkIn(text: string): string {
  const [link = ""] = /http\S+\/open#code=\S+/.exec(text) ?? [];
  return link;
}

/** An answer is a JSON body, or one event of a stream. */
export async function answerOf(response: Response): Promise<RpcAnswer> {
  const body = await response.text();
  const [, event] = /^data: (.*)$/m.exec(body) ?? [];
  return JSON.parse(event ?? body) as RpcAnswer;
}
