// An agent that follows one skill of a run to the letter. It knows the text, the names of the run and what it was asked
// for; all else it learns from answers and documents. Whoever leads it carries out what it wants to do, with the tools that
// they have, and tells it what came of that.

import { randomUUID } from "node:crypto";
import { basename } from "node:path";
import type { ShownCall, SkillFile } from "./calls.ts";
import { stepsIn } from "./run-steps.ts";

export interface RunName {
  readonly project: string;
  readonly session: string;
}

/** What a person asked for, and the ticket of the board that they named; null: none. */
export interface Wish extends RunName {
  readonly words: string;
  readonly ticket: number | null;
}

export type Act =
  | {
      readonly does: "call";
      readonly tool: string;
      readonly arguments: Readonly<Record<string, unknown>>;
      /** The call of the skill that it is. */
      readonly shown?: ShownCall;
    }
  | { readonly does: "read"; readonly path: string }
  | { readonly does: "leave"; readonly path: string; readonly text: string }
  | { readonly does: "build"; readonly task: Task }
  /** A note says that somebody holds the ticket. */
  | { readonly does: "wait"; readonly note: string };

/** `text`: of a document, or of a refusal. */
export interface Outcome {
  readonly refused?: boolean;
  readonly answer?: Readonly<Record<string, unknown>>;
  readonly text?: string;
}

export interface Answer {
  readonly next_skill: string | null;
  readonly params: object;
  readonly action: string;
}

export interface Task {
  readonly id: string;
  readonly item: number;
  readonly status: string;
  readonly files?: readonly string[];
  readonly description?: string | null;
}

interface Item {
  readonly number: number;
  readonly title: string;
  readonly type: string;
  readonly ticket: string | null;
  readonly ticketNow?: { readonly note: string | null; readonly holder: string | null } | null;
}

interface Standing {
  readonly state: string;
  readonly currentItem: number | null;
  readonly currentBatch: number | null;
  readonly items: readonly Item[];
  readonly batches: readonly { readonly tasks: readonly Task[] }[];
  readonly handoffs: readonly Readonly<Record<string, unknown>>[];
}

const NO_RUN: Standing = { state: "", currentItem: null, currentBatch: null, items: [], batches: [], handoffs: [] };

/** How the tasks end: most work out, one does at the second try, one is dropped. */
const SECOND_TRY = "1-query";
const DROPPED = "3-elsewhere";
const FATES: Readonly<Record<string, (id: string) => boolean>> = {
  in_progress: (id) => id !== DROPPED,
  completed: (id) => id !== DROPPED && id !== SECOND_TRY,
  failed: (id) => id === SECOND_TRY,
  dropped: (id) => id === DROPPED,
};

const MOST_HANDOFFS = 8;

type Doing<T> = Generator<Act, T, Outcome>;

/** What the server answered when it said that it is finished. */
export function followSkill(skill: SkillFile, wish: Wish): Doing<Answer> {
  return new RunAgent(skill, wish).follow();
}

class RunAgent {
  readonly #skill: SkillFile;
  readonly #wish: Wish;
  #run: Standing | null = null;
  #answer: Answer | null = null;
  /** What stood in the documents that it read, by their paths. */
  readonly #marks = new Map<string, string>();

  constructor(skill: SkillFile, wish: Wish) {
    this.#skill = skill;
    this.#wish = wish;
  }

  *follow(): Doing<Answer> {
    for (const step of stepsIn(this.#skill)) {
      if (this.#answer) throw new Error("the last thing that a skill does is to say that it is finished");
      if (step.kind === "call") yield* this.#call(step.call);
      else if (step.kind === "read") yield* this.#read(step.paths);
      else yield* this.#leave(step.path, step.asked);
    }
    if (!this.#answer) throw new Error(`${this.#skill.name} never said that it is finished`);
    return this.#answer;
  }

  *#read(paths: readonly string[]): Doing<void> {
    for (const path of paths.flatMap((each) => this.#each(each))) {
      const { text = "" } = yield { does: "read", path };
      this.#marks.set(path, markIn(text));
    }
  }

  *#leave(shown: string, asked: readonly string[]): Doing<void> {
    if (this.#standing !== NO_RUN) yield* this.#look();
    const path = this.#filled(shown, this.#standing.currentItem);
    const parts = asked.flatMap((part) => ["", `## ${this.#filled(part)}`, "", ...this.#tell(part)]);
    const read = [...this.#marks].map(([of, mark]) => `- ${of}: ${mark}`);
    const text = [`# ${basename(path, ".md")}`, "", `Mark: ${randomUUID()}`, ...parts, "", "## Read", "", ...read, ""];
    yield { does: "leave", path, text: text.join("\n") };
  }

  /** What it knows of what a document shall hold. */
  #tell(part: string): readonly string[] {
    const { currentItem, currentBatch, items, batches } = this.#standing;
    const about = items.filter(({ number }) => currentItem === null || number === currentItem);
    const tasks = batches
      .filter((_, index) => currentBatch === null || index === currentBatch)
      .flatMap((batch) => batch.tasks)
      .filter(({ item }) => currentItem === null || item === currentItem);
    const lines: string[] = [];
    if (/\basked for\b/.test(part)) lines.push(this.#wish.words);
    if (/\bitem\b|\baim\b/.test(part))
      for (const one of about) lines.push(`- ${one.number}, ${one.title}, ${one.type}`);
    if (/\btasks?\b|\bdropped\b|\bdone\b/.test(part)) {
      for (const { id, status, description, files = [] } of tasks) {
        lines.push(`- ${id} (${status}): ${description ?? ""} ${files.join(", ")}`);
      }
    }
    return lines.length > 0 ? lines : ["Nothing is known of this yet."];
  }

  /** A path with each item's number, or each batch's, where the skill looks at all of them. */
  #each(path: string): readonly string[] {
    const { currentItem, currentBatch, items, batches } = this.#standing;
    if (path.includes("batch-0"))
      return batches.map((_, index) => this.#filled(path).replace("batch-0", `batch-${index}`));
    if (!path.includes("item-1") || currentItem !== null) return [this.#filled(path, currentItem)];
    const tasks = currentBatch === null ? null : (batches[currentBatch]?.tasks ?? []);
    const numbers = tasks?.map(({ item }) => item) ?? items.map(({ number }) => number);
    return [...new Set(numbers)].map((number) => this.#filled(path, number));
  }

  *#call(shown: ShownCall): Doing<void> {
    if (shown.tool === "update_task_status") return yield* this.#workTasks(shown);
    if (isAboutTickets(shown) && this.#ticketOf(shown) === null) return;
    if (shown.tool === "complete_skill") yield* this.#handOff(["after", "before"]);
    const answer = yield* this.#make(shown);
    if (shown.tool === "get_run") {
      this.#run = answer === null ? NO_RUN : (answer as unknown as Standing);
      yield* this.#handOff(["before"]);
    }
    if (shown.tool === "complete_skill") this.#answer = answer as unknown as Answer;
  }

  /** While the run names a handoff that is due; only a skill that speaks of them makes any. */
  *#handOff(moments: readonly string[]): Doing<void> {
    if (!this.#skill.text.includes("`handoffs`")) return;
    for (let times = 0; times < MOST_HANDOFFS; times++) {
      yield* this.#look();
      const { handoffs, items, currentItem } = this.#standing;
      const due = handoffs.find(({ when }) => moments.includes(String(when)));
      const note = items.find(({ number }) => number === (currentItem ?? number))?.ticketNow?.note ?? "";
      if (due) {
        const { number, command, intent, to_state } = due;
        const reason = `By ${this.#skill.name}`;
        yield* this.#ask("handoff_ticket", { number, command, intent, to_state, reason });
      } else if (handoffs.length === 0 && /holds ticket/.test(note)) yield { does: "wait", note };
      else return;
    }
    throw new Error(`${this.#skill.name} has handed off ${MOST_HANDOFFS} times, and there is more`);
  }

  /** Those of the batch that are not finished, also those that somebody began and left. */
  *#workTasks(shown: ShownCall): Doing<void> {
    const { currentBatch, batches } = this.#standing;
    const tasks = batches[currentBatch ?? -1]?.tasks ?? fail("it has no batch");
    const status = String(shown.arguments["status"]);
    for (const task of tasks) {
      if (task.status === "completed" || task.status === "dropped" || !FATES[status]?.(task.id)) continue;
      if (status === "completed") yield { does: "build", task };
      yield* this.#make(shown, task.id);
      if (status === "failed") yield* this.#tryAgain(task);
    }
  }

  /** By the calls that the text showed before. */
  *#tryAgain(task: Task): Doing<void> {
    const calls = stepsIn(this.#skill).flatMap((step) => (step.kind === "call" ? step.call : []));
    const [begin, end] = calls.filter(({ tool }) => tool === "update_task_status");
    if (!begin || !end) fail("it does not show how a task is begun and ended");
    yield* this.#make(begin, task.id);
    yield { does: "build", task };
    yield* this.#make(end, task.id);
  }

  *#look(): Doing<void> {
    const { project, session } = this.#wish;
    this.#run = (yield* this.#ask("get_run", { project, session })) as unknown as Standing;
  }

  *#ask(tool: string, args: Readonly<Record<string, unknown>>): Doing<Readonly<Record<string, unknown>>> {
    const { refused, answer, text = "" } = yield { does: "call", tool, arguments: args };
    return refused || !answer ? fail(`${tool} was refused: ${text}`) : answer;
  }

  /** null: what was asked for is not there yet, as the text told to expect. */
  *#make(shown: ShownCall, task = ""): Doing<Readonly<Record<string, unknown>> | null> {
    const args = this.#filledAll(shown, shown.arguments, task) as Readonly<Record<string, unknown>>;
    const { refused, answer, text = "" } = yield { does: "call", tool: shown.tool, arguments: args, shown };
    if (!refused) return answer ?? {};
    const expected = shown.tool === "get_run" && this.#skill.text.includes("`run_not_found`");
    return expected && text.includes("There is no run") ? null : fail(`${this.#skill.name}: ${text}`);
  }

  #ticketOf({ tool }: ShownCall): number | null {
    if (tool === "update_run") return this.#wish.ticket;
    const held = ({ ticketNow }: Item): boolean => tool !== "release_claim" || typeof ticketNow?.holder === "string";
    const linked = this.#standing.items.find((item) => typeof item.ticket === "string" && held(item));
    return linked ? Number(linked.ticket) : null;
  }

  #filled(text: string, item: number | null = null): string {
    const { state, currentBatch } = this.#standing;
    const { project, session } = this.#wish;
    const named = text.replaceAll("PROJECT", project).replaceAll("SESSION", session).replace("STATE", state);
    const batched = currentBatch === null ? named : named.replace("batch-0", `batch-${currentBatch}`);
    return item === null ? batched : batched.replace("item-1/", `item-${item}/`).replace(/^1-/, `${item}-`);
  }

  #filledAll(shown: ShownCall, value: unknown, task: string, key = ""): unknown {
    const item = this.#standing.currentItem;
    if (value === "TASK") return task;
    if (value === 7) return this.#ticketOf(shown);
    if (value === 1 && key === "item") return item ?? fail("no item is being worked on");
    if (typeof value === "string") return this.#filled(value, item);
    if (Array.isArray(value)) return value.map((each) => this.#filledAll(shown, each, task));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([name, each]) => [name, this.#filledAll(shown, each, task, name)]);
    return Object.fromEntries(entries);
  }

  get #standing(): Standing {
    return this.#run ?? NO_RUN;
  }
}

export function markIn(document: string): string {
  return /^.*\bMark: ([\w-]+)/m.exec(document)?.[1] ?? "";
}

function isAboutTickets({ arguments: args }: ShownCall): boolean {
  return JSON.stringify(args).match(/"(?:number|ticket)":7\b/) !== null;
}

function fail(what: string): never {
  throw new Error(what);
}
