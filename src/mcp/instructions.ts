// What a client tells its model about this server before any tool is called: in under 2 KB, and made from the workflow.

import { commandOf, type Machine } from "../engine/workflow/compile.ts";
import { listed } from "../engine/words.ts";
import type { Toolset } from "./tool.ts";

export function instructionsFor(
  machine: Machine,
  toolNames: (name: string) => string,
  toolsets: ReadonlySet<Toolset>,
  granted?: readonly string[],
): string {
  const commands = [...machine.commands.values()];
  const lockers = commands.filter((command) => command.lock !== null);
  const handoff = toolNames("handoff_ticket");
  const roles = commands.flatMap((command) => {
    const role = machine.workflow.commands?.[command.name]?.role;
    return role ? [`${role.name} (${command.shown}) take work from "${role.picks}"`] : [];
  });
  const people = [...machine.states.values()]
    .filter((state) => state.gate === "enforce")
    .map((state) => `"${state.name}"`);
  const mayAct = granted === undefined || granted.some((name) => commandOf(machine, name) !== undefined);
  return [
    mayAct
      ? ""
      : "THIS CONNECTION MAY ACT AS NO COMMAND: its limit names none, so every handoff is refused. Tell a person.",
    `Signalbox owns the workflow of the tickets here. Tickets change state through ${handoff} only, and it refuses what the workflow does not allow.`,
    `The way to work a ticket: ${toolNames("pick_actionable_issue")} to find one (with claim=true it is yours at once), or ${handoff} with intent "lock" to take one you know; do the work; ${toolNames("add_comment")} for what you found; ${handoff} with intent "complete" to hand it on, "escalate" if you can't go on.`,
    roles.length > 0 ? `${listed(roles, "and")}.` : "",
    lockers.length > 0
      ? `${listed(
          lockers.map((command) => command.shown),
          "and",
        )} lock before working. The answer to a lock holds a claim token: pass it as claim in every later call on that ticket. A lease runs out; any call with the token renews it.`
      : "",
    `A refused call changed nothing. Its text says why, and after "Recovery:" what to call instead: do exactly that.`,
    `Don't guess what comes next: ${toolNames("detect_pipeline_position")} says which phase a ticket and its group are in, ${toolNames("check_convergence")} whether the group may go on, ${toolNames("advance_children")} lets children follow their parent.`,
    toolsets.has("sessions")
      ? `Let people see what you do: ${toolNames("create_ralph_session")} when you begin a ticket, ${toolNames("update_session_state")} at each phase, ${toolNames("complete_ralph_session")} at the end. Lost your context? ${toolNames("get_session")}.`
      : "",
    toolsets.has("runs")
      ? `A run leads through skills (project and session name it): after each, ${toolNames("complete_skill")} names the next; ${toolNames("get_run")} says where you were. A skill's text: skill://signalbox/NAME/SKILL.md.`
      : "",
    people.length > 0 ? `Only a person moves a ticket out of ${listed(people)}.` : "",
    `An answer with cursor goes on: repeat the call with that cursor.`,
    `number is a ticket's. Give each changing call a request_id of its own; after a time-out repeat it with the same one. Several agents on one connection: set agent to your name.`,
  ]
    .filter((line) => line !== "")
    .join("\n");
}
