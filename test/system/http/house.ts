// Our HTTP app on a board of its own, behind a real socket; with a key for each role.

import { mkdtemp, rm, writeFile, mkdir } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import type { App } from "../../../src/app/app.ts";
import { invite } from "../../../src/app/keys/invitations.ts";
import type { KeptToken } from "../../../src/app/ports/keys.ts";
import { issueToken, recognizeToken } from "../../../src/app/keys/tokens.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { makeHttpApp, type HttpOptions } from "../../../src/http/app.ts";
import { callerOverHttp } from "../../../src/http/auth/caller.ts";
import { makeRegistry } from "../../../src/mcp/registry.ts";
import { candidateOf } from "../../../src/setup/workflow.ts";
import { openBoard } from "../../../src/store/open.ts";
import { appOn, maria, type World } from "../../support/worlds/world.ts";

export interface Asked {
  readonly method?: string;
  readonly body?: unknown;
  /** As it is, where it is not to be made into JSON. */
  readonly text?: string;
  readonly headers?: Record<string, string>;
}

export interface Answered {
  readonly status: number;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly text: string;
  /** null: it is none. */
  readonly json: unknown;
}

export interface House {
  readonly app: App;
  readonly url: string;
  /** Moves the board's clock on. */
  readonly advance: World["advance"];
  readonly ask: (path: string, asked?: Asked) => Promise<Answered>;
  readonly token: (
    role: string,
    more?: { commands?: string[]; facts?: string[]; lastsMs?: number; name?: string },
  ) => Promise<string>;
  /** What a browser that has opened a link sends along. */
  readonly browser: (role?: "operator" | "viewer") => Promise<Record<string, string>>;
  /** What the server has logged. */
  readonly logged: readonly Record<string, unknown>[];
  readonly close: () => Promise<void>;
}

/** `world`: the board, where it is not to be a file of its own. */
export async function openHouse(options: Partial<HttpOptions> = {}, world?: World): Promise<House> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-house-"));
  const web = join(folder, "web");
  await mkdir(join(web, "assets"), { recursive: true });
  await writeFile(join(web, "index.html"), "<!doctype html><title>Signalbox</title>");
  await writeFile(join(web, "assets", "index-1234.js"), `console.log("${"x".repeat(3000)}");`);
  await writeFile(join(folder, "secret.txt"), "a secret");
  const logged: Record<string, unknown>[] = [];
  const { board, app, advance, close } = world ?? (await inFile(join(folder, "board.db")));
  const http = makeHttpApp(
    {
      version: "1",
      machine: app.machine,
      sessions: app.sessions,
      registry: makeRegistry({ prefix: "", toolsets: ["tickets", "decisions", "sessions", "runs"] }),
      skills: [],
      openApp: () => Promise.resolve(app),
      callerOf: callerOverHttp(undefined),
      log: (line) => void logged.push(line),
    },
    {
      web,
      name: "house",
      tracker: "local",
      shipped: new Set([app.runs.hash]),
      readWorkflow: candidateOf,
      loopback: true,
      allowHosts: [],
      requireToken: false,
      trustedProxies: [],
      ...options,
    },
  );
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: http.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => resolve(port));
  const port = await listening;
  const ask = (path: string, asked: Asked = {}): Promise<Answered> => send(port, path, asked);

  async function token(role: string, more: object = {}): Promise<string> {
    const made = await issueToken(app, maria, { role, ...more });
    if (isRefusal(made)) throw new Error(tell(made, "mcp").error);
    return made.token;
  }

  async function browser(role: "operator" | "viewer" = "operator"): Promise<Record<string, string>> {
    const kept: KeptToken | null = await recognizeToken(board, await token(role));
    if (!kept) throw new Error("the token is not known");
    const { json } = await ask("/open", { body: { code: await invite(app, kept, "Maria") } });
    return { "signalbox-session": (json as { session: string }).session };
  }

  return {
    app,
    url: `http://127.0.0.1:${port}`,
    advance,
    ask,
    token,
    browser,
    logged,
    close: async () => {
      await http.close();
      await new Promise<void>((done) => {
        server.close(() => done());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

async function inFile(database: string): Promise<Pick<World, "board" | "app" | "advance" | "close">> {
  let now = Date.now();
  const board = await openBoard({ database, synchronous: "OFF", clock: () => now });
  return {
    board,
    app: appOn(board),
    advance: (ms) => {
      now += ms;
      return Promise.resolve();
    },
    close: () => board.close(),
  };
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

/** With the path and the headers exactly as they are given. */
function send(port: number, path: string, { method, body, text, headers = {} }: Asked): Promise<Answered> {
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body));
  const type = content === undefined ? {} : { "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        path,
        method: method ?? (content === undefined ? "GET" : "POST"),
        agent: false,
        headers: { ...type, ...headers },
      },
      (response) => {
        let answered = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          answered += chunk;
          // A stream goes on for ever: its beginning is enough.
          if (response.headers["content-type"]?.startsWith("text/event-stream")) request.destroy();
        });
        const done = (): void =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: answered,
            json: parsed(answered),
          });
        response.on("end", done);
        response.on("close", done);
        response.on("error", done);
      },
    );
    request.once("error", reject);
    request.end(content);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // No JSON: the text is all that there is.
    return null;
  }
}
