// A writer is killed at random moments, again and again; nothing that it was told may be missing afterwards, and nothing
// may be there by half. By hand: node test/system/processes/kill.ts --times 200 --engine sqlite

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { openStore } from "../../support/processes/app.ts";
import { audit, type LedgerEntry } from "../../support/processes/audit.ts";
import { track } from "../../support/processes/child.ts";
import { freshPlace, type Address, type Engine } from "../../support/processes/place.ts";
import type { Acknowledged } from "./writer.ts";

export interface KillReport {
  readonly breaches: readonly string[];
  readonly kills: number;
  readonly acknowledged: number;
  readonly rows: number;
  /** Rows that were written and never acknowledged: the killed one was between the two. */
  readonly unheard: number;
}

const WRITERS = 2;
/** Long enough for a checkpoint of the WAL to be among what is interrupted. */
const LONGEST_LIFE_MS = 300;

export async function killAgainAndAgain(engine: Engine, times: number): Promise<KillReport> {
  const place = await freshPlace(engine);
  const breaches: string[] = [];
  const heard: Acknowledged[] = [];
  let rows = 0;
  try {
    for (let round = 0; round < times; round++) {
      const said = await Promise.all(
        Array.from({ length: WRITERS }, (_, index) => writeAndDie(named(engine, place.address), moment(round, index))),
      );
      if (engine === "postgres") await untilTheServerHasNoticed(place.address);
      for (const one of said) {
        if (one.complaint !== "") breaches.push(`round ${round}: ${one.complaint}`);
        heard.push(...one.acknowledged);
      }
      const checked = await lookAfter(engine, place.address);
      breaches.push(...checked.problems.map((problem) => `round ${round}: ${problem}`));
      breaches.push(...missing(heard, checked.entries).map((problem) => `round ${round}: ${problem}`));
      rows = checked.rows;
      if (breaches.length > 0) break;
    }
  } finally {
    await place.remove();
  }
  return { breaches, kills: times * WRITERS, acknowledged: heard.length, rows, unheard: rows - heard.length };
}

/** What a writer has done at least when its last moments begin. */
type Moment = "opening" | "open" | "acknowledged";

/** In every round somebody has been told something: with nothing acknowledged there is nothing that could be lost. */
function moment(round: number, index: number): Moment {
  if (index === 0) return "acknowledged";
  return round % 10 === 0 ? "opening" : "open";
}

async function writeAndDie(
  address: Address,
  from: Moment,
): Promise<{ acknowledged: Acknowledged[]; complaint: string }> {
  const script = join(import.meta.dirname, "writer.ts");
  const writer = track(
    spawn(process.execPath, [script, JSON.stringify(address)], { stdio: ["ignore", "pipe", "pipe"] }),
  );
  const gone = once(writer, "close");
  const lines: unknown[] = [];
  const begun = Promise.withResolvers<void>();
  createInterface({ input: writer.stdout }).on("line", (line) => {
    const what: unknown = JSON.parse(line);
    lines.push(what);
    if (what === from || typeof what === "object") begun.resolve();
  });
  let complaint = "";
  writer.stderr.on("data", (data) => (complaint += String(data)));
  await Promise.race([begun.promise, gone]);
  await Promise.race([sleep(Math.random() * (from === "opening" ? 30 : LONGEST_LIFE_MS)), gone]);
  writer.kill("SIGKILL");
  await gone;
  return { acknowledged: lines.filter((line) => typeof line === "object") as Acknowledged[], complaint };
}

/** The same place, with the board's name on each connection to PostgreSQL. */
function named(engine: Engine, address: Address): Address {
  if (engine === "sqlite") return address;
  const url = new URL(address.database);
  url.searchParams.set("application_name", String(address.board));
  return { ...address, database: url.href };
}

/** PostgreSQL finishes the statement that a killed writer had sent. An audit that reads before that sees half of it. */
async function untilTheServerHasNoticed({ database, board }: Address): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    const left = "SELECT 1 FROM pg_stat_activity WHERE application_name = $1";
    while ((await client.query(left, [board])).rows.length > 0) await sleep(5);
  } finally {
    await client.end();
  }
}

async function lookAfter(
  engine: Engine,
  address: Address,
): Promise<{ problems: string[]; rows: number; entries: ReadonlyMap<number, LedgerEntry> }> {
  const store = await openStore(address);
  try {
    const { problems, rows, entries } = await audit(store);
    const verdict = await verifyStore(store.driver);
    const all = [...problems, ...(verdict.ok ? [] : [verdict.problem.detail])];
    if (engine === "sqlite") all.push(...integrityOf(address.database));
    return { problems: all, rows, entries };
  } finally {
    await store.close();
  }
}

function integrityOf(file: string): string[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const rows = db.prepare("PRAGMA integrity_check").all();
    return rows.map((row) => String(row["integrity_check"])).filter((line) => line !== "ok");
  } finally {
    db.close();
  }
}

/** What was acknowledged, and is not in the ledger as it was said. */
function missing(heard: readonly Acknowledged[], entries: ReadonlyMap<number, LedgerEntry>): string[] {
  const written = new Map<string, number>();
  for (const { kind, key, from, to } of entries.values()) count(written, nameOf(kind, key, from, to));
  const told = new Map<string, number>();
  for (const { kind, key, from, to, seq } of heard) {
    count(told, nameOf(kind, key, from, to));
    if (seq !== null && entries.get(seq)?.key !== key) told.set(`row ${seq} of ${key}`, Infinity);
  }
  return [...told].filter(([name, times]) => times > (written.get(name) ?? 0)).map(([name]) => `lost: ${name}`);
}

function nameOf(kind: string, key: string, from: unknown, to: unknown): string {
  const origin = kind === "move" || kind === "propagate" ? String(from) : "";
  return `${kind} ${key} ${origin} → ${String(to)}`;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: { times: { type: "string", default: "200" }, engine: { type: "string", default: "sqlite" } },
  });
  const engine: Engine = values.engine === "postgres" ? "postgres" : "sqlite";
  const report = await killAgainAndAgain(engine, Math.ceil(Number(values.times) / WRITERS));
  for (const breach of report.breaches) console.error(breach);
  console.log(
    `${engine}: ${report.kills} kills, ${report.acknowledged} acknowledged, ${report.rows} rows in the ledger, ` +
      `${report.unheard} of them written and never acknowledged, ${report.breaches.length} breaches`,
  );
  if (report.breaches.length > 0) process.exitCode = 1;
}
