// Looking at GitHub: each function is one request, or one for each page of what is longer than a page.

import type { Key, Time } from "../../engine/facts.ts";
import type { GitHubClient } from "../client/client.ts";
import type {
  BoardCardPartsFragment,
  MemberPartsFragment,
  ProjectNameFragment,
  ProjectPartsFragment,
} from "../operations/types.generated.ts";
import { CLAIM_REF } from "../operations/claims.ts";
import { HANDOFF } from "../operations/handoff.ts";
import {
  BLOCKED,
  BLOCKERS,
  BOARD_PAGE,
  BOARD_PULSE,
  CHILDREN,
  COMMENTS,
  MEMBERS,
  SURROUNDINGS,
} from "../operations/reading.ts";
import { allPages } from "../client/pages.ts";
import type { TicketKeys } from "../tracker/keys.ts";
import { readLease, refName, type Lease } from "../claims/lease.ts";
import {
  present,
  seenCard,
  seenComment,
  seenIssue,
  seenLink,
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

export interface Look {
  readonly seen: Seen;
  /** The fields of the board, where the issue is on it. */
  readonly fields: Fields | null;
  readonly repository: string;
  readonly claim: SeenClaim | null;
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

/** When the board was last changed, and how many cards it has. Another text: something has changed since. */
export interface Pulse {
  readonly text: string;
  readonly changedAt: Time;
}

/** How many of the 50 blockers that GitHub allows come with one request, and so on: more than a page is read on. */
export class Looker {
  readonly #client: GitHubClient;
  readonly #keys: TicketKeys;
  readonly #project: ProjectName;
  /** As whom the token writes, as far as a look has told. */
  viewer: string | null = null;

  constructor(client: GitHubClient, keys: TicketKeys, project: ProjectName) {
    this.#client = client;
    this.#keys = keys;
    this.#project = project;
  }

  /** null: there is no such issue, or the token can't see it. */
  async issue(key: Key, withClaim: boolean): Promise<Look | null> {
    const name = this.#keys.nameOf(key);
    if (!name) return null;
    const claim = refName(name.number);
    const { repository, viewer } = await this.#client.query(HANDOFF, { ...name, withClaim, claim });
    this.viewer = viewer.login;
    const issue = repository?.issue;
    if (!repository || !issue) return null;
    const card = present(issue.projectItems?.nodes).find(({ project }) => this.#isOurs(project));
    const seen: Seen = {
      ...seenIssue(this.#keys, issue),
      card: card ? seenCard(card) : null,
      body: issue.body,
      labels: present(issue.labels?.nodes),
      blockedBy: await this.#allBlockers(issue),
      comments: present(issue.comments.nodes).map(seenComment),
    };
    return {
      seen,
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

  /** Every card of the board; drafts, pull requests and what the token can't see are passed over. */
  async board(project: string): Promise<readonly Seen[]> {
    const seen: Seen[] = [];
    const pages = allPages(this.#client, BOARD_PAGE, { project }, ({ node }) =>
      node && "items" in node ? node.items : null,
    );
    for await (const card of pages) {
      const one = await this.#boardCard(card);
      if (one) seen.push(one);
    }
    return seen;
  }

  async pulse(project: string): Promise<Pulse> {
    const { node } = await this.#client.query(BOARD_PULSE, { project });
    if (!node || !("updatedAt" in node)) return { text: "", changedAt: 0 };
    return { text: `${node.updatedAt} ${node.items.totalCount}`, changedAt: Date.parse(node.updatedAt) };
  }

  /** The issue, its children, and its siblings; `more`: ids of issues that are linked with one of them. */
  async surroundings(key: Key): Promise<Around> {
    const name = this.#keys.nameOf(key);
    const found = new Around();
    if (!name) return found;
    const { repository } = await this.#client.query(SURROUNDINGS, name);
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
    for (let at = 0; at < ids.length; at += 100) {
      const { nodes } = await this.#client.query(MEMBERS, { ids: ids.slice(at, at + 100) });
      for (const node of present(nodes)) if (isIssue(node)) await this.#member(found, node);
    }
  }

  async children(id: string): Promise<readonly Seen[]> {
    const children: Seen[] = [];
    const pages = allPages(this.#client, CHILDREN, { issue: id }, ({ node }) =>
      node && "subIssues" in node ? node.subIssues : null,
    );
    for await (const child of pages) {
      const since = present(child.timelineItems.nodes)
        .map((event) => ("createdAt" in event ? Date.parse(event.createdAt) : Number.NaN))
        .find((time) => !Number.isNaN(time));
      const card = present(child.projectItems?.nodes).find((item) => this.#isOurs(item.project));
      children.push({
        ...seenIssue(this.#keys, child),
        card: card ? seenCard(card) : null,
        blockedBy: await this.#allBlockers(child),
        ...(since === undefined ? {} : { parentSince: since }),
      });
    }
    return children;
  }

  /** The newest hundred, the oldest of them first. */
  async comments(id: string): Promise<readonly SeenComment[]> {
    const { node } = await this.#client.query(COMMENTS, { issue: id });
    return node && "comments" in node ? present(node.comments.nodes).map(seenComment) : [];
  }

  async #member(found: Around, issue: MemberPartsFragment): Promise<void> {
    const card = present(issue.projectItems?.nodes).find((item) => this.#isOurs(item.project));
    const blockedBy = await this.#allBlockers(issue);
    found.add({ ...seenIssue(this.#keys, issue), card: card ? seenCard(card) : null, blockedBy });
    for (const { id } of [...blockedBy, ...(await this.#allBlocked(issue))]) found.linked.add(id);
    if (issue.parent) found.parents.add(issue.parent.id);
  }

  async #boardCard(card: BoardCardPartsFragment): Promise<Seen | null> {
    const { content } = card;
    if (!content || !isIssue(content)) return null;
    const blockedBy = await this.#allBlockers(content);
    return { ...seenIssue(this.#keys, content), card: seenCard(card), blockedBy };
  }

  async #allBlockers(issue: {
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

  #isOurs(project: ProjectNameFragment): boolean {
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

/** What is no issue comes as an object with nothing in it. */
function isIssue<T extends { readonly number: number }>(node: T | Record<PropertyKey, never>): node is T {
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
