// Tells apart the agents that share one connection, and holds each of the plugin's own agents to its commands.

import { hash } from "node:crypto";
import { commandOf, type Command, type Machine } from "../../engine/workflow/compile.ts";
import { argument, say, type Words } from "../../engine/acts.ts";
import { NAME_LIMIT } from "../../engine/names.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { listed, quote } from "../../engine/words.ts";
import { deny, type HookAnswer } from "./answer.ts";
import { isTool, type HookEvent } from "./event.ts";

/** The tools that take `agent`. Named here because to look into their schemas would slow down every call. */
export const TOOLS_WITH_AGENT: readonly string[] = [
  "handoff_ticket",
  "release_claim",
  "create_ticket",
  "update_ticket",
  "add_comment",
  "advance_children",
  "pick_actionable_issue",
  "create_ralph_session",
  "update_session_state",
  "complete_ralph_session",
  "get_session",
  "complete_skill",
  "update_run",
  "update_task_status",
  "get_run",
];

const PLUGIN = "signalbox:";

/** Whether an agent of the plugin acts as a command: only then the workflow has to be known. */
export function actsAsCommand({ agentType, input }: HookEvent): boolean {
  return (agentType?.startsWith(PLUGIN) ?? false) && input["command"] !== undefined;
}

export function identify(event: HookEvent, machine: Machine | null): HookAnswer {
  if (event.tool === null) return null;
  const denied = machine && actsAsCommand(event) ? checkCommand(event, machine) : null;
  if (denied) return denied;
  if (!TOOLS_WITH_AGENT.some((name) => isTool(event, name))) return null;
  // Whatever the model has put there: a name that it can choose tells nobody apart.
  const updatedInput = { ...event.input, agent: agentName(event) };
  return { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput } };
}

/** The same in every hook of one agent. */
export function agentName({ session, subagent, agentType }: HookEvent): string {
  if (subagent === null) return `main-${plain(session, 8)}`;
  const type = agentType?.slice(agentType.lastIndexOf(":") + 1) ?? "agent";
  // Nothing of the id may be lost: teammates have ids that a model has thought of, and some look alike.
  const name = `${plain(type, 40)}-${encodeURIComponent(subagent)}`;
  return name.length <= NAME_LIMIT.most ? name : `${name.slice(0, 60)}-${hash("sha256", name).slice(0, 16)}`;
}

/** The command that an agent of the plugin stands for, by the role that the workflow gives to it. */
export function commandOfAgent(machine: Machine, type: string): Command | null {
  if (!type.startsWith(PLUGIN)) return null;
  const role = type.slice(PLUGIN.length);
  const commands = Object.entries(machine.workflow.commands ?? {});
  const [name] = commands.find(([, command]) => command.role?.name === `${role}s`) ?? [];
  return name === undefined ? null : (machine.commands.get(name) ?? null);
}

function checkCommand({ agentType, input }: HookEvent, machine: Machine): HookAnswer {
  const type = agentType ?? "";
  const own = commandOfAgent(machine, type);
  if (!own) {
    return refused(
      `The workflow in use has no role for a ${type}, so that it may act as no command.`,
      `let another agent do it, or give a command of the workflow the role "${type.slice(PLUGIN.length)}s".`,
    );
  }
  const word = typeof input["command"] === "string" ? input["command"] : "";
  const asked = commandOf(machine, word);
  if (asked?.name === own.name) return null;
  const others = asked ? agentsFor(machine, asked) : [];
  const instead = others.length > 0 ? `leave it to ${listed(others)}` : "leave it to another agent";
  return refused(
    `A ${type} acts as ${own.shown} and not as ${quote(word)}.`,
    say`retry with ${argument("command", own.shown)}, or ${instead}.`,
  );
}

function refused(what: Words, recovery: Words): HookAnswer {
  return deny(tell({ what, recovery }, "mcp").error);
}

function agentsFor(machine: Machine, command: Command): string[] {
  const role = machine.workflow.commands?.[command.name]?.role?.name;
  return role === undefined ? [] : [`a ${PLUGIN}${role.replace(/s$/, "")}`];
}

function plain(text: string, most: number): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9.-]+/g, "-")
    .slice(0, most);
}
