// Whatever is called, however: no ticket changes its state but by a decision along the graph.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import type { App } from "../../../src/app/app.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { checkArguments } from "../../../src/mcp/arguments.ts";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { makeRegistry } from "../../../src/mcp/registry.ts";
import { openBoard } from "../../../src/store/open.ts";
import { verifyStore } from "../../../src/store/ledger/verify.ts";
import { agent, appOn, START } from "../../support/worlds/world.ts";
import { checkAnswer, openOffice } from "../../support/clients/desk.ts";
import { anyCall, NEXT_SKILL, type MadeCall } from "./hostile-calls.ts";
import { Watch } from "./watch.ts";
import { toldToAgent } from "../../support/surfaces.ts";

const SEED = 20_261_115;
const WORLDS = 20;
const CALLS_IN_EACH = 500;

const registry = makeRegistry({ prefix: "", toolsets: ["tickets", "decisions", "sessions", "runs"] });

const CHILD = { parent: 1 };

/** What each world begins with: a parent with four children, and five by themselves. */
const FIRST_TICKETS = [{}, CHILD, CHILD, CHILD, CHILD, {}, {}, {}, {}, { estimate: "XS" }].map((fields) => ({
  title: "A ticket",
  ...fields,
}));

interface Told {
  readonly claim?: { readonly token?: string };
  readonly number?: number;
  readonly issue?: { readonly number: number } | null;
  readonly sessionId?: string;
  readonly next_skill?: string | null;
}

/** What a caller has learnt from the answers so far. */
class Memory {
  /** Tokens, each with the ticket that it was given out for. */
  readonly tokens = new Map<string, string>();
  readonly #sessions = new Set<string>();
  readonly #nextSkills = new Map<string, string>();

  /** The call as it is sent: with a token, a session and a skill that were named before, where it wants them. */
  fill({ args, token, session }: MadeCall): Record<string, unknown> {
    const claim = fromTheEnd(this.tokens.keys(), token);
    const sessionId = fromTheEnd(this.#sessions, session);
    return {
      ...args,
      ...(claim === undefined ? {} : { claim }),
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(args["skill"] === NEXT_SKILL ? { skill: this.#nextSkills.get(runOf(args)) ?? "collab-start" } : {}),
    };
  }

  learn(args: Readonly<Record<string, unknown>>, answer: object): void {
    const { claim, number, issue, sessionId, next_skill: next } = answer as Told;
    if (claim?.token !== undefined) this.tokens.set(claim.token, String(number ?? issue?.number));
    if (sessionId !== undefined) this.#sessions.add(sessionId);
    if (typeof next === "string") this.#nextSkills.set(runOf(args), next);
  }

  /** The ticket whose token stands in a call. */
  ticketOf(args: Readonly<Record<string, unknown>>): string | null {
    const { claim } = args;
    return (typeof claim === "string" ? this.tokens.get(claim) : undefined) ?? null;
  }
}

function fromTheEnd(known: Iterable<string>, place: number | null): string | undefined {
  const all = [...known];
  return place === null ? undefined : all[all.length - 1 - (place % Math.max(all.length, 1))];
}

function runOf({ project, session }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([project, session]);
}

async function callInProcess(app: App, tool: string, given: unknown): Promise<{ refused: boolean; answer: object }> {
  const listed = registry.find(tool);
  if (!listed) throw new Error(`there is no ${tool}`);
  const found = await registry.load(listed);
  const checked = checkArguments(found, given);
  if (isRefusal(checked)) return { refused: true, answer: checked };
  const { agent: name } = checked.args as { agent?: string };
  const context = {
    app,
    caller: agent("desk", name || null),
    signal: new AbortController().signal,
    progress: () => {},
  };
  const answer = await found.run(context, checked.args as never);
  if (isRefusal(answer)) {
    checkRefusal(toldToAgent(answer));
    return { refused: true, answer };
  }
  expect(found.output.parse(answer)).toEqual(JSON.parse(JSON.stringify(answer)));
  return { refused: false, answer };
}

/** Every refusal says how to go on, in its words too. */
function checkRefusal(refusal: object): void {
  const { code, error, recovery } = refusal as Record<string, unknown>;
  expect([typeof code, typeof recovery]).toEqual(["string", "string"]);
  expect(recovery).not.toBe("");
  expect(String(error).endsWith(`\nRecovery: ${String(recovery)}`)).toBe(true);
}

function callerIn(args: Readonly<Record<string, unknown>>): string {
  return `desk/${typeof args["agent"] === "string" && args["agent"] !== "" ? args["agent"] : "null"}`;
}

/** Sessions, runs and their tasks have states of their own, which are no ticket's. */
const OWN_STATES: Readonly<Record<string, string>> = {
  handoff_ticket: "to_state",
  update_session_state: "state",
  complete_skill: "state",
  update_task_status: "status",
};

it("has no tool that sets a state, under any name", () => {
  for (const name of ["update_workflow_state", "ralph_hero__update_workflow_state", "set_state", "move_ticket"]) {
    expect(registry.find(name)).toBeUndefined();
  }
  for (const tool of TOOLS.filter((one) => !one.annotations.readOnlyHint)) {
    const taken = ["state", "to_state", "status", "override"].filter((name) => name in tool.input.shape);
    expect([tool.name, ...taken]).toEqual([tool.name, OWN_STATES[tool.name]].filter((name) => name !== undefined));
  }
});

it("moves no ticket past the graph in 10,000 calls of every kind", async () => {
  const calls = fc.sample(anyCall, { seed: SEED, numRuns: WORLDS * CALLS_IN_EACH });
  const accepted = new Map<string, number>();
  const codes = new Set<string>();
  let changes = 0;
  let followed = 0;
  for (let world = 0; world < WORLDS; world++) {
    const folder = mkdtempSync(join(tmpdir(), "signalbox-bypass-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "board.db");
    let now = START;
    const board = await openBoard({ database: file, synchronous: "OFF", clock: () => now });
    const app = appOn(board);
    for (const fields of FIRST_TICKETS) await callInProcess(app, "create_ticket", fields);
    const watch = new Watch(file);
    const memory = new Memory();
    for (const made of calls.slice(world * CALLS_IN_EACH, (world + 1) * CALLS_IN_EACH)) {
      now += made.waitMs;
      const args = memory.fill(made);
      const { refused, answer } = await callInProcess(app, made.tool, args);
      if (refused) codes.add((answer as { code: string }).code);
      else accepted.set(made.tool, (accepted.get(made.tool) ?? 0) + 1);
      memory.learn(args, answer);
      watch.check({ tool: made.tool, args, refused, caller: callerIn(args), tokenOf: memory.ticketOf(args), now });
    }
    const stored = watch.dump();
    for (const token of memory.tokens.keys()) expect(stored).not.toContain(token);
    expect(await verifyStore(board.driver)).toMatchObject({ ok: true });
    changes += watch.changes;
    followed += watch.followed;
    watch.close();
    await board.close();
  }
  // The calls were worth making: every tool was used, tickets moved, and most kinds of refusals were met.
  expect([...accepted.keys()].toSorted()).toEqual(TOOLS.map((tool) => tool.name).toSorted());
  process.stdout.write(`moves: ${changes}, of children with their parent: ${followed}\n`);
  expect(changes).toBeGreaterThan(400);
  expect(followed).toBeGreaterThan(5);
  expect(codes.size).toBeGreaterThan(25);
});

it("moves no ticket past the graph in 800 calls over a real server", async () => {
  const office = openOffice();
  onTestFinished(() => office.close());
  const desk = await office.connect({ SIGNALBOX_AGENT: "desk" });
  for (const fields of FIRST_TICKETS) await desk.ok("create_ticket", fields);
  const watch = new Watch(office.database);
  onTestFinished(() => watch.close());
  const memory = new Memory();
  for (const made of fc.sample(anyCall, { seed: SEED + 1, numRuns: 800 })) {
    const args = memory.fill(made);
    const answer = await desk.client.call(made.tool, args);
    checkAnswer(made.tool, answer);
    expect(answer.structuredContent["code"]).not.toBe("internal_error");
    memory.learn(args, answer.structuredContent);
    const refused = answer.isError === true;
    if (refused) checkRefusal(answer.structuredContent);
    watch.check({
      tool: made.tool,
      args,
      refused,
      caller: callerIn(args),
      tokenOf: memory.ticketOf(args),
      now: Date.now(),
    });
  }
  expect(watch.changes).toBeGreaterThan(15);
  const stored = watch.dump();
  for (const token of memory.tokens.keys()) expect(stored).not.toContain(token);
  const board = await openBoard({ database: office.database });
  onTestFinished(() => board.close());
  expect(await verifyStore(board.driver)).toMatchObject({ ok: true });
});
