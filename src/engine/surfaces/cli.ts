// What a person at a terminal calls an act: the command that they type.

import type { Act, Argument } from "../acts.ts";
import type { Key } from "../facts.ts";
import { listed } from "../words.ts";
import { nameForPeople } from "./people.ts";
import { attestCommand, checkCommand, typed } from "./shell.ts";
import type { Named } from "./tell.ts";

const ARGUMENTS: Readonly<Record<Argument, string>> = {
  batch_index: "number",
  body: "the text",
  claim: "the claim",
  command: "the command",
  commands: "--commands",
  commit: "--commit",
  dependsOn: "dependencies",
  from_state: "the state that it was in",
  intent: "the intent",
  map: "--map",
  maxEstimate: "--max-estimate",
  reason: "--reason",
  releaseClaims: "--release-claims",
  request_id: "request id",
  state: "--state",
  targetState: "the target state",
  title: "the title",
  to_state: "--to",
  workflowState: "--state",
};

export function nameInTerminal(act: Act): Named {
  switch (act.type) {
    case "again":
      return { name: "run the same command again" };
    case "argument":
      return { name: showArgument(ARGUMENTS[act.name], act.value) };
    case "call":
      return { name: "another command" };
    case "list_tickets":
      return { name: "`signalbox ticket list`" };
    case "show_ticket":
      return { name: `\`signalbox ticket show ${act.key === null ? "NUMBER" : typed(act.key)}\`` };
    case "create_ticket":
      return { name: "`signalbox ticket new TITLE`" };
    case "comment":
      return { name: "`signalbox ticket comment`" };
    case "pick":
      return { name: `\`signalbox pick --state ${act.workflowState === null ? "STATE" : `"${act.workflowState}"`}\`` };
    case "position":
      return { name: `\`signalbox position ${typed(act.key)}\`` };
    case "release":
      return { name: `\`signalbox release ${typed(act.key)} --reason …\`` };
    case "check_convergence":
      return {
        name: `\`signalbox converge ${typed(act.key)} --on ${act.target === null ? "STATE" : `"${act.target}"`}\``,
      };
    case "move":
      return { name: "`signalbox move`" };
    case "move_as":
      return { name: showMove(act.key, [...new Set(act.ways.map(({ newState }) => newState))]) };
    case "move_to":
      return { name: `retry with ${listed(act.ways.map(({ to }) => `--to "${to}"`))}` };
    case "override":
      return { name: "override the workflow with --override" };
    case "run_check":
      return { name: checkCommand(act) };
    case "attest":
      return { name: attestCommand(act) };
    case "find_session":
      return { name: "find the session with `signalbox sessions`" };
    case "show_run":
      return { name: "`signalbox runs PROJECT SESSION`" };
    case "adopt_workflow":
      return { name: "`signalbox workflow adopt FILE`" };
    default:
      return nameForPeople(act);
  }
}

function showArgument(name: string, value: string | true | undefined): string {
  if (value === true) return "a claim";
  return value === undefined ? name : `${name} "${value}"`;
}

function showMove(key: Key, states: readonly string[]): string {
  const [only = ""] = states;
  if (states.length < 2) return `\`signalbox move ${typed(key)} --to "${only}" --reason …\``;
  return `\`signalbox move ${typed(key)} --reason …\` and ${listed(states.map((state) => `--to "${state}"`))}`;
}
