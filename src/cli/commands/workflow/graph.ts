import type { Machine, State } from "../../../engine/workflow/compile.ts";
import { mermaid } from "../../../engine/graph/mermaid.ts";
import type { EdgeSpec } from "../../../engine/workflow/format.ts";
import { print, printJson, styled } from "../../support/output.ts";
import { allOrShipped, needSource } from "./source.ts";

export function graphWorkflows(options: { files: readonly string[]; text: boolean; json: boolean }): void {
  const graphs = allOrShipped(options.files).map((word) => {
    const { machine } = needSource(word);
    return { workflow: word, graph: options.text ? textGraph(machine) : mermaid(machine) };
  });
  if (options.json) printJson(graphs);
  else print(graphs.map(({ graph }) => graph.trimEnd()).join("\n\n"));
}

function textGraph(machine: Machine): string {
  const { workflow, states } = machine;
  const title = styled(workflow.title, "bold");
  const size = `${states.size} states, ${workflow.edges.length} edges, ${workflow.mode === "enforce" ? "enforced" : "observed"}`;
  return [`${title}: ${size}`, ...[...states.values()].flatMap((state) => textState(machine, state))].join("\n");
}

function textState(machine: Machine, state: State): string[] {
  const marks = [
    state.name === machine.workflow.start && "start",
    state.lock && "lock",
    state.human && (state.gate === "enforce" ? "human, enforced" : "human"),
    state.terminal && "terminal",
    state.router && "router",
    state.skill !== null && `skill ${state.skill}`,
  ].filter((mark) => mark !== false);
  const head = `  ${styled(state.name, "cyan")}${marks.length > 0 ? ` ${styled(`(${marks.join("; ")})`, "dim")}` : ""}`;
  return [head, ...state.edges.map((edge) => `    → ${edge.to}${styled(conditionsOf(edge), "dim")}`)];
}

function conditionsOf(edge: EdgeSpec): string {
  const parts = [
    edge.label,
    edge.when && ("value" in edge.when ? `${edge.when.type} ${edge.when.value}` : edge.when.type),
    ...(edge.guards ?? []).map((guard) => `guard ${guard.type}`),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? `  [${parts.join("; ")}]` : "";
}
