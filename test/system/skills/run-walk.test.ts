// Does following the skills of runs to the letter work? A whole run, led by nothing but the server's answers: calls are
// made as they stand in the texts, documents are read and left where the texts say, and at each clear the agent is
// replaced by one that knows the run's names and nothing else.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { bareEnv, runProgram } from "../../support/program.ts";
import { RUN_CALLS, RUN_SKILLS } from "./calls.ts";
import { followSkill, type Act, type Answer, type Outcome } from "./run-agent.ts";
import { proseOf } from "./run-steps.ts";

const RUN = { project: "library", session: "2026-03-02-search" };
const folder = mkdtempSync(join(tmpdir(), "signalbox-run-walk-"));
const database = join(folder, "board.db");
/** The calls that skills show and that were made. */
const made = new Set<string>();
/** Every field that an answer had. */
const fields = new Set<string>();
let client = new StdioClient(database, { SIGNALBOX_AGENT: "walker" });

afterAll(async () => {
  await client.leave();
  rmSync(folder, { recursive: true });
});

/** An agent with an empty context: what it knows about the run, it has read in this skill, as the server gives it. */
async function follow(name: string, ticket: number): Promise<Answer> {
  const { result } = await client.request("prompts/get", { name });
  const { messages } = result as unknown as { messages: readonly [{ readonly content: { readonly text: string } }] };
  const agent = followSkill(
    { name, text: messages[0].content.text },
    { ...RUN, words: "Make the search better.", ticket },
  );
  let wants = agent.next();
  while (!wants.done) wants = agent.next(await carryOut(wants.value, name));
  return wants.value;
}

async function carryOut(act: Act, skill: string): Promise<Outcome> {
  switch (act.does) {
    case "call":
      return call(act);
    case "read": {
      const file = join(folder, act.path);
      expect(existsSync(file), `${act.path} is there when ${skill} reads it`).toBe(true);
      return { text: readFileSync(file, "utf8") };
    }
    case "leave": {
      const file = join(folder, act.path);
      expect(existsSync(file), `${act.path} is left once`).toBe(false);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, act.text);
      return {};
    }
    case "build":
      return {};
    case "wait":
      return expect.fail(`nobody else is at work: ${act.note}`);
  }
}

async function call({ tool, arguments: args, shown }: Act & { does: "call" }): Promise<Outcome> {
  if (shown) made.add(JSON.stringify(shown));
  const { isError = false, structuredContent: answer } = await client.call(tool, args);
  if (isError) return { refused: true, text: String(answer["error"]) };
  noteFields(answer);
  expect(answer["warnings"] ?? []).toEqual([]);
  return { answer };
}

function noteFields(value: unknown): void {
  if (Array.isArray(value)) for (const each of value) noteFields(each);
  else if (typeof value === "object" && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      fields.add(name);
      noteFields(inner);
    }
  }
}

function filesIn(path: string): readonly string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length + 1))
    .toSorted();
}

/** A person says yes to the plan. */
async function approve(ticket: number): Promise<void> {
  const args = ["move", String(ticket), "--to", "In Progress", "--reason", "Good.", "--database", database];
  expect(await runProgram(args, { env: bareEnv() })).toMatchObject({ status: 0 });
}

it("leads a run of a code item, a task and a bugfix from its start to its end", async () => {
  await client.initialize();
  const { number } = await client.ok("create_ticket", { title: "Search by author" });
  const ticket = Number(number);
  const visited: string[] = [];
  let clears = 0;
  for (let skill: string | null = "collab-start"; skill !== null && visited.length < 100;) {
    const answer = await follow(skill, ticket);
    visited.push(skill);
    if (skill === "ready-to-implement") await approve(ticket);
    if (answer.action === "clear") clears++;
    else if (answer.next_skill !== null) {
      // A clear is over: whoever goes on asks, and hears the same. Once in between it is another process, too.
      if (clears === 5) {
        await client.leave();
        client = new StdioClient(database, { SIGNALBOX_AGENT: "walker" });
        await client.initialize();
      }
      expect(await client.ok("get_run", RUN)).toMatchObject({ skill: answer.next_skill, params: answer.params });
    }
    skill = answer.next_skill;
  }

  expect(new Set(visited)).toEqual(new Set(RUN_SKILLS.map(({ name }) => name)));
  expect(visited.filter((skill) => skill === "collab-clear")).toHaveLength(clears);
  const run = await client.ok("get_run", RUN);
  expect(run).toMatchObject({
    done: true,
    totalItems: 3,
    documentedItems: 3,
    pendingTasks: [],
    inProgressTasks: [],
    failedTasks: 0,
    completedTasks: ["1-index", "1-query", "1-page", "2-text", "2-links", "3-repair"],
    droppedTasks: ["3-elsewhere"],
    items: [
      { type: "code", ticket: String(ticket) },
      { type: "task", ticket: null },
      { type: "bugfix", ticket: null },
    ],
  });
  // By handoffs alone: the run moved nothing.
  expect(await client.ok("get_ticket", { number: ticket })).toMatchObject({
    state: "In Review",
    comments: expect.arrayContaining([
      { author: expect.anything(), createdAt: expect.anything(), body: expect.stringContaining("Done on branch") },
    ]),
    runs: [{ ...RUN, done: true, item: 1, tasks: [{ id: "1-index" }, { id: "1-query" }, { id: "1-page" }] }],
  });
});

it("leaves each document where the skills say, and nothing else", () => {
  const brainstormed = ["clarifying", "designing", "exploring", "plan", "validating"];
  const drafted = ["interface", "pseudocode", "skeleton", "tasks"];
  expect(filesIn(join(folder, "docs/runs", RUN.session))).toEqual(
    [
      "run",
      "goals",
      "ready",
      "summary",
      ...[0, 1, 2, 3].map((index) => `batch-${index}`),
      ...[...brainstormed, ...drafted].map((name) => `item-1/${name}`),
      ...brainstormed.map((name) => `item-2/${name}`),
      "item-3/plan",
    ]
      .map((name) => `${name}.md`)
      .toSorted(),
  );
});

it("makes every call that a skill of runs shows", () => {
  expect(RUN_CALLS.filter((shown) => !made.has(JSON.stringify(shown)))).toEqual([]);
});

it.each(RUN_SKILLS)("finds every field in an answer that $name speaks of", (skill) => {
  const known = new Set([...fields, ...TOOLS.map(({ name }) => name), "run_not_found"]);
  const named = [...proseOf(skill).matchAll(/`([a-z]+(?:_[a-z]+|[A-Z][a-z]+)+|items|batches|params|skill|state)`/g)];
  expect(named.map(([, word = ""]) => word).filter((word) => !known.has(word))).toEqual([]);
  expect(named.length).toBeGreaterThan(0);
});
