// The checker is worth what it finds: servers that do wrong, each in one way, are found out by that way, and servers that
// do no wrong are not.

import { join } from "node:path";
import { expect, it } from "vitest";
import type { Caller } from "../../src/app/app.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { storeBoard } from "../../src/store/board.ts";
import { SqliteDriver } from "../../src/store/sqlite/driver.ts";
import { StdioClient } from "../support/clients/stdio-client.ts";
import { SOURCES } from "../support/program.ts";
import { appOn, move, person, researchable } from "../support/processes/app.ts";
import { freshPlace } from "../support/processes/place.ts";
import { Checker } from "./checker.ts";
import type { Plant } from "./plant.ts";
import { sqliteSource } from "./source.ts";

const WORKFLOW = join(import.meta.dirname, "../../workflows/ticket.json");
const PRELOAD = new URL("./plant.ts", import.meta.url).href;
/** Longer ago than any lease is long. */
const LONG_AGO_MS = 2 * 3_600_000;

/** For each way to do wrong, the sentence that has to be among the breaches. */
const FOUND: Readonly<Record<Plant, RegExp>> = {
  "lost-update": /^version: row \d+, #\d+ makes version (\d+) of ticket \d+, which was at \1$/,
  "double-grant": /^claim: row \d+, #\d+: it was granted to \S+ while \S+ held it until \d+$/,
  "late-write": /^claim: row \d+, #4: first\/a moved it while second\/b held it until \d+$/,
  "skipped-row": /^chain: row \d+ follows row \d+$/,
  "unchained-row": /^chain: row \d+ has a hash that does not cover row \d+$/,
  "reordered-clock": /^chain: row \d+ is of \d+, and the row before it of \d+$/,
  "false-success": /^answer: \S+ \(\w+\) was told /,
  "wrong-number": /^answer: \S+ \(\w+\) was told of row \d+, which is of the kind/,
  "half-move": /^(?:move: row \d+, #\d+: \S+ took it from ".*", and it stood in|table: ticket \d+: state is) /,
  "swapped-words": /^text: row \d+, .* its text ".*" is another one$/,
  "blind-guard":
    /^guard: row \d+, #6: \S+ went from "Ready for Plan" .* past group_convergence: #7 \(Research Needed\)$/,
  "misread-state": /^move: row \d+, #\d+: \S+ took it from "Limbo", and it stood in ".*"$/,
  "forgotten-request":
    /^answer: \S+ \(add_comment\) sent the request \S+ again, and was told of row \d+ after row \d+$/,
};

it.concurrent("servers that do no wrong are told of none, whoever races and whoever loses", async () => {
  const { breaches, counts } = await raceUnderWatch(null);
  expect(breaches).toEqual([]);
  expect(counts).toMatchObject({
    "claims taken over": 1,
    "answers given again": 1,
    "refused: claim_lost": 1,
    "refused: not_converged": 1,
  });
});

it.concurrent.each(Object.entries(FOUND))("%s is found out", async (plant, sentence) => {
  const { breaches } = await raceUnderWatch(plant);
  expect(breaches).toContainEqual(expect.stringMatching(sentence));
});

/** Two servers on one store, two agents on each, and a checker beside them. The servers run from the sources: a plant
 * patches a module of theirs. */
async function raceUnderWatch(plant: string | null): Promise<Checker> {
  const place = await freshPlace("sqlite");
  const { database } = place.address;
  await prepare(database);
  const planted = plant === null ? {} : { SOAK_PLANT: plant, NODE_OPTIONS: `--import=${PRELOAD}` };
  const names = ["first", "second"] as const;
  const servers = names.map((name) => new StdioClient(database, { SIGNALBOX_AGENT: name, ...planted }, SOURCES));
  const checker = new Checker(() => sqliteSource(database), { workflow: WORKFLOW, tell: () => undefined });
  try {
    await Promise.all(servers.map((server) => server.initialize()));
    const agents = servers.flatMap((server, index) =>
      ["a", "b"].map((name) => new Agent(server, names[index] ?? "", name, checker)),
    );
    await race(agents, checker);
    await Promise.all(servers.map((server) => server.leave()));
    await checker.finish();
    return checker;
  } finally {
    for (const server of servers) server.process.kill("SIGKILL");
    await place.remove();
  }
}

/** Three tickets to race for, one whose holder is long asleep, and a group of two that has not come together. */
async function prepare(file: string): Promise<void> {
  const board = storeBoard(await SqliteDriver.open({ file, clock: () => Date.now() - LONG_AGO_MS }));
  const app = appOn(board);
  for (let made = 0; made < 4; made++) await researchable(app);
  const sleeper: Caller = { actor: { kind: "agent", identity: { connection: "first", agent: "a" } }, via: "test" };
  await handoff(app, sleeper, { key: "4", command: "research", intent: "lock", reason: "and then it fell asleep" });
  await createTicket(app, person, { title: "Both of these" });
  for (const key of [await researchable(app), await researchable(app)]) {
    await updateTicket(app, person, { key, parent: "5" });
  }
  await move(app, "6", "Ready for Plan");
  await board.close();
}

async function race(agents: readonly Agent[], checker: Checker): Promise<void> {
  for (const key of ["1", "2", "3"]) {
    for (const command of ["research", "plan"]) await Promise.all(agents.map((agent) => agent.work(key, command)));
    await checker.follow();
  }
  const [awake, last] = [agents[0], agents[3]];
  await last?.hand("6", "plan", "lock", null);
  await last?.commentTwice("7");
  await last?.hand("4", "research", "lock", null);
  await awake?.hand("4", "research", "complete", null);
}

class Agent {
  readonly #server: StdioClient;
  readonly #name: string;
  readonly #connection: string;
  readonly #checker: Checker;
  #requests = 0;

  constructor(server: StdioClient, connection: string, name: string, checker: Checker) {
    this.#server = server;
    this.#connection = connection;
    this.#name = name;
    this.#checker = checker;
  }

  async work(key: string, command: string): Promise<void> {
    const locked = await this.hand(key, command, "lock", null);
    if (locked === null) return;
    await this.#tell("add_comment", key, { body: "I am on it." }, this.#newRequest());
    await this.hand(key, command, "complete", locked);
  }

  /** The claim's token, where it was granted one. */
  async hand(key: string, command: string, intent: string, claim: string | null): Promise<string | null> {
    const args = { command, intent, reason: "a race", ...(claim === null ? {} : { claim }) };
    const answer = await this.#tell("handoff_ticket", key, args, this.#newRequest());
    const granted = answer?.["claim"] as { readonly token?: string } | undefined;
    return granted?.token ?? null;
  }

  async commentTwice(key: string): Promise<void> {
    const request = this.#newRequest();
    for (const _ of [1, 2]) await this.#tell("add_comment", key, { body: "Said once." }, request);
  }

  #newRequest(): string {
    return `${this.#connection}-${this.#name}-${++this.#requests}`;
  }

  /** null: it was refused, or it failed. */
  async #tell(tool: string, key: string, args: object, request: string): Promise<Record<string, unknown> | null> {
    const askedAt = Date.now();
    const call = { number: Number(key), agent: this.#name, request_id: request, ...args };
    const { isError, structuredContent: answer } = await this.#server.call(tool, call);
    if (isError) return null;
    const { event, previousState, newState, claim } = answer as Partial<Answer>;
    this.#checker.acknowledge({
      agent: `${this.#connection}/${this.#name}`,
      tool,
      key,
      event: event ?? null,
      from: previousState ?? null,
      to: newState ?? null,
      fence: claim?.fence ?? null,
      askedAt,
      toldAt: Date.now(),
      request,
    });
    return answer;
  }
}

interface Answer {
  readonly event: number | null;
  readonly previousState: string | null;
  readonly newState: string;
  readonly claim: { readonly fence: number };
}
