// All that a soak on GitHub is made of: the site and its watchers, machines, checkers.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../../src/demo/random.ts";
import { Checker } from "./checker.ts";
import type { Counts } from "./counts.ts";
import { Asks } from "./github-asks.ts";
import { hurriedClock, type HurriedClock } from "./github-clock.ts";
import { FaultSchedule, type Weather } from "./github-faults.ts";
import { Holders } from "./github-holders.ts";
import { machineOf, OwnServer, type Machine } from "./github-machines.ts";
import { Manners } from "./github-manners.ts";
import { Moves } from "./github-moves.ts";
import { Recoveries } from "./github-recoveries.ts";
import { fillBoard, Site, type Plant } from "./github-site.ts";
import { Told } from "./github-told.ts";
import { MemoryWatch } from "./memory.ts";
import { Notes } from "./notes.ts";
import type { PhaseOptions } from "./phase.ts";
import { sqliteSource } from "./source.ts";

export interface GitHubSoak extends PhaseOptions {
  /** How much faster time passes. */
  readonly hurry: number;
  readonly machines: number;
  readonly agentsEach: number;
  readonly tickets: number;
  readonly weather: Weather;
  /** In real time. */
  readonly dragEveryMs: number;
  readonly killEveryMs: number;
  readonly plant: Plant | null;
  /** Whether a `signalbox serve` runs on the first machine. */
  readonly served: boolean;
  /** Over when the time is, and not before this holds. */
  readonly enough: (counts: Counts) => boolean;
}

/** One machine, and those who look at what happens on it. */
export interface Desk {
  readonly machine: Machine;
  readonly checker: Checker;
  readonly recoveries: Recoveries;
  readonly told: Told;
  readonly servers: readonly { readonly name: string; readonly server: OwnServer }[];
}

export interface Stage {
  readonly options: GitHubSoak;
  readonly notes: Notes;
  readonly clock: HurriedClock;
  readonly random: Random;
  readonly site: Site;
  readonly schedule: FaultSchedule;
  readonly manners: Manners;
  readonly asks: Asks;
  readonly moves: Moves;
  readonly desks: readonly Desk[];
  readonly memory: MemoryWatch;
  /** Where the edges of the workflow lead. */
  readonly next: ReadonlyMap<string, readonly string[]>;
}

interface Workflow {
  readonly start: string;
  readonly states: Readonly<Record<string, object>>;
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

const WORKFLOW = join(import.meta.dirname, "../../workflows/ticket.json");
/** By the servers' clock: long enough for the work, short enough to run out now and then. */
const LEASE = { seconds: 150, graceSeconds: 30 };
const NAMES = ["ann", "bob", "cleo", "dan", "eve", "finn", "gus", "hal", "ida", "jo", "kim", "leo", "mo", "ned", "ole"];

export async function setUp(options: GitHubSoak, folder: string): Promise<Stage> {
  const notes = new Notes(options.tell);
  const clock = hurriedClock(options.hurry);
  const random = new Random(options.seed);
  const workflow = join(folder, "ticket.json");
  const rules = JSON.parse(readFileSync(WORKFLOW, "utf8")) as Workflow;
  writeFileSync(workflow, JSON.stringify({ ...rules, lease: LEASE }));
  const tokens = Object.fromEntries(
    Array.from({ length: options.machines }, (_, index) => [`machine-${index + 1}`, `ghp_${index}`.padEnd(40, "x")]),
  );
  const site = new Site({ now: clock.now, states: Object.keys(rules.states), tokens, plant: options.plant });
  fillBoard(site, options.tickets);
  const apiUrl = await site.listen();
  const machines = Object.entries(tokens).map(([login, token]) =>
    machineOf({ login, token, folder, apiUrl, workflow, clock: clock.env }),
  );
  const schedule = new FaultSchedule(site, clock, random, notes);
  const [manners, holders, asks] = [
    new Manners(notes, clock),
    new Holders(LEASE.seconds * 1000, notes),
    new Asks(site, notes),
  ];
  const moves = new Moves(site, machines, rules, clock, notes);
  site.watcher = {
    changed: (change) => {
      moves.changed(change);
      if (change.move && !(change.move.by in tokens)) holders.ended(change.number, change.at);
    },
    requested: (login, request) => manners.requested(login, request),
    failed: (login, fault) => {
      manners.failed(login, fault);
      schedule.met();
    },
  };
  const parts = { clock, asks, holders, schedule, notes };
  const desks = machines.map((machine, index): Desk => {
    const checker = new Checker(() => sqliteSource(machine.database), { workflow, tell: () => undefined });
    const names = NAMES.slice(index * options.agentsEach, (index + 1) * options.agentsEach);
    return {
      machine,
      checker,
      recoveries: new Recoveries(machine, clock.now, notes),
      told: new Told(parts, checker, options.tickets / 4),
      servers: names.map((name) => ({ name, server: new OwnServer(machine, name) })),
    };
  });
  const next = new Map(
    Object.keys(rules.states).map((state) => [
      state,
      rules.edges.filter(({ from }) => from === state).map(({ to }) => to),
    ]),
  );
  const memory = new MemoryWatch();
  return { options, notes, clock, random, site, schedule, manners, asks, moves, desks, memory, next };
}
