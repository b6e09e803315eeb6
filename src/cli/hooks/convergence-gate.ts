// Before work begins that a group starts together: which handoff would begin it. The board says whether it may.

import type { Machine } from "../../engine/workflow/compile.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { deny, type HookAnswer } from "./answer.ts";
import { isTool, type HookEvent } from "./event.ts";
import { commandOfAgent } from "./identity.ts";

/** A handoff to try on the board, without doing it. */
export interface Beginning {
  readonly number: number;
  readonly owner?: string | undefined;
  readonly repo?: string | undefined;
  readonly command: string;
  readonly intent?: string | undefined;
  readonly toState?: string | undefined;
}

/** null: nothing begins here that a group would have to wait for. */
export function beginningOf(event: HookEvent, machine: Machine): Beginning | null {
  const { tool, input } = event;
  if (isTool(event, "handoff_ticket")) {
    const { number, command } = input;
    if (typeof number !== "number" || typeof command !== "string") return null;
    return {
      number,
      owner: textIn(input, "owner"),
      repo: textIn(input, "repo"),
      command,
      intent: textIn(input, "intent"),
      toState: textIn(input, "to_state"),
    };
  }
  if (tool === "Skill") return locking(machine, skillName(input["skill"]), firstTicket(input["args"]));
  const type = input["subagent_type"];
  if (typeof type !== "string") return null;
  return locking(machine, commandOfAgent(machine, type)?.name ?? null, firstTicket(input["prompt"]));
}

/** What the board says of it: nothing against it, a refusal, or that GitHub was asked and did not answer. */
export type Trial =
  | { readonly refusal: Refusal; /** Empty on a board of our own. */ readonly asOf: string }
  | { readonly unanswered: string }
  | null;

/** Only a group that has not arrived is this hook's business: whatever else is wrong, the server says in its own words. */
export function judgeBeginning(trial: Trial): HookAnswer {
  if (trial === null) return null;
  if ("unanswered" in trial) return notChecked(trial.unanswered);
  const { refusal, asOf } = trial;
  return refusal.code === "not_converged" ? deny(`${tell(refusal, "mcp").error}${asOf}`) : null;
}

export function couldNotCheck(problem: string): HookAnswer {
  const what = `Whether the group may begin could not be checked: ${problem}`;
  const recovery = "try once more; if it happens again, tell a person to run `signalbox doctor`.";
  return deny(tell({ what, recovery }, "mcp").error);
}

/** Nothing is denied from what the mirror says: the server asks GitHub again before it moves a ticket. */
function notChecked(problem: string): HookAnswer {
  return {
    systemMessage: `signalbox hook convergence-gate: whether the group may begin was not checked here: ${problem} The server checks it at the handoff.`,
  };
}

type Named = Pick<Beginning, "number" | "owner" | "repo">;

function locking(machine: Machine, name: string | null, ticket: Named | null): Beginning | null {
  const command = name === null ? undefined : machine.commands.get(name);
  const intent = [...machine.intents.values()].find((candidate) => candidate.acquires);
  if (!command || command.lock === null || !intent || ticket === null) return null;
  return { ...ticket, command: command.shown, intent: intent.name };
}

function textIn(input: HookEvent["input"], name: string): string | undefined {
  const value = input[name];
  return typeof value === "string" ? value : undefined;
}

function skillName(skill: unknown): string | null {
  return typeof skill === "string" ? skill.slice(skill.lastIndexOf(":") + 1) : null;
}

/** `owner/repo#7` or `#7`, else the first number that stands alone. */
function firstTicket(text: unknown): Named | null {
  if (typeof text !== "string") return null;
  const [, owner, repo, marked] = /(?:([\w.-]+)\/([\w.-]+))?#([1-9]\d{0,14})\b/.exec(text) ?? [];
  const number = marked ?? /(?<![\w.])([1-9]\d{0,14})(?![\w.]*\w)/.exec(text)?.[1];
  return number === undefined ? null : { number: Number(number), ...(owner && repo ? { owner, repo } : {}) };
}
