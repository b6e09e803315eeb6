// What a person at the dashboard calls an act: the page, and the words on its buttons. What the dashboard can't do is done
// in a terminal, or by an agent.

import type { Act, Argument, MoveAs, SetTask } from "../acts.ts";
import { listed, quote } from "../words.ts";
import { nameForPeople } from "./people.ts";
import { checkCommand } from "./shell.ts";
import type { Named } from "./tell.ts";

const ARGUMENTS: Readonly<Record<Argument, string>> = {
  batch_index: "number",
  body: "the text",
  claim: "the claim",
  command: "the command",
  commands: "the commands",
  commit: "the commit",
  dependsOn: "dependencies",
  from_state: "the state that it was in",
  intent: "the intent",
  map: "the map",
  maxEstimate: "the largest estimate",
  reason: "the reason",
  releaseClaims: "that claims are released",
  request_id: "request id",
  state: "state",
  targetState: "the target state",
  title: "the title",
  to_state: "the state",
  workflowState: "state",
};

export function nameInBrowser(act: Act): Named {
  switch (act.type) {
    case "again":
      return { name: "try again" };
    case "argument":
      return { name: showArgument(ARGUMENTS[act.name], act.value) };
    case "call":
      return { name: "something else" };
    case "list_tickets":
      return { name: "the board", by: "on the board" };
    case "show_ticket":
      return { name: "the ticket's page", by: "on the ticket's page" };
    case "create_ticket":
      return { name: '"New ticket" on the board' };
    case "comment":
      return { name: '"Comment" on the ticket\'s page' };
    case "pick":
      return { name: "the board", by: "from the board" };
    case "position":
      return { name: "the ticket's page" };
    case "release":
      return { name: '"Release" on the ticket\'s page' };
    case "check_convergence":
      return { name: "the ticket's page", by: "on the ticket's page" };
    case "move":
      return { name: "the buttons on the ticket's page" };
    case "move_as":
      return { name: showMoves(act.ways) };
    case "move_to":
      return { name: `use ${listed(act.ways.map((way) => showButton(way)))}` };
    case "override":
      return { name: 'use "Override the graph" as an operator' };
    case "run_check":
      return { name: `${checkCommand(act)} in a terminal`, do: `run ${checkCommand(act)} in a terminal` };
    case "attest":
      return { name: `"${attestLabel(act.fact)}" on the ticket's page` };
    case "find_session":
      return { name: "find the session on the Agents page, by session" };
    case "show_run":
      return { name: "the run's page", by: "on the run's page" };
    case "adopt_workflow":
      return { name: "`signalbox workflow adopt` in a terminal" };
    case "set_task":
      return setOnPage(act) ?? nameForPeople(act);
    default:
      return nameForPeople(act);
  }
}

const ATTEST: Readonly<Record<string, string>> = { review: "I reviewed it", codeless: "Nothing to build" };

/** The words on the button by which a person gives a fact. */
export function attestLabel(fact: string): string {
  return Object.hasOwn(ATTEST, fact) ? (ATTEST[fact] ?? fact) : `Attest ${fact}`;
}

function showArgument(name: string, value: string | true | undefined): string {
  if (value === true) return "a claim";
  return value === undefined ? name : `${name} "${value}"`;
}

function showMoves(ways: readonly MoveAs[]): string {
  const buttons = [...Map.groupBy(ways, ({ newState }) => newState)].map(([to, own]) =>
    showButton({ to, label: own[0]?.label ?? to }, listed(new Set(own.map(({ command }) => command)))),
  );
  return listed(buttons);
}

/** Its words, and what can't be seen from them: where it leads, and as which command. */
function showButton({ to, label }: { readonly to: string; readonly label: string }, command?: string): string {
  const more = [...(label.includes(to) ? [] : [`to ${to}`]), ...(command === undefined ? [] : [`as ${command}`])];
  return `"${label}"${more.length === 0 ? "" : ` (${more.join(", ")})`}`;
}

/** A run's page has two buttons on a task: to try it again, and to drop it. */
function setOnPage({ task, status, reason }: SetTask): Named | null {
  if (task === null) return null;
  if (status === "pending" || status === "in_progress") {
    const button = quote(`Retry ${task}`);
    return { name: `use ${button}`, by: `with ${button}`, do: `use ${button}` };
  }
  if (status !== "dropped") return null;
  const why = reason ? `, ${reason}` : "";
  return {
    name: `use "Drop it, with a reason" on ${quote(task)}${why}`,
    by: `with "Drop it, with a reason"${why}`,
    do: `use "Drop it, with a reason" on ${quote(task)}${why}`,
  };
}
