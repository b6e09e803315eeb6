// Asking GitHub, with manners. Queries are sent again where that may help; a mutation is sent once, ever: where its
// answer was lost, the caller is told `unclear` and has to look what became of it.

import { LocalBudget, type Budget, type Cost } from "./budget.ts";
import { isEmpty, isTooMuch, rejected, type Answer, type Facts, type Problem } from "./answers.ts";
import { SYSTEM_CLOCK, type Clock } from "./clock.ts";
import { endpointsOf } from "./endpoints.ts";
import { GitHubError, showUntil } from "./errors.ts";
import type { Mutation, Operation, Query } from "./operation.ts";
import type { PageSize } from "./page-size.ts";
import { Queue } from "./queue.ts";
import { makeScrub, type Scrub } from "./secrets.ts";
import { GivenTokens, isSource, type Reach, type Tokens, type TokenSource } from "./tokens.ts";
import { sendOperation, sendRest, type Wire } from "./transport.ts";

export interface ClientOptions {
  readonly tokens: Tokens | TokenSource;
  /** Finds given tokens anew where GitHub does not know one any more; null: there are none. */
  readonly renewTokens?: () => Promise<Tokens | null>;
  /** GITHUB_API_URL; absent: github.com. */
  readonly apiUrl?: string | undefined;
  readonly userAgent: string;
  /** Of one account (see `TokenSource`): shared by all that use it. Absent: this client's own. */
  readonly budgetOf?: (account: string) => Budget;
  readonly clock?: Clock;
  readonly timeoutMs?: number;
  readonly atOnce?: number;
  /** How long a request may be kept waiting for a limit before its caller is told. */
  readonly patienceMs?: number;
  /** Variables that every operation is sent with that declares them. */
  readonly standing?: Readonly<Record<string, string>>;
  /** Hears of every request that went out; never of a token. */
  readonly onRequest?: (line: RequestLine) => void;
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

export interface CommitStatus {
  readonly owner: string;
  readonly repo: string;
  readonly commit: string;
  readonly state: "success" | "failure";
  readonly context: string;
  readonly description: string;
}

export interface IssueAddress {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** Not there, or not any more. */
const GONE: ReadonlySet<number> = new Set([404, 410]);
/** GitHub ends what takes longer than 10 s by itself. */
const TIMEOUT_MS = 15_000;
const AT_ONCE = 8;
const PATIENCE_MS = 5_000;
const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 500;
/** A new token of an App is not known everywhere in the first seconds. */
const MOST_RENEWALS = 3;
/** An App's are renewed every hour, and are over then. */
const MOST_KNOWN = 8;

export class GitHubClient {
  readonly #tokens: TokenSource;
  /** The last that were in use: none of them may be seen. */
  #known: readonly string[] = [];
  #scrub: Scrub = makeScrub([]);
  readonly #wire: Wire;
  readonly #budgetOf: (account: string) => Budget;
  readonly #clock: Clock;
  readonly #queue: Queue;
  readonly #patience: number;
  readonly #standing: readonly (readonly [string, string])[];
  readonly #onRequest: (line: RequestLine) => void;
  /** For texts that come from elsewhere and may hold a token of ours. */
  readonly scrub: Scrub;

  constructor(options: ClientOptions) {
    const { tokens, clock = SYSTEM_CLOCK } = options;
    this.#tokens = isSource(tokens)
      ? tokens
      : new GivenTokens(tokens, options.renewTokens ?? (() => Promise.resolve(null)));
    this.#clock = clock;
    this.#budgetOf = byAccount(options.budgetOf ?? (() => new LocalBudget()));
    this.#queue = new Queue(options.atOnce ?? AT_ONCE);
    this.#patience = options.patienceMs ?? PATIENCE_MS;
    this.#standing = Object.entries(options.standing ?? {});
    this.#onRequest = options.onRequest ?? (() => undefined);
    if (!isSource(tokens)) for (const token of [tokens.repository, tokens.project]) this.#hide(token);
    this.scrub = (text) => this.#scrub(text);
    this.#wire = {
      endpoints: endpointsOf(options.apiUrl),
      userAgent: options.userAgent,
      timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
      clock,
      scrub: this.scrub,
    };
  }

  /** Whether what touches the project goes out with another token than the rest. */
  get hasTwoTokens(): boolean {
    return this.#tokens.hasTwo;
  }

  async query<Data, Variables extends object>(operation: Query<Data, Variables>, variables: Variables): Promise<Data> {
    return (await this.ask(operation, variables)).data;
  }

  /** A query whose headers matter too, or what it was not allowed to see. */
  async ask<Data, Variables extends object>(
    operation: Query<Data, Variables>,
    variables: Variables,
  ): Promise<Asked<Data>> {
    const answer = await this.#insist(this.#requestOf(operation, variables));
    const { facts, problems } = answer;
    const data = dataOf(answer, operation.mayBeForbidden) as Data;
    return { data, facts, forbidden: problems.filter(isForbidden).map(({ path }) => path) };
  }

  /** A query whose size is ours to choose: where GitHub breaks down over it, less is asked for. */
  async queryPage<Data, Variables extends object>(
    page: PageSize,
    request: (size: number) => Sizeable<Data, Variables>,
  ): Promise<{ readonly data: Data; readonly size: number }> {
    for (let attempt = 1; ; attempt++) {
      const { size } = page;
      const { operation, variables } = request(size);
      const answer = await this.#once(this.#requestOf(operation, variables), attempt);
      const tooMuch = answer.kind === "answer" && answer.problems.some(isTooMuch);
      if (answer.kind === "answer" && !tooMuch) {
        page.worked();
        return { data: dataOf(answer, operation.mayBeForbidden) as Data, size };
      }
      const shrunk = (tooMuch || answer.kind === "lost") && page.shrink();
      if (answer.kind === "answer") {
        if (shrunk) continue;
        throw rejected(answer.problems);
      }
      await this.#pause(answer, attempt);
    }
  }

  async mutate<Data, Variables extends object>(
    operation: Mutation<Data, Variables>,
    variables: Variables,
  ): Promise<Written<Data>> {
    const answer = await this.#once(this.#requestOf(operation, variables), 1);
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
    const answer = await this.#insist({
      name: "POST git/commits",
      cost: { points: 0, weight: 5, content: 0, write: true, spare: false },
      reach: "repository",
      send: (token) => sendRest(this.#wire, token, { method: "POST", path, body }),
    });
    const { sha } = answer.data as { readonly sha?: unknown };
    if (typeof sha !== "string") throw rejected([]);
    return { oid: sha };
  }

  /** A status on a commit: the newest of a name is the one that counts, so that sending it twice harms nobody. */
  async createStatus({ owner, repo, commit, ...body }: CommitStatus): Promise<void> {
    const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/statuses/${commit}`;
    await this.#insist({
      name: "POST statuses",
      cost: { points: 0, weight: 5, content: 0, write: true, spare: false },
      reach: "repository",
      send: (token) => sendRest(this.#wire, token, { method: "POST", path, body }),
    });
  }

  /**
   * Where the name of an issue leads now: GraphQL does not follow an issue that was transferred to another repository,
   * and REST does. null: it was deleted, or the token can't see it.
   */
  async issueAt({ owner, repo, number }: IssueAddress): Promise<{ readonly id: string } | null> {
    const path = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repo)}/issues/${number}`;
    const request: Request = {
      name: "GET issues",
      cost: { points: 0, weight: 1, content: 0, write: false, spare: false },
      reach: "repository",
      send: (token) => sendRest(this.#wire, token, { method: "GET", path }),
    };
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(request, attempt);
      if (answer.kind === "answer") {
        const { node_id: id } = answer.data as { readonly node_id?: unknown };
        // What can't be read does not say that the issue is gone.
        if (typeof id !== "string") throw rejected([]);
        return { id };
      }
      if (answer.kind === "refused" && GONE.has(answer.facts.status ?? 0)) return null;
      await this.#pause(answer, attempt);
    }
  }

  #requestOf(operation: Operation<unknown, never>, variables: object): Request {
    const standing = this.#standing.filter(([name]) => operation.text.includes(`$${name}:`));
    const all = { ...Object.fromEntries(standing), ...variables };
    const send = (token: string): Promise<Answer> => sendOperation(this.#wire, token, operation, all);
    return { name: operation.name, cost: costOf(operation), reach: operation.reach, send };
  }

  /** Again, as long as that may help: after an outage, and after a refusal that is over soon. */
  async #insist(request: Request): Promise<Extract<Answer, { kind: "answer" }>> {
    for (let attempt = 1; ; attempt++) {
      const answer = await this.#once(request, attempt);
      if (answer.kind === "answer") return answer;
      await this.#pause(answer, attempt);
    }
  }

  /** Before the next attempt; throws where there is to be none. */
  async #pause(answer: Exclude<Answer, { kind: "answer" }>, attempt: number): Promise<void> {
    const pause = this.#pauseAfter(answer, attempt);
    if (attempt >= MOST_ATTEMPTS || pause === null) throw answer.error;
    await this.#clock.sleep(pause);
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

  /** One request. A token that GitHub does not know any more is asked for anew: people log in again meanwhile. */
  async #once(request: Request, attempt: number): Promise<Answer> {
    let token = await this.#tokens.token(request.reach);
    for (let renewals = 0; ; renewals++) {
      const answer = await this.#send(request, token, attempt);
      const isUnknown = answer.kind === "refused" && answer.error.code === "github_unauthorized";
      if (!isUnknown || renewals >= MOST_RENEWALS) return answer;
      // It was refused at the door, so that nothing was carried out.
      const renewed = await this.#tokens.renew(request.reach, token);
      if (renewed === null) return answer;
      token = renewed;
    }
  }

  #hide(token: string): void {
    if (this.#known.includes(token)) return;
    this.#known = [token, ...this.#known].slice(0, MOST_KNOWN);
    this.#scrub = makeScrub(this.#known);
  }

  /** Within the budget. */
  #send({ name, cost, send }: Request, token: string, attempt: number): Promise<Answer> {
    this.#hide(token);
    return this.#queue.run(async () => {
      const budget = this.#budgetOf(this.#tokens.accountOf(token));
      await this.#waitFor(budget, cost);
      const answer = await send(token);
      await budget.settle(cost, answer.facts.said, this.#clock.now());
      if (answer.kind === "refused" && answer.error.until !== null) await budget.block(answer.error.until);
      const { status, cost: points, said } = answer.facts;
      const outcome = answer.kind;
      this.#onRequest({ operation: name, attempt, outcome, status, cost: points, remaining: said?.remaining ?? null });
      return answer;
    });
  }

  async #waitFor(budget: Budget, cost: Cost): Promise<void> {
    const deadline = this.#clock.now() + this.#patience;
    for (;;) {
      const now = this.#clock.now();
      const taken = await budget.take(cost, now, deadline);
      if (taken.taken) {
        if (taken.at > now) await this.#clock.sleep(taken.at - now);
        return;
      }
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

export interface Asked<Data> {
  readonly data: Data;
  readonly facts: Facts;
  /** Where the token was not allowed to look: paths in the answer, each null there or above. */
  readonly forbidden: readonly (readonly (string | number)[])[];
}

export interface Sizeable<Data, Variables> {
  readonly operation: Query<Data, Variables>;
  readonly variables: Variables;
}

function dataOf(
  { data, problems }: Extract<Answer, { kind: "answer" }>,
  mayBeForbidden: readonly string[] = [],
): unknown {
  const serious = problems.filter((problem) => !isAbsence(problem) && !isAllowedFor(problem, mayBeForbidden));
  if (data === null || serious.length > 0) throw rejected(serious.length > 0 ? serious : problems);
  return data;
}

function costOf(operation: Operation<unknown, never>): Cost {
  return {
    points: operation.points,
    weight: operation.kind === "query" ? 1 : 5,
    content: operation.content,
    write: operation.kind === "mutation",
    spare: operation.spare,
  };
}

/** What goes out, and with which of the tokens. */
interface Request {
  readonly name: string;
  readonly cost: Cost;
  readonly reach: Reach;
  readonly send: (token: string) => Promise<Answer>;
}

/** Made once for each. */
function byAccount(make: (account: string) => Budget): (account: string) => Budget {
  const made = new Map<string, Budget>();
  return (account) => {
    const budget = made.get(account) ?? make(account);
    made.set(account, budget);
    return budget;
  };
}

function isForbidden({ type }: Problem): boolean {
  return type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES";
}

function isAllowedFor(problem: Problem, mayBeForbidden: readonly string[]): boolean {
  return isForbidden(problem) && problem.path.some((step) => mayBeForbidden.some((field) => field === step));
}

/** Something that is not there, or one of many that can't be seen: null says it well enough. */
function isAbsence({ type, path }: Problem): boolean {
  return type === "NOT_FOUND" || (type === "FORBIDDEN" && path.some((step) => typeof step === "number"));
}
