// One name for worlds that behave alike. Of a version it matters only whether it is still the row's; of a fence, which is
// the newest; and what nobody can ask for any more is forgotten.

import type { Flight, Heard, Scene, TicketRow, World } from "./world.ts";

const CURRENT = 1;
const PAST = 0;

export function normal(world: World, scene: Scene): World {
  let same = withoutOldRequests(world);
  for (const key of scene.tickets) {
    same = withVersions(same, key);
    if (scene.mostFences === null) same = withFences(same, key);
  }
  return inOrder(same);
}

export function keyOf(world: World): string {
  return JSON.stringify(world);
}

/** Nobody can tell which of two calls under way was begun first. */
function inOrder(world: World): World {
  if (world.flights.length < 2) return world;
  const named = world.flights.map((flight) => [JSON.stringify(flight), flight] as const);
  return { ...world, flights: named.toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, flight]) => flight) };
}

function withoutOldRequests(world: World): World {
  if (world.requests.length === 0 && Object.keys(world.effects).length === 0) return world;
  const wanted = new Set([
    ...world.agents.flatMap(({ asked }) => asked?.id ?? []),
    ...world.flights.flatMap(({ call }) => call.id ?? []),
  ]);
  return {
    ...world,
    requests: world.requests.filter(({ id }) => wanted.has(id)),
    effects: Object.fromEntries(Object.entries(world.effects).filter(([id]) => wanted.has(id))),
  };
}

function withVersions(world: World, key: string): World {
  const row = world.tickets[key];
  if (!row || row.version === CURRENT) return world;
  const rename = (version: number): number => (version === row.version ? CURRENT : PAST);
  return {
    ...world,
    tickets: { ...world.tickets, [key]: { ...row, version: CURRENT } },
    flights: world.flights.map((flight) => {
      const { plan, call } = flight;
      const heard = renameHeard(flight, key, "version", rename);
      if (!plan || plan.key !== key) return { call, heard, age: flight.age, plan };
      const saw = { ...plan.saw, version: rename(plan.saw.version) };
      return {
        call,
        heard,
        age: flight.age,
        plan: {
          ...plan,
          checks: plan.checks.map((check) =>
            check.key === key ? { ...check, version: rename(check.version) } : check,
          ),
          set: { ...plan.set, version: saw.version + 1 },
          saw,
        },
      };
    }),
  };
}

/** A token that is no longer the newest never is again. */
const OLD = 0;

function withFences(world: World, key: string): World {
  const row = world.tickets[key];
  if (!row) return world;
  const isFading = (fence: number | null | undefined): fence is number =>
    fence != null && fence > OLD && fence < row.fence;
  const agents = world.agents.map((agent) =>
    isFading(agent.tokens[key]) ? { ...agent, tokens: { ...agent.tokens, [key]: OLD } } : agent,
  );
  const flights = world.flights.map((flight) => {
    const { call, heard } = flight;
    // What was read must go on fitting the token that came with it.
    return call.key === key && isFading(call.token) && heard.length === 0
      ? { ...flight, call: { ...call, token: OLD } }
      : flight;
  });
  const ranks = rankOf(fencesIn(row, agents, flights, key));
  if (ranks.entries().every(([fence, rank]) => fence === rank)) return { ...world, agents, flights };
  const rename = (fence: number): number => ranks.get(fence) ?? fence;
  return {
    ...world,
    tickets: { ...world.tickets, [key]: { ...row, fence: rename(row.fence) } },
    agents: agents.map((agent) => {
      const fence = agent.tokens[key];
      return fence === undefined ? agent : { ...agent, tokens: { ...agent.tokens, [key]: rename(fence) } };
    }),
    flights: flights.map((flight) => renameFlight(flight, key, rename)),
  };
}

function fencesIn(row: TicketRow, agents: World["agents"], flights: readonly Flight[], key: string): readonly number[] {
  return [
    row.fence,
    ...agents.flatMap((agent) => agent.tokens[key] ?? []),
    ...flights.flatMap(({ call, heard, plan }) => [
      ...(call.key === key && call.token !== null ? [call.token] : []),
      ...heard.flat().flatMap((said) => ("key" in said && said.key === key ? [said.fence] : [])),
      ...(plan?.key === key ? [plan.token ?? OLD, plan.set.fence ?? OLD] : []),
    ]),
  ];
}

function rankOf(fences: readonly number[]): ReadonlyMap<number, number> {
  const known = [...new Set([OLD, ...fences])].toSorted((one, other) => one - other);
  return new Map(known.map((fence, rank) => [fence, rank]));
}

function renameFlight(flight: Flight, key: string, rename: (fence: number) => number): Flight {
  const { call, plan } = flight;
  return {
    call: call.key === key && call.token !== null ? { ...call, token: rename(call.token) } : call,
    heard: renameHeard(flight, key, "fence", rename),
    age: flight.age,
    plan:
      plan?.key === key
        ? {
            ...plan,
            set: plan.set.fence === undefined ? plan.set : { ...plan.set, fence: rename(plan.set.fence) },
            token: plan.token === null ? null : rename(plan.token),
          }
        : plan,
  };
}

function renameHeard(
  { heard }: Flight,
  key: string,
  column: "version" | "fence",
  rename: (value: number) => number,
): readonly Heard[] {
  if (heard.length === 0) return heard;
  return heard.map((rows) =>
    rows.map((row) => ("key" in row && row.key === key ? { ...row, [column]: rename(row[column]) } : row)),
  );
}
