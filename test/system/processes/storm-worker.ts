// Hands tickets on at random, legally and not, for as long as it is told, and counts what it was answered.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as turn } from "node:timers/promises";
import type { Caller } from "../../../src/app/app.ts";
import { handoff, type HandoffInput } from "../../../src/app/tickets/handoff.ts";
import { isRefusal } from "../../../src/engine/refusal.ts";
import { agent, appOn, openStore, person, withCommit, type Setup } from "../../support/processes/app.ts";
import { say, setupOf, told } from "../../support/processes/child.ts";

export interface StormSetup extends Setup {
  readonly keys: readonly string[];
}

export interface StormOrders {
  readonly seconds: number;
}

export interface StormCounts {
  readonly name: string;
  readonly accepted: readonly Accepted[];
  readonly refused: number;
  readonly errors: readonly string[];
  readonly stale: number;
  readonly longestAnswerMs: number;
  readonly answered: readonly Answered[];
  readonly loop: Delay;
}

export interface Accepted {
  readonly seq: number;
  readonly key: string;
  readonly from: string | null;
  readonly to: string;
}

/** In milliseconds: when it came, since the storm began, and how long it took. */
export interface Answered {
  readonly at: number;
  readonly ms: number;
}

export interface Delay {
  readonly p99: number;
  readonly max: number;
}

const { keys, name, ...setup } = setupOf() as StormSetup;
const store = await openStore(setup);
const nextOrder = told<StormOrders>();
let stale = 0;
const app = appOn(
  withCommit(store, async (plan) => {
    const outcome = await store.commit(plan);
    if (outcome.kind === "stale") stale++;
    return outcome;
  }),
);
const { machine } = app;
// Nothing may end, or the storm would run out of tickets.
const goesOn = (state: string): boolean => !machine.states.get(state)?.terminal;
const states = [...machine.states.keys()].filter(goesOn);
const tokens = new Map<string, string>();

await say("ready");
const { seconds } = await nextOrder();
await say(await storm(seconds * 1000));
await store.close();
process.disconnect();

async function storm(milliseconds: number): Promise<StormCounts> {
  const accepted: Accepted[] = [];
  const answered: Answered[] = [];
  const errors: string[] = [];
  let [refused, longest] = [0, 0];
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const begin = performance.now();
  const end = begin + milliseconds;
  for (let now = begin; now < end; now = performance.now()) {
    const key = oneOf(keys);
    const [caller, input] = await choose(key);
    try {
      const answer = await handoff(app, caller, input);
      if (isRefusal(answer)) refused++;
      else {
        accepted.push({ seq: answer.event ?? 0, key, from: answer.previousState, to: answer.newState });
        if (answer.claim?.token) tokens.set(key, answer.claim.token);
      }
    } catch (error) {
      errors.push(String(error));
    }
    const then = performance.now();
    answered.push({ at: then - begin, ms: then - now });
    longest = Math.max(longest, then - now);
    // A request comes from outside: between two of them the event loop turns.
    await turn();
  }
  loop.disable();
  const delay = { p99: loop.percentile(99) / 1e6, max: loop.max / 1e6 };
  return { name, accepted, refused, errors, stale, longestAnswerMs: longest, answered, loop: delay };
}

async function choose(key: string): Promise<[Caller, HandoffInput]> {
  const state = (await store.tickets.get(key))?.state ?? "";
  const reason = "storming";
  const dice = Math.random();
  if (dice < 0.5) {
    // Legal, unless somebody is faster.
    const next = (machine.states.get(state)?.next ?? []).filter(goesOn);
    return [person, { key, toState: oneOf(next), reason }];
  }
  if (dice < 0.7) return [agent(name), { key, command: oneOf(["research", "plan"]), intent: "lock", reason }];
  if (dice < 0.85) {
    const claim = tokens.get(key);
    const input = { key, command: oneOf(["research", "plan"]), intent: "complete", reason };
    return [agent(name), claim === undefined ? input : { ...input, claim }];
  }
  return [agent(name), { key, command: "triage", toState: oneOf(states), fromState: oneOf(states), reason }];
}

function oneOf<T>(list: readonly T[]): T {
  const item = list[Math.floor(Math.random() * list.length)];
  if (item === undefined) throw new Error("nothing to choose from");
  return item;
}
