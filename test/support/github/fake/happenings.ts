// What GitHub writes into an issue's timeline, and what a project's own workflows do because of it.

import { setValue } from "./mutations/projects.ts";
import { itemsOf, type Field, type Issue, type Item, type Option, type Project, type World } from "./world.ts";

/** The login of GitHub's own workflows for projects; an account of the kind Bot. */
export const AUTOMATION = "github-project-automation";

export interface Doing {
  readonly by: string;
  readonly now: number;
}

/** A card gets an option: of Status, GitHub keeps who did it. */
export function putCard(
  world: World,
  place: Place,
  option: Option,
  { by, now, automated = false }: Doing & Auto,
): void {
  const { project, item, field } = place;
  const before = field.options.find(({ id }) => id === item.values.get(field.id)?.option);
  setValue(item, field, option, by, now);
  project.updatedAt = now;
  const issue = item.issue === null ? undefined : world.issues.get(item.issue);
  if (field.name !== "Status" || before?.id === option.id || !issue) return;
  const drag = { status: option.name, previous: before?.name ?? "", project: project.id };
  issue.events.push({ kind: "status", at: now, by, automated, ...drag });
}

export function closeIssue(world: World, issue: Issue, reason: Issue["stateReason"], doing: Doing): void {
  if (!issue.closed) issue.events.push({ kind: "closed", at: doing.now, by: doing.by });
  Object.assign(issue, { closed: true, stateReason: reason, updatedAt: doing.now });
  automate(world, issue, "closed", doing.now);
}

export function reopenIssue(world: World, issue: Issue, doing: Doing): void {
  if (!issue.closed) return;
  issue.events.push({ kind: "reopened", at: doing.now, by: doing.by });
  Object.assign(issue, { closed: false, stateReason: "REOPENED", updatedAt: doing.now });
  automate(world, issue, "reopened", doing.now);
}

/** "Item closed", "Item reopened" and "Item added to project", as far as the project has them on. */
export function automate(world: World, issue: Issue, when: keyof Project["automations"], now: number): void {
  for (const { project, item } of itemsOf(world, issue.id)) {
    const field = project.fields.find(({ name }) => name === "Status");
    const option = field?.options.find(({ name }) => name === project.automations[when]);
    if (field && option) putCard(world, { project, item, field }, option, { by: AUTOMATION, now, automated: true });
  }
}

interface Auto {
  readonly automated?: boolean;
}

interface Place {
  readonly project: Project;
  readonly item: Item;
  readonly field: Field;
}
