import { connection, type PageArguments } from "../connection.ts";
import { found } from "../problem.ts";
import { mayWrite, seesProject, type Asking } from "../viewer.ts";
import { itemsOf, nameWithOwner, type Comment, type Issue, type IssueEvent } from "../world.ts";
import { actorView } from "./actor.ts";
import { itemView, projectView } from "./project.ts";
import { forbidden, pullRequestView } from "./pull-request.ts";
import { repositoryView } from "./repository.ts";

export function issueView(asking: Asking, issue: Issue) {
  const { world } = asking;
  const repository = found(world.repositories.get(issue.repository), issue.repository);
  const linked = (ids: readonly string[]) => (args: PageArguments) =>
    connection(
      ids.map((id) => found(world.issues.get(id), id)).filter((other) => isVisible(asking, other)),
      args,
      (other) => issueView(asking, other),
    );
  const blocking = (): string[] =>
    [...world.issues.values()].filter(({ blockedBy }) => blockedBy.includes(issue.id)).map(({ id }) => id);
  const open = (ids: readonly string[]): number => ids.filter((id) => world.issues.get(id)?.closed === false).length;
  return {
    __typename: "Issue",
    id: issue.id,
    number: issue.number,
    title: issue.title,
    body: issue.body,
    url: `https://github.com/${nameWithOwner(repository)}/issues/${issue.number}`,
    author: actorView(asking, issue.author),
    closed: issue.closed,
    state: issue.closed ? "CLOSED" : "OPEN",
    stateReason: issue.stateReason,
    createdAt: time(issue.createdAt),
    updatedAt: time(issue.updatedAt),
    repository: () => repositoryView(asking, repository),
    parent: () => {
      const parent = issue.parent === null ? undefined : world.issues.get(issue.parent);
      return parent && isVisible(asking, parent) ? issueView(asking, parent) : null;
    },
    subIssues: linked(issue.children),
    subIssuesSummary: {
      total: issue.children.length,
      completed: issue.children.length - open(issue.children),
      percentCompleted: issue.children.length === 0 ? 0 : 100 - (100 * open(issue.children)) / issue.children.length,
    },
    blockedBy: linked(issue.blockedBy),
    blocking: (args: PageArguments) => linked(blocking())(args),
    issueDependenciesSummary: () => ({
      blockedBy: open(issue.blockedBy),
      blocking: open(blocking()),
      totalBlockedBy: issue.blockedBy.length,
      totalBlocking: blocking().length,
    }),
    viewerCanUpdate: mayWrite(asking),
    issueType: issue.type === null ? null : { __typename: "IssueType", id: issue.type, name: issue.type },
    milestone:
      issue.milestone === null ? null : { __typename: "Milestone", id: issue.milestone, title: issue.milestone },
    labels: (args: PageArguments) =>
      connection(
        repository.labels.filter(({ id }) => issue.labels.includes(id)),
        args,
        (label) => ({ __typename: "Label", ...label }),
      ),
    assignees: (args: PageArguments) => connection(issue.assignees, args, (login) => actorView(asking, login)),
    comments: (args: PageArguments) => connection(issue.comments, args, (comment) => commentView(asking, comment)),
    projectItems: ({ includeArchived = true, ...args }: PageArguments & { includeArchived?: boolean }) =>
      connection(
        itemsOf(world, issue.id).filter(
          ({ project, item }) => seesProject(asking, project) && (includeArchived || !item.archived),
        ),
        args,
        ({ project, item }) => itemView(asking, project, item),
      ),
    closedByPullRequestsReferences: ({ includeClosedPrs = false, ...args }: PageArguments & ClosedToo) => {
      if (asking.token.lacks.includes("pull requests")) throw forbidden();
      return connection(
        issue.pullRequests.filter(({ state }) => includeClosedPrs || state === "OPEN"),
        args,
        (pull) => pullRequestView(asking, pull),
      );
    },
    timelineItems: ({ itemTypes, ...args }: PageArguments & { itemTypes?: readonly string[] }) => {
      if (itemTypes?.join() === "TRANSFERRED_EVENT") {
        return connection(issue.transfers, args, ({ id, at, from }) => ({
          __typename: "TransferredEvent",
          id,
          createdAt: time(at),
          fromRepository: () => repositoryView(asking, found(world.repositories.get(from), from)),
        }));
      }
      if (itemTypes?.join() === "CLOSED_EVENT,REOPENED_EVENT,PROJECT_V2_ITEM_STATUS_CHANGED_EVENT") {
        return connection(issue.events, args, (event) => eventView(asking, issue, event));
      }
      if (itemTypes?.join() !== "PARENT_ISSUE_ADDED_EVENT") throw new Error("The fake knows no other events");
      return connection(issue.parentEvents, args, ({ id, at, parent }) => ({
        __typename: "ParentIssueAddedEvent",
        id,
        createdAt: time(at),
        parent: () => issueView(asking, found(world.issues.get(parent), parent)),
      }));
    },
  };
}

const EVENT_TYPES = {
  closed: "ClosedEvent",
  reopened: "ReopenedEvent",
  status: "ProjectV2ItemStatusChangedEvent",
} as const;

function eventView(asking: Asking, issue: Issue, event: IssueEvent) {
  const project = event.project === undefined ? undefined : asking.world.projects.get(event.project);
  return {
    __typename: EVENT_TYPES[event.kind],
    id: `${issue.id}-${issue.events.indexOf(event)}`,
    createdAt: time(event.at),
    actor: actorView(asking, event.by),
    status: event.status,
    previousStatus: event.previous,
    wasAutomated: event.automated ?? false,
    project: project && seesProject(asking, project) ? () => projectView(asking, project) : null,
  };
}

interface ClosedToo {
  readonly includeClosedPrs?: boolean;
}

export function commentView(asking: Asking, { id, author, body, at }: Comment) {
  return {
    __typename: "IssueComment",
    id,
    body,
    createdAt: time(at),
    updatedAt: time(at),
    viewerDidAuthor: author === asking.token.login,
    author: actorView(asking, author),
  };
}

export function isVisible({ world, token }: Asking, issue: Issue): boolean {
  const repository = world.repositories.get(issue.repository);
  return repository !== undefined && !token.blindTo.includes(nameWithOwner(repository));
}

function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}
