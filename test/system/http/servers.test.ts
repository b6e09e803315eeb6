import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { bareEnv, onScreen, runProgram, runProgramSync, watchScreen, type Ended } from "../../support/program.ts";
import { HttpServer, linkIn } from "../../support/clients/http-server.ts";
import { signInBy } from "../../support/clients/sign-in.ts";
import { dropBoard, freshBoard, sharedPostgres } from "../../support/postgres.ts";
import { LiveClient } from "../../support/clients/live-client.ts";

let folder: string;
let database: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-servers-"));
  database = join(folder, "board.db");
});

afterEach(() => rmSync(folder, { recursive: true }));

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("a server", () => {
  it("shows at once what an agent does over stdio, in another process", async () => {
    const server = await HttpServer.start(database);
    const client = new LiveClient();
    await client.connect(server.url);
    const agent = new StdioClient(database, { SIGNALBOX_AGENT: "ann" });
    await agent.initialize();
    const { number } = await agent.ok("create_ticket", { title: "From elsewhere" });
    await agent.ok("handoff_ticket", {
      number,
      command: "triage",
      to_state: "Research Needed",
      reason: "Look into it",
    });
    await client.until((heard) => heard.some(({ event }) => event === "move"));
    expect(client.heard.at(-1)).toMatchObject({
      event: "move",
      data: { row: { who: "ann", via: "stdio", to: "Research Needed" }, cards: [{ title: "From elsewhere" }] },
    });
    await agent.leave();
    await client.disconnect();
    await server.stop();
  });

  it("that was started again tells those who come back what they missed, and nothing twice", async () => {
    const agent = new StdioClient(database);
    await agent.initialize();
    const client = new LiveClient();
    let server = await HttpServer.start(database);
    const first = (await client.connect(server.url, 0), client);
    for (let round = 1; round <= 3; round++) {
      for (let index = 0; index < 10; index++) await agent.ok("create_ticket", { title: "One" });
      await first.until(() => first.heard.filter(({ event }) => event === "create").length >= round * 20 - 10);
      const stopped = server.stop();
      await first.ended();
      expect(await stopped).toBe(0);
      // Nobody looks, and the work goes on.
      for (let index = 0; index < 10; index++) await agent.ok("create_ticket", { title: "Unseen" });
      server = await HttpServer.start(database);
      await first.connect(server.url);
    }
    await first.until(() => first.heard.filter(({ event }) => event === "create").length >= 60);
    expect(first.rows).toEqual(range(1, first.rows.length));
    await agent.leave();
    await first.disconnect();
    await server.stop();
  });

  it("finishes the answer that is under way when it is told to stop, and takes no new question", async () => {
    const server = await HttpServer.start(database);
    const { hostname, port } = new URL(server.url);
    const browser = await browserOf(server);
    const body = JSON.stringify({ title: "Under way" });
    const headers = { "content-type": "application/json", "content-length": body.length, ...browser };
    const asking = request({ hostname, port, path: "/api/tickets", method: "POST", headers, agent: false });
    const answered = once(asking, "response");
    asking.write(body.slice(0, 5));
    await new Promise((resolve) => asking.once("socket", (socket) => socket.once("connect", resolve)).flushHeaders());
    // It has the question's beginning before it is told to stop.
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    const stopped = server.stop();
    await refusesNew(server.url);
    asking.end(body.slice(5));
    const [response] = (await answered) as [IncomingMessage];
    expect(response.statusCode).toBe(201);
    expect(await text(response)).toContain("Under way");
    expect(await stopped).toBe(0);
  });

  it("is opened by a link that makes a browser a person's, once", async () => {
    const server = await HttpServer.start(database);
    const link = await server.link();
    const { headers } = await signInBy(link);
    const me = await fetch(`${server.url}/api/me`, { headers });
    expect(await me.json()).toMatchObject({ role: "operator" });
    expect((await signInBy(link)).status).toBe(403);
    await server.stop();
  });

  it("prints a link on a terminal, and none into a log", async () => {
    const logged = await HttpServer.start(database);
    expect(linkIn(logged.greeting)).toBe("");
    expect(logged.greeting).toContain("to act as a person, run: signalbox open");
    await logged.stop();
    const link = await linkOnScreen(database);
    const server = await HttpServer.start(database);
    expect(await signInBy(link, server.url)).toMatchObject({ status: 201 });
    await server.stop();
    const piped = runProgramSync(["open", "--database", database], { env: bareEnv() });
    expect(piped).toMatchObject({ status: 1, stdout: "" });
    expect(piped.stderr).toContain("on a terminal only");
  });

  it("is found by a new link, whichever port it took, until it ends", async () => {
    const link = async (): Promise<string> =>
      linkIn(await onScreen(["open", "--database", database], { env: bareEnv() }));
    const server = await HttpServer.start(database);
    const url = await link();
    expect(url.startsWith(`${server.url}/open#code=`)).toBe(true);
    expect((await signInBy(url)).status).toBe(201);
    await server.stop();
    expect((await link()).startsWith("http://127.0.0.1:4747/open#code=")).toBe(true);
  });

  it("prints none in an agent's shell", async () => {
    const server = await HttpServer.start(database, { CLAUDECODE: "1" });
    expect(await server.link()).toBe("");
    await server.stop();
    expect(await greetingOnScreen(database, { CLAUDECODE: "1" })).toContain("run: signalbox open");
  });
});

describe("two servers on one PostgreSQL", () => {
  let url: string;
  let board: string;
  let token: string;
  let servers: HttpServer[];

  beforeEach(async () => {
    url = await sharedPostgres();
    board = freshBoard();
    const made = await signalbox(["token", "new", "--role", "operator", "--name", "Olga", "--json"]);
    ({ token } = JSON.parse(made.stdout) as { token: string });
    const env = { SIGNALBOX_BOARD: board, SIGNALBOX_TOKEN: token };
    servers = await Promise.all([HttpServer.start(url, env), HttpServer.start(url, env)]);
  });

  afterEach(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await dropBoard(url, board);
  });

  it("see each other's moves, and one browser is signed in at both", async () => {
    const [one, two] = servers;
    if (!one || !two) throw new Error("there are no two servers");
    const browser = await browserOf(one);
    const clients = [new LiveClient(browser), new LiveClient(browser)];
    await Promise.all(clients.map((client, index) => client.connect(servers[index]?.url ?? "")));
    const send = (server: HttpServer, path: string, body: object): Promise<Response> =>
      fetch(`${server.url}${path}`, {
        method: "POST",
        headers: { ...browser, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await send(one, "/api/tickets", { title: "Shared" })).status).toBe(201);
    const move = { toState: "Ready for Plan", reason: "It is clear", fromState: "Backlog" };
    expect((await send(two, "/api/tickets/1/handoff", move)).status).toBe(200);
    // Whoever still sees it where it was is refused.
    expect((await send(one, "/api/tickets/1/handoff", move)).status).toBe(409);
    for (const client of clients) {
      await client.until((heard) => heard.some(({ event }) => event === "refuse"));
      expect(client.heard.map(({ event }) => event)).toEqual(["head", "create", "move", "refuse"]);
      await client.disconnect();
    }
    expect(clients[0]?.rows).toEqual(clients[1]?.rows);
  });

  it("use up a link together", async () => {
    const [one, two] = servers;
    const link = (await one?.link()) ?? "";
    const both = await Promise.all([one, two].map((server) => signInBy(link, server?.url)));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
  });

  it("ask a person for their token, once there is one", async () => {
    const without = await signalbox(["token", "new", "--role", "operator"]);
    expect(without).toMatchObject({ status: 1 });
    expect(without.stderr).toContain("SIGNALBOX_TOKEN");
    const made = await signalbox(["ticket", "new", "By hand", "--json"], { SIGNALBOX_TOKEN: token });
    expect(JSON.parse(made.stdout)).toMatchObject({ title: "By hand" });
    const viewer = await signalbox(["token", "new", "--role", "viewer", "--json"], { SIGNALBOX_TOKEN: token });
    const { token: weak } = JSON.parse(viewer.stdout) as { token: string };
    const refused = await signalbox(["ticket", "new", "By a viewer"], { SIGNALBOX_TOKEN: weak });
    expect(refused).toMatchObject({ status: 1 });
    expect(refused.stderr).toContain("role viewer");
  });

  function signalbox(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
    return runProgram([...args, "--database", url], { cwd: folder, env: bareEnv({ SIGNALBOX_BOARD: board, ...env }) });
  }
});

async function browserOf(server: HttpServer): Promise<Record<string, string>> {
  return (await signInBy(await server.link())).headers;
}

async function linkOnScreen(database: string): Promise<string> {
  return linkIn(await greetingOnScreen(database));
}

/** Of a server that is started at a terminal, and stopped when it has said everything. */
async function greetingOnScreen(database: string, env: Record<string, string> = {}): Promise<string> {
  const screen = watchScreen(["serve", "--port", "0", "--database", database], { env: bareEnv(env) });
  const shown = await screen.until(/ledger head /);
  await screen.end();
  return shown;
}

async function refusesNew(url: string): Promise<void> {
  for (;;) {
    const taken = await fetch(`${url}/healthz`).catch(() => null);
    if (taken === null) return;
  }
}
