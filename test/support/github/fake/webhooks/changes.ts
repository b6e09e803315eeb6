// What has changed in the fake's world since the last time, as the webhooks that GitHub sends of it.

import { found } from "../problem.ts";
import { userCalled } from "./payload.ts";
import {
  nameWithOwner,
  type Issue,
  type Item,
  type Project,
  type PullRequest,
  type Repository,
  type Value,
  type World,
} from "../world.ts";

export interface Change {
  readonly event: string;
  readonly action: string | null;
  readonly known: Readonly<Record<string, unknown>>;
}

/** What is compared, by what it is about. */
export type Snapshot = ReadonlyMap<string, Pictured>;

interface Pictured {
  /** Another picture: something has changed. */
  readonly picture: string;
  /** `before`: what it was; null: it is new. */
  readonly changes: (before: string | null) => readonly Change[];
  /** What is said when it is not there any more. */
  readonly gone?: () => readonly Change[];
}

export function snapshotOf(world: World): Snapshot {
  const all = new Map<string, Pictured>();
  for (const project of world.projects.values()) {
    for (const item of project.items) {
      const picture = JSON.stringify([item.updatedAt, item.archived, [...item.values].map(([, { option }]) => option)]);
      all.set(item.id, {
        picture,
        changes: (before) => [ofItem(project, item, before === null ? "created" : itemAction(before, item))],
        gone: () => [ofItem(project, item, "deleted")],
      });
    }
  }
  for (const issue of world.issues.values()) {
    const picture = JSON.stringify([issue.closed, issue.updatedAt, issue.title]);
    all.set(issue.id, { picture, changes: (before) => [ofIssue(world, issue, before)] });
  }
  for (const repository of world.repositories.values()) {
    for (const pull of repository.pullRequests) {
      const picture = JSON.stringify([pull.state, pull.head, pull.reviews]);
      all.set(pull.id, { picture, changes: (before) => ofPull(repository, pull, before) });
    }
    for (const [commit, contexts] of repository.checks) {
      all.set(`${repository.id} ${commit}`, {
        picture: JSON.stringify(contexts),
        changes: () => contexts.map((context) => ofCheck(repository, commit, context.kind, context.name, context.by)),
      });
    }
  }
  return all;
}

export function changesBetween(before: Snapshot, after: Snapshot): readonly Change[] {
  const changed = [...after].flatMap(([id, { picture, changes }]) => {
    const known = before.get(id)?.picture ?? null;
    return known === picture ? [] : changes(known);
  });
  const gone = [...before].flatMap(([id, { gone: said }]) => (after.has(id) ? [] : (said?.() ?? [])));
  return [...changed, ...gone];
}

function itemAction(before: string, { archived }: Item): string {
  const [, was] = JSON.parse(before) as [number, boolean];
  return was === archived ? "edited" : archived ? "archived" : "restored";
}

function ofItem(project: Project, item: Item, action: string): Change {
  const [last] = [...item.values].toSorted(([, one], [, other]) => other.at - one.at);
  const by = userCalled(last?.[1].by ?? "octo");
  return {
    event: "projects_v2_item",
    action,
    known: {
      projects_v2_item: {
        node_id: item.id,
        project_node_id: project.id,
        content_node_id: item.issue ?? item.id,
        content_type: item.issue === null ? "DraftIssue" : "Issue",
        creator: by,
        updated_at: new Date(item.updatedAt).toISOString(),
        archived_at: item.archived ? new Date(item.updatedAt).toISOString() : null,
      },
      ...(action === "edited" && last ? { changes: changedField(project, ...last) } : {}),
      organization: { login: project.owner },
      sender: by,
    },
  };
}

function changedField({ fields, number }: Project, id: string, { option }: Value): object {
  const field = fields.find((one) => one.id === id);
  const to = field?.options.find((one) => one.id === option);
  return {
    field_value: {
      field_node_id: id,
      field_type: "single_select",
      field_name: field?.name ?? "",
      project_number: number,
      to: { id: to?.id, name: to?.name, color: to?.color, description: to?.description },
    },
  };
}

function ofIssue(world: World, issue: Issue, before: string | null): Change {
  const [wasClosed] = before === null ? [false] : (JSON.parse(before) as [boolean]);
  const changed = wasClosed === issue.closed ? "edited" : issue.closed ? "closed" : "reopened";
  const action = before === null ? "opened" : changed;
  const repository = found(world.repositories.get(issue.repository), issue.repository);
  const at = new Date(issue.updatedAt).toISOString();
  return {
    event: "issues",
    action,
    known: {
      issue: {
        node_id: issue.id,
        number: issue.number,
        title: issue.title,
        user: userCalled(issue.author),
        state: issue.closed ? "closed" : "open",
        closed_at: issue.closed ? at : null,
        updated_at: at,
      },
      ...place(repository),
      ...(action === "edited" ? { changes: {} } : {}),
    },
  };
}

function ofPull(repository: Repository, pull: PullRequest, before: string | null): readonly Change[] {
  const [state, head, reviews] =
    before === null ? [null, null, []] : (JSON.parse(before) as [string, string, unknown[]]);
  const known = {
    number: pull.number,
    pull_request: {
      node_id: pull.id,
      number: pull.number,
      state: pull.state === "OPEN" ? "open" : "closed",
      merged: pull.state === "MERGED",
      user: userCalled(pull.author),
      head: { ref: "work", sha: pull.head },
      base: { ref: pull.base },
    },
    ...place(repository),
  };
  const said = (event: string, action: string, more: object = {}): Change => ({
    event,
    action,
    known: { ...known, ...more },
  });
  return [
    ...(state === null ? [said("pull_request", "opened")] : []),
    ...(state !== null && state !== pull.state ? [said("pull_request", "closed")] : []),
    ...(head !== null && head !== pull.head
      ? [said("pull_request", "synchronize", { before: head, after: pull.head })]
      : []),
    ...(JSON.stringify(reviews) === JSON.stringify(pull.reviews) ? [] : [said("pull_request_review", "submitted")]),
  ];
}

function ofCheck(repository: Repository, commit: string, kind: string, name: string, by: string | null): Change {
  if (kind === "run") {
    const check_run = { head_sha: commit, name, status: "completed", conclusion: "success" };
    return { event: "check_run", action: "completed", known: { check_run, ...place(repository) } };
  }
  const author = { date: "2026-01-05T12:00:00Z", email: "x@github.com" };
  return {
    event: "status",
    action: null,
    known: {
      sha: commit,
      context: name,
      commit: { commit: { author, committer: author } },
      ...place(repository),
      sender: userCalled(by ?? "octo"),
    },
  };
}

function place(repository: Repository): object {
  return {
    repository: { node_id: repository.id, name: repository.name, full_name: nameWithOwner(repository) },
    sender: userCalled("octo"),
  };
}
