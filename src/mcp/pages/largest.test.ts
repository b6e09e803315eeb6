// Every tool on a board that is as full as the limits let it be: no answer is too long, and whoever follows the cursor
// gets all of it, each entry once. The sizes stand in docs/costs.md.

import { join } from "node:path";
import type { ServerContext } from "@modelcontextprotocol/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { follow, MOST_CHARACTERS } from "../../../test/support/pages.ts";
import { makeSqliteWorld } from "../../../test/support/worlds/sqlite-world.ts";
import { accepted, put } from "../../../test/support/worlds/steps.ts";
import { ann, maria, type World } from "../../../test/support/worlds/world.ts";
import { updateRun } from "../../app/runs/update-run.ts";
import { createSession } from "../../app/sessions/create-session.ts";
import { updateSessionState } from "../../app/sessions/update-session-state.ts";
import { addComment } from "../../app/tickets/comment.ts";
import { createTicket } from "../../app/tickets/create.ts";
import { updateTicket } from "../../app/tickets/update.ts";
import { shipped } from "../../workflows/shipped.ts";
import { TOOLS } from "../all-tools.ts";
import { callTool } from "../call-tool.ts";
import { makeRegistry } from "../registry.ts";
import { readResource } from "../resources/read-resource.ts";
import type { McpContext } from "../server.ts";

const SIZES = join(import.meta.dirname, "../../../docs/largest-answers.json");
const ACCEPT =
  "The largest answers have changed. Where that is meant: npx vitest run src/mcp/pages/largest.test.ts --update, then npm run generate";

const CHILDREN = 500;
const LONG = { title: "t".repeat(256), body: "b".repeat(64 * 1024), name: "n".repeat(100) };
/** Each of them takes six characters in an answer. */
const WIDE = { reason: "\u0001".repeat(4 * 1024), label: (index: number) => `${"\u0001".repeat(97)}${100 + index}` };
const RUN = { project: "p".repeat(100), session: "s".repeat(100) };
const taskId = (index: number): string => `${"i".repeat(95)}-${1000 + index}`;

type Fields = Record<string, unknown>;

let world: World;
let context: McpContext;
let sessionId: string;
const sizes: Record<string, { characters: number; pages: number }> = {};

beforeAll(async () => {
  world = await makeSqliteWorld();
  const { app } = world;
  context = {
    version: "0.0.0",
    machine: shipped("ticket"),
    sessions: shipped("session"),
    registry: makeRegistry({ prefix: "", toolsets: ["tickets", "decisions", "sessions", "runs"] }),
    skills: [],
    openApp: () => Promise.resolve(app),
    callerOf: () => ann,
    log: () => {},
  };
  await fillBoard();
  sessionId = accepted(await createSession(app, ann, { ticket: "1" })).sessionId;
  await fillSession(100);
  await fillRun();
}, 120_000);

afterAll(() => world.close());

/** #1 has all that a ticket can have; the others are its children. */
async function fillBoard(): Promise<void> {
  const { app } = world;
  const labels = Array.from({ length: 50 }, (_, index) => WIDE.label(index));
  accepted(await createTicket(app, maria, { title: LONG.title, body: LONG.body, labels, priority: "P0" }));
  for (let index = 0; index < CHILDREN; index++) {
    accepted(await createTicket(app, maria, { title: LONG.title, parent: "1", estimate: "XS" }));
  }
  for (let index = 0; index < 150; index++) accepted(await createTicket(app, maria, { title: LONG.title }));
  const outside = Array.from({ length: 150 }, (_, index) => String(CHILDREN + 2 + index));
  for (const addBlockers of [outside.slice(0, 100), outside.slice(100)]) {
    accepted(await updateTicket(app, maria, { key: "1", addBlockers }));
  }
  for (let index = 0; index < 120; index++) {
    accepted(await addComment(app, ann, { key: "1", body: `${index} ${"c".repeat(index % 40 === 0 ? 65_000 : 500)}` }));
  }
  // Half of them a person has to move.
  for (let key = 2; key < 2 + CHILDREN / 2; key++) await put(world, String(key), "Human Needed");
  await put(world, "1", "Ready for Plan");
}

async function fillSession(entries: number): Promise<void> {
  const files = Array.from({ length: 150 }, (_, index) => `${"f".repeat(100)}${index}`);
  for (let index = 0; index < entries; index++) {
    const state = index % 2 === 0 ? "implementing" : "testing";
    accepted(await updateSessionState(world.app, ann, { sessionId, state, metadata: { files, index } }));
  }
}

async function fillRun(): Promise<void> {
  const items = Array.from({ length: 200 }, (_, index) => ({ number: index + 1, title: LONG.title, type: "code" }));
  const tasks = Array.from({ length: 1000 }, (_, index) => ({
    id: taskId(index),
    item: 1 + (index % 200),
    dependsOn: index < 900 ? [] : [taskId(index - 900)],
    files: [`${"f".repeat(200)}${index}`],
    description: "d".repeat(index === 0 ? 15_000 : 200),
  }));
  accepted(await updateRun(world.app, ann, { ...RUN, items, tasks }));
}

async function call(name: string, args: object): Promise<{ text: string; isError: boolean; structured: Fields }> {
  const request = { mcpReq: { signal: new AbortController().signal, notify: () => Promise.resolve() } };
  const { content, isError, structuredContent } = await callTool(
    context,
    "test",
    { name, arguments: args as Fields },
    request as unknown as ServerContext,
  );
  const [first] = content ?? [];
  const text = first?.type === "text" ? first.text : "";
  return { text, isError: isError ?? false, structured: structuredContent as Fields };
}

/** All pages of one call, measured. */
async function measured(name: string, args: object): Promise<Fields> {
  const { whole, pages, largest } = await follow(async (cursor) => {
    const answer = await call(name, { ...args, ...(cursor === undefined ? {} : { cursor }) });
    if (answer.isError) throw new Error(`${name}: ${answer.text}`);
    expect(JSON.parse(answer.text)).toEqual(answer.structured);
    return answer.text;
  });
  sizes[name] = {
    characters: Math.max(largest, sizes[name]?.characters ?? 0),
    pages: Math.max(pages, sizes[name]?.pages ?? 0),
  };
  expect(largest).toBeLessThan(MOST_CHARACTERS);
  return whole;
}

/** What the tool answers before it is cut into pages. */
async function unpaged(name: string, args: object): Promise<unknown> {
  const tool = TOOLS.find((one) => one.name === name);
  const own = { app: world.app, caller: ann, signal: new AbortController().signal, progress: () => {} };
  return JSON.parse(JSON.stringify(await tool?.run(own, args as never)));
}

const READS: readonly [string, () => object][] = [
  ["get_ticket", () => ({ number: 1 })],
  ["get_session", () => ({ sessionId })],
  ["get_session", () => ({})],
  ["get_run", () => RUN],
  ["detect_pipeline_position", () => ({ number: 1 })],
  ["check_convergence", () => ({ number: 1, targetState: "In Review" })],
];

describe("on a full board", () => {
  it.each(READS)("%s gives all of its answer out, page by page", async (name, args) => {
    expect(await measured(name, args())).toEqual(await unpaged(name, args()));
    expect(sizes[name]?.pages).toBeGreaterThan(1);
  });

  it("list_tickets names every ticket once", async () => {
    const { tickets } = (await measured("list_tickets", { limit: 100 })) as { tickets: { number: number }[] };
    expect(tickets.map(({ number }) => number)).toEqual(
      Array.from({ length: CHILDREN + 151 }, (_, index) => index + 1),
    );
  });

  it("advance_children moves each child once, and names each once", async () => {
    const { advanced, skipped, errors } = (await measured("advance_children", {
      number: 1,
      targetState: "Ready for Plan",
    })) as Record<string, { number: number }[]>;
    expect(errors).toEqual([]);
    const numbers = [...(advanced ?? []), ...(skipped ?? [])].map(({ number }) => number);
    expect(advanced).toHaveLength(CHILDREN / 2);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: CHILDREN }, (_, index) => index + 2));
    const moves = await world.board.ledger.history({ type: "ticket", key: String(CHILDREN) }, 100);
    expect(moves.filter(({ kind }) => kind === "propagate")).toHaveLength(1);
  });

  it("pick_actionable_issue gives the whole description, and takes the ticket once", async () => {
    const { number } = accepted(
      await createTicket(world.app, maria, { title: LONG.title, body: LONG.body, priority: "P0", estimate: "XS" }),
    );
    await put(world, String(number), "Research Needed");
    const args = {
      workflowState: "Research Needed",
      claim: true,
      command: "research",
      reason: "go",
    };
    const { issue, found } = (await measured("pick_actionable_issue", args)) as { issue: Fields; found: boolean };
    expect([found, issue["number"], issue["description"] === LONG.body]).toEqual([true, number, true]);
    const rows = await world.board.ledger.history({ type: "ticket", key: String(number) }, 100);
    expect(rows.filter(({ kind, data }) => kind === "move" && data["intent"] === "lock")).toHaveLength(1);
  });

  it("a cursor never makes a call act again", async () => {
    const numbers: number[] = [];
    for (let index = 0; index < 2; index++) {
      const fields = { title: LONG.title, body: LONG.body, priority: "P0", estimate: "XS" };
      numbers.push(accepted(await createTicket(world.app, maria, fields)).number);
      await put(world, String(numbers[index]), "Research Needed");
    }
    const args = { workflowState: "Research Needed", claim: true, command: "research", reason: "go" };
    const { structured } = await call("pick_actionable_issue", args);
    const position = JSON.parse(Buffer.from(String(structured["cursor"]), "base64url").toString()) as Fields;
    const forged = Buffer.from(JSON.stringify({ ...position, request: "another" })).toString("base64url");
    const before = await world.board.ledger.head();
    const answer = await call("pick_actionable_issue", { ...args, cursor: forged });
    expect(answer.structured).toMatchObject({ code: "invalid_cursor" });
    expect(await world.board.ledger.head()).toEqual(before);
  });

  it("update_run and update_task_status give out every task's id", async () => {
    const tasks = [{ id: taskId(0), description: "another" }];
    const { batches } = (await measured("update_run", { ...RUN, tasks })) as { batches: string[][] };
    expect(batches.map((batch) => batch.length)).toEqual([900, 100]);
    expect(new Set(batches.flat()).size).toBe(1000);
    const set = { ...RUN, task: taskId(1), status: "in_progress" };
    const { unfinished } = (await measured("update_task_status", set)) as { unfinished: string[] };
    expect(new Set(unfinished).size).toBe(900);
  });

  it("the other tools' answers are short, or cut", async () => {
    const all = { agent: LONG.name, request_id: LONG.name };
    const short = async (name: string, args: object): Promise<Fields> => {
      const { text, isError, structured } = await call(name, { ...all, ...args });
      if (isError) throw new Error(`${name}: ${text}`);
      expect(text.length).toBeLessThan(MOST_CHARACTERS);
      sizes[name] = { characters: text.length, pages: 1 };
      return structured;
    };
    const number = CHILDREN + 10;
    await short("create_ticket", { title: WIDE.reason.slice(0, 256), body: LONG.body });
    await short("update_ticket", {
      number,
      body: LONG.body,
      addBlockedBy: Array.from({ length: 100 }, (_, i) => CHILDREN + 20 + i),
    });
    await short("add_comment", { number, body: LONG.body });
    await short("handoff_ticket", { number, command: "triage", to_state: "Research Needed", reason: WIDE.reason });
    await short("handoff_ticket", {
      number,
      command: "research",
      intent: "lock",
      reason: WIDE.reason,
      request_id: "2",
    });
    await short("release_claim", { number, reason: WIDE.reason });
    const opened = await short("create_ralph_session", { ticket: number });
    const own = { sessionId: opened["sessionId"], metadata: { note: "m".repeat(16_000) } };
    await short("update_session_state", { ...own, state: "testing" });
    await short("complete_ralph_session", { ...own, outcome: "failure", error: "e".repeat(200) });
    await short("complete_skill", { ...RUN, skill: "collab-start" });
  });

  it("every tool was measured, and docs/costs.md has the sizes", async () => {
    const names = TOOLS.map(({ name }) => name);
    expect(Object.keys(sizes).toSorted()).toEqual(names.toSorted());
    // Rounded up: a field more or less is no news.
    const rounded = (name: string): object => ({
      ...sizes[name],
      characters: Math.ceil((sizes[name]?.characters ?? 0) / 1000) * 1000,
    });
    const table = Object.fromEntries(names.map((name) => [name, rounded(name)]));
    await expect(`${JSON.stringify(table, null, 2)}\n`, ACCEPT).toMatchFileSnapshot(SIZES);
  });

  it.each([
    () => "signalbox://board",
    () => "signalbox://ticket/1",
    () => `signalbox://session/${sessionId}`,
    () => `signalbox://run/${RUN.project}/${RUN.session}`,
  ])("a resource comes in pages too: %#", async (uri) => {
    const { largest } = await follow(async (cursor) => {
      const at = cursor === undefined ? uri() : `${uri()}?cursor=${cursor}`;
      const [content] = (await readResource(world.app, at)).contents;
      return content && "text" in content ? content.text : "";
    });
    expect(largest).toBeLessThan(MOST_CHARACTERS);
    await expect(readResource(world.app, `${uri()}?cursor=x`)).rejects.toThrow(/cursor does not fit[^]*Recovery:/);
  });

  it("a refusal with a long list is cut, and says how much", async () => {
    const { text, isError, structured } = await call("complete_skill", { ...RUN, skill: LONG.body });
    expect(isError).toBe(true);
    expect(text.length).toBeLessThan(MOST_CHARACTERS);
    expect(JSON.stringify(structured).length).toBeLessThan(MOST_CHARACTERS);
    const cursor = await call("get_ticket", { number: 1, cursor: "x" });
    expect(cursor.structured).toMatchObject({ code: "invalid_cursor", error: expect.stringContaining("Recovery:") });
  });
});
