// The fake's HTTP side: tokens, limits and faults before and after an operation is carried out.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { OperationTypeNode } from "graphql";
import type { Apps } from "./apps.ts";
import { carryOut, isRequest, prepare, type Executed } from "./execute.ts";
import { Faults, type Fault } from "./faults.ts";
import { Usage, type Limits, type Peaks, type Refusal, type Spent } from "./limits.ts";
import { createCommit } from "./mutations/refs.ts";
import { setStatus } from "./pull-requests.ts";
import { Problem } from "./problem.ts";
import { cutOff } from "./resources.ts";
import { mayWrite, type Token } from "./viewer.ts";
import { getIssue, isAnswer, placeOf, type RestAnswer } from "./rest.ts";
import type { Repository, World } from "./world.ts";

export interface LoggedRequest {
  readonly operation: string;
  readonly kind: "query" | "mutation" | "rest";
  readonly points: number;
  /** When it came, by the fake's clock, and with which token. */
  readonly at: number;
  readonly token: string;
  /** What came of it, with the fault that was planned for it. */
  readonly outcome: "done" | "refused" | "invalid" | Fault["kind"];
}

export interface Backend {
  world(): World;
  /** As it was so many writes ago. */
  worldBefore(writes: number): World;
  beforeWriting(): void;
  token(text: string): Token | undefined;
  readonly apps: Apps;
  now(): number;
  /** Of a server of one's own; null: it is GitHub itself. */
  readonly enterprise: string | null;
}

const NO_LIMITS: Limits = {
  pointsAnHour: Number.POSITIVE_INFINITY,
  weightAMinute: Number.POSITIVE_INFINITY,
  contentAMinute: Number.POSITIVE_INFINITY,
  contentAnHour: Number.POSITIVE_INFINITY,
  nodesAQuery: Number.POSITIVE_INFINITY,
};

export class FakeServer {
  readonly faults = new Faults();
  readonly requests: LoggedRequest[] = [];
  /** Problems of the fake itself: a test that has any has tested nothing. */
  readonly bugs: unknown[] = [];
  readonly #backend: Backend;
  readonly #limits: Limits;
  readonly #usage = new Map<string, Usage>();
  readonly #perToken = new Map<string, Usage>();
  readonly #server: Server;

  constructor(backend: Backend, limits: Limits) {
    this.#backend = backend;
    this.#limits = limits;
    this.#server = createServer((request, response) => {
      this.#handle(request, response).catch((error: unknown) => {
        this.bugs.push(error);
        response.destroy();
      });
    });
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const sent = await textOf(request);
    const body: unknown = sent === "" ? null : JSON.parse(sent);
    const text = /^(?:bearer|token) (.+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const token = this.#backend.token(text);
    const path = (request.url ?? "").replace(/^\/api(?:\/v3)?(?=\/)/, "");
    const asApp = this.#backend.apps.answer(request.method ?? "", path, text);
    if (asApp) return this.#app(asApp, text, response);
    if (!token) return answer(response, 401, { message: "Bad credentials" }, {});
    if (this.#backend.apps.isSuspended(text)) {
      return answer(response, 403, { message: "This installation has been suspended" }, {});
    }
    if (path === "/graphql") return this.#graphql(token, body, response);
    const place = placeOf(this.#backend.world(), path, request.method ?? "");
    if (!place) return answer(response, 404, { message: "Not Found" }, {});
    if (isAnswer(place)) return answerRest(response, place);
    if (path.endsWith("/git/commits")) return this.#commit(token, place, body, response);
    const commit = /\/statuses\/([0-9a-f]+)$/.exec(path)?.[1];
    if (commit !== undefined) return this.#status(token, place, commit, body, response);
    const number = /\/issues\/(\d+)$/.exec(path)?.[1];
    if (number !== undefined) return this.#issue(token, place, Number(number), response);
    return answer(response, 404, { message: "Not Found" }, {});
  }

  async #graphql(token: Token, body: unknown, response: ServerResponse): Promise<void> {
    const request = prepare(body);
    if (!isRequest(request)) {
      this.#log(token, { operation: "invalid", kind: "query", points: 0, outcome: "invalid" });
      return answer(response, 200, request, this.#headers(token));
    }
    const { name, points, content } = request;
    const kind = request.operation.operation === OperationTypeNode.MUTATION ? "mutation" : "query";
    const fault = this.faults.next(name);
    const log = (outcome: LoggedRequest["outcome"]): void => {
      this.#log(token, { operation: name, kind, points, outcome });
    };
    if (fault && refusesBefore(fault)) {
      log(fault.kind);
      return this.#fail(token, fault, response);
    }
    const refusal = this.#spend(token, { points, weight: kind === "query" ? 1 : 5, content });
    if (refusal) {
      log("refused");
      return this.#refuse(token, refusal, response);
    }
    const world = fault?.kind === "stale" ? this.#backend.worldBefore(fault.writes) : this.#backend.world();
    if (kind === "mutation") this.#backend.beforeWriting();
    const rate = this.#usageOf(token).rate(points, this.#backend.now());
    const asking = { world, token, now: this.#backend.now(), rate };
    const executed = carryOut(request, asking, fault?.kind === "part" ? fault : null);
    const isTooMuch = kind === "query" && request.nodes > this.#limits.nodesAQuery;
    log(fault?.kind ?? (isTooMuch ? "resources" : "done"));
    if (isTooMuch || fault?.kind === "resources") return answer(response, 200, cutOff(executed), this.#headers(token));
    if (fault && fault.kind !== "part" && fault.kind !== "stale") return this.#fail(token, fault, response);
    return answer(response, 200, executed, this.#headers(token));
  }

  /** What an App asks as itself. */
  async #app(
    { operation, answer: act }: NonNullable<ReturnType<Apps["answer"]>>,
    jwt: string,
    response: ServerResponse,
  ): Promise<void> {
    const fault = this.faults.next(operation);
    const outcome = fault?.kind ?? "done";
    this.requests.push({ operation, kind: "rest", points: 0, at: this.#backend.now(), token: jwt, outcome });
    if (fault) return this.#fail(null, fault, response);
    const { status, body } = act();
    return answer(response, status, JSON.stringify(body), { date: new Date(this.#backend.now()).toUTCString() });
  }

  async #issue(token: Token, place: Repository, number: number, response: ServerResponse): Promise<void> {
    const operation = "GET issues";
    const fault = this.faults.next(operation);
    const refusal = fault ? null : this.#spend(token, { points: 0, weight: 1, content: 0 });
    this.#log(token, { operation, kind: "rest", points: 0, outcome: refusal ? "refused" : (fault?.kind ?? "done") });
    if (fault) return this.#fail(token, fault, response);
    if (refusal) return this.#refuse(token, refusal, response);
    const rate = this.#usageOf(token).rate(0, this.#backend.now());
    const asking = { world: this.#backend.world(), token, now: this.#backend.now(), rate };
    return answerRest(response, getIssue(asking, place, number));
  }

  async #status(
    token: Token,
    repository: Repository,
    commit: string,
    body: unknown,
    response: ServerResponse,
  ): Promise<void> {
    const operation = "POST statuses";
    const fault = this.faults.next(operation);
    const refusal = fault ? null : this.#spend(token, { points: 0, weight: 5, content: 0 });
    this.#log(token, { operation, kind: "rest", points: 0, outcome: refusal ? "refused" : (fault?.kind ?? "done") });
    if (fault) return this.#fail(token, fault, response);
    if (refusal) return this.#refuse(token, refusal, response);
    if (token.lacks.includes("statuses")) return answer(response, 403, { message: "Resource not accessible" }, {});
    setStatus(repository, commit, token.login, body as Parameters<typeof setStatus>[3]);
    return answer(response, 201, { message: "Created" }, {});
  }

  async #commit(token: Token, repository: Repository, body: unknown, response: ServerResponse): Promise<void> {
    const operation = "POST git/commits";
    const fault = this.faults.next(operation);
    if (fault && refusesBefore(fault)) {
      this.#log(token, { operation, kind: "rest", points: 0, outcome: fault.kind });
      return this.#fail(token, fault, response);
    }
    // REST has points an hour of its own; those of a minute are one account.
    const refusal = this.#spend(token, { points: 0, weight: 5, content: 0 });
    this.#log(token, { operation, kind: "rest", points: 0, outcome: refusal ? "refused" : (fault?.kind ?? "done") });
    if (refusal) return this.#refuse(token, refusal, response);
    if (!mayWrite({ token }, "contents")) return answer(response, 404, { message: "Not Found" }, {});
    try {
      const commit = createCommit(repository, body as Parameters<typeof createCommit>[1], this.#backend.now());
      if (fault) return await this.#fail(token, fault, response);
      return answer(response, 201, { sha: commit.oid, message: commit.message }, {});
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return answer(response, 422, { message: error.message }, {});
    }
  }

  async #fail(token: Token | null, fault: Fault, response: ServerResponse): Promise<void> {
    const headers = token ? this.#headers(token) : {};
    switch (fault.kind) {
      case "unauthorized":
        return answer(response, 401, { message: "Bad credentials" }, {});
      case "forbidden":
        return answer(
          response,
          403,
          { message: fault.message ?? "Forbidden" },
          { ...headers, ...retryAfter(fault.retryAfter) },
        );
      case "too-many":
        return answer(response, 429, { message: "Too many requests" }, { ...headers, ...retryAfter(fault.retryAfter) });
      case "limited":
        if (!token) throw new Error("an App has no such limit");
        return this.#refuse(token, { kind: fault.limit, until: this.#backend.now() + 60_000 }, response, 200);
      case "bad-gateway":
        return answer(response, 502, "<html><body>502 Bad Gateway</body></html>", {}, "text/html");
      case "drop":
        response.socket?.destroy();
        return;
      case "slow":
      case "hang":
        return;
      case "garbage":
        return answer(response, 200, fault.body, {}, fault.type ?? "application/json");
      case "stale":
      case "resources":
      case "part":
        throw new Error(`${fault.kind} is no way to fail`);
    }
  }

  async #refuse(token: Token, { kind, until }: Refusal, response: ServerResponse, status = 403): Promise<void> {
    const seconds = Math.ceil((until - this.#backend.now()) / 1000);
    const headers = this.#headers(token);
    if (kind === "primary") {
      const error = { type: "RATE_LIMITED", message: `API rate limit already exceeded for user ID ${token.login}.` };
      const reset = Math.ceil(until / 1000);
      const zero = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) };
      return answer(response, 200, { errors: [error] }, { ...headers, ...zero });
    }
    const message = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
    const body = status === 200 ? { errors: [{ message }] } : { message };
    return answer(response, status, body, { ...headers, ...retryAfter(seconds) });
  }

  /** What was spent with one token, and the most of it within a minute and an hour. */
  peaksOf(token: string): Peaks {
    return this.#ofToken(token).peaks;
  }

  resetPeaks(): void {
    this.#perToken.clear();
  }

  #log({ token }: Token, request: Omit<LoggedRequest, "at" | "token">): void {
    this.requests.push({ ...request, at: this.#backend.now(), token });
  }

  #spend(token: Token, cost: Spent): Refusal | null {
    const now = this.#backend.now();
    const refusal = this.#usageOf(token).spend(cost, now);
    if (!refusal) this.#ofToken(token.token).spend(cost, now);
    return refusal;
  }

  #ofToken(token: string): Usage {
    const known = this.#perToken.get(token) ?? new Usage(NO_LIMITS);
    this.#perToken.set(token, known);
    return known;
  }

  /** GitHub's limits are a user's, whichever of their tokens they use. */

  #usageOf({ login }: Token): Usage {
    const known = this.#usage.get(login) ?? new Usage(this.#limits);
    this.#usage.set(login, known);
    return known;
  }

  #headers(token: Token): Record<string, string> {
    const now = this.#backend.now();
    const { limit, remaining, resetAt } = this.#usageOf(token).rate(0, now);
    return {
      date: new Date(now).toUTCString(),
      "x-ratelimit-limit": String(limit),
      "x-ratelimit-remaining": String(remaining),
      "x-ratelimit-used": String(limit - remaining),
      "x-ratelimit-reset": String(Math.ceil(resetAt / 1000)),
      "x-ratelimit-resource": "graphql",
      ...(this.#backend.enterprise === null ? {} : { "x-github-enterprise-version": this.#backend.enterprise }),
      ...(token.kind === "classic" ? { "x-oauth-scopes": token.scopes.join(", ") } : {}),
    };
  }
}

function refusesBefore(fault: Fault): boolean {
  if (fault.kind === "bad-gateway" || fault.kind === "drop") return fault.when === "before";
  return ["unauthorized", "forbidden", "too-many", "limited", "hang"].includes(fault.kind);
}

function retryAfter(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { "retry-after": String(seconds) };
}

function answer(
  response: ServerResponse,
  status: number,
  body: Executed | { readonly message: string; readonly sha?: string } | string,
  headers: Record<string, string>,
  type = "application/json",
): void {
  response.writeHead(status, { "content-type": `${type}; charset=utf-8`, ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
}

function answerRest(response: ServerResponse, { status, body, location }: RestAnswer): void {
  answer(response, status, JSON.stringify(body), location === undefined ? {} : { location });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
