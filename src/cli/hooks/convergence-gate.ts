// Before work begins that a group starts together: which handoff would begin it. The board says whether it may.

import type { Machine } from "../../engine/workflow/compile.ts";
import type { Refusal } from "../../engine/refusal.ts";
import { deny, type HookAnswer } from "./answer.ts";
import { isTool, type HookEvent } from "./event.ts";
import { commandOfAgent } from "./identity.ts";

/** A handoff to try on the board, without doing it. */
export interface Beginning {
  readonly number: number;
  readonly command: string;
  readonly intent?: string | undefined;
  readonly toState?: string | undefined;
}

/** null: nothing begins here that a group would have to wait for. */
export function beginningOf(event: HookEvent, machine: Machine): Beginning | null {
  const { tool, input } = event;
  if (isTool(event, "handoff_ticket")) {
    const { number, command, intent, to_state: toState } = input;
    if (typeof number !== "number" || typeof command !== "string") return null;
    return {
      number,
      command,
      ...(typeof intent === "string" ? { intent } : {}),
      ...(typeof toState === "string" ? { toState } : {}),
    };
  }
  if (tool === "Skill") return locking(machine, skillName(input["skill"]), firstNumber(input["args"]));
  const type = input["subagent_type"];
  if (typeof type !== "string") return null;
  return locking(machine, commandOfAgent(machine, type)?.name ?? null, firstNumber(input["prompt"]));
}

/** Only a group that has not arrived is this hook's business: whatever else is wrong, the server says in its own words. */
export function judgeBeginning(refusal: Refusal | null): HookAnswer {
  return refusal?.code === "not_converged" ? deny(refusal.error) : null;
}

export function couldNotCheck(problem: string): HookAnswer {
  return deny(
    `Whether the group may begin could not be checked: ${problem}\nRecovery: try once more; if it happens again, tell a person to run \`signalbox doctor\`.`,
  );
}

function locking(machine: Machine, name: string | null, number: number | null): Beginning | null {
  const command = name === null ? undefined : machine.commands.get(name);
  const intent = [...machine.intents.values()].find((candidate) => candidate.acquires);
  if (!command || command.lock === null || !intent || number === null) return null;
  return { number, command: command.shown, intent: intent.name };
}

function skillName(skill: unknown): string | null {
  return typeof skill === "string" ? skill.slice(skill.lastIndexOf(":") + 1) : null;
}

/** `#7`, else the first number that stands alone. */
function firstNumber(text: unknown): number | null {
  if (typeof text !== "string") return null;
  const found = /#([1-9]\d{0,14})\b/.exec(text) ?? /(?<![\w.])([1-9]\d{0,14})(?![\w.]*\w)/.exec(text);
  return found ? Number(found[1]) : null;
}
