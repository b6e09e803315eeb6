// Where a sequence is played: a real board, agents that call its tools, people, and a clock that is moved.

import type { App, Caller as AppCaller } from "../../src/app/app.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { callTool } from "../../src/mcp/call-tool.ts";
import { makeRegistry } from "../../src/mcp/registry.ts";
import { answerResult } from "../../src/mcp/results.ts";
import type { McpContext } from "../../src/mcp/server.ts";
import type { Driver } from "../../src/store/driver.ts";
import type { Answer, Args, Caller } from "./checker/call.ts";
import { readRow, type Row } from "./checker/row.ts";

export interface Stage {
  /** Every agent is at work in a process of its own, which others can see. */
  readonly served?: true;
  /** As whom the ledger knows a caller here; absent: as itself. */
  readonly seat?: (caller: Caller) => Caller;
  now(): Promise<number>;
  pass(ms: number): Promise<void>;
  call(caller: Caller, tool: string, args: Args): Promise<Answer>;
  /** Somebody writes a state into the board by hand. */
  typeState(caller: Caller, key: string, state: string | null): Promise<void>;
  rows(after: number): Promise<readonly Row[]>;
  close(): Promise<void>;
}

/** What a test may spoil, to see that it is found out. */
export interface Fault {
  readonly app?: (app: App) => App;
  readonly caller?: (caller: AppCaller, tool: string) => AppCaller;
  readonly args?: (args: Args, tool: string) => Args;
}

/** A board in this process: agents call the tools as a server does, people call the verbs. */
export interface Place {
  readonly app: App;
  readonly driver: Driver;
  readonly pass: (ms: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

const REGISTRY = makeRegistry({ prefix: "", toolsets: ["tickets", "decisions", "sessions", "runs"] });

export function stageOn(place: Place, fault: Fault = {}): Stage {
  const app = fault.app?.(place.app) ?? place.app;
  return {
    now: () => place.app.board.now(),
    pass: place.pass,
    call: (caller, tool, args) => callHere(app, caller, tool, args, fault),
    typeState: (caller, key, state) => typeState(place.app, caller, key, state),
    rows: (after) => rowsIn(place.driver, after),
    close: place.close,
  };
}

export async function callHere(
  app: App,
  caller: Caller,
  tool: string,
  given: Args,
  fault: Fault = {},
): Promise<Answer> {
  const args = fault.args?.(given, tool) ?? given;
  const as = fault.caller?.(appCaller(caller), tool) ?? appCaller(caller);
  if (caller.who === null && tool === "handoff_ticket") {
    const { number, to_state: toState, reason } = args as { number: number; to_state: string; reason: string };
    return answerOf(answerResult(await handoff(app, as, { key: String(number), toState, reason })));
  }
  const context = { registry: REGISTRY, openApp: async () => app, callerOf: () => as, log } as unknown as McpContext;
  const request = { mcpReq: { signal: new AbortController().signal, notify: async () => undefined } } as never;
  return answerOf(await callTool(context, "search", { name: tool, arguments: { ...args } }, request));
}

export function answerOf(result: {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
}): Answer {
  const content = (result.structuredContent ?? {}) as Readonly<Record<string, unknown>>;
  const refused = result.isError === true;
  return { refused, code: refused ? String(content["code"]) : null, content };
}

/** A name that was made up for a connection is another one tomorrow. */
const MADE_UP = { unnamed: true } as const;

function appCaller({ who, person, operator, commands, via, stable }: Caller): AppCaller {
  if (who === null) return { actor: { kind: "person", name: person ?? "", override: operator }, via, proof: "key" };
  const { connection, agent } = who;
  const actor = { kind: "agent", identity: { connection, agent }, ...(commands ? { commands } : {}) } as const;
  return { actor, via, ...(stable ? {} : MADE_UP) };
}

export async function typeState(
  { board, newId }: App,
  { person, via }: Caller,
  key: string,
  state: string | null,
): Promise<void> {
  const ticket = await board.tickets.get(key);
  if (!ticket) return;
  await board.commit({
    id: newId(),
    checks: [],
    entries: [
      {
        kind: "edit",
        subject: { type: "ticket", key },
        by: { person: person ?? "", via },
        data: {},
        changes: [{ table: "ticket", key: { key }, set: { state, version: ticket.version + 1 } }],
      },
    ],
  });
  // A board elsewhere is looked at: what the look makes of it belongs to what was typed, and not to the next call.
  await board.tickets.get(key);
}

export async function rowsIn(driver: Driver, after: number): Promise<readonly Row[]> {
  const found = await driver.all("SELECT seq, at, payload FROM ledger WHERE seq > ? ORDER BY seq", [after]);
  return found.map(({ seq, at, payload }) => readRow(Number(seq), Number(at), String(payload)));
}

/** A call that fails in the program is a finding, and no refusal. */
function log(line: Record<string, unknown>): void {
  if (line["level"] === "error") throw new Error(String(line["error"]));
}
