// What the fake GitHub holds: plain data, so that a copy is an older state of it.

import { createHash } from "node:crypto";

export interface World {
  counter: number;
  readonly accounts: Map<string, Account>;
  readonly repositories: Map<string, Repository>;
  readonly issues: Map<string, Issue>;
  readonly projects: Map<string, Project>;
}

export interface Account {
  readonly id: string;
  readonly kind: "User" | "Organization" | "Bot";
  readonly login: string;
}

export interface Repository {
  readonly id: string;
  owner: string;
  name: string;
  /** As `owner/name`: they lead here as long as no other repository has them. */
  readonly formerNames: string[];
  /** Issues that are elsewhere now, by the number that they had here. */
  readonly transferred: Map<number, string>;
  readonly labels: Label[];
  /** By full name, e.g. refs/heads/main. */
  readonly refs: Map<string, string>;
  readonly commits: Map<string, Commit>;
  readonly trees: Set<string>;
  readonly pullRequests: PullRequest[];
  /** By commit. */
  readonly checks: Map<string, readonly CheckContext[]>;
  /** Statuses that the default branch asks for; `app`: from whom, null: from anybody. */
  readonly rules: { required: readonly { readonly context: string; readonly app: string | null }[] };
  nextNumber: number;
  archived: boolean;
  issuesEnabled: boolean;
}

export interface Label {
  readonly id: string;
  readonly name: string;
}

export interface Commit {
  readonly oid: string;
  readonly message: string;
  readonly tree: string;
  readonly parents: readonly string[];
  readonly at: number;
}

export interface Issue {
  id: string;
  repository: string;
  number: number;
  readonly author: string;
  readonly createdAt: number;
  title: string;
  body: string;
  updatedAt: number;
  closed: boolean;
  stateReason: "COMPLETED" | "NOT_PLANNED" | "DUPLICATE" | "REOPENED" | null;
  labels: string[];
  /** Logins. */
  assignees: string[];
  parent: string | null;
  children: string[];
  blockedBy: string[];
  readonly comments: Comment[];
  readonly parentEvents: { readonly id: string; readonly at: number; readonly parent: string }[];
  readonly transfers: { readonly id: string; readonly at: number; readonly from: string }[];
  readonly pullRequests: PullRequest[];
  type: string | null;
  milestone: string | null;
  /** The oldest first. */
  readonly events: IssueEvent[];
}

export interface IssueEvent {
  readonly kind: "closed" | "reopened" | "status";
  readonly at: number;
  readonly by: string;
  readonly automated?: boolean;
  readonly status?: string;
  readonly previous?: string;
  readonly project?: string;
}

export interface PullRequest {
  readonly id: string;
  readonly repository: string;
  number: number;
  title: string;
  state: "OPEN" | "CLOSED" | "MERGED";
  draft: boolean;
  readonly author: string;
  base: string;
  head: string;
  /** The branch's name, in the repository or in a fork of it. */
  readonly branch: string;
  updatedAt: number;
  mergedBy: string | null;
  mergeCommit: string | null;
  reviews: readonly Review[];
}

/** The last of one person. */
export interface Review {
  readonly by: string;
  readonly state: "APPROVED" | "CHANGES_REQUESTED" | "COMMENTED" | "DISMISSED";
  readonly commit: string;
}

/** A check run of an app, or a status that somebody has set. */
export interface CheckContext {
  readonly kind: "run" | "status";
  readonly name: string;
  /** The app's slug; or who has set the status. */
  readonly by: string | null;
  readonly result: string;
  readonly description?: string;
}

export interface Comment {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  readonly at: number;
}

export interface Project {
  readonly id: string;
  owner: string;
  readonly number: number;
  readonly title: string;
  closed: boolean;
  updatedAt: number;
  readonly fields: Field[];
  readonly items: Item[];
  /** The option of Status that GitHub's own workflows set; absent: that one is off. */
  automations: { readonly closed?: string; readonly reopened?: string; readonly added?: string };
}

export interface Field {
  readonly id: string;
  readonly name: string;
  readonly type: "TITLE" | "ASSIGNEES" | "TEXT" | "NUMBER" | "DATE" | "ITERATION" | "SINGLE_SELECT";
  options: Option[];
  /** A card's value is changed, and keeps its creator and the time at which it was made; else each option makes a new one. */
  valuesStay?: boolean;
}

export interface Option {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

export interface Item {
  id: string;
  /** An issue's id; null: a draft. */
  issue: string | null;
  readonly draft: string | null;
  /** Who put it there. */
  readonly by: string;
  archived: boolean;
  updatedAt: number;
  /** By the field's id. */
  readonly values: Map<string, Value>;
  iteration?: string;
}

export interface Value {
  readonly option: string;
  readonly by: string;
  readonly firstAt: number;
  readonly at: number;
}

export const EMPTY_TREE = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
export const ZERO = "0".repeat(40);

export function emptyWorld(): World {
  return { counter: 0, accounts: new Map(), repositories: new Map(), issues: new Map(), projects: new Map() };
}

/** Opaque, and of the length and alphabet of GitHub's. */
export function newId(world: World, prefix: string): string {
  world.counter++;
  const hash = createHash("sha256").update(`${prefix}${world.counter}`).digest("base64url").replaceAll(/[-_]/g, "x");
  return `${prefix}_kwDO${hash.slice(0, 18)}`;
}

export function newOptionId(world: World): string {
  world.counter++;
  return createHash("sha256").update(`option${world.counter}`).digest("hex").slice(0, 8);
}

/** As in git: the same content at the same second by the same author is the same object. */
export function commitOid(commit: Omit<Commit, "oid">): string {
  const second = Math.floor(commit.at / 1000);
  return createHash("sha1")
    .update(JSON.stringify([commit.tree, commit.parents, commit.message, second]))
    .digest("hex");
}

export function repositoryNamed(world: World, owner: string, name: string): Repository | undefined {
  const asked = `${owner}/${name}`.toLowerCase();
  const all = [...world.repositories.values()];
  return (
    all.find((repo) => nameWithOwner(repo).toLowerCase() === asked) ??
    all.find(({ formerNames }) => formerNames.some((former) => former.toLowerCase() === asked))
  );
}

export function nameWithOwner({ owner, name }: Repository): string {
  return `${owner}/${name}`;
}

export function itemWithId(world: World, id: string): { project: Project; item: Item } | null {
  for (const project of world.projects.values()) {
    const item = project.items.find((candidate) => candidate.id === id);
    if (item) return { project, item };
  }
  return null;
}

export function itemsOf(world: World, issue: string): { project: Project; item: Item }[] {
  return [...world.projects.values()].flatMap((project) =>
    project.items.filter((item) => item.issue === issue).map((item) => ({ project, item })),
  );
}

/** By field. */
export function cardValues(project: Project, item: Item): Record<string, string> {
  return Object.fromEntries(
    project.fields.flatMap((field) => {
      const option = field.options.find(({ id }) => id === item.values.get(field.id)?.option);
      return option ? [[field.name, option.name]] : [];
    }),
  );
}
