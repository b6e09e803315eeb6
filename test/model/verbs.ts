// The product's own verbs, taken apart: a call is run on what it has heard from the store so far, up to the next thing
// that it wants to hear, or up to what it wants to write. Nothing is decided here.

import type { App, Caller } from "../../src/app/app.ts";
import { digestOf, newToken } from "../../src/app/claims/token.ts";
import { addComment, type CommentAnswer } from "../../src/app/tickets/comment.ts";
import { shortenLeases } from "../../src/app/claims/shorten-leases.ts";
import { handoff, type HandoffAnswer } from "../../src/app/tickets/handoff.ts";
import { pickIssue, type PickAnswer } from "../../src/app/tickets/pick.ts";
import type { Outcome } from "../../src/app/commit/plan.ts";
import { releaseClaim, type ReleaseAnswer } from "../../src/app/claims/release.ts";
import { isRefusal, type Refusal } from "../../src/engine/refusal.ts";
import { storeBoard } from "../../src/store/board.ts";
import type { Ask, Driver, Param, Row } from "../../src/store/driver.ts";
import type { PreparedPlan } from "../../src/store/ledger/prepare.ts";
import type { Select } from "../../src/store/select.ts";
import { HEAD } from "../../src/store/ledger/queries.ts";
import { LINKED_BLOCKERS, pickableAgain, PICKABLE_COUNT } from "../../src/store/tickets/queries.ts";
import { agent, appOn, person } from "../support/worlds/world.ts";
import { fromNames } from "../support/store/named-rows.ts";
import {
  DONE,
  fenceOf,
  FREE,
  LOCKED,
  MACHINE,
  SECOND,
  type Call,
  type Heard,
  type Query,
  type Token,
} from "./world.ts";

export type Next =
  | { readonly type: "wants"; readonly query: Query }
  | { readonly type: "ends"; readonly plan: PreparedPlan | null; readonly answer: Answer };

export interface Answer {
  /** Why it was refused; null: it was accepted. */
  readonly refused: string | null;
  readonly token: Token | null;
}

const known = new Map<string, Promise<Next>>();

/** The same words on the same facts lead to the same plan, so that each is run only once. */
export function next(call: Call, heard: readonly Heard[]): Promise<Next> {
  const name = JSON.stringify([call, heard]);
  let result = known.get(name);
  if (!result) {
    result = run(call, heard);
    known.set(name, result);
  }
  return result;
}

async function run(call: Call, heard: readonly Heard[]): Promise<Next> {
  const store = new HeardStore(heard);
  const app = appOn(storeBoard(store), { machine: MACHINE, newId: () => (store.repeats ? "second" : "first") });
  const answer = act(app, call).then(readAnswer);
  const ended = await Promise.race([answer, store.wanted]);
  return "sql" in ended ? { type: "wants", query: ended } : { type: "ends", plan: store.plan, answer: ended };
}

type Answered = HandoffAnswer | CommentAnswer | ReleaseAnswer | PickAnswer | { readonly cut: number } | Refusal;

const REASON = "because";
export const PERSON = "Olga";

function act(app: App, { by, verb, key, token, id }: Call): Promise<Answered> {
  const caller: Caller = by === PERSON ? person(PERSON, true) : agent(by);
  const claim = token === null ? undefined : textOf(token);
  const asked = { key, claim, reason: REASON, requestId: id ?? undefined };
  switch (verb) {
    case "lock":
      return handoff(app, caller, { ...asked, command: "research", intent: "lock" });
    case "complete":
      return handoff(app, caller, { ...asked, command: "research", intent: "complete" });
    case "sign":
      // There is no such edge: it is refused, and the holder has shown that it is alive.
      return handoff(app, caller, { ...asked, command: "research", toState: DONE, fromState: FREE });
    case "comment":
      return addComment(app, caller, { key, body: "so far", requestId: id ?? undefined });
    case "release":
      return releaseClaim(app, caller, asked);
    case "pick":
      return pickIssue(app, caller, {
        workflowState: FREE,
        claim: true,
        command: "research",
        reason: REASON,
        requestId: id ?? undefined,
      });
    case "grace":
      return shortenLeases(app, { actor: { kind: "person", name: "the server" }, via: "stdio" }, by).then((cut) => ({
        cut,
      }));
    case "override":
      return handoff(app, caller, { key, toState: FREE, reason: REASON });
    case "drag":
      return handoff(app, caller, { key, toState: LOCKED, reason: REASON });
  }
}

function readAnswer(answer: Answered): Answer {
  if (isRefusal(answer)) return { refused: answer.code, token: null };
  const token = "claim" in answer ? answer.claim?.token : undefined;
  return { refused: null, token: token === undefined ? null : tokenOf(token) };
}

function textOf(token: Token): string {
  const fence = fenceOf(token);
  return newToken({ newId: () => (token === fence ? "first" : "second") }, fence);
}

function tokenOf(text: string): Token {
  const fence = Number.parseInt(text, 10);
  return text === textOf(fence) ? fence : fence + SECOND;
}

export function digestOfSecond(fence: number): string {
  return digestOf(textOf(fence + SECOND));
}

/** Answers what was heard, in that order, and stops at the first question that nobody has answered yet. */
class HeardStore implements Driver {
  readonly reached = { below: "", whole: "" };
  readonly payload = (): string => "";
  readonly wanted: Promise<Query>;
  plan: PreparedPlan | null = null;
  /** It has heard that the request was answered before. */
  repeats = false;
  readonly #heard: readonly Heard[];
  readonly #want: (query: Query) => void;
  #asked = 0;

  constructor(heard: readonly Heard[]) {
    this.#heard = heard;
    const { promise, resolve } = Promise.withResolvers<Query>();
    this.wanted = promise;
    this.#want = resolve;
  }

  async read<Found>(select: Select<Found>, params: readonly Param[]): Promise<Found[]> {
    const { sql } = select;
    const constant = constants.get(sql) ?? (sql.includes("FROM session") ? [] : undefined);
    if (constant) return fromNames(select, constant);
    const rows = this.#heard[this.#asked];
    this.#asked += 1;
    this.repeats ||= rows?.some((row) => "answer" in row) ?? false;
    if (rows) return fromNames(select, rows.map(full));
    this.#want({ sql, params });
    return new Promise(() => {});
  }

  async together<Found extends readonly unknown[]>(asks: {
    readonly [I in keyof Found]: Ask<Found[I]>;
  }): Promise<{ [I in keyof Found]: Found[I][] }> {
    const found = await Promise.all(asks.map(({ select, params }) => this.read(select, params)));
    return found as { [I in keyof Found]: Found[I][] };
  }

  all(): Promise<never> {
    throw new Error("no verb of claims writes past a plan");
  }

  async commit(plan: PreparedPlan): Promise<Outcome> {
    if (this.plan) throw new Error("a call is expected to write once");
    this.plan = plan;
    return { kind: "done", seq: 1, at: 0 };
  }

  snapshot(): Promise<never> {
    throw new Error("no verb of claims reads that much");
  }

  redact(): Promise<never> {
    throw new Error("no verb of claims redacts");
  }

  missing(): Promise<never> {
    throw new Error("no verb of claims verifies");
  }

  health(): Promise<never> {
    throw new Error("no verb of claims asks how the store is");
  }

  load(): Promise<never> {
    throw new Error("no verb of claims loads");
  }

  watch(): () => void {
    return () => {};
  }

  async close(): Promise<void> {}
}

/** A ticket's row has more columns than matter here; the digest is that of the first token for its fence. */
function full(heard: Heard[number]): Row {
  if (!("key" in heard)) return { ...heard };
  const digest = heard.claim_connection === null ? null : digestOf(textOf(heard.fence));
  return { ...PLAIN, number: Number(heard.key), claim_digest: digest, ...heard };
}

const PLAIN: Row = {
  repo: "",
  title: "a ticket",
  body: "",
  priority: null,
  estimate: null,
  labels: "[]",
  parent: null,
  parent_since: null,
  created_at: 0,
  updated_at: 0,
  entered_at: 0,
  closed: 0,
  claim_agent: null,
  claim_since: 0,
  former_agent: null,
  off_board: null,
  open_blockers: 0,
  children: 0,
};

/** What never changes here, and is no step. */
const constants: ReadonlyMap<string, Row[]> = new Map([
  [HEAD.sql, [{ seq: 1, hash: "", at: 0 }]],
  [LINKED_BLOCKERS.sql, []],
  // Only said in the answer.
  [PICKABLE_COUNT.sql, [{ n: 2 }]],
  // Nobody has children here.
  [pickableAgain(1).sql, []],
]);
