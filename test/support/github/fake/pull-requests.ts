// What people, CI and apps do with pull requests on the site.

import { closeIssue } from "./happenings.ts";
import { found } from "./problem.ts";
import {
  newId,
  type CheckContext,
  type Issue,
  type PullRequest,
  type Repository,
  type Review,
  type World,
} from "./world.ts";

export interface Opening {
  readonly head: string;
  readonly base?: string;
  readonly author?: string;
  readonly draft?: boolean;
  readonly title?: string;
  readonly branch?: string;
  /** Absent: in the issue's own repository. */
  readonly repository?: Repository;
}

export class PullRequests {
  readonly #world: () => World;
  readonly #now: () => number;
  readonly #changing: () => void;

  constructor(world: () => World, now: () => number, changing: () => void) {
    this.#world = world;
    this.#now = now;
    this.#changing = changing;
  }

  /** One that closes the issue when it is merged into the default branch. */
  open(issue: Issue, { repository, ...opening }: Opening): PullRequest {
    const pull = this.openWithoutIssue(repository ?? this.#repository(issue.repository), opening);
    issue.pullRequests.push(pull);
    return pull;
  }

  openWithoutIssue(
    place: Repository,
    { head, base = "main", author = "ann-bot", draft = false, ...said }: Omit<Opening, "repository">,
  ): PullRequest {
    this.#changing();
    const pull: PullRequest = {
      id: newId(this.#world(), "PR"),
      repository: place.id,
      number: place.nextNumber++,
      title: said.title ?? "A change",
      branch: said.branch ?? "a-change",
      updatedAt: this.#now(),
      state: "OPEN",
      draft,
      author,
      base,
      head,
      mergedBy: null,
      mergeCommit: null,
      reviews: [],
    };
    place.pullRequests.push(pull);
    return pull;
  }

  push(pull: PullRequest, head: string): void {
    this.#changing();
    Object.assign(pull, { head, updatedAt: this.#now() });
  }

  close(pull: PullRequest): void {
    this.#changing();
    Object.assign(pull, { state: "CLOSED", updatedAt: this.#now() });
  }

  retarget(pull: PullRequest, base: string): void {
    this.#changing();
    Object.assign(pull, { base, updatedAt: this.#now() });
  }

  /** As GitHub does it: what it closes is closed too, if the branch is the default one. */
  merge(pull: PullRequest, by: string): void {
    this.#changing();
    const mergeCommit = `${pull.number}`.padStart(40, "e");
    Object.assign(pull, { state: "MERGED", mergedBy: by, mergeCommit, updatedAt: this.#now() });
    if (pull.base !== "main") return;
    for (const issue of this.#world().issues.values()) {
      if (!issue.pullRequests.includes(pull)) continue;
      closeIssue(this.#world(), issue, "COMPLETED", { by, now: this.#now() });
    }
  }

  /** Each on the commit that the pull request is at. */
  check(pull: PullRequest, ...contexts: readonly CheckContext[]): void {
    this.#changing();
    const { checks } = this.#repository(pull.repository);
    checks.set(pull.head, [...(checks.get(pull.head) ?? []), ...contexts]);
  }

  review(pull: PullRequest, by: string, state: Review["state"] = "APPROVED"): void {
    this.#changing();
    pull.reviews = [...pull.reviews.filter((review) => review.by !== by), { by, state, commit: pull.head }];
    pull.updatedAt = this.#now();
  }

  statusesOn(pull: PullRequest): readonly CheckContext[] {
    const all = this.#repository(pull.repository).checks.get(pull.head) ?? [];
    return all.filter(({ kind }) => kind === "status");
  }

  #repository(id: string): Repository {
    return found(this.#world().repositories.get(id), id);
  }
}

export function passed(name: string, app: string | null = "github-actions"): CheckContext {
  return { kind: "run", name, by: app, result: "SUCCESS" };
}

/** The newest of a name takes the place of the one before. */
export function setStatus(
  repository: Repository,
  commit: string,
  by: string,
  { state, context, description }: { readonly state: string; readonly context: string; readonly description: string },
): void {
  const others = (repository.checks.get(commit) ?? []).filter(({ kind, name }) => kind === "run" || name !== context);
  const status: CheckContext = { kind: "status", name: context, by, result: state.toUpperCase(), description };
  repository.checks.set(commit, [...others, status]);
}
