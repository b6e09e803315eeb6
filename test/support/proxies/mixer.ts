// A pooler that mixes connections on purpose. It speaks PostgreSQL's protocol, as PgBouncer does in transaction mode: each
// transaction of each client gets another server connection, chosen at random. Unlike a pooler that means well, it also
// leaves every server connection on some board's search_path, as programs do that set one.

import { randomInt } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

export interface MixerOptions {
  /** The server's address. */
  readonly url: string;
  /** How many connections to it there are. */
  readonly backends: number;
  /** Left on the connections in turn. */
  readonly searchPaths?: readonly string[];
  /** Whether what a client asks for at its start is refused, as PgBouncer does, or ignored. */
  readonly startOptions?: "refused" | "ignored";
  /** Whether the client is given the key of a real server process, so that it takes the pooler for the server. */
  readonly passesForServer?: boolean;
}

export interface Mixer {
  readonly url: string;
  /** How often a client's transaction went to another connection than its last. */
  readonly switches: () => number;
  close(): Promise<void>;
}

interface Backend {
  readonly socket: Socket;
  /** The server's process, as it told itself. */
  readonly key: Buffer;
  client: Client | null;
}

interface Client {
  readonly socket: Socket;
  backend: Backend | null;
  last: Backend | null;
  /** What it has sent while it had no backend. */
  waiting: Buffer[];
  /** Questions that the server has not answered yet. */
  open: number;
}

const PROTOCOL = 196_608;
const REQUESTS = new Set([80_877_103, 80_877_104]);

export async function startMixer(options: MixerOptions): Promise<Mixer> {
  const target = new URL(options.url);
  const paths = options.searchPaths ?? [];
  const free: Backend[] = [];
  const queue: Client[] = [];
  const sockets = new Set<Socket>();
  let switches = 0;

  for (let made = 0; made < options.backends; made++) {
    const path = paths.length === 0 ? undefined : paths[made % paths.length];
    free.push(await openBackend(target, path, sockets, done));
  }

  function done(backend: Backend, chunk: Buffer, answers: number, isIdle: boolean): void {
    const { client } = backend;
    if (!client) return;
    client.socket.write(chunk);
    client.open -= answers;
    if (!isIdle || client.open > 0) return;
    client.backend = null;
    backend.client = null;
    free.push(backend);
    const next = queue.shift();
    if (next) assign(next);
  }

  function assign(client: Client): void {
    const [backend] = free.splice(randomInt(Math.max(1, free.length)), 1);
    if (!backend) return void queue.push(client);
    if (client.last && client.last !== backend) switches++;
    client.backend = backend;
    client.last = backend;
    backend.client = client;
    for (const message of client.waiting.splice(0)) backend.socket.write(message);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    const client: Client = { socket, backend: null, last: null, waiting: [], open: 0 };
    let buffer: Buffer = Buffer.alloc(0);
    let started = false;
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (chunk: Buffer) => {
      buffer = Buffer.concat([buffer, chunk]);
      while (!started && buffer.length >= 8) {
        const length = buffer.readInt32BE(0);
        if (buffer.length < length) return;
        const code = buffer.readInt32BE(4);
        const body = buffer.subarray(8, length);
        buffer = buffer.subarray(length);
        if (REQUESTS.has(code)) socket.write("N");
        else if (code !== PROTOCOL) return void socket.destroy();
        else if (options.startOptions !== "ignored" && body.toString().split("\0").includes("options")) {
          return void socket.end(refusal("unsupported startup parameter in options: lock_timeout"));
        } else {
          started = true;
          const real = (free[0] ?? queue[0]?.last)?.key;
          const key = options.passesForServer === true && real ? real : Buffer.from("000000010000002a", "hex");
          socket.write(
            Buffer.concat([message("R", Buffer.alloc(4)), message("K", key), message("Z", Buffer.from("I"))]),
          );
        }
      }
      for (const { type, whole, rest } of messages(buffer)) {
        buffer = rest;
        if (type === "X") return void socket.end();
        if (type === "Q" || type === "S") client.open++;
        if (client.backend) client.backend.socket.write(whole);
        else {
          client.waiting.push(whole);
          // The first message of a transaction asks for a connection; the others wait with it.
          if (client.waiting.length === 1) assign(client);
        }
      }
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  target.host = `127.0.0.1:${port}`;
  return { url: target.href, switches: () => switches, close: () => closeAll(server, sockets) };
}

async function closeAll(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, "close");
}

type Done = (backend: Backend, chunk: Buffer, answers: number, isIdle: boolean) => void;

async function openBackend(target: URL, path: string | undefined, sockets: Set<Socket>, done: Done): Promise<Backend> {
  const socket = connect(Number(target.port), target.hostname);
  sockets.add(socket);
  socket.setNoDelay(true);
  socket.on("error", () => {});
  await once(socket, "connect");
  const words = ["user", target.username, "database", target.pathname.slice(1), ""].join("\0");
  socket.write(startup(Buffer.from(`${words}\0`)));
  let key: Buffer = Buffer.alloc(8);
  let buffer: Buffer = Buffer.alloc(0);
  const ready = Promise.withResolvers<void>();
  let started = false;
  let backend: Backend | null = null;
  socket.on("data", (chunk: Buffer) => {
    buffer = Buffer.concat([buffer, chunk]);
    let answers = 0;
    let isIdle = false;
    const parts: Buffer[] = [];
    for (const { type, whole, rest } of messages(buffer)) {
      buffer = rest;
      if (type === "K") key = Buffer.from(whole.subarray(5));
      parts.push(whole);
      if (type !== "Z") continue;
      answers++;
      isIdle = whole.toString("latin1", 5, 6) === "I";
      if (!started && path !== undefined) {
        started = true;
        socket.write(message("Q", Buffer.from(`SET search_path = "${path}"\0`)));
      } else ready.resolve();
    }
    if (backend && parts.length > 0) done(backend, Buffer.concat(parts), answers, isIdle);
  });
  await ready.promise;
  backend = { socket, key, client: null };
  return backend;
}

function* messages(buffer: Buffer): Generator<{ type: string; whole: Buffer; rest: Buffer }> {
  let at = 0;
  while (buffer.length - at >= 5) {
    const length = buffer.readInt32BE(at + 1) + 1;
    if (buffer.length - at < length) return;
    const whole = buffer.subarray(at, at + length);
    at += length;
    yield { type: whole.toString("latin1", 0, 1), whole, rest: buffer.subarray(at) };
  }
}

function startup(body: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeInt32BE(body.length + 8, 0);
  head.writeInt32BE(PROTOCOL, 4);
  return Buffer.concat([head, body]);
}

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, "latin1");
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function refusal(text: string): Buffer {
  return message("E", Buffer.from(`SFATAL\0VFATAL\0C08P01\0M${text}\0\0`));
}
