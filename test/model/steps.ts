// Everything that can happen next in a world, each with the words for it.

import type { PreparedPlan } from "../../src/store/ledger/prepare.ts";
import { CLAIMS_OF } from "../../src/store/claims.ts";
import { BARE_TICKET_NOW, TICKET_NOW } from "../../src/store/tickets/queries.ts";
import type { Step } from "./explore.ts";
import { brokenBy, LAWS } from "./laws.ts";
import { normal } from "./normal.ts";
import { takenFor, type Rules } from "./rules.ts";
import { commit, fits, read, ticketChange, withoutTimes } from "./store.ts";
import { next, PERSON, type Answer, type Next } from "./verbs.ts";
import {
  afterTick,
  fenceOf,
  isSecond,
  NOW,
  SKEW,
  TICK,
  type Agent,
  type Call,
  type Flight,
  type Heard,
  type HeardTicket,
  type Plan,
  type Query,
  type Scene,
  type Token,
  type Verb,
  type World,
} from "./world.ts";

export interface Setting {
  readonly scene: Scene;
  readonly rules: Rules;
}

export async function stepsFrom(world: World, setting: Setting): Promise<readonly Step<World>[]> {
  const { scene } = setting;
  const steps: Step<World>[] = [];
  for (const agent of world.agents) {
    for (const call of callsOf(world, agent, scene)) {
      const asking = call.id === null ? world : withAgent(world, { ...agent, asked: call });
      const words = `${agent.name} ${agent.asked ? "asks again" : "begins"} to ${phrase(call)}`;
      steps.push(...(await hear(asking, begun(call), words, setting)));
    }
    steps.push(...mishaps(world, agent, scene));
  }
  for (const call of [...personsCalls(world, scene), ...graces(world, scene)]) {
    steps.push(...(await hear(world, begun(call), `${who(call)} begins to ${phrase(call)}`, setting)));
  }
  for (const flight of world.flights) {
    const others = { ...world, flights: world.flights.filter((other) => other !== flight) };
    if (flight.plan) steps.push(...write(others, flight.call, flight.plan, setting));
    else steps.push(...(await hear(others, flight, `${who(flight.call)} reads on to ${phrase(flight.call)}`, setting)));
  }
  steps.push(step("a tick", afterTick(world, scene), true));
  return steps.map((one) => (one.to === world ? one : { ...one, to: normal(withoutHopeless(one.to, setting), scene) }));
}

function callsOf(world: World, agent: Agent, scene: Scene): readonly Call[] {
  if (agent.gone) return [];
  const own = world.flights.filter(({ call }) => call.by === agent.name && call.verb !== "grace");
  const repeats = scene.repeats.includes(agent.name);
  if (own.length >= (repeats ? 2 : 1)) return [];
  if (agent.asked) return [agent.asked];
  // A request_id is for one request only: nothing under way may carry it still.
  if (own.length > 0) return [];
  const id = repeats ? `of ${agent.name}` : null;
  return scene.verbs.flatMap((verb): readonly Call[] => {
    if (verb === "pick") return [{ by: agent.name, verb, key: "", token: null, id }];
    return Object.entries(world.tickets).flatMap(([key, row]) => {
      if (verb === "lock" && scene.mostFences !== null && row.fence >= scene.mostFences) return [];
      const token = agent.tokens[key];
      const tokens = token === undefined || verb === "comment" ? [null] : [null, token];
      return tokens.map((given) => ({ by: agent.name, verb, key, token: given, id }));
    });
  });
}

function personsCalls(world: World, scene: Scene): readonly Call[] {
  if (world.flights.some(({ call }) => call.by === PERSON)) return [];
  return scene.person.flatMap((verb) =>
    scene.tickets.map((key) => ({ by: PERSON, verb, key, token: null, id: null }) satisfies Call),
  );
}

/** A server that has lost an agent's connection. */
function graces(world: World, scene: Scene): readonly Call[] {
  const lost = world.agents.filter(({ tokens, gone }) => gone || Object.keys(tokens).length === 0);
  return lost
    .filter(({ name }) => scene.crashes.includes(name))
    .filter(({ name }) => !world.flights.some(({ call }) => call.by === name && call.verb === "grace"))
    .map(({ name }) => ({ by: name, verb: "grace", key: "", token: null, id: null }));
}

function mishaps(world: World, agent: Agent, scene: Scene): readonly Step<World>[] {
  const { name, tokens, asked, gone, fast } = agent;
  const steps: Step<World>[] = [];
  if (gone) return steps;
  const forgetful = { ...agent, tokens: {}, asked: null };
  if (asked)
    steps.push(step(`${name} gives up waiting for an answer`, withAgent(world, { ...agent, asked: null }), true));
  if (scene.crashes.includes(name) && (asked || Object.keys(tokens).length > 0)) {
    // With a request_id the server may go on with what it has begun; else it ends with its client.
    const flights = scene.repeats.includes(name)
      ? world.flights
      : world.flights.filter(({ call }) => call.by !== name || call.verb === "grace");
    steps.push(step(`${name} crashes and comes back`, withAgent({ ...world, flights }, forgetful), false));
  }
  if (scene.leaves.includes(name)) {
    steps.push(step(`${name} goes away for good`, withAgent(world, { ...forgetful, gone: true }), false));
  }
  if (scene.wrongClocks.includes(name)) {
    for (const clock of [fast - 1, fast + 1].filter((ticks) => Math.abs(ticks) <= SKEW)) {
      steps.push(step(`${name}'s clock jumps`, withAgent(world, { ...agent, fast: clock }), false));
    }
  }
  return steps;
}

/** The next thing that a call reads; and where that was all, what it wants to write, or its answer. */
async function hear(world: World, flight: Flight, words: string, setting: Setting): Promise<readonly Step<World>[]> {
  const { call } = flight;
  const heard = await listen(world, call, flight.heard, setting);
  const after = await next(asTaken(call, heard, setting), heard);
  if (after.type === "wants") {
    return [step(words, withFlight(world, { ...flight, heard }), isOnward(world, call))];
  }
  const plan = after.plan && planOf(after.plan, heard, after.answer, setting.scene);
  if (plan) return [step(words, withFlight(world, { call, heard: [], age: 0, plan }), isOnward(world, call))];
  return deliver(world, call, after.answer, words, setting.scene);
}

async function listen(world: World, call: Call, heard: readonly Heard[], setting: Setting): Promise<readonly Heard[]> {
  const before = await next(asTaken(call, heard, setting), heard);
  if (before.type === "ends") throw new Error("it had ended before");
  const more = [...heard, read(world, before.query, call, clockOf(world, call), setting.rules)];
  const after = await next(asTaken(call, more, setting), more);
  return isReadOn(after, before.query, setting.scene) ? listen(world, call, more, setting) : more;
}

/** Whether what comes next is read in the same step: a list of what to look at is no fact that anything rests on. */
function isReadOn(after: Next, { sql: text }: Query, scene: Scene): boolean {
  if (after.type === "ends") return false;
  const ticket = text === TICKET_NOW.sql || text === BARE_TICKET_NOW.sql;
  return text === CLAIMS_OF.sql || (ticket && scene.reads === "at once");
}

function write(world: World, call: Call, plan: Plan, { scene, rules }: Setting): readonly Step<World>[] {
  const before = world.tickets[plan.key];
  if (!before) throw new Error(`no ticket ${plan.key}`);
  const words = `${who(call)} commits: ${phrase(call)}${plan.set.former_connection == null ? "" : ", taken over"}`;
  let after = commit(world, plan, before, rules);
  const row = after.tickets[plan.key] ?? before;
  const clock = plan.judgedAt ?? NOW;
  const { refused, token } = plan;
  const repeated = call.id !== null && refused === null && call.id in world.effects;
  const broken = [...brokenBy({ call, plan, before, after: row, clock }), ...(repeated ? [LAWS.oneEffect] : [])];
  if (broken.length > 0) return [{ ...step(words, after, false), broken }];
  const effect = token && fenceOf(token);
  if (call.id !== null && refused === null) after = { ...after, effects: { ...after.effects, [call.id]: effect } };
  return deliver(after, { ...call, key: plan.key }, { refused, token }, words, scene);
}

/** A plan that does not fit never will, for versions only rise: its caller looks again, and that is another call. */
function withoutHopeless(world: World, { rules }: Setting): World {
  return { ...world, flights: world.flights.filter(({ plan }) => !plan || fits(world, plan, rules)) };
}

/** The answer comes, or is lost on its way. */
function deliver(world: World, call: Call, answer: Answer, words: string, scene: Scene): readonly Step<World>[] {
  const { refused, token } = answer;
  const onward = isOnward(world, call);
  const told = refused === null ? words : `${words} (${refused})`;
  const agent = world.agents.find(({ name }) => name === call.by);
  if (!agent || agent.gone || call.verb === "grace") return [step(told, world, onward)];
  const broken = refused === null ? brokenByAnswer(world, call, token) : [];
  if (broken.length > 0) return [{ ...step(told, world, onward), broken }];
  // Who has forgotten that it asked hears no answer.
  if (call.id !== null && agent.asked?.id !== call.id) return [step(told, world, onward)];
  if (token === null && call.id === null) return [step(told, world, onward)];
  const tokens = token === null ? agent.tokens : { ...agent.tokens, [call.key]: token };
  const came = step(told, withAgent(world, { ...agent, tokens, asked: null }), onward);
  if (!scene.loses || refused !== null) return [came];
  return [came, step(`${told}; the answer is lost`, world, false)];
}

/** A repeated answer brings a token for the same claim; none where that is over. */
function brokenByAnswer(world: World, { id, key, token: shown }: Call, token: Token | null): readonly string[] {
  if (id === null) return [];
  const first = world.effects[id];
  const rows = key === "" ? Object.values(world.tickets) : [world.tickets[key]];
  const stands = rows.some((row) => row?.claim_connection != null && row.fence === first);
  if (token !== null && token !== shown && isSecond(token) && !stands) return [LAWS.standing];
  const same = first === (token && fenceOf(token)) || (token === null && !stands);
  return same ? [] : [LAWS.oneEffect];
}

/** What a plan does to its ticket, and on what it rests; null: it changes no ticket. */
function planOf(prepared: PreparedPlan, heard: readonly Heard[], answer: Answer, scene: Scene): Plan | null {
  const change = ticketChange(prepared);
  if (!change) return null;
  const seen = ticketIn(heard, change.key);
  if (!seen) throw new Error("it writes what it has not read");
  return {
    checks: prepared.checks.map(({ key, version }) => ({ key, version })),
    ...change,
    request: prepared.request && withoutTimes(prepared.request),
    ...answer,
    saw: { version: seen.version, holder: seen.claim_connection },
    judgedAt: scene.wrongClocks.length === 0 ? null : (heard.flat().findLast((said) => "now" in said)?.now ?? seen.now),
  };
}

function asTaken(call: Call, heard: readonly Heard[], { rules }: Setting): Call {
  return rules.tokens ? call : takenFor(call, ticketIn(heard, call.key)?.fence ?? null);
}

function ticketIn(heard: readonly Heard[], key: string): HeardTicket | undefined {
  return heard
    .flat()
    .filter((said) => "key" in said)
    .findLast((said) => said.key === key);
}

function clockOf(world: World, call: Call): number {
  const agent = world.agents.find(({ name }) => name === call.by);
  return call.verb === "grace" ? NOW : NOW + (agent?.fast ?? 0) * TICK;
}

function begun(call: Call): Flight {
  return { call, heard: [], age: 0, plan: null };
}

function withFlight(world: World, flight: Flight): World {
  return { ...world, flights: [...world.flights, flight] };
}

function withAgent(world: World, agent: Agent): World {
  return { ...world, agents: world.agents.map((other) => (other.name === agent.name ? agent : other)) };
}

/** What agents do who are there. */
function isOnward(world: World, call: Call): boolean {
  return call.verb !== "grace" && world.agents.some(({ name, gone }) => name === call.by && !gone);
}

function who(call: Call): string {
  return call.verb === "grace" ? "the server" : call.by;
}

const PHRASES: Readonly<Record<Verb, string>> = {
  lock: "lock",
  complete: "complete",
  sign: "ask for what is refused",
  comment: "comment",
  release: "release",
  pick: "pick",
  grace: "cut the lease",
  override: "put back",
  drag: "drag into the lock state",
};

function phrase({ by, verb, token }: Call): string {
  const whose = verb === "grace" ? ` of ${by}` : "";
  const which = token !== null && isSecond(token) ? "second token" : "token";
  return `${PHRASES[verb]}${whose}${token === null ? "" : ` with its ${which}`}`;
}

function step(words: string, to: World, onward: boolean): Step<World> {
  return { words, to, onward, broken: [] };
}
