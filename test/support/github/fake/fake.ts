// A GitHub of our own: served over HTTP like the real one, and used from inside the test as a person uses the site.

import { Apps } from "./apps.ts";
import type { Faults } from "./faults.ts";
import { GITHUB_LIMITS, type Limits, type Peaks } from "./limits.ts";
import { addIssue, putUnder } from "./mutations/issues.ts";
import { addField, addItem, setValue, type OptionInput } from "./mutations/projects.ts";
import { AUTOMATION, closeIssue, putCard, reopenIssue } from "./happenings.ts";
import { found } from "./problem.ts";
import { PullRequests } from "./pull-requests.ts";
import { FakeServer, type Backend, type LoggedRequest } from "./server.ts";
import { renameRepository, transferIssue, type Kept } from "./renames.ts";
import { seeIssue, type SeenIssue } from "./seen-issue.ts";
import type { Token } from "./viewer.ts";
import { FakeWebhooks } from "./webhooks/webhooks.ts";
import {
  commitOid,
  EMPTY_TREE,
  emptyWorld,
  itemsOf,
  newId,
  newOptionId,
  repositoryNamed,
  type Field,
  type Issue,
  type Item,
  type Project,
  type PullRequest,
  type Repository,
  type World,
} from "./world.ts";

export interface FakeOptions {
  readonly now?: () => number;
  readonly limits?: Partial<Limits>;
  /** How many states of the past are kept for stale reads. */
  readonly remember?: number;
}

export class FakeGitHub implements Backend {
  readonly now: () => number;
  enterprise: string | null = null;
  readonly #server: FakeServer;
  readonly #tokens = new Map<string, Token>();
  readonly #past: World[] = [];
  readonly #remember: number;
  readonly #world = emptyWorld();

  /** What happens to pull requests. */
  readonly pulls: PullRequests;
  readonly apps: Apps;
  readonly webhooks: FakeWebhooks;

  constructor(options: FakeOptions = {}) {
    this.now = options.now ?? Date.now;
    this.#remember = options.remember ?? 0;
    this.apps = new Apps(this.now);
    this.#server = new FakeServer(this, { ...GITHUB_LIMITS, ...options.limits });
    this.webhooks = new FakeWebhooks(
      () => this.#world,
      (error) => this.#server.bugs.push(error),
    );
    this.pulls = new PullRequests(
      () => this.#world,
      this.now,
      () => this.webhooks.changing(),
    );
  }

  /** Starts, and answers with what GITHUB_API_URL is to say. */
  listen(): Promise<string> {
    return this.#server.listen();
  }

  close(): Promise<void> {
    this.webhooks.close();
    return this.#server.close();
  }

  // What requests met and cost.

  get faults(): Faults {
    return this.#server.faults;
  }

  get requests(): readonly LoggedRequest[] {
    return this.#server.requests;
  }

  /** What was spent with one token, and the most of it within a minute and an hour. */
  peaksOf(token: string): Peaks {
    return this.#server.peaksOf(token);
  }

  /** From here on. */
  resetPeaks(): void {
    this.#server.resetPeaks();
  }

  get bugs(): readonly unknown[] {
    return this.#server.bugs;
  }

  /** Since the last call of this: so many requests, so many points, and of what. */
  countRequests(): { readonly requests: number; readonly points: number; readonly operations: readonly string[] } {
    const all = this.#server.requests.splice(0);
    const points = all.reduce((total, request) => total + request.points, 0);
    return { requests: all.length, points, operations: all.map(({ operation }) => operation) };
  }

  // What there is.

  addToken(token: Partial<Token> & { readonly token: string; readonly login: string }): void {
    const scopes = ["repo", "project"];
    this.#tokens.set(token.token, { kind: "classic", scopes, blindTo: [], mayWrite: true, lacks: [], ...token });
  }

  revokeToken(token: string): void {
    this.#tokens.delete(token);
  }

  addAccount(kind: "User" | "Organization" | "Bot", login: string): void {
    const id = newId(this.#world, kind.charAt(0));
    this.#world.accounts.set(login, { id, kind, login });
  }

  addRepository(owner: string, name: string, labels: readonly string[] = []): Repository {
    const first = { message: "First commit", tree: EMPTY_TREE, parents: [], at: this.now() };
    const oid = commitOid(first);
    const repository: Repository = {
      id: newId(this.#world, "R"),
      owner,
      name,
      formerNames: [],
      transferred: new Map(),
      labels: labels.map((label) => ({ id: newId(this.#world, "LA"), name: label })),
      refs: new Map([["refs/heads/main", oid]]),
      commits: new Map([[oid, { oid, ...first }]]),
      trees: new Set([EMPTY_TREE]),
      pullRequests: [],
      checks: new Map(),
      rules: { required: [] },
      nextNumber: 1,
      archived: false,
      issuesEnabled: true,
    };
    this.#world.repositories.set(repository.id, repository);
    return repository;
  }

  /** With the fields that GitHub gives every project. */
  addProject(
    owner: string,
    number: number,
    title = "Board",
    status: readonly string[] = ["Todo", "In Progress", "Done"],
  ): Project {
    const project: Project = {
      id: newId(this.#world, "PVT"),
      owner,
      number,
      title,
      closed: false,
      updatedAt: this.now(),
      fields: [
        { id: newId(this.#world, "PVTF"), name: "Title", type: "TITLE", options: [] },
        { id: newId(this.#world, "PVTF"), name: "Assignees", type: "ASSIGNEES", options: [] },
      ],
      items: [],
      automations: {},
    };
    this.#world.projects.set(project.id, project);
    this.addField(project, "Status", status);
    return project;
  }

  addField(project: Project, name: string, options: readonly string[]): Field {
    const inputs: OptionInput[] = options.map((option) => ({ name: option, color: "GRAY", description: "" }));
    return addField(this.#world, project, name, inputs);
  }

  addTextField(project: Project, name: string): void {
    this.addPlainField(project, name, "TEXT");
  }

  addPlainField(project: Project, name: string, type: Field["type"]): void {
    project.fields.push({ id: newId(this.#world, "PVTF"), name, type, options: [] });
  }

  /** On a board where one is given, with the values of its card by field. */
  addIssue(
    repository: Repository,
    title: string,
    place: { readonly project?: Project; readonly card?: Readonly<Record<string, string>>; readonly by?: string } = {},
  ): Issue {
    const { project, card = {}, by = repository.owner } = place;
    this.webhooks.changing();
    const issue = addIssue(this.#world, repository.id, by, title, `About ${title}.`, this.now());
    if (project) addItem(this.#world, project, issue.id, this.now(), by);
    for (const [field, option] of Object.entries(card)) this.drag(issue, option, { field, by });
    return issue;
  }

  addDraft(project: Project, title: string): Item {
    const item: Item = {
      id: newId(this.#world, "PVTI"),
      issue: null,
      draft: title,
      by: "octo",
      archived: false,
      updatedAt: this.now(),
      values: new Map(),
    };
    project.items.push(item);
    return item;
  }

  // What a person does on the site.

  drag(issue: Issue, option: string, { by = "octo", field = "Workflow State" } = {}): void {
    this.beforeWriting();
    const { project, item } = this.cardOf(issue);
    const column = found(
      project.fields.find(({ name }) => name === field),
      field,
    );
    const value = found(
      column.options.find(({ name }) => name === option),
      option,
    );
    putCard(this.#world, { project, item, field: column }, value, { by, now: this.now() });
  }

  /** What a team plans by. */
  plan(
    issue: Issue,
    planned: { readonly type?: string; readonly milestone?: string; readonly iteration?: string },
  ): void {
    const { iteration, ...onIssue } = planned;
    Object.assign(issue, { ...onIssue, updatedAt: this.now() });
    if (iteration === undefined) return;
    const { project, item } = this.cardOf(issue);
    Object.assign(item, { iteration, updatedAt: this.now() });
    project.updatedAt = this.now();
  }

  comment(issue: Issue, body: string, by = "octo"): void {
    this.beforeWriting();
    issue.comments.push({ id: newId(this.#world, "IC"), author: by, body, at: this.now() });
    issue.updatedAt = this.now();
  }

  closeIssue(issue: Issue, stateReason: "COMPLETED" | "NOT_PLANNED" | "DUPLICATE" = "COMPLETED", by = "octo"): void {
    this.beforeWriting();
    closeIssue(this.#world, issue, stateReason, { by, now: this.now() });
  }

  reopenIssue(issue: Issue, by = "octo"): void {
    this.beforeWriting();
    reopenIssue(this.#world, issue, { by, now: this.now() });
  }

  /** Turns a project's own workflows on, by the option of Status that each sets. */
  automate(project: Project, automations: Project["automations"]): void {
    if (!this.#world.accounts.has(AUTOMATION)) this.addAccount("Bot", AUTOMATION);
    project.automations = automations;
  }

  archive(issue: Issue): void {
    this.webhooks.changing();
    const { project, item } = this.cardOf(issue);
    item.archived = true;
    item.updatedAt = this.now();
    project.updatedAt = this.now();
  }

  removeCard(issue: Issue): void {
    this.webhooks.changing();
    const { project, item } = this.cardOf(issue);
    project.items.splice(project.items.indexOf(item), 1);
    project.updatedAt = this.now();
  }

  block(issue: Issue, blocker: Issue): void {
    this.webhooks.changing();
    issue.blockedBy.push(blocker.id);
    for (const one of [issue, blocker]) one.updatedAt = this.now();
  }

  putUnder(child: Issue, parent: Issue): void {
    this.webhooks.changing();
    putUnder(this.#world, child, parent, this.now());
  }

  /** To another name, or to another owner: the former name leads on. */
  renameRepository(repository: Repository, name: string, owner = repository.owner): void {
    this.beforeWriting();
    renameRepository(repository, owner, name);
  }

  /** As GitHub does it: with a new number and a new id, unless it is told to keep that. */
  transferIssue(issue: Issue, to: Repository, kept: Kept = {}): void {
    this.beforeWriting();
    transferIssue(this.#world, issue, to, this.now(), kept);
  }

  deleteIssue(issue: Issue): void {
    this.beforeWriting();
    for (const { project, item } of itemsOf(this.#world, issue.id))
      project.items.splice(project.items.indexOf(item), 1);
    this.#world.issues.delete(issue.id);
  }

  unarchive(issue: Issue): void {
    this.webhooks.changing();
    this.cardOf(issue).item.archived = false;
  }

  /** GitHub says that an issue has one card on a project; what if it had two. */
  addSecondCard(issue: Issue, option: string, field = "Workflow State"): void {
    const { project, item } = this.cardOf(issue);
    const column = found(
      project.fields.find(({ name }) => name === field),
      field,
    );
    const value = found(
      column.options.find(({ name }) => name === option),
      option,
    );
    const second: Item = { ...item, id: newId(this.#world, "PVTI"), values: new Map() };
    setValue(second, column, value, "octo", this.now());
    project.items.push(second);
    project.updatedAt = this.now();
  }

  linkPullRequest(issue: Issue, number: number, state: PullRequest["state"], draft = false): void {
    Object.assign(this.pulls.open(issue, { head: "0".repeat(40), draft }), { number, state });
  }

  rename(issue: Issue, title: string): void {
    this.beforeWriting();
    Object.assign(issue, { title, updatedAt: this.now() });
  }

  /** To another place in the list of cards, as dragging within a column does. */
  reorder(issue: Issue, to: number): void {
    const { project, item } = this.cardOf(issue);
    project.items.splice(project.items.indexOf(item), 1);
    project.items.splice(to, 0, item);
    project.updatedAt = this.now();
  }

  renameOption(field: Field, from: string, to: string): void {
    field.options = field.options.map((option) => (option.name === from ? { ...option, name: to } : option));
  }

  addOption(field: Field, name: string): void {
    field.options.push({ id: newOptionId(this.#world), name, color: "GRAY", description: "" });
  }

  // What there is to see.

  issue(owner: string, name: string, number: number): Issue {
    const repository = found(repositoryNamed(this.#world, owner, name), name);
    const issues = [...this.#world.issues.values()];
    return found(
      issues.find((issue) => issue.repository === repository.id && issue.number === number),
      String(number),
    );
  }

  repositoryCalled(owner: string, name: string): Repository {
    return found(repositoryNamed(this.#world, owner, name), name);
  }

  see(issue: Issue): SeenIssue {
    return seeIssue(this.#world, issue);
  }

  cardOf(issue: Issue): { readonly project: Project; readonly item: Item } {
    return found(itemsOf(this.#world, issue.id)[0], issue.id);
  }

  // What the server asks of it.

  world(): World {
    return this.#world;
  }

  worldBefore(writes: number): World {
    return this.#past.at(-writes) ?? this.#world;
  }

  beforeWriting(): void {
    this.webhooks.changing();
    if (this.#remember === 0) return;
    this.#past.push(structuredClone(this.#world));
    if (this.#past.length > this.#remember) this.#past.shift();
  }

  token(text: string): Token | undefined {
    return this.#tokens.get(text) ?? this.apps.token(text);
  }
}
