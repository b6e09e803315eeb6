import { found, unprocessable } from "../problem.ts";
import { checkProjectAccess, checkWriting, type Asking } from "../viewer.ts";
import { newId, type Issue, type World } from "../world.ts";
import { commentView, issueView } from "../views/issue.ts";
import { closeIssue, reopenIssue } from "../happenings.ts";
import { addItem } from "./projects.ts";

const MOST_LINKS = 50;
const MOST_CHILDREN = 100;

interface Input<T> {
  readonly input: T;
}

export function issueMutations(asking: Asking) {
  const { world, now, token } = asking;
  const issueOf = (id: string): Issue => {
    checkWriting(asking);
    return found(world.issues.get(id), id);
  };
  const touched = (issue: Issue) => {
    issue.updatedAt = now;
    return issueView(asking, issue);
  };
  return {
    addComment: ({ input }: Input<{ subjectId: string; body: string }>) => {
      const issue = issueOf(input.subjectId);
      if (input.body.trim() === "") throw unprocessable("Body can't be blank");
      if (input.body.length > 65_536) throw unprocessable("Body is too long (maximum is 65536 characters)");
      const comment = { id: newId(world, "IC"), author: token.login, body: input.body, at: now };
      issue.comments.push(comment);
      touched(issue);
      return { commentEdge: { cursor: "", node: commentView(asking, comment) }, subject: issueView(asking, issue) };
    },
    deleteIssueComment: ({ input }: Input<{ id: string }>) => {
      checkWriting(asking);
      const issue = found(
        [...world.issues.values()].find(({ comments }) => comments.some(({ id }) => id === input.id)),
        input.id,
      );
      issue.comments.splice(
        issue.comments.findIndex(({ id }) => id === input.id),
        1,
      );
      return { clientMutationId: null };
    },
    createLabel: ({ input }: Input<{ repositoryId: string; name: string }>) => {
      checkWriting(asking);
      const repository = found(world.repositories.get(input.repositoryId), input.repositoryId);
      if (repository.labels.some(({ name }) => name.toLowerCase() === input.name.toLowerCase())) {
        throw unprocessable("Name has already been taken");
      }
      const label = { id: newId(world, "LA"), name: input.name };
      repository.labels.push(label);
      return { label: { __typename: "Label", ...label } };
    },
    closeIssue: ({ input }: Input<{ issueId: string; stateReason?: "COMPLETED" | "NOT_PLANNED" | null }>) => {
      const issue = issueOf(input.issueId);
      closeIssue(world, issue, input.stateReason ?? "COMPLETED", { by: token.login, now });
      return { issue: touched(issue) };
    },
    reopenIssue: ({ input }: Input<{ issueId: string }>) => {
      const issue = issueOf(input.issueId);
      reopenIssue(world, issue, { by: token.login, now });
      return { issue: touched(issue) };
    },
    updateIssue: ({ input }: Input<{ id: string; title?: string | null; body?: string | null }>) => {
      const issue = issueOf(input.id);
      issue.title = input.title ?? issue.title;
      issue.body = input.body ?? issue.body;
      return { issue: touched(issue) };
    },
    createIssue: ({ input }: Input<NewIssue>) => {
      checkWriting(asking);
      const repository = found(world.repositories.get(input.repositoryId), input.repositoryId);
      if (!repository.issuesEnabled) throw unprocessable("Issues are disabled for this repository");
      const projects = (input.projectV2Ids ?? []).map((id) => found(world.projects.get(id), id));
      const parent = input.parentIssueId == null ? null : issueOf(input.parentIssueId);
      for (const project of projects) checkProjectAccess(asking, project, true);
      const issue = addIssue(world, repository.id, token.login, input.title, input.body ?? "", now);
      issue.labels = [...(input.labelIds ?? [])];
      if (parent) putUnder(world, issue, parent, now);
      for (const project of projects) addItem(world, project, issue.id, now, token.login);
      return { issue: touched(issue) };
    },
    addBlockedBy: ({ input }: Input<{ issueId: string; blockingIssueId: string }>) => {
      const [issue, blocker] = [issueOf(input.issueId), issueOf(input.blockingIssueId)];
      if (issue === blocker) throw unprocessable("Issue cannot be blocked by itself");
      if (issue.blockedBy.includes(blocker.id)) throw unprocessable("Target issue has already been taken");
      if (issue.blockedBy.length >= MOST_LINKS) throw unprocessable("Issue has reached the limit of dependencies");
      issue.blockedBy.push(blocker.id);
      return { issue: touched(issue), blockingIssue: touched(blocker) };
    },
    removeBlockedBy: ({ input }: Input<{ issueId: string; blockingIssueId: string }>) => {
      const [issue, blocker] = [issueOf(input.issueId), issueOf(input.blockingIssueId)];
      if (!issue.blockedBy.includes(blocker.id)) throw unprocessable("Issue is not blocked by that issue");
      issue.blockedBy = issue.blockedBy.filter((id) => id !== blocker.id);
      return { issue: touched(issue), blockingIssue: touched(blocker) };
    },
    addSubIssue: ({ input }: Input<{ issueId: string; subIssueId: string; replaceParent?: boolean | null }>) => {
      const [parent, child] = [issueOf(input.issueId), issueOf(input.subIssueId)];
      if (child.parent !== null && input.replaceParent !== true) {
        throw unprocessable("An error occurred while adding the sub-issue: Sub issue may only have one parent");
      }
      putUnder(world, child, parent, now);
      return { issue: touched(parent), subIssue: touched(child) };
    },
    removeSubIssue: ({ input }: Input<{ issueId: string; subIssueId: string }>) => {
      const [parent, child] = [issueOf(input.issueId), issueOf(input.subIssueId)];
      if (child.parent !== parent.id) throw unprocessable("The provided sub-issue does not exist");
      parent.children = parent.children.filter((id) => id !== child.id);
      child.parent = null;
      return { issue: touched(parent), subIssue: touched(child) };
    },
    addLabelsToLabelable: ({ input }: Input<{ labelableId: string; labelIds: readonly string[] }>) => {
      const issue = issueOf(input.labelableId);
      for (const id of input.labelIds) checkLabel(world, issue, id);
      issue.labels = [...new Set([...issue.labels, ...input.labelIds])];
      return { labelable: touched(issue) };
    },
    addAssigneesToAssignable: ({ input }: Input<{ assignableId: string; assigneeIds: readonly string[] }>) => {
      const issue = issueOf(input.assignableId);
      issue.assignees = [...new Set([...issue.assignees, ...input.assigneeIds.map((id) => loginWithId(world, id))])];
      return { assignable: touched(issue), clientMutationId: null };
    },
    removeAssigneesFromAssignable: ({ input }: Input<{ assignableId: string; assigneeIds: readonly string[] }>) => {
      const issue = issueOf(input.assignableId);
      const gone = new Set(input.assigneeIds.map((id) => loginWithId(world, id)));
      issue.assignees = issue.assignees.filter((login) => !gone.has(login));
      return { assignable: touched(issue), clientMutationId: null };
    },
    removeLabelsFromLabelable: ({ input }: Input<{ labelableId: string; labelIds: readonly string[] }>) => {
      const issue = issueOf(input.labelableId);
      issue.labels = issue.labels.filter((id) => !input.labelIds.includes(id));
      return { labelable: touched(issue) };
    },
  };
}

function loginWithId(world: World, id: string): string {
  return found(
    [...world.accounts.values()].find((account) => account.id === id && account.kind === "User"),
    id,
  ).login;
}

interface NewIssue {
  readonly repositoryId: string;
  readonly title: string;
  readonly body?: string | null;
  readonly labelIds?: readonly string[] | null;
  readonly projectV2Ids?: readonly string[] | null;
  readonly parentIssueId?: string | null;
}

export function addIssue(
  world: World,
  repository: string,
  author: string,
  title: string,
  body: string,
  now: number,
): Issue {
  const home = found(world.repositories.get(repository), repository);
  const issue: Issue = {
    id: newId(world, "I"),
    repository,
    number: home.nextNumber++,
    author,
    createdAt: now,
    title,
    body,
    updatedAt: now,
    closed: false,
    stateReason: null,
    labels: [],
    assignees: [],
    parent: null,
    children: [],
    blockedBy: [],
    comments: [],
    parentEvents: [],
    transfers: [],
    type: null,
    milestone: null,
    events: [],
    pullRequests: [],
  };
  world.issues.set(issue.id, issue);
  return issue;
}

export function putUnder(world: World, child: Issue, parent: Issue, now: number): void {
  for (let at: Issue | undefined = parent; at; at = at.parent === null ? undefined : world.issues.get(at.parent)) {
    if (at === child) throw unprocessable("An error occurred while adding the sub-issue: it would be its own parent");
  }
  if (parent.children.length >= MOST_CHILDREN) throw unprocessable("Parent cannot have more than 100 sub-issues");
  const former = child.parent === null ? undefined : world.issues.get(child.parent);
  if (former) former.children = former.children.filter((id) => id !== child.id);
  parent.children.push(child.id);
  child.parent = parent.id;
  child.parentEvents.push({ id: newId(world, "PIAE"), at: now, parent: parent.id });
}

function checkLabel(world: World, issue: Issue, id: string): void {
  found(
    world.repositories.get(issue.repository)?.labels.find((label) => label.id === id),
    id,
  );
}
