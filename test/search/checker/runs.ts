// The collaboration's graph, typed in by hand: a run goes along it, one skill at a time.

import type { Row } from "./row.ts";

const CLEAR = "collab-clear";

/** By state: its skill (null: it is walked through), and where it leads. */
const RUN: Readonly<Record<string, readonly [skill: string | null, ...next: string[]]>> = {
  "collab-start": ["collab-start", "gather-goals"],
  "gather-goals": ["gather-session-goals", "clear-pre-item"],
  "clear-pre-item": [CLEAR, "work-item-router"],
  "work-item-router": [null, "brainstorm-exploring", "systematic-debugging", "ready-to-implement"],
  "brainstorm-exploring": ["brainstorming-exploring", "clear-bs1"],
  "clear-bs1": [CLEAR, "brainstorm-clarifying"],
  "brainstorm-clarifying": ["brainstorming-clarifying", "clear-bs2"],
  "clear-bs2": [CLEAR, "brainstorm-designing"],
  "brainstorm-designing": ["brainstorming-designing", "clear-bs3"],
  "clear-bs3": [CLEAR, "brainstorm-validating"],
  "brainstorm-validating": ["brainstorming-validating", "item-type-router"],
  "item-type-router": [null, "clear-pre-rough", "task-planning"],
  "clear-pre-rough": [CLEAR, "rough-draft-interface"],
  "rough-draft-interface": ["rough-draft-interface", "clear-rd1"],
  "clear-rd1": [CLEAR, "rough-draft-pseudocode"],
  "rough-draft-pseudocode": ["rough-draft-pseudocode", "clear-rd2"],
  "clear-rd2": [CLEAR, "rough-draft-skeleton"],
  "rough-draft-skeleton": ["rough-draft-skeleton", "clear-rd3"],
  "clear-rd3": [CLEAR, "build-task-graph"],
  "build-task-graph": ["build-task-graph", "clear-rd4"],
  "clear-rd4": [CLEAR, "rough-draft-handoff"],
  "rough-draft-handoff": ["rough-draft-handoff", "clear-post-item"],
  "task-planning": ["task-planning", "clear-post-item"],
  "systematic-debugging": ["systematic-debugging", "clear-post-item"],
  "clear-post-item": [CLEAR, "work-item-router"],
  "ready-to-implement": ["ready-to-implement", "clear-pre-execute"],
  "clear-pre-execute": [CLEAR, "batch-router"],
  "batch-router": [null, "execute-batch", "workflow-complete"],
  "execute-batch": ["executing-plans", "log-batch-complete"],
  "log-batch-complete": [null, "clear-post-batch"],
  "clear-post-batch": [CLEAR, "batch-router"],
  "workflow-complete": ["finishing-a-development-branch", "cleanup"],
  cleanup: ["collab-cleanup", "done"],
  done: [null],
};

/** The skill that is due in a state. */
export function skillOf(state: string): string | null {
  return RUN[state]?.[0] ?? null;
}

/** By run: where it is, and which of its tasks are not finished. */
export class Runs {
  readonly states = new Map<string, string>();
  readonly #tasks = new Map<string, Map<string, string>>();

  /** What is wrong with a row; null: nothing. */
  take(row: Row): string | null {
    const { key } = row.subject;
    const before = this.states.get(key);
    const objection = row.kind === "move" ? this.#objection(row, before) : null;
    for (const { table, key: at, set } of row.changes) {
      if (table === "run" && typeof set?.["state"] === "string") this.states.set(key, set["state"]);
      if (table !== "task" || typeof set?.["status"] !== "string") continue;
      const tasks = this.#tasks.get(key) ?? new Map<string, string>();
      this.#tasks.set(key, tasks.set(String(at["id"]), set["status"]));
    }
    if (row.kind !== "move" && before !== undefined && this.states.get(key) !== before)
      return "it moved without a skill";
    return objection;
  }

  #objection({ data, subject }: Row, before: string | undefined): string | null {
    const [from, to, skill] = [String(data["from"]), String(data["to"]), data["skill"]];
    if (before !== undefined && before !== from) return `it is in "${before}", and is said to leave "${from}"`;
    if (before === undefined && from !== "collab-start") return `it begins in "${from}"`;
    if (skill !== skillOf(from)) return `"${String(skill)}" is not the skill of "${from}"`;
    if (!leadsTo(from, to)) return `no way leads from "${from}" to "${to}"`;
    const open = [...(this.#tasks.get(subject.key)?.values() ?? [])].filter((status) => !FINISHED.has(status));
    return to === "workflow-complete" && open.length > 0 ? `it is complete, and ${open.length} tasks are not` : null;
  }
}

const FINISHED = new Set(["completed", "dropped"]);

/** One skill on: along edges, and over what has no skill. */
function leadsTo(from: string, to: string): boolean {
  const [, ...next] = RUN[from] ?? [null];
  return next.some((state) => state === to || (skillOf(state) === null && leadsTo(state, to)));
}
