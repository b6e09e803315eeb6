// Can anybody stall the server? How fast somebody's calls are answered before, and while others open streams that they do
// not read, ask for the largest answers, send the largest bodies, and write as fast as they can.
//
//   npm run stall -- --seconds 20

import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { issueToken } from "../../../../src/app/keys/tokens.ts";
import { addComment } from "../../../../src/app/tickets/comment.ts";
import { createTicket } from "../../../../src/app/tickets/create.ts";
import { openBoard } from "../../../../src/store/open.ts";
import { HttpServer } from "../../../support/clients/http-server.ts";
import { track } from "../../../support/processes/child.ts";
import { accepted } from "../../../support/worlds/steps.ts";
import { appOn, maria } from "../../../support/worlds/world.ts";
import type { CrowdOrder, CrowdReport } from "./crowd.ts";

export interface StallOptions extends Omit<CrowdOrder, "url" | "viewers" | "agents"> {
  readonly tickets: number;
  readonly seconds: number;
}

export interface StallReport {
  readonly before: Probe;
  readonly during: Probe;
  readonly crowd: CrowdReport;
  /** Megabytes of the server: before, and the most. */
  readonly memory: { readonly before: number; readonly most: number };
  /** Milliseconds of each answer of /healthz, meanwhile. */
  readonly health: readonly number[];
  readonly metrics: string;
}

/** What each call took, by what was called. */
export type Probe = Readonly<Record<string, readonly Took[]>>;

export interface Took {
  readonly ms: number;
  /**
   * How long the server's thread was at work meanwhile, for this call and for others that it served first. Where a machine
   * has other things to do, this says what the server itself is responsible for.
   */
  readonly work: number;
}

/** Between two calls: an agent that is quick, or a person with a dashboard. Somebody who asks for less than their share. */
const PAUSE_MS = 100;
const LONG_TEXT = "A long text. ".repeat(4_800);

export async function stall(options: StallOptions): Promise<StallReport> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-stall-"));
  const database = join(folder, "board.db");
  const keys = await furnish(database, options.tickets);
  const server = await HttpServer.start(database);
  const pid = server.process.pid ?? 0;
  const crowd = track(fork(join(import.meta.dirname, "crowd.ts")));
  try {
    await probe(server.url, pid, keys.honest, 1_000);
    const memory = { before: megabytes(pid), most: 0 };
    const before = await probe(server.url, pid, keys.honest, options.seconds * 1000);
    const { unread, slow, readers, senders, writers } = options;
    crowd.send({
      url: server.url,
      unread,
      slow,
      readers,
      senders,
      writers,
      viewers: keys.viewers,
      agents: keys.agents,
    });
    await once(crowd, "message");
    const health: number[] = [];
    const watching = setInterval(() => {
      memory.most = Math.max(memory.most, megabytes(pid));
      void timed(() => ask(server.url, "GET", "/healthz", {})).then((ms) => health.push(ms));
    }, 250);
    await probe(server.url, pid, keys.honest, 1_000);
    const during = await probe(server.url, pid, keys.honest, options.seconds * 1000);
    clearInterval(watching);
    const metrics = await ask(server.url, "GET", "/metrics", bearer(keys.honest));
    const reported = once(crowd, "message") as Promise<[CrowdReport]>;
    crowd.send("stop");
    const [report] = await reported;
    return { before, during, crowd: report, memory, health, metrics };
  } finally {
    crowd.kill();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

interface Keys {
  readonly honest: string;
  readonly viewers: readonly string[];
  readonly agents: readonly string[];
}

async function furnish(database: string, tickets: number): Promise<Keys> {
  const board = await openBoard({ database, synchronous: "OFF" });
  const app = appOn(board);
  const token = async (role: string): Promise<string> => accepted(await issueToken(app, maria, { role })).token;
  for (let index = 0; index < tickets; index++) {
    const body = index % 10 === 0 ? LONG_TEXT : "Short.";
    const { number } = accepted(await createTicket(app, maria, { title: `Ticket ${index}`, body }));
    if (index % 10 === 0) {
      accepted(await addComment(app, maria, { key: String(number), body: LONG_TEXT.slice(0, 20_000) }));
    }
  }
  const keys = {
    honest: await token("agent"),
    viewers: await Promise.all(Array.from({ length: 10 }, () => token("viewer"))),
    agents: await Promise.all(Array.from({ length: 50 }, () => token("agent"))),
  };
  await board.close();
  return keys;
}

const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

async function probe(url: string, pid: number, key: string, milliseconds: number): Promise<Probe> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: Record<string, Took[]> = {};
  const until = performance.now() + milliseconds;
  for (let turn = 0; performance.now() < until; turn++) {
    const number = (turn % 50) + 2;
    for (const [name, method, path, body] of [
      ["a ticket", "GET", `/api/tickets/${number}`, undefined],
      ["who am I", "GET", "/api/me", undefined],
      ["a comment", "POST", `/api/tickets/${number}/comments`, { body: "A word" }],
      ["the moves", "GET", `/api/tickets/${number}/moves`, undefined],
      ["tickets", "GET", "/api/tickets?limit=20", undefined],
    ] as const) {
      const worked = workOf(pid);
      const ms = await timed(() => ask(url, method, path, bearer(key), body, agent));
      (times[name] ??= []).push({ ms, work: workOf(pid) - worked });
      await sleep(PAUSE_MS);
    }
  }
  agent.destroy();
  return times;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await act();
  return performance.now() - begin;
}

async function ask(
  url: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
  agent?: Agent,
): Promise<string> {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const type = content === undefined ? {} : { "content-type": "application/json", "content-length": content.length };
  const asking = request(`${url}${path}`, { method, agent: agent ?? false, headers: { ...headers, ...type } });
  asking.end(content);
  const [response] = (await once(asking, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response as AsyncIterable<Buffer>) text += chunk.toString();
  if ((response.statusCode ?? 0) >= 400) throw new Error(`${method} ${path}: ${response.statusCode} ${text}`);
  return text;
}

/** Milliseconds that a process' first thread was at work. */
function workOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
}

function megabytes(pid: number): number {
  const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

export function describeStall({ before, during, crowd, memory, health }: StallReport): string {
  const lines = Object.keys(before).map((name) => line(name, before[name] ?? [], during[name] ?? []));
  const [all, then] = [Object.values(before).flat(), Object.values(during).flat()];
  return [
    `${crowd.streams} streams open; ${(crowd.bytes / 1e6).toFixed(0)} MB taken; answers to the crowd:`,
    ...Object.entries(crowd.answers).map(([name, count]) => `  ${name}: ${count}`),
    `memory of the server: ${memory.before} MB before, ${memory.most} MB at most`,
    `/healthz: ${health.length} answers, median ${at(health, 0.5).toFixed(1)} ms, slowest ${at(health, 1).toFixed(1)} ms`,
    "others' calls, before and meanwhile, in milliseconds of the clock, and of the server's own work:",
    ...lines,
    line("all", all, then),
    `goal: slowed by less than half, by the clock: ${verdict("ms", all, then)}; by the server's work: ${verdict("work", all, then)}`,
  ].join("\n");
}

function line(name: string, before: readonly Took[], during: readonly Took[]): string {
  const show = (which: keyof Took): string => {
    const [then, now] = [of(which, before), of(which, during)];
    const spread = (times: readonly number[]): string =>
      `${at(times, 0.5).toFixed(2)} (p95 ${at(times, 0.95).toFixed(1)})`;
    return `${spread(then)} → ${spread(now)}: ${(100 * slowdown(then, now)).toFixed(0)} %`;
  };
  return `  ${name}: ${show("ms")}; ${show("work")}`;
}

function verdict(which: keyof Took, before: readonly Took[], during: readonly Took[]): string {
  return slowdown(of(which, before), of(which, during)) < 0.5 ? "kept" : "MISSED";
}

function of(which: keyof Took, calls: readonly Took[]): readonly number[] {
  return calls.map((call) => call[which]);
}

/** Of the speed, by medians: 0.5 is half as fast. */
function slowdown(before: readonly number[], during: readonly number[]): number {
  return 1 - at(before, 0.5) / at(during, 0.5);
}

function at(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
}

if (process.argv[1] === import.meta.filename) {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "20" },
      tickets: { type: "string", default: "2000" },
      unread: { type: "string", default: "500" },
      slow: { type: "string", default: "200" },
      readers: { type: "string", default: "8" },
      senders: { type: "string", default: "4" },
      writers: { type: "string", default: "50" },
    },
  });
  const options = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]));
  console.log(describeStall(await stall(options as unknown as StallOptions)));
}
