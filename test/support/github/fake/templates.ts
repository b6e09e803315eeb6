// Projects as GitHub's own templates make them, as far as their fields go: what a team has before anybody thought of us.

import type { FakeGitHub } from "./fake.ts";
import type { Project } from "./world.ts";

export interface Template {
  readonly status: readonly string[];
  /** Single select fields beside Status. */
  readonly selects?: Readonly<Record<string, readonly string[]>>;
  /** Fields that offer no choice, by type. */
  readonly others?: Readonly<Record<string, "NUMBER" | "DATE" | "ITERATION">>;
}

const FLOW = ["Backlog", "Ready", "In progress", "In review", "Done"];
const PLANNED = { Priority: ["P0", "P1", "P2"], Size: ["XS", "S", "M", "L", "XL"] };
const DATES = { "Start date": "DATE", "Target date": "DATE" } as const;

export const TEMPLATES = {
  // A project that was made without a template, and the roadmap's.
  Table: { status: ["Todo", "In Progress", "Done"] },
  Roadmap: { status: ["Todo", "In Progress", "Done"], others: DATES },
  "Team planning": { status: FLOW, selects: PLANNED, others: { Estimate: "NUMBER", Iteration: "ITERATION", ...DATES } },
  "Feature release": {
    status: FLOW,
    selects: PLANNED,
    others: { Estimate: "NUMBER", Iteration: "ITERATION", ...DATES },
  },
  Kanban: { status: FLOW, selects: PLANNED, others: { Estimate: "NUMBER", ...DATES } },
  "Bug tracker": {
    status: ["To triage", ...FLOW],
    selects: PLANNED,
    others: { Estimate: "NUMBER" },
  },
  "Iterative development": { status: FLOW, selects: PLANNED, others: { Estimate: "NUMBER", Iteration: "ITERATION" } },
  // As the templates of 2022 were, with pictures in front of their words.
  Feature: {
    status: ["🆕 New", "📋 Backlog", "🔖 Ready", "🏗 In progress", "👀 In review", "✅ Done"],
    selects: {
      Priority: ["🌋 Urgent", "🏔 High", "🏕 Medium", "🏝 Low"],
      Size: ["🐋 X-Large", "🦑 Large", "🐂 Medium", "🐇 Small", "🦔 Tiny"],
    },
    others: { Iteration: "ITERATION" },
  },
} as const satisfies Readonly<Record<string, Template>>;

export type TemplateName = keyof typeof TEMPLATES;

export function addFromTemplate(github: FakeGitHub, owner: string, number: number, name: TemplateName): Project {
  const { status, selects = {}, others = {} }: Template = TEMPLATES[name];
  const project = github.addProject(owner, number, name, status);
  for (const [field, options] of Object.entries(selects)) github.addField(project, field, options);
  for (const [field, type] of Object.entries(others)) github.addPlainField(project, field, type);
  return project;
}
