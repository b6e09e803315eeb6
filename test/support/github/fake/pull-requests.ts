// What people, CI and apps do with pull requests on the site.

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
  /** Absent: in the issue's own repository. */
  readonly repository?: Repository;
}

export class PullRequests {
  readonly #world: () => World;
  readonly #now: () => number;

  constructor(world: () => World, now: () => number) {
    this.#world = world;
    this.#now = now;
  }

  /** One that closes the issue when it is merged into the default branch. */
  open(issue: Issue, { head, base = "main", author = "ann-bot", draft = false, repository }: Opening): PullRequest {
    const place = repository ?? this.#repository(issue.repository);
    const pull = this.openWithoutIssue(place, { head, base, author, draft });
    issue.pullRequests.push(pull);
    return pull;
  }

  openWithoutIssue(
    place: Repository,
    { head, base = "main", author = "ann-bot", draft = false }: Omit<Opening, "repository">,
  ): PullRequest {
    const pull: PullRequest = {
      id: newId(this.#world(), "PR"),
      repository: place.id,
      number: place.nextNumber++,
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
    pull.head = head;
  }

  close(pull: PullRequest): void {
    pull.state = "CLOSED";
  }

  /** As GitHub does it: what it closes is closed too, if the branch is the default one. */
  merge(pull: PullRequest, by: string): void {
    Object.assign(pull, { state: "MERGED", mergedBy: by, mergeCommit: `${pull.number}`.padStart(40, "e") });
    if (pull.base !== "main") return;
    for (const issue of this.#world().issues.values()) {
      if (!issue.pullRequests.includes(pull)) continue;
      Object.assign(issue, { closed: true, stateReason: "COMPLETED", updatedAt: this.#now() });
    }
  }

  /** Each on the commit that the pull request is at. */
  check(pull: PullRequest, ...contexts: readonly CheckContext[]): void {
    const { checks } = this.#repository(pull.repository);
    checks.set(pull.head, [...(checks.get(pull.head) ?? []), ...contexts]);
  }

  review(pull: PullRequest, by: string, state: Review["state"] = "APPROVED"): void {
    pull.reviews = [...pull.reviews.filter((review) => review.by !== by), { by, state, commit: pull.head }];
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
