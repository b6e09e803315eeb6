// Where `signalbox serve` listens: a port, with TLS or without, or a Unix socket that only its own user can use.

import { chmodSync, lstatSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer as createTlsServer } from "node:https";
import { createConnection } from "node:net";
import { resolve } from "node:path";
import { createAdaptorServer, type ServerType } from "@hono/node-server";
import type { HttpApp } from "../../http/app.ts";
import { CliError } from "../support/output.ts";

export interface Place {
  readonly host: string;
  readonly port: number;
  readonly socket?: string | undefined;
  readonly tlsCert?: string | undefined;
  readonly tlsKey?: string | undefined;
}

export interface Listening {
  readonly server: ServerType;
  /** Where browsers and agents find it; null: on a socket, which no browser opens. */
  readonly address: string | null;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);
/** For the user alone. */
const SOCKET_MODE = 0o600;

/** Only this machine gets there. */
export function isLoopback({ host, socket }: Place): boolean {
  return socket !== undefined || LOOPBACK.has(host);
}

/** What somebody on the way could read; null: nothing. */
export function warningFor(place: Place): string | null {
  if (isLoopback(place) || place.tlsCert !== undefined) return null;
  return "warning: without TLS everybody on the way can read the keys that are sent here. Use --tls-cert and --tls-key, or listen on 127.0.0.1 behind a proxy that has TLS.";
}

/** Settled when it listens. */
export async function listen(fetch: HttpApp["fetch"], place: Place): Promise<Listening> {
  const tls = readTls(place);
  const server = makeServer(fetch, tls);
  const failed = new Promise<never>((_, reject) => {
    server.once("error", (error) => reject(new CliError(`can't listen on ${shown(place)}: ${error.message}`)));
  });
  const listening = new Promise<void>((done) => {
    server.once("listening", done);
  });
  if (place.socket === undefined) {
    server.listen(place.port, place.host);
    await Promise.race([listening, failed]);
    return { server, address: addressOf(server, place.host, tls !== null) };
  }
  const path = resolve(place.socket);
  await makeWay(path);
  // Made with its mode: changed afterwards, it would be open to others for a moment.
  const before = process.umask(0o777 & ~SOCKET_MODE);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await Promise.race([listening, failed]);
  if (process.platform !== "win32") chmodSync(path, SOCKET_MODE);
  return { server, address: null };
}

interface Tls {
  readonly cert: Buffer;
  readonly key: Buffer;
}

function readTls({ tlsCert, tlsKey }: Place): Tls | null {
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined) {
    throw new CliError("--tls-cert and --tls-key belong together: give both, or neither");
  }
  return { cert: readPem("--tls-cert", tlsCert), key: readPem("--tls-key", tlsKey) };
}

function readPem(flag: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new CliError(`can't read ${flag} ${path}: ${(error as Error).message}`);
  }
}

/** A private key that others can read is said, and used: secrets of containers are often so. null: nobody else can. */
export function looseKey({ tlsKey }: Place): string | null {
  if (tlsKey === undefined || process.platform === "win32") return null;
  const open = (statSync(tlsKey).mode & 0o077) !== 0;
  return open ? othersCanRead(tlsKey) : null;
}

export function othersCanRead(file: string): string {
  return `warning: others on this machine can read ${file}. Run: chmod 600 ${file}`;
}

function makeServer(fetch: HttpApp["fetch"], tls: Tls | null): ServerType {
  if (!tls) return createAdaptorServer({ fetch });
  try {
    return createAdaptorServer({ fetch, createServer: createTlsServer, serverOptions: tls });
  } catch (error) {
    throw new CliError(`the certificate and its key can't be used: ${(error as Error).message}`);
  }
}

function addressOf(server: ServerType, host: string, tls: boolean): string {
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return `${tls ? "https" : "http"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** A server that was killed leaves its socket behind; one that runs is not robbed of it. */
async function makeWay(path: string): Promise<void> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isSocket()) throw new CliError(`${path} is there already, and is no socket: give another path`);
  if (await answers(path)) throw new CliError(`another server listens on ${path}: stop it, or give another path`);
  rmSync(path);
}

function answers(path: string): Promise<boolean> {
  return new Promise((done) => {
    const tried = createConnection(path);
    tried.once("connect", () => {
      tried.destroy();
      done(true);
    });
    tried.once("error", (error: NodeJS.ErrnoException) => done(error.code === "EACCES" || error.code === "EPERM"));
  });
}

function shown({ host, port, socket }: Place): string {
  return socket ?? `${host}:${port}`;
}
