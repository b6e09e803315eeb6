// An issue with its card, as people see it on the site.

import { found } from "./problem.ts";
import { cardValues, itemsOf, type Comment, type Issue, type World } from "./world.ts";

/** A card as people see it. */
export interface SeenIssue {
  readonly number: number;
  readonly title: string;
  readonly closed: boolean;
  readonly stateReason: string | null;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly comments: readonly Comment[];
  readonly parent: number | null;
  readonly children: readonly number[];
  readonly blockedBy: readonly number[];
  /** The values of its card on the first project that it is on, by field. */
  readonly card: Readonly<Record<string, string>> | null;
}

export function seeIssue(world: World, issue: Issue): SeenIssue {
  const numberOf = (id: string): number => found(world.issues.get(id), id).number;
  const [place] = itemsOf(world, issue.id);
  const labels = world.repositories.get(issue.repository)?.labels ?? [];
  return {
    number: issue.number,
    title: issue.title,
    closed: issue.closed,
    stateReason: issue.stateReason,
    labels: labels.filter(({ id }) => issue.labels.includes(id)).map(({ name }) => name),
    assignees: issue.assignees,
    comments: issue.comments,
    parent: issue.parent === null ? null : numberOf(issue.parent),
    children: issue.children.map(numberOf),
    blockedBy: issue.blockedBy.map(numberOf),
    card: place ? cardValues(place.project, place.item) : null,
  };
}
