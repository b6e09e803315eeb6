// A whole run in Claude Code: a code item, a task and a bugfix, from the first goal to the last commit, by the plugin's
// skills alone. The model knows what its context shows it and nothing else. At each clear it gives the person the line that
// the skill has for them; the person starts Claude Code anew, with that line.

import { spawnSync } from "node:child_process";
import { basename, join } from "node:path";
import type { Reply, Told } from "./anthropic.ts";
import { claudeTool, runClaude } from "./claude.ts";
import { checkDocuments, git } from "./run-documents.ts";
import { check, Failed, type Scenario } from "./scenario.ts";
import { PROGRAM } from "../../support/program.ts";
import { followSkill, type Act, type Outcome, type RunName, type Wish } from "../skills/run-agent.ts";
import { ShiftedClock } from "../../support/clock/shifted-clock.ts";
import type { World } from "./world.ts";

const SESSION = "2026-03-02-search";
const WORDS = "Authors shall be found by name, the search explained, and umlauts found.";
const MOST_CONTEXTS = 60;
const WHILE_THEY_WAIT = 3 * 60_000;

export const CLAUDE_WHOLE_RUN: readonly Scenario[] = [
  {
    name: "leads a whole run of three items by the skills alone, cleared at every clear and killed once",
    run: async (world, program) => {
      const [ticket = 0] = await world.tickets("Backlog");
      git(world, "init", "--quiet", "--initial-branch=main");
      git(world, "commit", "--quiet", "--allow-empty", "--message=Before the run");
      const clock = new ShiftedClock(join(world.home, "clock"));
      world.setClock(clock.env);
      const wish: Wish = { project: basename(world.project), session: SESSION, words: WORDS, ticket };
      const lead = new Lead(world, program, wish, clock);
      const contexts = await lead.toTheEnd();
      const run = await world.run(wish.project, SESSION);
      check(run.done, `the run stands in ${run.state}`, lead.output);
      check(lead.killed === 1, "it was killed once", lead.output);
      check(lead.waited === 1, `only the one that was killed left its ticket locked: ${lead.waited}`, lead.output);
      check(!lead.output.includes("You still hold"), "nobody was kept from stopping with a ticket", lead.output);
      checkDocuments(world, wish, run, lead.output);
      const { state, holder } = await world.look(ticket);
      check(state === "In Review" && holder === null, `the ticket is in ${state}, held by ${holder}`, lead.output);
      return contexts;
    },
  },
];

class Lead {
  readonly #world: World;
  readonly #program: string;
  readonly #wish: Wish;
  readonly #clock: ShiftedClock;
  #error: Error | null = null;
  #skills: string[] = [];
  #kill: (() => void) | null = null;
  killed = 0;
  waited = 0;
  output = "";

  constructor(world: World, program: string, wish: Wish, clock: ShiftedClock) {
    this.#world = world;
    this.#program = program;
    this.#wish = wish;
    this.#clock = clock;
  }

  /** The skills that each context was led by. */
  async toTheEnd(): Promise<readonly string[]> {
    const contexts: string[] = [];
    let prompt: string | null = `/signalbox-runs:collab-start ${this.#wish.words} It is ticket #${this.#wish.ticket}.`;
    while (prompt !== null) {
      if (contexts.length > MOST_CONTEXTS) throw new Failed(`it does not end:\n${contexts.join("\n")}`, this.output);
      const killed = this.killed;
      this.#skills = [];
      const said = await this.#context(prompt);
      const isKilled = this.killed > killed;
      contexts.push(`${contexts.length + 1}: ${this.#skills.join(", ")}${isKilled ? ", killed" : ""}`);
      prompt = isKilled ? this.#line() : (/Go on with the Signalbox run .*$/m.exec(said)?.[0] ?? null);
      await this.#approve();
    }
    return contexts;
  }

  /** One Claude Code, from its start to its end; the last that it said. */
  async #context(prompt: string): Promise<string> {
    const mind = new Mind((told) => this.#think(told));
    const stop = new AbortController();
    this.#kill = () => stop.abort();
    const output = await runClaude(this.#world, this.#program, prompt, (told) => this.#answer(mind, told), stop.signal);
    this.output += output;
    if (this.#error !== null) throw new Failed(this.#error.message, this.output);
    return saidIn(output);
  }

  #answer(mind: Mind, told: Told): Reply {
    if (!told.tools.includes("Skill")) return { say: "ok" };
    try {
      return mind.reply(told);
    } catch (error) {
      this.#error ??= error instanceof Error ? error : new Error(String(error));
      return { say: "I can't go on." };
    }
  }

  *#think(first: Told): Thinking<never> {
    let told = first;
    const use = function* (name: string, input: Readonly<Record<string, unknown>>): Thinking<string> {
      told = yield { call: { name, input } };
      return told.results.at(-1) ?? "";
    };
    /** The guard at the door may ask for a session to be ended first. */
    const stop = function* (word: string): Thinking<never> {
      for (;;) {
        told = yield { say: word };
        const [, sessionId] = /complete_ralph_session with sessionId="([^"]+)"/.exec(told.texts.at(-1) ?? "") ?? [];
        if (sessionId) yield* use(claudeTool("complete_ralph_session"), { sessionId, outcome: "success" });
      }
    };
    const named = /project (\S+), session (\S+): call get_run/.exec(told.task);
    const run: RunName = named ? { project: named[1] ?? "", session: named[2] ?? "" } : this.#wish;
    const wish: Wish = named ? { ...run, words: told.task, ticket: null } : this.#wish;
    let skill = "collab-start";
    if (named) {
      const standing = yield* use(claudeTool("get_run"), { project: run.project, session: run.session });
      skill = (JSON.parse(standing) as { skill: string }).skill;
    }
    for (;;) {
      if (textOf(skill, told) === null) yield* use("Skill", { skill: `signalbox-runs:${skill}` });
      const text = textOf(skill, told);
      if (text === null) throw new Error(`${skill} was not shown: ${told.results.at(-1)}`);
      if (text.includes("Make a branch for the run")) {
        yield* use("Bash", bash(`git switch --quiet --create run/${run.session}`));
      }
      this.#skills.push(skill);
      const agent = followSkill({ name: skill, text }, wish);
      let wants = agent.next();
      while (!wants.done) wants = agent.next(yield* this.#carryOut(wants.value, use));
      const { next_skill: next } = wants.value;
      const [, line] = /"(Go on with [^"]+)"/.exec(text) ?? [];
      if (line) yield* stop(line.replace("PROJECT", run.project).replace("SESSION", run.session));
      if (next === null) yield* stop("The run is over.");
      skill = next ?? "";
    }
  }

  *#carryOut(act: Act, use: Use): Thinking<Outcome> {
    const { project } = this.#world;
    switch (act.does) {
      case "call": {
        const text = yield* use(claudeTool(act.tool), act.arguments);
        this.#killIn(act);
        return text.startsWith("{")
          ? { answer: JSON.parse(text) as Readonly<Record<string, unknown>> }
          : { refused: true, text };
      }
      case "read":
        return { text: yield* use("Read", { file_path: join(project, act.path) }) };
      case "leave": {
        yield* use("Write", { file_path: join(project, act.path), content: act.text });
        yield* use("Bash", bash(`git add docs && git commit --quiet --message='Leave ${act.path}'`));
        return {};
      }
      case "build": {
        const { id, files = [] } = act.task;
        const made = files.map((file) => `mkdir -p "$(dirname ${file})" && echo '// ${id}' >> ${file}`);
        yield* use("Bash", bash([...made, "git add .", `git commit --quiet --message='${id}'`].join(" && ")));
        return {};
      }
      case "wait":
        this.waited += 1;
        this.#clock.pass(WHILE_THEY_WAIT);
        return {};
    }
  }

  /** In the middle of a batch: one task is completed, others are begun. */
  #killIn({ tool, arguments: args }: Act & { does: "call" }): void {
    if (this.killed > 0 || tool !== "update_task_status" || args["status"] !== "completed") return;
    this.killed += 1;
    this.#kill?.();
  }

  /** The line that a person finds where they look after their runs. */
  #line(): string {
    const { project, session } = this.#wish;
    const { stdout } = spawnSync(process.execPath, [PROGRAM, "runs", project, session, "--json"], {
      cwd: this.#world.project,
      env: this.#world.env,
      encoding: "utf8",
    });
    return (JSON.parse(stdout) as { resume: string }).resume;
  }

  /** The person says yes to the plan. */
  async #approve(): Promise<void> {
    const ticket = this.#wish.ticket ?? 0;
    const { state } = await this.#world.look(ticket);
    if (state === "Plan in Review") await this.#world.move(ticket, "In Progress");
  }
}

type Thinking<T> = Generator<Reply, T, Told>;
type Use = (name: string, input: Readonly<Record<string, unknown>>) => Thinking<string>;

/** Turns round who asks: a client asks the model, and the script wants to call tools one after the other. */
class Mind {
  readonly #think: (told: Told) => Thinking<never>;
  #thinking: Thinking<never> | null = null;
  #calls = 0;
  #last: Reply = { say: "ok" };

  constructor(think: (told: Told) => Thinking<never>) {
    this.#think = think;
  }

  reply(told: Told): Reply {
    // Asked once more before its call was answered.
    if (told.results.length < this.#calls) return this.#last;
    const first = this.#thinking === null;
    this.#thinking ??= this.#think(told);
    const { value } = first ? this.#thinking.next() : this.#thinking.next(told);
    this.#last = value;
    if ("call" in value) this.#calls += 1;
    return value;
  }
}

/** A skill's text as Claude Code has shown it; null: it has not yet. */
function textOf(skill: string, { texts, results }: Told): string | null {
  const shown = [...texts, ...results].filter((text) => text.includes(`"skill": "${skill}"`));
  return shown.findLast((text) => text.includes('{"tool": "complete_skill"')) ?? null;
}

function bash(command: string): Readonly<Record<string, unknown>> {
  return { command, description: "work" };
}

/** Claude Code prints what happens line by line as JSON; the last line is what the person is told. */
function saidIn(output: string): string {
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  const results = lines.map((line) => JSON.parse(line) as { type: string; result?: string });
  return results.findLast(({ type }) => type === "result")?.result ?? "";
}
