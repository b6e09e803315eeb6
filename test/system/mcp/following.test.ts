import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { viewRun } from "../../../src/app/runs/view-run.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { tell } from "../../../src/engine/surfaces/tell.ts";
import { checkArguments } from "../../../src/mcp/arguments.ts";
import { makeRegistry } from "../../../src/mcp/registry.ts";
import { answerResult } from "../../../src/mcp/results.ts";
import type { ToolAnswer } from "../../support/clients/stdio-client.ts";
import { makeSqliteWorld } from "../../support/worlds/sqlite-world.ts";
import { ann, type World } from "../../support/worlds/world.ts";

let world: World;

beforeAll(async () => {
  world = await makeSqliteWorld();
});

afterAll(() => world.close());

const { find, load } = makeRegistry({ prefix: "", toolsets: ["runs"] });

interface ToolCall {
  readonly tool: string;
  readonly args: Record<string, unknown>;
}

/** As a server answers it. */
async function call({ tool: name, args }: ToolCall): Promise<ToolAnswer> {
  const listed = find(name);
  if (!listed) throw new Error(`there is no ${name}`);
  const tool = await load(listed);
  const checked = checkArguments(tool, args);
  if (isRefusal(checked)) throw new Error(tell(checked, "mcp").error);
  const context = { app: world.app, caller: ann, signal: new AbortController().signal, progress: () => {} };
  return answerResult(await tool.run(context, checked.args as never)) as ToolAnswer;
}

/** Everything that chance decides; when it has no more to say, the first of all choices is taken. */
class Chance {
  readonly #numbers: Iterator<number>;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers.values();
  }

  roll(sides: number): number {
    return (this.#numbers.next().value ?? 0) % sides;
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.roll(choices.length)];
    if (chosen === undefined) throw new Error("nothing to choose from");
    return chosen;
  }
}

/**
 * An agent that knows nothing of any workflow: it has its run's name, goes on with the skill that it is told, and does
 * the calls that the text of a refusal names.
 */
class Agent {
  readonly #run: object;
  readonly #chance: Chance;
  #made = 0;
  /** What it holds in its head, and loses when it is started again. */
  #skill: string | null = null;
  finished = false;

  constructor(run: object, chance: Chance) {
    this.#run = run;
    this.#chance = chance;
  }

  forget(): void {
    this.#skill = null;
  }

  async turn(): Promise<void> {
    if (this.#skill === null) await this.#findOut();
    else await this.#take({ tool: "complete_skill", args: { skill: this.#skill } });
  }

  /** Asks; or says that it has finished anything at all, and sees what it is told. */
  async #findOut(): Promise<void> {
    const word = this.#chance.pick(["", "collab-clear", "something", "executing-plans"]);
    await this.#take(word === "" ? { tool: "get_run", args: {} } : { tool: "complete_skill", args: { skill: word } });
  }

  async #take({ tool, args }: ToolCall): Promise<void> {
    const answer = await call({ tool, args: { ...this.#run, ...args } });
    const { next_skill: next, skill, done, recovery } = answer.structuredContent;
    if (answer.isError) await this.#follow(String(recovery));
    else if (done === true) this.finished = true;
    else if (tool === "complete_skill" || tool === "get_run") this.#skill = String(next ?? skill);
  }

  async #follow(recovery: string): Promise<void> {
    if (recovery.startsWith("Nothing is left to do here")) {
      this.finished = true;
      return;
    }
    const [text = "", ...steps] = recovery.split("\n- ");
    for (const step of steps) {
      const calls = this.#callsIn(step);
      // A step that names no call says how many more there are: they are told the next time.
      if (calls.length > 0) await this.#take(this.#chance.pick(calls));
    }
    const calls = this.#callsIn(text);
    if (calls.length === 0 && steps.length === 0) throw new Error(`no way on: ${recovery}`);
    const change = calls.find(({ tool }) => tool !== "complete_skill");
    if (change) await this.#take(change);
    const named = calls.find(({ tool }) => tool === "complete_skill");
    if (named) this.#skill = String(named.args["skill"]);
  }

  /** The calls that a text names, in its order, with what it leaves open filled in. */
  #callsIn(text: string): readonly ToolCall[] {
    const found: { readonly at: number; readonly call: ToolCall }[] = [];
    const note = (pattern: RegExp, toCall: (...words: string[]) => ToolCall): void => {
      for (const match of text.matchAll(pattern)) found.push({ at: match.index, call: toCall(...match.slice(1)) });
    };
    note(/complete_skill with skill "([^"]+)"/g, (skill) => ({ tool: "complete_skill", args: { skill } }));
    note(/update_task_status with task "([^"]+)" and status "([^"]+)"/g, (task, status) => ({
      tool: "update_task_status",
      args: { task, status, ...(text.includes("and a reason") ? { reason: "It is told so." } : {}) },
    }));
    note(/update_task_status with task "([^"]+)" and status "[^"]+" \(or "([^"]+)"\)/g, (task, status) => ({
      tool: "update_task_status",
      args: { task, status },
    }));
    note(/update_run(?: with|,) items \[\{ number: (\d+)(?:, title)?, type: ([^}]+) \}\]/g, (number, types) => ({
      tool: "update_run",
      args: { items: this.#newItems(Number(number), types) },
    }));
    note(/update_run with tasks \[\{ id, dependsOn: \[\], files: \[\], item: (\d+) \}\]/g, (item) => ({
      tool: "update_run",
      args: { tasks: this.#newTasks(Number(item)) },
    }));
    note(/update_run, tasks \[\{ id: "([^"]+)", dependsOn: \[([^\]]*)\] \}\]/g, (id, ids) => ({
      tool: "update_run",
      args: { tasks: [{ id, dependsOn: quotedIn(ids) }] },
    }));
    return found.toSorted((a, b) => a.at - b.at).map((one) => one.call);
  }

  #newItems(first: number, types: string): readonly object[] {
    const count = 1 + this.#chance.roll(3);
    return Array.from({ length: count }, (_, index) => ({
      number: first + index,
      title: `Item ${first + index}`,
      type: this.#chance.pick(quotedIn(types)),
    }));
  }

  #newTasks(item: number): readonly object[] {
    const ids = Array.from({ length: 1 + this.#chance.roll(4) }, () => `task-${++this.#made}-${item}`);
    return ids.map((id, index) => ({
      id,
      item,
      dependsOn: ids.slice(0, index).filter(() => this.#chance.roll(2) === 1),
      files: [],
    }));
  }
}

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => word);
}

/** What the one before left behind: tasks begun, failed or given up, as far as that is allowed. */
async function leaveTasks(run: { project: string; session: string }, chance: Chance): Promise<void> {
  const view = await viewRun(world.app, run);
  if (isRefusal(view)) return;
  for (const task of view.pendingTasks) {
    const status = chance.pick(["", "in_progress", "failed", "dropped", "in_progress"]);
    const args = { ...run, task, status, reason: "Its agent is gone." };
    if (status !== "") await call({ tool: "update_task_status", args });
  }
}

let last = 0;

it("an agent that follows next_skill and refusals finishes, wherever it is started again", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(1000), { minLength: 60, maxLength: 400 }),
      fc.uniqueArray(fc.nat(100), { maxLength: 30 }),
      async (numbers, restarts) => {
        const run = { project: "shop", session: `run ${++last}` };
        const chance = new Chance(numbers);
        const agent = new Agent(run, chance);
        for (let turn = 0; !agent.finished; turn++) {
          if (turn > 1000) throw new Error(`no end in sight: ${JSON.stringify(await viewRun(world.app, run))}`);
          if (restarts.includes(turn)) {
            await leaveTasks(run, chance);
            agent.forget();
          }
          await agent.turn();
        }
        const view = await viewRun(world.app, run);
        if (isRefusal(view)) throw new Error(tell(view, "mcp").error);
        expect(view).toMatchObject({
          done: true,
          documentedItems: view.totalItems,
          pendingTasks: [],
          inProgressTasks: [],
        });
        expect(view.failedTasks).toBe(0);
        expect(view.totalItems).toBeGreaterThan(0);
      },
    ),
    { numRuns: 100 },
  ));
