// Carries a plan for fields out. It may be broken off at any point and done again: what is there already is no step.

import type { GitHubClient, Written } from "../client/client.ts";
import { GitHubError } from "../client/errors.ts";
import { DEFAULT_LAYOUT, type Layout } from "../layout/layout.ts";
import { planFields, type FieldStep, type WantedField } from "./fields.ts";
import { CREATE_FIELD, UPDATE_FIELD } from "../operations/set-up.ts";
import { findProject, toField, type Field, type Project } from "./project.ts";

/** All that is wanted is there afterwards, or there is an error. */
export async function createFields(
  client: GitHubClient,
  project: Project,
  wanted: readonly WantedField[],
  layout: Layout = DEFAULT_LAYOUT,
): Promise<Project> {
  // Each step by a fresh look: extending a field overwrites all of its options, also those that a person has just added.
  let current = await findProject(client, project);
  const most = wanted.length;
  for (let done = 0; ; done++) {
    const { steps, obstacles } = planFields(current, wanted, layout);
    const [obstacle] = obstacles;
    if (obstacle)
      throw new GitHubError("github_rejected", obstacle.what, "Rename that field on GitHub, then try again.");
    const [step] = steps;
    if (!step) return current;
    if (done >= most) throw notTaken(step);
    const written = await carryOut(client, current, step);
    if (written) checkKept(step, written);
    current = await findProject(client, project);
  }
}

/** The field as GitHub has it now; null where the answer was lost, and only a look tells. */
async function carryOut(client: GitHubClient, project: Project, step: FieldStep): Promise<Field | null> {
  if (step.kind === "create") {
    const { name, options } = step.field;
    const written = await client.mutate(CREATE_FIELD, { project: project.id, name, options });
    return fieldIn(written, (data) => data.create?.projectV2Field);
  }
  const written = await client.mutate(UPDATE_FIELD, { field: step.field.id, options: step.all });
  return fieldIn(written, (data) => data.update?.projectV2Field);
}

function fieldIn<Data>(
  written: Written<Data>,
  pick: (data: Data) => Parameters<typeof toField>[0] | null | undefined,
): Field | null {
  const field = written.kind === "answered" ? pick(written.data) : null;
  return field ? toField(field) : null;
}

/** An option that came back under another id has taken its cards' states with it: say so at once. */
function checkKept(step: FieldStep, { name, options }: Field): void {
  if (step.kind === "create") return;
  const lost = step.field.options.filter((before) => !options.some(({ id }) => id === before.id));
  if (lost.length === 0) return;
  throw new GitHubError(
    "github_failed",
    `GitHub did not keep the options ${lost.map((option) => option.name).join(", ")} of the field "${name}".`,
    "Look at the project's cards: those that stood there have lost their value.",
  );
}

function notTaken(step: FieldStep): GitHubError {
  return new GitHubError(
    "github_failed",
    `GitHub did not take the change to the field "${step.field.name}".`,
    "Try again in a moment.",
  );
}
