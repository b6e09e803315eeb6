// A copy of the data lets nobody in: every string of it is tried as every kind of key, at the board that it is a copy of.

import { spawnSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, it } from "vitest";
import { invite } from "../../../src/app/keys/invitations.ts";
import { recognizeBrowser, signIn } from "../../../src/app/keys/browsers.ts";
import { issueToken, recognizeToken } from "../../../src/app/keys/tokens.ts";
import { trustWitness } from "../../../src/app/keys/witnesses.ts";
import { createTicket } from "../../../src/app/tickets/create.ts";
import { handoff } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import type { App } from "../../../src/app/app.ts";
import type { StoreBoard } from "../../../src/store/board.ts";
import { openBoard } from "../../../src/store/open.ts";
import { keepCopy } from "../../../src/store/postgres/schema/copy.ts";
import { HttpServer } from "../../support/clients/http-server.ts";
import { REPOSITORY_ID, WORKFLOW } from "../../support/oidc/issuer.ts";
import { dropBoard, freshBoard, ownBinaries, sharedPostgres } from "../../support/postgres.ts";
import { bareEnv, runProgram } from "../../support/program.ts";
import { accepted } from "../../support/worlds/steps.ts";
import { dump } from "../../support/worlds/postgres-world.ts";
import { ann, appOn, bob, maria } from "../../support/worlds/world.ts";

interface Secrets {
  readonly token: string;
  readonly witness: string;
  readonly code: string;
  readonly session: string;
  readonly claim: string;
}

const JOBS = { repositoryId: REPOSITORY_ID, workflow: WORKFLOW, facts: ["tests"] };

let folder: string;
let database: string;
let store: StoreBoard;
let app: App;
let server: HttpServer;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-copies-"));
  database = join(folder, "board.db");
});

afterEach(async () => {
  await server.stop();
  await store.close();
  rmSync(folder, { recursive: true });
});

/** A board with everything on it that opens something, and a server. */
async function fill(board?: string): Promise<Secrets> {
  store = await openBoard(board === undefined ? { database } : { database, board });
  app = appOn(store);
  accepted(await createTicket(app, maria, { title: "One" }));
  const go = { key: "1", command: "triage", toState: "Research Needed", reason: "Go" };
  accepted(await handoff(app, ann, go));
  const lock = { key: "1", command: "research", intent: "lock", reason: "Mine", requestId: "lock" };
  const claim = accepted(await handoff(app, ann, lock)).claim?.token ?? "";
  const { token } = accepted(await issueToken(app, maria, { role: "operator", name: "Maria" }));
  const { token: witness } = accepted(await issueToken(app, maria, { role: "witness", name: "ci", facts: ["tests"] }));
  accepted(await trustWitness(app, maria, JOBS));
  const kept = await recognizeToken(store, token);
  if (!kept) throw new Error("the token is not known");
  const signedIn = await signIn(app, { code: await invite(app, kept, "Maria"), from: "here", program: "a browser" });
  const secrets = { token, witness, code: await invite(app, kept, "Maria"), session: signedIn?.session ?? "", claim };
  server = await HttpServer.start(database, board === undefined ? {} : { SIGNALBOX_BOARD: board });
  // Somebody is signed in over HTTP while the copy is made, too.
  expect((await ask({ "signalbox-session": secrets.session })).status).toBe(200);
  return secrets;
}

function ask(headers: Record<string, string>): Promise<Response> {
  return fetch(`${server.url}/api/browsers`, { headers });
}

/** As cookies were once signed; a word of a copy takes the place of the secret. */
function cookieOf(word: string, { token }: Secrets): string {
  const pass = { token: token.split("_")[1], role: "operator", name: "Maria", expiresAt: Date.now() + 1e9 };
  const text = Buffer.from(JSON.stringify(pass)).toString("base64url");
  const key = createHmac("sha256", word).update("signalbox cookie").digest();
  const name = createHmac("sha256", key).update("name").digest("base64url").slice(0, 12);
  const signature = createHmac("sha256", key).update(text).digest("base64");
  return `signalbox_${name}=${text}.${encodeURIComponent(signature)}; signalbox-session=${word}`;
}

/** What a word of a copy opens, by itself or in the place of a key's secret part. */
async function opens(word: string, secrets: Secrets): Promise<readonly string[]> {
  const within = (text: string): string => `${text.split("_").slice(0, 2).join("_")}_${word}`;
  const complete = { key: "1", command: "research", intent: "complete", reason: "x", dryRun: true };
  const found: string[] = [];
  for (const text of [word, within(secrets.token), within(secrets.witness)])
    if (await recognizeToken(store, text)) found.push("token");
  for (const text of [word, within(secrets.session)]) if (await recognizeBrowser(store, text)) found.push("session");
  if (await signIn(app, { code: word, from: "", program: "" })) found.push("link");
  for (const claim of [word, `1.${word}`]) {
    if (!isRefusal(await handoff(app, bob, { ...complete, claim }))) found.push("claim");
  }
  if ((await ask({ cookie: cookieOf(word, secrets) })).ok) found.push("cookie");
  return found;
}

async function expectNothingOpens(copy: string, secrets: Secrets): Promise<void> {
  const words = [...new Set(copy.match(/[A-Za-z0-9_.-]{16,}/g))];
  // It is the whole board: its digests are there.
  expect(words.length).toBeGreaterThan(10);
  for (const word of words) expect([word, await opens(word, secrets)]).toEqual([word, []]);
  // What does open the doors opens them: else the tries would show nothing.
  const { token, witness, session, code, claim } = secrets;
  for (const key of [token, witness]) expect(await opens(key, secrets)).toEqual(["token"]);
  expect(await opens(session, secrets)).toEqual(["session"]);
  expect(await opens(code, secrets)).toEqual(["link"]);
  expect(await opens(claim, secrets)).toEqual(["claim"]);
}

const COPIES: Readonly<Record<string, () => Promise<string>>> = {
  "the file and its WAL": () => Promise.resolve(read("board.db") + read("board.db-wal")),
  "a backup": async () => {
    await run("backup", join(folder, "copy.db"));
    return read("copy.db");
  },
  "an export": async () => {
    await run("export", join(folder, "copy.jsonl"));
    return read("copy.jsonl");
  },
};

it.each(Object.keys(COPIES))("%s lets nobody in", async (name) => {
  const secrets = await fill();
  await expectNothingOpens((await COPIES[name]?.()) ?? "", secrets);
});

it("a dump of a board on PostgreSQL, and the copy of its schema, let nobody in", async () => {
  database = await sharedPostgres();
  const board = freshBoard();
  const secrets = await fill(board);
  try {
    const copy = ownBinaries === undefined ? await dump(store.driver, board) : pgDump(ownBinaries, board);
    await expectNothingOpens(copy + (await schemaCopy(board)), secrets);
  } finally {
    await dropBoard(database, board);
  }
});

/** What a migration leaves behind to go back to. */
async function schemaCopy(board: string): Promise<string> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL search_path = "signalbox_${board}"`);
    await keepCopy(client, `signalbox_${board}`, 0);
    await client.query("COMMIT");
  } finally {
    await client.end();
  }
  return dump(store.driver, `${board}_schema_0`);
}

/** The real one; `npm run dumps` says where it is. */
function pgDump(binaries: string, board: string): string {
  const args = ["--schema", `signalbox_${board}`, database];
  const { status, stdout, stderr } = spawnSync(join(binaries, "pg_dump"), args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  expect(stdout).toContain("-- PostgreSQL database dump complete");
  return stdout;
}

function read(name: string): string {
  return readFileSync(join(folder, name), "latin1");
}

async function run(...args: string[]): Promise<void> {
  const { status, stderr } = await runProgram([...args, "--database", database], { env: bareEnv() });
  if (status !== 0) throw new Error(stderr);
}
