// What agents call an act: the tool, with its arguments as they stand in a call.

import type { Act, MoveAs, SetTask } from "../acts.ts";
import { refOf, type Key } from "../facts.ts";
import { listed, quote } from "../words.ts";
import { attestCommand, checkCommand } from "./shell.ts";
import type { Named } from "./tell.ts";

export function nameForAgents(act: Act): Named {
  switch (act.type) {
    case "again":
      return { name: "retry the same call" };
    case "argument":
      if (act.value === undefined) return { name: act.name };
      return { name: act.value === true ? `${act.name}=true` : `${act.name}="${act.value}"` };
    case "call":
      return { name: act.tool };
    case "list_tickets":
      return { name: "list_tickets" };
    case "show_ticket":
      return { name: "get_ticket" };
    case "create_ticket":
      return { name: "create_ticket" };
    case "comment":
      return { name: "add_comment" };
    case "pick":
      return {
        name: `pick_actionable_issue${act.workflowState === null ? "" : ` (workflowState="${act.workflowState}")`}`,
      };
    case "position":
      return { name: `detect_pipeline_position (${showTicket(act.key)})` };
    case "release":
      return { name: "release_claim" };
    case "check_convergence":
      return { name: "check_convergence" };
    case "move":
      return { name: "handoff_ticket" };
    case "move_as":
      return { name: listed(act.ways.map(showMove)) };
    case "move_to":
      return { name: `retry with one of ${listed(act.ways.map(({ to }) => to))}` };
    case "override":
      return { name: "override with an operator's credential" };
    case "run_check":
      return {
        name: checkCommand(act),
        by: `with ${checkCommand(act)} in a shell`,
        do: `run ${checkCommand(act)} in a shell`,
      };
    case "attest":
      return { name: `a person's ${act.fact}`, by: "through a person", do: `ask a person for ${attestCommand(act)}` };
    case "open_session":
      return { name: "create_ralph_session" };
    case "find_session":
      return {
        name: "call get_session without an id for your open sessions, or create_ralph_session with the ticket to open one",
      };
    case "report_session":
      return { name: `update_session_state${act.state === null ? "" : ` with state "${act.state}"`}` };
    case "end_session":
      if (act.outcomes === null) return { name: "complete_ralph_session" };
      return {
        name: `complete_ralph_session with outcome ${outcomes(act.outcomes)}`,
        by: `with complete_ralph_session, outcome ${outcomes(act.outcomes)}`,
      };
    case "show_run":
      return { name: "get_run" };
    case "adopt_workflow":
      return { name: "`signalbox workflow adopt`" };
    case "begin_run":
      return { name: `complete_skill with a new session${act.skill === null ? "" : ` and skill ${quote(act.skill)}`}` };
    case "complete_skill":
      return {
        name: `complete_skill with skill ${quote(act.skill)}${act.state === undefined ? "" : ` and state ${quote(act.state)}`}`,
      };
    case "change_run":
      if (act.example === undefined) return { name: "update_run" };
      return {
        name: `update_run with ${act.part} [${act.example}]${act.known === undefined ? "" : ` (or, for ${act.part} that are there already, [${act.known}])`}`,
        by: `with update_run, ${act.part} [${act.example}]`,
      };
    case "set_task":
      return { name: showTask(act) };
  }
}

/** As it stands in a call: `number=7`, or `number=9, owner="acme", repo="web"`. */
function showTicket(key: Key): string {
  const { number, repo } = refOf(key);
  const [owner, name] = repo?.split("/") ?? [];
  return `number=${number}${owner === undefined || name === undefined ? "" : `, owner="${owner}", repo="${name}"`}`;
}

/** As it stands in a call: `command="ralph_research", intent="lock"`. */
function showMove({ command, intent, toState, newState, showsTarget }: MoveAs): string {
  const how = intent === undefined ? `to_state="${toState}"` : `intent="${intent}"`;
  return `command="${command}", ${how}${showsTarget ? ` (to "${newState}")` : ""}`;
}

function outcomes(all: readonly string[]): string {
  return listed(all.map((outcome) => `"${outcome}"`)) || "none";
}

function showTask({ task, status, reason }: SetTask): string {
  const values = [
    ...(task === null ? [] : [`task ${quote(task)}`]),
    ...(status === null ? [] : [`status "${status}"`]),
    ...(reason === undefined ? [] : [`a reason ${reason}`.trim()]),
  ];
  return values.length === 0 ? "update_task_status" : `update_task_status with ${values.join(" and ")}`;
}
