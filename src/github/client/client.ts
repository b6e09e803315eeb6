// Asking GitHub, with manners. Queries are sent again where that may help; a mutation is sent once, ever: where its
// answer was lost, the caller is told `unclear` and has to look what became of it.

import { LocalBudget, type Budget, type Cost } from "./budget.ts";
import { isEmpty, rejected, type Answer, type Facts, type Problem } from "./answers.ts";
import { SYSTEM_CLOCK, type Clock } from "./clock.ts";
import { endpointsOf } from "./endpoints.ts";
import { GitHubError, showUntil } from "./errors.ts";
import type { Mutation, Operation, Query } from "./operation.ts";
import { Queue } from "./queue.ts";
import { makeScrub, type Scrub } from "./secrets.ts";
import { sendOperation, sendRest, type Wire } from "./transport.ts";

export interface ClientOptions {
  readonly tokens: Tokens;
  /** GITHUB_API_URL; absent: github.com. */
  readonly apiUrl?: string | undefined;
  readonly userAgent: string;
  /** Shared by all clients that use the same token. */
  readonly budget?: Budget;
  readonly clock?: Clock;
  readonly timeoutMs?: number;
  readonly atOnce?: number;
  /** How long a request may be kept waiting for a limit before its caller is told. */
  readonly patienceMs?: number;
  /** Hears of every request that went out; never of a token. */
  readonly onRequest?: (line: RequestLine) => void;
}

export interface Tokens {
  readonly repository: string;
  /** For what touches projects; a fine-grained token can't reach a user's own. */
  readonly project: string;
}

export interface RequestLine {
  readonly operation: string;
  readonly attempt: number;
  readonly outcome: Answer["kind"];
  readonly status: number | null;
  /** In points. */
  readonly cost: number | null;
  readonly remaining: number | null;
}

/** What a mutation came to. Where it was surely not carried out, a GitHubError is thrown instead. */
export type Written<Data> =
  /** Carried out, at least in part: a part that failed is null in `data` and told in `problems` (some of them unclear). */
  | { readonly kind: "answered"; readonly data: Data; readonly problems: readonly Problem[] }
  /** Nobody knows. Look whether it is there; never send it again. */
  | { readonly kind: "unclear"; readonly error: GitHubError };

export interface Commit {
  readonly owner: string;
  readonly repo: string;
  readonly message: string;
  readonly tree: string;
  readonly parents: readonly string[];
}

/** GitHub ends what takes longer than 10 s by itself. */
const TIMEOUT_MS = 15_000;
const AT_ONCE = 8;
const PATIENCE_MS = 5_000;
const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;

export class GitHubClient {
  readonly #tokens: Tokens;
  readonly #wire: Wire;
  readonly #budget: Budget;
  readonly #clock: Clock;
  readonly #queue: Queue;
  readonly #patience: number;
  readonly #onRequest: (line: RequestLine) => void;
  /** For texts that come from elsewhere and may hold a token of ours. */
  readonly scrub: Scrub;

  constructor(options: ClientOptions) {
    const { tokens, clock = SYSTEM_CLOCK } = options;
    this.#tokens = tokens;
    this.#clock = clock;
    this.#budget = options.budget ?? new LocalBudget();
    this.#queue = new Queue(options.atOnce ?? AT_ONCE);
    this.#patience = options.patienceMs ?? PATIENCE_MS;
    this.#onRequest = options.onRequest ?? (() => undefined);
    this.scrub = makeScrub([tokens.repository, tokens.project]);
    this.#wire = {
      endpoints: endpointsOf(options.apiUrl),
      userAgent: options.userAgent,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      clock,
      scrub: this.scrub,
    };
  }

  async query<Data, Variables extends object>(operation: Query<Data, Variables>, variables: Variables): Promise<Data> {
    return (await this.ask(operation, variables)).data;
  }

  /** A query whose headers matter too. */
  async ask<Data, Variables extends object>(
    operation: Query<Data, Variables>,
    variables: Variables,
  ): Promise<{ readonly data: Data; readonly facts: Facts }> {
    const answer = await this.#insist(operation.name, costOf(operation), () => this.#operate(operation, variables));
    const serious = answer.problems.filter((problem) => !isAbsence(problem));
    if (answer.data === null || serious.length > 0) throw rejected(serious.length > 0 ? serious : answer.problems);
    return { data: answer.data as Data, facts: answer.facts };
  }

  async mutate<Data, Variables extends object>(
    operation: Mutation<Data, Variables>,
    variables: Variables,
  ): Promise<Written<Data>> {
    const answer = await this.#once(operation.name, 1, costOf(operation), () => this.#operate(operation, variables));
    if (answer.kind === "lost") return { kind: "unclear", error: answer.error };
    if (answer.kind === "refused") throw answer.error;
    // With no part carried out there is nothing to look for.
    if (isEmpty(answer.data)) throw rejected(answer.problems);
    return { kind: "answered", data: answer.data as Data, problems: answer.problems };
  }

  /**
   * A commit that no ref points at yet: an object and nothing more, so that sending it twice harms nobody. GraphQL makes
   * commits on branches only.
   */
  async createCommit({ owner, repo, ...body }: Commit): Promise<{ readonly oid: string }> {
    const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/git/commits`;
    const cost = { points: 0, weight: 5, content: 0 };
    const answer = await this.#insist("POST git/commits", cost, () =>
      sendRest(this.#wire, this.#tokens.repository, { method: "POST", path, body }),
    );
    const { sha } = answer.data as { readonly sha?: unknown };
    if (typeof sha !== "string") throw rejected([]);
    return { oid: sha };
  }

  #operate(operation: Operation<unknown, never>, variables: object): Promise<Answer> {
    return sendOperation(this.#wire, this.#tokens[operation.reach], operation, { ...variables });
  }

  /** Again, as long as that may help: after an outage, and after a refusal that is over soon. */
  async #insist(name: string, cost: Cost, send: () => Promise<Answer>): Promise<Extract<Answer, { kind: "answer" }>> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(name, attempt, cost, send);
      if (answer.kind === "answer") return answer;
      const pause = this.#pauseAfter(answer, attempt);
      if (attempt >= MOST_ATTEMPTS || pause === null) throw answer.error;
      await this.#clock.sleep(pause);
    }
  }

  #pauseAfter(answer: Exclude<Answer, { kind: "answer" }>, attempt: number): number | null {
    const { code, until } = answer.error;
    if (until !== null) {
      const wait = until - this.#clock.now();
      return wait <= this.#patience ? Math.max(wait, 0) : null;
    }
    if (answer.kind === "refused" && code !== "github_unreachable") return null;
    return FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + this.#clock.random());
  }

  /** One request within the budget. */
  #once(name: string, attempt: number, cost: Cost, send: () => Promise<Answer>): Promise<Answer> {
    return this.#queue.run(async () => {
      await this.#waitForBudget(cost);
      const answer = await send();
      await this.#budget.settle(cost, answer.facts.said, this.#clock.now());
      if (answer.kind === "refused" && answer.error.until !== null) await this.#budget.block(answer.error.until);
      const { status, cost: points, said } = answer.facts;
      const outcome = answer.kind;
      this.#onRequest({ operation: name, attempt, outcome, status, cost: points, remaining: said?.remaining ?? null });
      return answer;
    });
  }

  async #waitForBudget(cost: Cost): Promise<void> {
    const deadline = this.#clock.now() + this.#patience;
    for (;;) {
      const now = this.#clock.now();
      const taken = await this.#budget.take(cost, now);
      if (taken.taken) return;
      if (taken.until > deadline) {
        throw new GitHubError(
          "github_held_back",
          `Nothing was sent: GitHub's limit (${taken.limit}) is used up, and it would refuse.`,
          `Try again at ${showUntil(taken.until, now)}.`,
          taken.until,
        );
      }
      await this.#clock.sleep(Math.max(taken.until - now, 1));
    }
  }
}

function costOf(operation: Operation<unknown, never>): Cost {
  return {
    points: operation.points,
    weight: operation.kind === "query" ? 1 : 5,
    content: operation.content,
  };
}

/** Something that is not there, or one of many that can't be seen: null says it well enough. */
function isAbsence({ type, path }: Problem): boolean {
  return type === "NOT_FOUND" || (type === "FORBIDDEN" && path.some((step) => typeof step === "number"));
}
