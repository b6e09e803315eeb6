// The shipped workflows, state by state: what leads where, and what is particular about it.

import session from "../workflows/session.json";
import skill from "../workflows/skill.json";
import ticket from "../workflows/ticket.json";
import type { EdgeSpec, StateSpec, Workflow } from "../src/engine/workflow.ts";

const workflows = [ticket, session, skill] as Workflow[];

function show(): void {
  const wanted = location.hash.slice(1);
  const workflow = workflows.find((candidate) => candidate.name === wanted) ?? workflows[0];
  if (!workflow) return;
  document.querySelector("nav")?.replaceChildren(...workflows.map((one) => tab(one, one === workflow)));
  document.querySelector("main")?.replaceChildren(...page(workflow));
}

function tab(workflow: Workflow, current: boolean): HTMLElement {
  const link = element("a", { href: `#${workflow.name}` }, workflow.title);
  if (current) link.setAttribute("aria-current", "page");
  return link;
}

function page(workflow: Workflow): HTMLElement[] {
  const states = Object.entries(workflow.states);
  const phases = Map.groupBy(states, ([name, spec]) => spec.phase ?? name);
  const size = `${states.length} states, ${workflow.edges.length} edges, ${workflow.mode === "enforce" ? "enforced" : "observed"}. ${workflow.description ?? ""}`;
  const sections = [...phases].map(([phase, own]) =>
    element(
      "section",
      {},
      ...(own.length > 1 || own[0]?.[0] !== phase ? [element("h2", {}, phase)] : []),
      ...own.map(([name, spec]) => card(workflow, name, spec)),
    ),
  );
  return [element("h1", {}, workflow.title), element("p", {}, size), element("div", { class: "phases" }, ...sections)];
}

function card(workflow: Workflow, name: string, spec: StateSpec): HTMLElement {
  const marks = [
    name === workflow.start && "start",
    spec.lock && "lock",
    spec.terminal && "terminal",
    spec.skill && `skill ${spec.skill}`,
    spec.indicator,
  ].filter((mark) => typeof mark === "string");
  const edges = workflow.edges.filter((edge) => edge.from === name);
  return element(
    "article",
    {},
    element(
      "h3",
      {},
      name,
      ...marks.map((mark) => element("span", { class: "mark" }, mark)),
      ...(spec.human ? [element("span", { class: "mark human" }, "waits for a person")] : []),
    ),
    ...(spec.description === undefined ? [] : [element("p", {}, spec.description)]),
    ...(edges.length === 0 ? [] : [element("ul", {}, ...edges.map((edge) => element("li", {}, describe(edge))))]),
  );
}

function describe(edge: EdgeSpec): string {
  const when = edge.when && ("value" in edge.when ? `${edge.when.type} ${edge.when.value}` : edge.when.type);
  const notes = [edge.label, when, ...(edge.guards ?? []).map((guard) => `if ${guard.type}`)].filter(
    (note) => note !== undefined,
  );
  return notes.length > 0 ? `${edge.to} (${notes.join(", ").replaceAll("_", " ")})` : edge.to;
}

/** Text is set as text: a state's name is never markup. */
function element(tag: string, attributes: Record<string, string>, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

addEventListener("hashchange", show);
show();
