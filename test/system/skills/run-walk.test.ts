// Does following the skills of runs to the letter work? A whole run, led by nothing but the server's answers: calls are
// made as they stand in the texts, documents are read and left where the texts say, and at each clear the agent is
// replaced by one that knows the run's names and nothing else.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { TOOLS } from "../../../src/mcp/all-tools.ts";
import { StdioClient } from "../../support/clients/stdio-client.ts";
import { bareEnv, runProgram } from "../../support/program.ts";
import { RUN_CALLS, RUN_SKILLS, type ShownCall } from "./calls.ts";
import { proseOf, stepsOf, type Step } from "./run-steps.ts";

const RUN = { project: "library", session: "2026-03-02-search" };
const folder = mkdtempSync(join(tmpdir(), "signalbox-run-walk-"));
const database = join(folder, "board.db");
const made = new Set<ShownCall>();
/** Every field that an answer had. */
const fields = new Set<string>();
let client = new StdioClient(database, { SIGNALBOX_AGENT: "walker" });

afterAll(async () => {
  await client.leave();
  rmSync(folder, { recursive: true });
});

interface Task {
  readonly id: string;
  readonly item: number;
  readonly status: string;
}

interface Standing {
  readonly state: string;
  readonly skill: string | null;
  readonly currentItem: number | null;
  readonly currentBatch: number | null;
  readonly items: readonly { readonly number: number }[];
  readonly batches: readonly { readonly tasks: readonly Task[] }[];
}

interface Answer {
  readonly next_skill: string | null;
  readonly params: object;
  readonly action: string;
}

/** An agent with an empty context: what it knows about the run, it has read in this skill. */
class Worker {
  readonly #skill: string;
  readonly #ticket: number;
  #run: Standing | null = null;
  #answer: Answer | null = null;

  constructor(skill: string, ticket: number) {
    this.#skill = skill;
    this.#ticket = ticket;
  }

  async follow(): Promise<Answer> {
    const steps = stepsOf(this.#skill);
    for (const step of steps) {
      expect(this.#answer, "the last thing that a skill does is to say that it is finished").toBeNull();
      if (step.kind === "call") await this.#call(step.call);
      else this.#handle(step);
    }
    return this.#answer ?? expect.fail(`${this.#skill} never said that it is finished`);
  }

  #handle(step: Exclude<Step, { kind: "call" }>): void {
    if (step.kind === "leave") {
      const path = join(folder, this.#filled(step.path, this.#run?.currentItem));
      expect(existsSync(path), `${path} is left once`).toBe(false);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `By ${this.#skill}.\n`);
      return;
    }
    for (const path of step.paths.flatMap((each) => this.#each(each))) {
      expect(existsSync(join(folder, path)), `${path} is there when ${this.#skill} reads it`).toBe(true);
    }
  }

  /** A path with each item's number, or each batch's, where the skill looks at all of them. */
  #each(path: string): readonly string[] {
    const { currentItem, currentBatch, items, batches } = this.#run ?? expect.fail("it has not asked yet");
    if (path.includes("batch-0"))
      return batches.map((_, index) => this.#filled(path).replace("batch-0", `batch-${index}`));
    if (!path.includes("item-1") || currentItem !== null) return [this.#filled(path, currentItem)];
    const tasks = currentBatch === null ? null : (batches[currentBatch]?.tasks ?? []);
    const numbers = tasks?.map(({ item }) => item) ?? items.map(({ number }) => number);
    return numbers.map((number) => this.#filled(path, number));
  }

  async #call(call: ShownCall): Promise<void> {
    if (call.tool === "update_task_status") return this.#workTasks(call);
    if (call.tool === "complete_skill") await this.#handOff(["after", "before"]);
    const answer = await this.#make(call);
    if (call.tool === "get_run") {
      this.#run = answer as unknown as Standing;
      await this.#handOff(["before"]);
    }
    if (call.tool === "complete_skill") this.#answer = answer as unknown as Answer;
  }

  /** While the run names a handoff that is due; only a skill that speaks of them makes any. */
  async #handOff(moments: readonly string[]): Promise<void> {
    if (!RUN_SKILLS.find(({ name }) => name === this.#skill)?.text.includes("`handoffs`")) return;
    for (let times = 0; times < 5; times++) {
      const { handoffs } = (await client.ok("get_run", RUN)) as { handoffs: readonly Record<string, unknown>[] };
      noteFields(handoffs);
      const due = handoffs.find(({ when }) => moments.includes(String(when)));
      if (!due) return;
      const { number, command, intent, to_state } = due;
      await client.ok("handoff_ticket", { number, command, intent, to_state, reason: `By ${this.#skill}` });
    }
    expect.fail(`${this.#skill} has handed off five times, and there is more`);
  }

  /** Both ways to an end for the tasks of a batch: most work out, one does at the second try, one is dropped. */
  async #workTasks(call: ShownCall): Promise<void> {
    const { currentBatch, batches } = this.#run ?? expect.fail("it has not asked yet");
    const tasks = batches[currentBatch ?? -1]?.tasks ?? expect.fail("it has no batch");
    const status = String(call.arguments["status"]);
    for (const { id } of tasks) {
      if (!FATES[status]?.(id)) continue;
      await this.#make(call, id);
      if (status !== "failed") continue;
      // Begun again, as the text says, by the calls that it showed before.
      const [begin, end] = RUN_CALLS.filter(({ skill, tool }) => skill === this.#skill && tool === call.tool);
      if (!begin || !end) expect.fail("it does not show how a task is begun and ended");
      await this.#make(begin, id);
      await this.#make(end, id);
    }
  }

  async #make(call: ShownCall, task = ""): Promise<Record<string, unknown>> {
    const args = this.#filledAll(call.arguments, task) as object;
    made.add(call);
    const answer = await client.call(call.tool, args);
    if (answer.isError) {
      // The one refusal that a text tells to expect: there is no such run yet.
      expect({ skill: this.#skill, said: answer.structuredContent["code"] }).toEqual({
        skill: "collab-start",
        said: "run_not_found",
      });
      return { state: "", skill: null, currentItem: null, currentBatch: null, items: [], batches: [] };
    }
    noteFields(answer.structuredContent);
    expect(answer.structuredContent["warnings"] ?? []).toEqual([]);
    return answer.structuredContent;
  }

  #filled(text: string, item: number | null = null): string {
    const { state = "", currentBatch = null } = this.#run ?? {};
    const named = text.replace("PROJECT", RUN.project).replace("SESSION", RUN.session).replace("STATE", state);
    const batched = currentBatch === null ? named : named.replace("batch-0", `batch-${currentBatch}`);
    return item === null ? batched : batched.replace("item-1/", `item-${item}/`).replace(/^1-/, `${item}-`);
  }

  #filledAll(value: unknown, task: string, key = ""): unknown {
    const item = this.#run?.currentItem ?? null;
    if (value === "TASK") return task;
    if (value === 7) return this.#ticket;
    if (value === 1 && key === "item") return item ?? expect.fail("no item is being worked on");
    if (typeof value === "string") return this.#filled(value, item);
    if (Array.isArray(value)) return value.map((each) => this.#filledAll(each, task));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, this.#filledAll(each, task, name)]));
  }
}

const SECOND_TRY = "1-query";
const DROPPED = "3-elsewhere";
const FATES: Readonly<Record<string, (id: string) => boolean>> = {
  in_progress: (id) => id !== DROPPED,
  completed: (id) => id !== DROPPED && id !== SECOND_TRY,
  failed: (id) => id === SECOND_TRY,
  dropped: (id) => id === DROPPED,
};

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
    const answer = await new Worker(skill, ticket).follow();
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
  expect(RUN_CALLS.filter((call) => !made.has(call))).toEqual([]);
});

it.each(RUN_SKILLS)("finds every field in an answer that $name speaks of", (skill) => {
  const known = new Set([...fields, ...TOOLS.map(({ name }) => name), "run_not_found"]);
  const named = [...proseOf(skill).matchAll(/`([a-z]+(?:_[a-z]+|[A-Z][a-z]+)+|items|batches|params|skill|state)`/g)];
  expect(named.map(([, word = ""]) => word).filter((word) => !known.has(word))).toEqual([]);
  expect(named.length).toBeGreaterThan(0);
});
