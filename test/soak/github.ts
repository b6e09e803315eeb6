// The soak of a board on GitHub: machines that share nothing but GitHub, agents and people at work on it, a GitHub that
// fails in every way it can, servers that are killed; and checkers that hold the board, the ledgers and what agents were
// told against each other.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Random } from "../../src/demo/random.ts";
import { Agent } from "./github-agent.ts";
import { KILLS, killServers } from "./github-kills.ts";
import { verify } from "./command.ts";
import { ownBreaches } from "./github-ledgers.ts";
import { WebServer } from "./github-machines.ts";
import { peopleAtWork } from "./github-people.ts";
import { setUp, type Desk, type GitHubSoak, type Stage } from "./github-stage.ts";
import type { Site } from "./github-site.ts";
import { removeAtExit } from "./leftovers.ts";
import type { Notes } from "./notes.ts";
import type { Phase, PhaseSummary } from "./phase.ts";
import { pause } from "./wait.ts";

export const github: Phase = {
  name: "github",
  run: (options) =>
    soakGitHub({
      ...options,
      hurry: 6,
      machines: 4,
      agentsEach: 3,
      tickets: 40,
      weather: { stormMs: 40_000, calmMs: 45_000, everyMs: 500 },
      dragEveryMs: 1_200,
      killEveryMs: 4_000,
      plant: null,
      served: true,
      enough: () => true,
    }),
};

const HOUR_MS = 3_600_000;
/** Moves and comments that a machine may make in an hour, and in a minute, with some to spare. */
const CONTENT_AN_HOUR = 400;
const CONTENT_A_MINUTE = 60;
const TELL_EVERY_MS = 30_000;
const FOLLOW_EVERY_MS = 1_000;
/** A machine that stands still for so long makes servers think that GitHub does not answer. */
const STANDSTILL_MS = 500;
/** By the servers' clock, how long a write stays under way whose server has died, and a refusal of GitHub's. */
const LEFT_LYING_MS = 65_000;

export async function soakGitHub(options: GitHubSoak): Promise<PhaseSummary> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-soak-github-"));
  const removed = removeAtExit(() => rmSync(folder, { recursive: true, force: true }));
  const stage = await setUp(options, folder);
  const { notes, site, desks, memory } = stage;
  let web: WebServer | null = null;
  try {
    await Promise.all(desks.map(warmUp));
    if (desks[0] && options.served) web = await WebServer.start(desks[0].machine);
    await work(stage, web);
    await settle(stage);
    await judge(stage, web);
  } finally {
    await Promise.all(desks.flatMap(({ servers }) => servers.map(({ server }) => server.leave())));
    await web?.stop();
    await site.close();
    removed();
    if (notes.breaches.length === 0 || options.plant !== null) rmSync(folder, { recursive: true });
    else options.tell(`github: the stores are kept in ${folder}`);
  }
  const { counts, breaches } = notes;
  return { name: "github", minutes: options.minutes, counts, breaches, memoryMb: memory.figures };
}

/** The database is there, and the board is read for the first time. */
async function warmUp({ servers }: Desk): Promise<void> {
  await servers[0]?.server.call("list_tickets", { limit: 1 });
}

/** Everybody at once, until the time is over; each finishes the call that is under way. */
async function work(stage: Stage, web: WebServer | null): Promise<void> {
  const { options, notes, site, schedule, next, desks } = stage;
  const over = new AbortController();
  const { signal } = over;
  const people = { site, random: new Random(options.seed + 1), notes, next, everyMs: options.dragEveryMs };
  const all = [
    schedule.run(options.weather, signal),
    peopleAtWork(people, signal),
    killServers(stage, signal),
    follow(stage, web, signal),
    ...desks.flatMap((desk, index) => agentsOf(stage, desk, index, signal)),
  ];
  const done = Promise.all(all);
  try {
    // Who can't go on ends all of it at once.
    await Promise.race([untilEnough(stage, signal), done]);
  } finally {
    over.abort();
  }
  await done;
}

async function untilEnough({ options, notes }: Stage, over: AbortSignal): Promise<void> {
  await pause(options.minutes * 60_000, over);
  while (!over.aborted && !options.enough(notes.counts)) await pause(FOLLOW_EVERY_MS, over);
}

function agentsOf(
  { options, notes }: Stage,
  { servers, told }: Desk,
  index: number,
  over: AbortSignal,
): Promise<void>[] {
  const hours = Math.min((options.minutes * 60_000 * options.hurry) / HOUR_MS, 1);
  const anHour = Math.min(CONTENT_AN_HOUR / hours, CONTENT_A_MINUTE * 60);
  const paceMs = (servers.length * HOUR_MS) / anHour / options.hurry;
  return servers.map(async ({ name, server }, place) => {
    const random = new Random(options.seed + 100 * index + place + 2);
    try {
      await new Agent({ name, server, random, told, paceMs }, over).work();
    } catch (error) {
      notes.breach(`${name} could not go on: ${String(error)}`);
    }
  });
}

async function follow(
  { options, site, schedule, notes, desks, memory }: Stage,
  web: WebServer | null,
  over: AbortSignal,
): Promise<void> {
  let toldAt = performance.now();
  while (!over.aborted) {
    const before = performance.now();
    await pause(FOLLOW_EVERY_MS, over);
    if (performance.now() - before > FOLLOW_EVERY_MS + STANDSTILL_MS) {
      notes.count("times that this machine stood still");
      schedule.trouble();
    }
    for (const { checker, recoveries } of desks) {
      await checker.follow();
      await recoveries.look();
    }
    if (web) memory.look([web.pid]);
    site.countRequests();
    if (performance.now() - toldAt < TELL_EVERY_MS) continue;
    toldAt = performance.now();
    const { counts } = notes;
    options.tell(
      `github: ${counts["calls"] ?? 0} calls, ${counts["moves acknowledged"] ?? 0} moves, ` +
        `${counts[KILLS] ?? 0} kills, ${notes.breaches.length} breaches`,
    );
  }
}

/** Nothing fails any more: after a minute of the servers' time whoever looks at a ticket finds everything in order. */
async function settle({ clock, site, desks, notes }: Stage): Promise<void> {
  await sleep(clock.real(LEFT_LYING_MS));
  // Twice, as what one machine finishes at its first look is news for the others.
  for (const _ of ["to finish", "to see"]) await Promise.all(desks.map((desk) => lookAtAll(desk, site, notes)));
}

async function lookAtAll({ machine, servers, recoveries }: Desk, site: Site, notes: Notes): Promise<void> {
  await servers[0]?.server.call("pick_actionable_issue", { workflowState: "Backlog" });
  for (const { number } of site.issues()) {
    const answer = await servers[0]?.server.call("get_ticket", { number });
    if (!answer?.isError) continue;
    notes.breach(`${machine.login} can't read ${number} at the end: ${JSON.stringify(answer.structuredContent)}`);
  }
  await recoveries.look();
}

async function judge({ site, moves, asks, desks, notes, memory }: Stage, web: WebServer | null): Promise<void> {
  if (web?.isOver) notes.breach("The web server has ended by itself.");
  if (memory.breach !== null) notes.breach(memory.breach);
  for (const bug of site.bugs) notes.breach(`The GitHub of this test is broken: ${String(bug)}`);
  asks.finish(await moves.finish(desks.map(({ machine }) => machine)));
  for (const { machine, checker, recoveries } of desks) {
    await recoveries.finish();
    for (const breach of await ownBreaches(machine, await checker.finish())) {
      notes.breach(`${machine.login}, in the ledger: ${breach}`);
    }
    const { breaches: _, ...counts } = checker.counts;
    for (const [what, times] of Object.entries(counts)) notes.count(`ledgers: ${what}`, times);
    await verify(machine.database, {}, notes);
  }
}
