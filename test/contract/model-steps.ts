// One step of a sequence: something is done to the real board and to the model, and both must answer the same.

import type fc from "fast-check";
import { expect } from "vitest";
import type { Caller } from "../../src/app/app.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import type { ClaimAnswer } from "../../src/app/claims/claim-answer.ts";
import { handoff, type HandoffAnswer } from "../../src/app/tickets/handoff.ts";
import type { PickAnswer } from "../../src/app/tickets/pick.ts";
import { isRefusal, type Refusal } from "../../src/engine/refusal.ts";
import type { Model } from "./model.ts";
import type { Answer, Asked } from "./model-rules.ts";
import { operator, type World } from "../support/worlds/world.ts";

export const MOST_TICKETS = 7;

/** Which token comes along: none, the newest of the ticket, an older one, another ticket's, none that was ever made. */
export type TokenChoice = "none" | "newest" | "oldest" | "other" | "forged";

/** Every kind of answer that was seen, to know what the sequences reach. */
export const seen = new Set<string>();

export class Step implements fc.AsyncCommand<Model, World> {
  readonly #words: string;
  readonly #act: (model: Model, world: World) => Promise<void>;
  readonly #first: boolean;

  constructor(words: string, first: boolean, act: (model: Model, world: World) => Promise<void>) {
    this.#words = words;
    this.#first = first;
    this.#act = act;
  }

  check(model: Readonly<Model>): boolean {
    return this.#first ? model.cards.size < MOST_TICKETS : model.cards.size > 0;
  }

  run(model: Model, world: World): Promise<void> {
    return this.#act(model, world);
  }

  toString(): string {
    return this.#words;
  }
}

/** A family and some others, spread over the board: an empty one has little to tell. */
export async function begin(model: Model, world: World): Promise<void> {
  const places = ["Backlog", "Research Needed", "Ready for Plan", "Ready for Plan", "In Progress"];
  for (const [index, toState] of places.entries()) {
    const parent = index === 1 || index === 2 ? 1 : null;
    const title = `ticket ${index + 1}`;
    model.create(operator, { title, priority: null, estimate: null, parent, blockers: [] });
    await createTicket(world.app, operator, { title, ...(parent === null ? {} : { parent: String(parent) }) });
    if (toState !== "Backlog") await handOver(model, world, operator, index + 1, { toState }, undefined);
  }
}

export async function handOver(
  model: Model,
  world: World,
  caller: Caller,
  number: number,
  asked: Asked,
  requestId: string | undefined,
): Promise<void> {
  const input = { ...asked, reason: "because" };
  const request = { tool: "handoff", subject: String(number), id: requestId, arguments: input };
  const expected = model.once(caller, request, () => model.handoff(caller, number, asked));
  const answer = await handoff(world.app, caller, { key: String(number), ...input, requestId });
  same(answer, expected, handoffShown);
  if (!isRefusal(answer)) learn(model, number, answer.claim);
}

/** It answers, and leaves no trace: the model is not even told. */
export async function dryHandoff(
  model: Model,
  world: World,
  caller: Caller,
  number: number,
  asked: Asked,
): Promise<void> {
  const before = await world.board.tickets.get(String(number));
  await handoff(world.app, caller, { key: String(number), ...asked, reason: "because", dryRun: true });
  expect(await world.board.tickets.get(String(number))).toEqual(before);
  expect((await world.board.ledger.head()).seq).toBe(model.lines.length);
}

export function step(
  name: string,
  given: object,
  first: boolean,
  act: (model: Model, world: World) => Promise<void>,
): Step {
  return new Step(`${name} ${JSON.stringify(given)}`, first, act);
}

export function numberOf(model: Model, choice: number): number {
  return choice >= MOST_TICKETS ? choice : (choice % Math.max(1, model.cards.size)) + 1;
}

export function tokenFor(model: Model, number: number, choice: TokenChoice): string | undefined {
  const own = model.tokens.filter((one) => one.number === number);
  switch (choice) {
    case "none":
      return undefined;
    case "newest":
      return own.at(-1)?.token;
    case "oldest":
      return own[0]?.token;
    case "other":
      return model.tokens.find((one) => one.number !== number)?.token;
    case "forged":
      return "1.abcdefghijklmnopqrstuvwxyz0";
  }
}

export function learn(model: Model, number: number | undefined, claim: ClaimAnswer | undefined): void {
  const { token } = claim ?? {};
  if (number === undefined || !claim || token === undefined) return;
  if (!model.tokens.some((one) => one.token === token)) model.tokens.push({ token, number, fence: claim.fence });
}

export function same<T extends object>(
  answer: T,
  expected: Answer,
  show: (accepted: Exclude<T, Refusal>) => Answer,
): void {
  if (isRefusal(answer)) {
    seen.add(`refused ${(answer as Refusal).code}`);
    expect({ code: (answer as Refusal).code }).toEqual(expected);
    return;
  }
  seen.add(`accepted ${Object.keys(expected).toSorted().join(" ")}`);
  expect(show(answer as Exclude<T, Refusal>)).toEqual("edited" in expected ? sortedEdit(expected) : expected);
}

function sortedEdit(expected: Answer): Answer {
  return { ...expected, edited: (expected["edited"] as string[]).toSorted() };
}

function handoffShown(answer: HandoffAnswer): Answer {
  const { previousState, newState, changed, event, claim } = answer;
  return { previousState, newState, changed, event, ...(claim ? { claim: claimShown(claim) } : {}) };
}

export function pickShown(answer: PickAnswer): Answer {
  const { found, issue, alternatives } = answer;
  if (!issue) return { found, number: null, alternatives };
  return { found, number: issue.number, state: issue.workflowState, isLocked: issue.isLocked, alternatives };
}

export function claimShown({ holder, fence, expiresAt, token }: ClaimAnswer): object {
  return { holder, fence, expires: Date.parse(expiresAt), token: token !== undefined };
}
