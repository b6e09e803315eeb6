// A workflow as a Mermaid state diagram. Names are people's words, in any script and with any sign, so they never stand
// in the diagram bare: states get ids of their own, and text is escaped.

import type { Machine, State } from "../workflow/compile.ts";
import type { Condition, EdgeSpec, GuardSpec } from "../workflow/format.ts";

export interface MermaidOptions {
  readonly direction?: "TB" | "LR";
  /** A state to mark as the current one. */
  readonly current?: string;
}

const CLASSES = [
  ["lock", "fill:#fff3cd,stroke:#b58105,color:#3d2c00"],
  ["human", "fill:#e2ecff,stroke:#2f5fc4,color:#0b2559"],
  ["router", "fill:#f4f4f5,stroke:#71717a,color:#27272a,stroke-dasharray:4 3"],
  ["terminal", "fill:#e3f4e6,stroke:#2b7a3d,color:#10381a"],
  ["current", "stroke-width:3px,font-weight:bold"],
] as const;

export function mermaid(machine: Machine, options: MermaidOptions = {}): string {
  const ids = nameStates(machine);
  const id = (name: string): string => ids.get(name) ?? "";
  const lines = ["stateDiagram-v2", `    direction ${options.direction ?? "TB"}`];
  // An empty label is a syntax error, so a name of spaces shows its id.
  for (const name of ids.keys()) lines.push(`    state "${escapeText(name) || id(name)}" as ${id(name)}`);
  if (ids.has(machine.workflow.start)) lines.push(`    [*] --> ${id(machine.workflow.start)}`);
  for (const edge of machine.workflow.edges) {
    const label = escapeText(edgeLabel(edge));
    lines.push(`    ${id(edge.from)} --> ${id(edge.to)}${label === "" ? "" : ` : ${label}`}`);
  }
  for (const state of machine.states.values()) if (state.terminal) lines.push(`    ${id(state.name)} --> [*]`);
  for (const [name, style] of CLASSES) {
    const members = [...machine.states.values()].filter((state) => isA(name, state, options));
    if (members.length === 0) continue;
    lines.push(`    classDef ${name} ${style}`);
    lines.push(`    class ${members.map((state) => id(state.name)).join(", ")} ${name}`);
  }
  return `${lines.join("\n")}\n`;
}

/** An id for every state, also for one that only an edge names. */
function nameStates(machine: Machine): ReadonlyMap<string, string> {
  const names = new Set(machine.states.keys());
  for (const edge of machine.workflow.edges) names.add(edge.from).add(edge.to);
  const ids = new Map<string, string>();
  const taken = new Set<string>();
  for (const name of names) {
    // The prefix keeps a state called "end", "state" or "note" from being read as a word of the language.
    const base = `s_${name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^_|_$/g, "")}`;
    let id = base;
    for (let number = 2; taken.has(id); number++) id = `${base}_${number}`;
    taken.add(id);
    ids.set(name, id);
  }
  return ids;
}

function isA(name: (typeof CLASSES)[number][0], state: State, options: MermaidOptions): boolean {
  return name === "current" ? state.name === options.current : state[name];
}

function edgeLabel(edge: EdgeSpec): string {
  const guards = (edge.guards ?? []).filter((guard) => guard.policy !== "off").map(showGuard);
  const conditions = [...(edge.when ? [showCondition(edge.when)] : []), ...guards];
  return [edge.label ?? "", ...conditions.map((condition) => `[${condition}]`)].join(" ").trim();
}

function showCondition(condition: Condition): string {
  return condition.type === "item_type" ? `${condition.type} ${condition.value}` : condition.type;
}

function showGuard(guard: GuardSpec): string {
  const target = guard.type === "group_convergence" ? ` ${guard.target}` : "";
  return `${guard.type}${target}${guard.policy === "warn" ? ", warns" : ""}`;
}

// Mermaid's own escapes, #NUMBER; of the code point. Letters, digits and a few harmless signs stay readable; all else
// could end a label, start a comment or a style, or be taken for markup. "direction LR" is read as a statement even in
// the middle of a label, and the line is lost.
function escapeText(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .replaceAll(/[^\p{L}\p{M}\p{N} _.,()/?!=+-]/gu, (sign) => `#${sign.codePointAt(0)};`)
    .replaceAll(/(?<=direction) (?=tb|bt|rl|lr)/gi, "#32;");
}
