// Looking at GitHub: each function is one request, or one for each page of what is longer than a page.

import type { Key, Time } from "../../engine/facts.ts";
import type { GitHubClient } from "../client/client.ts";
import { PageSize } from "../client/page-size.ts";
import type {
  CardPartsFragment,
  ChildrenQuery,
  MemberPartsFragment,
  ProjectNameFragment,
  ProjectPartsFragment,
} from "../operations/types.generated.ts";
import { seenPulls, type SeenPulls } from "../evidence/seen-pulls.ts";
import type { Layout } from "../layout/layout.ts";
import { CLAIM_REF } from "../operations/claims.ts";
import { HANDOFF } from "../operations/handoff.ts";
import { BLOCKED, BLOCKERS, CHILDREN, COMMENTS, MEMBERS, SURROUNDINGS } from "../operations/reading.ts";
import { allPages, byIds, nextOf } from "../client/pages.ts";
import type { TicketKeys } from "../tracker/keys.ts";
import { readLease, refName, type Lease } from "../claims/lease.ts";
import { splitLabels } from "./holder-labels.ts";
import { seenEvents } from "./who/seen-events.ts";
import {
  oneCard,
  present,
  seenCard,
  seenComment,
  seenIssue,
  seenLink,
  seenPulls as pullsOn,
  type Seen,
  type SeenComment,
  type SeenLink,
} from "./seen.ts";

/** So many comments come with a look. */
export const READ_COMMENTS = 20;

export interface ProjectName {
  readonly owner: string;
  readonly number: number;
}

export interface WantedLook {
  /** With the ref, where claims are refs. */
  readonly withClaim: boolean;
  /** With what its pull requests show. */
  readonly withProof?: boolean;
}

export interface Look {
  readonly seen: Seen;
  /** The fields of the board, where the issue is on it. */
  readonly fields: Fields | null;
  readonly repository: string;
  readonly claim: SeenClaim | null;
  /** Its pull requests, as evidence; null: nobody asked. */
  readonly pulls: SeenPulls | null;
  /** Where it was before it was transferred, and since when it is here; null: it was made here. */
  readonly transferred: { readonly from: string; readonly at: Time } | null;
}

/** The ids that writing takes. */
export interface Fields {
  readonly project: string;
  readonly state: Select | null;
  readonly priority: Select | null;
  readonly estimate: Select | null;
  readonly status: Select | null;
}

export interface Select {
  readonly id: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
}

/** The ref, where claims are refs. */
export interface SeenClaim {
  readonly lease: Lease | null;
  /** What the next lease commit carries; null: the repository is empty. */
  readonly tree: string | null;
}

/** How many of the 50 blockers that GitHub allows come with one request, and so on: more than a page is read on. */
export class Looker {
  readonly #client: GitHubClient;
  readonly #keys: TicketKeys;
  readonly #project: ProjectName;
  readonly layout: Layout;
  readonly #families = new PageSize(100);
  readonly #members = new PageSize(100);
  /** As whom the token writes, as far as a look has told. */
  viewer: string | null = null;
  /** GitHub's id of the board. */
  projectId: string | null = null;

  constructor(client: GitHubClient, keys: TicketKeys, project: ProjectName, layout: Layout) {
    this.layout = layout;
    this.#client = client;
    this.#keys = keys;
    this.#project = project;
  }

  /** `id`: GitHub's, where it is known. null: there is no such issue, or the token can't see it. */
  async issue(key: Key, wanted: WantedLook, id: string | null = null): Promise<Look | null> {
    const { withClaim, withProof = false } = wanted;
    const name = this.#keys.nameOf(key);
    if (!name && id === null) return null;
    const claim = name ? refName(name.number) : "";
    const asked = id === null ? { ...name, byName: true } : { id, byName: false, byId: true };
    const { data, forbidden } = await this.#client.ask(HANDOFF, { ...asked, withClaim, claim, withProof });
    const { repository: named, node, viewer } = data;
    this.viewer = viewer.login;
    if (named && name) await this.#keys.learn(name, named);
    const byId = node && isIssue(node) ? node : null;
    const issue = byId ?? named?.issue;
    const repository = byId?.repository ?? named;
    if (!repository || !issue) return null;
    const card = this.#ourCard(issue.projectItems);
    const seen: Seen = {
      ...seenIssue(this.#keys, issue),
      card: card ? seenCard(this.layout, card) : null,
      body: issue.body,
      ...splitLabels(present(issue.labels?.nodes)),
      assignees: present(issue.assignees.nodes),
      blockedBy: await this.allBlockers(issue),
      comments: present(issue.comments.nodes).map(seenComment),
      happened: seenEvents(issue.happened.nodes, this.projectId),
      ...pullsOn(issue.closedByPullRequestsReferences ?? undefined, repository.id),
    };
    const pulls = withProof ? seenPulls(issue.closedByPullRequestsReferences?.nodes ?? [], forbidden) : null;
    return {
      seen,
      pulls: pulls && { pulls, viewer: viewer.login, repository: repository.id },
      transferred: transferIn(issue.timelineItems.nodes),
      fields: card ? fieldsOf(card.project) : null,
      repository: repository.id,
      claim: withClaim ? { lease: leaseIn(repository.ref), tree: treeIn(repository.defaultBranchRef) } : null,
    };
  }

  async claim(key: Key): Promise<(SeenClaim & { readonly repository: string }) | null> {
    const name = this.#keys.nameOf(key);
    if (!name) return null;
    const { repository } = await this.#client.query(CLAIM_REF, {
      owner: name.owner,
      repo: name.repo,
      name: refName(name.number),
    });
    if (!repository) return null;
    return {
      repository: repository.id,
      lease: leaseIn(repository.ref),
      tree: treeIn(repository.defaultBranchRef),
    };
  }

  /** The issue, its children, and its siblings; `more`: ids of issues that are linked with one of them. */
  async surroundings(key: Key): Promise<Around> {
    const name = this.#keys.nameOf(key);
    const found = new Around();
    if (!name) return found;
    const { data } = await this.#client.queryPage(this.#families, (size) => ({
      operation: SURROUNDINGS,
      variables: { ...name, children: Math.min(size, 50), siblings: size },
    }));
    const { repository } = data;
    if (repository) await this.#keys.learn(name, repository);
    const issue = repository?.issue;
    if (!issue) return found;
    await this.#member(found, issue);
    for (const child of present(issue.subIssues.nodes)) await this.#member(found, child);
    if (issue.subIssues.pageInfo.hasNextPage) found.add(...(await this.children(issue.id)));
    if (issue.parent) {
      found.parents.add(issue.parent.id);
      for (const sibling of present(issue.parent.subIssues.nodes)) await this.#member(found, sibling);
    }
    return found;
  }

  async members(ids: readonly string[], found: Around): Promise<void> {
    for await (const [, node] of byIds(this.#client, MEMBERS, ids, this.#members)) {
      if (node && isIssue(node)) await this.#member(found, node);
    }
  }

  async children(id: string): Promise<readonly Seen[]> {
    const children: Seen[] = [];
    for await (const child of this.#childrenOf(id)) {
      const since = present(child.timelineItems.nodes)
        .map((event) => ("createdAt" in event ? Date.parse(event.createdAt) : Number.NaN))
        .find((time) => !Number.isNaN(time));
      const card = this.#ourCard(child.projectItems);
      children.push({
        ...seenIssue(this.#keys, child),
        card: card ? seenCard(this.layout, card) : null,
        blockedBy: await this.allBlockers(child),
        ...(since === undefined ? {} : { parentSince: since }),
      });
    }
    return children;
  }

  async *#childrenOf(issue: string): AsyncGenerator<ChildNode> {
    for (let after: string | null = null; ;) {
      const variables: { issue: string; after: string | null } = { issue, after };
      const { data }: { data: ChildrenQuery } = await this.#client.queryPage(this.#families, (size) => ({
        operation: CHILDREN,
        variables: { ...variables, size },
      }));
      const page = data.node && "subIssues" in data.node ? data.node.subIssues : null;
      yield* present(page?.nodes);
      after = nextOf(CHILDREN.name, page, after);
      if (after === null) return;
    }
  }

  /** The newest hundred, the oldest of them first. */
  async comments(id: string): Promise<readonly SeenComment[]> {
    const { node } = await this.#client.query(COMMENTS, { issue: id });
    return node && "comments" in node ? present(node.comments.nodes).map(seenComment) : [];
  }

  async #member(found: Around, issue: MemberPartsFragment): Promise<void> {
    const card = this.#ourCard(issue.projectItems);
    const blockedBy = await this.allBlockers(issue);
    found.add({ ...seenIssue(this.#keys, issue), card: card ? seenCard(this.layout, card) : null, blockedBy });
    for (const { id } of [...blockedBy, ...(await this.#allBlocked(issue))]) found.linked.add(id);
    if (issue.parent) found.parents.add(issue.parent.id);
  }

  async allBlockers(issue: {
    readonly id: string;
    readonly blockedBy: {
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
      readonly nodes: readonly (Parameters<typeof seenLink>[1] | null)[] | null;
    };
  }): Promise<readonly SeenLink[]> {
    const links = present(issue.blockedBy.nodes).map((linked) => seenLink(this.#keys, linked));
    const { hasNextPage, endCursor } = issue.blockedBy.pageInfo;
    if (!hasNextPage) return links;
    const rest = allPages(this.#client, BLOCKERS, { issue: issue.id, after: endCursor }, ({ node }) =>
      node && "blockedBy" in node ? node.blockedBy : null,
    );
    for await (const linked of rest) links.push(seenLink(this.#keys, linked));
    return links;
  }

  async #allBlocked({ id, blocking }: MemberPartsFragment): Promise<readonly { readonly id: string }[]> {
    const blocked: { readonly id: string }[] = present(blocking.nodes);
    const { hasNextPage, endCursor } = blocking.pageInfo;
    if (!hasNextPage) return blocked;
    const rest = allPages(this.#client, BLOCKED, { issue: id, after: endCursor }, ({ node }) =>
      node && "blocking" in node ? node.blocking : null,
    );
    for await (const one of rest) blocked.push(one);
    return blocked;
  }

  #ourCard<T extends CardPartsFragment & { readonly project: ProjectNameFragment }>(
    items: { readonly nodes: readonly (T | null)[] | null } | null,
  ): T | undefined {
    const ours = present(items?.nodes).filter(({ project }) => this.#isOurs(project));
    const id = oneCard(ours.map((card) => seenCard(this.layout, card)))?.id;
    return ours.find((card) => card.id === id);
  }

  /** By its id, where that is known: an organisation may be renamed. */
  #isOurs(project: ProjectNameFragment): boolean {
    if (this.projectId !== null) return project.id === this.projectId;
    const owner = "login" in project.owner ? project.owner.login : "";
    return project.number === this.#project.number && owner.toLowerCase() === this.#project.owner.toLowerCase();
  }
}

/** What a look around has found, each once. */
export class Around {
  readonly seen = new Map<Key, Seen>();
  /** Ids at the other ends of links. */
  readonly linked = new Set<string>();
  readonly parents = new Set<string>();

  add(...issues: readonly Seen[]): void {
    for (const issue of issues) this.seen.set(issue.key, issue);
  }

  /** Linked with one that was read, and not read itself. */
  get unread(): readonly string[] {
    const read = new Set([...this.seen.values()].map(({ id }) => id));
    return [...this.linked].filter((id) => !read.has(id));
  }
}

type IssueWithChildren = Extract<NonNullable<ChildrenQuery["node"]>, { readonly subIssues: object }>;
type ChildNode = NonNullable<NonNullable<IssueWithChildren["subIssues"]["nodes"]>[number]>;

/** What is no issue comes as an object with nothing in it. */
export function isIssue<T extends { readonly number: number }>(node: T | Record<PropertyKey, never>): node is T {
  return "number" in node;
}

function fieldsOf(project: ProjectPartsFragment): Fields {
  return {
    project: project.id,
    state: selectOf(project.state),
    priority: selectOf(project.priority),
    estimate: selectOf(project.estimate),
    status: selectOf(project.status),
  };
}

function selectOf(field: object | null): Select | null {
  return field && "options" in field ? (field as Select) : null;
}

interface RefParts {
  readonly target: object | null;
}

function leaseIn(ref: RefParts | null | undefined): Lease | null {
  const target = ref?.target;
  if (!target || !("oid" in target)) return null;
  return readLease(String(target.oid), "message" in target ? String(target.message) : "");
}

function treeIn(ref: RefParts | null | undefined): string | null {
  const target = ref?.target;
  if (!target || !("tree" in target)) return null;
  return (target.tree as { readonly oid: string }).oid;
}

function transferIn(events: readonly (object | null)[] | null | undefined): Look["transferred"] {
  const [event] = present(events);
  if (!event || !("fromRepository" in event) || !("createdAt" in event)) return null;
  const from = event.fromRepository as { readonly nameWithOwner: string } | null;
  return from && { from: from.nameWithOwner, at: Date.parse(String(event.createdAt)) };
}
