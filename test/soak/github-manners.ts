// How the servers treat GitHub: they send nothing that it does not understand, nothing that its limits forbid, and nothing
// while it has asked them to wait.

import type { Fault } from "../support/github/fake/faults.ts";
import type { LoggedRequest } from "../support/github/fake/server.ts";
import type { HurriedClock } from "./github-clock.ts";
import type { Notes } from "./notes.ts";

/** What was on its way when the refusal came may still arrive, late on a machine with too much to do; in real time. */
const ON_ITS_WAY_MS = 5_000;
/** GitHub names whole seconds. */
const ROUNDING_MS = 2_000;

export class Manners {
  readonly #notes: Notes;
  readonly #clock: HurriedClock;
  readonly #waits = new Map<string, { readonly since: number; readonly until: number }>();
  readonly #killedAt = new Map<string, number>();

  constructor(notes: Notes, clock: HurriedClock) {
    this.#notes = notes;
    this.#clock = clock;
  }

  requested(login: string, { operation, points, outcome }: LoggedRequest): void {
    const now = this.#clock.now();
    this.#notes.count("requests to GitHub");
    this.#notes.count("points spent", points);
    if (outcome === "invalid") this.#notes.breach(`${login} sent GitHub what it does not understand (${operation}).`);
    if (outcome === "refused") this.#notes.breach(`${login} went beyond GitHub's limits (${operation}).`);
    const wait = this.#waits.get(login);
    if (!wait || now >= wait.until - ROUNDING_MS || this.#clock.real(now - wait.since) < ON_ITS_WAY_MS) return;
    // A server that was killed with the answer in its hands could not tell the others.
    if ((this.#killedAt.get(login) ?? 0) >= wait.since) return;
    this.#notes.breach(`${login} asked GitHub again (${operation}) ${wait.until - now} ms before it was welcome.`);
  }

  failed(login: string, fault: Fault): void {
    this.#notes.count(`GitHub's fault: ${nameOf(fault)}`);
    const now = this.#clock.now();
    const seconds = waitIn(fault);
    const until = Math.max(now + seconds * 1000, this.#waits.get(login)?.until ?? 0);
    if (seconds > 0) this.#waits.set(login, { since: now, until });
  }

  killed(login: string): void {
    this.#killedAt.set(login, this.#clock.now());
  }
}

function nameOf(fault: Fault): string {
  const more = [
    "when" in fault ? `${fault.when} it was carried out` : "",
    "retryAfter" in fault ? "with Retry-After" : "",
    "limit" in fault ? `the ${fault.limit} limit` : "",
  ].filter((word) => word !== "");
  return [fault.kind, ...more].join(", ");
}

function waitIn(fault: Fault): number {
  if (fault.kind === "forbidden") return fault.retryAfter ?? 0;
  if (fault.kind === "too-many") return fault.retryAfter ?? 60;
  return fault.kind === "limited" ? 60 : 0;
}
