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
  readonly owner: string;
  readonly name: string;
  readonly labels: Label[];
  /** By full name, e.g. refs/heads/main. */
  readonly refs: Map<string, string>;
  readonly commits: Map<string, Commit>;
  readonly trees: Set<string>;
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
  readonly id: string;
  readonly repository: string;
  readonly number: number;
  readonly author: string;
  readonly createdAt: number;
  title: string;
  body: string;
  updatedAt: number;
  closed: boolean;
  stateReason: "COMPLETED" | "NOT_PLANNED" | "DUPLICATE" | "REOPENED" | null;
  labels: string[];
  parent: string | null;
  children: string[];
  blockedBy: string[];
  readonly comments: Comment[];
  readonly parentEvents: { readonly id: string; readonly at: number; readonly parent: string }[];
}

export interface Comment {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  readonly at: number;
}

export interface Project {
  readonly id: string;
  readonly owner: string;
  readonly number: number;
  readonly title: string;
  closed: boolean;
  updatedAt: number;
  readonly fields: Field[];
  readonly items: Item[];
}

export interface Field {
  readonly id: string;
  readonly name: string;
  readonly type: "TITLE" | "ASSIGNEES" | "TEXT" | "SINGLE_SELECT";
  options: Option[];
}

export interface Option {
  readonly id: string;
  readonly name: string;
  readonly color: string;
  readonly description: string;
}

export interface Item {
  readonly id: string;
  /** An issue's id; null: a draft. */
  readonly issue: string | null;
  readonly draft: string | null;
  archived: boolean;
  updatedAt: number;
  /** By the field's id. */
  readonly values: Map<string, Value>;
}

export interface Value {
  readonly option: string;
  readonly by: string;
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
  const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
  return [...world.repositories.values()].find((repo) => same(repo.owner, owner) && same(repo.name, name));
}

export function nameWithOwner({ owner, name }: Repository): string {
  return `${owner}/${name}`;
}

export function itemsOf(world: World, issue: string): { project: Project; item: Item }[] {
  return [...world.projects.values()].flatMap((project) =>
    project.items.filter((item) => item.issue === issue).map((item) => ({ project, item })),
  );
}
