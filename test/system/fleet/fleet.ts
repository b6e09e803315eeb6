// Agents with a server each bring tickets to their end, while some of them are killed. A round is a turn of everybody, all
// at once; between rounds a person decides what waits at a gate. Where nobody could do anything, the clock moves on by more
// than a lease. No agent knows anything but what the skills' texts and the tools' answers tell it.

import { Random } from "../../../src/demo/random.ts";
import type { FleetBoard } from "./boards.ts";
import { conduct } from "./hero.ts";
import { Killed, Line } from "./line.ts";
import { Hall, Log } from "./log.ts";
import { Worker } from "./worker.ts";

/** Those at the gates of the shipped workflow, and where they let a ticket go. */
const GATES: Readonly<Record<string, string>> = { "Plan in Review": "In Progress", "In Review": "Done" };
const ANSWERED = "Ready for Plan";
const TERMINAL = new Set(["Done", "Canceled"]);
const LONGER_THAN_A_LEASE_MS = 61 * 60_000;
const MOST_QUIET_ROUNDS = 3;
const MOST_ROUNDS = 400;
const JOBS_IN_A_TURN = 3;
/** Of so many that come, one is killed. */
const THIRD = 3;

/** Each seat is taken by one agent after the other. null: it may act as anything. */
const SEATS: readonly { readonly role: string; readonly commands: readonly string[] | null }[] = [
  { role: "hero", commands: null },
  { role: "triager", commands: ["triage", "split"] },
  { role: "researcher", commands: ["research"] },
  { role: "planner", commands: ["plan"] },
  { role: "builder", commands: ["impl"] },
  { role: "helper", commands: null },
];
const PICKING = ["research", "plan", "impl"];

export class Fleet {
  readonly log = new Log();
  readonly seed: number;
  readonly #board: FleetBoard;
  readonly #random: Random;
  readonly #hall = new Hall();
  readonly #seats: readonly Seat[];
  #roots: readonly number[] = [];

  constructor(board: FleetBoard, seed: number) {
    this.#board = board;
    this.seed = seed;
    this.#random = new Random(seed);
    const fate = new Fate(this.#random);
    this.#seats = SEATS.map((seat) => new Seat(board, seat, fate, this.#random, this.log));
  }

  /** Until all that is on the board has come to its end. */
  async bringToTheEnd(roots: readonly number[]): Promise<void> {
    this.#roots = roots;
    let quiet = 0;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const turns = await Promise.all(this.#seats.map((seat) => this.#turn(seat)));
      const decided = await this.#decideAsPerson();
      if ([...(await this.#board.states()).values()].every((state) => TERMINAL.has(state))) return;
      quiet = decided || turns.some(Boolean) ? 0 : quiet + 1;
      if (quiet > MOST_QUIET_ROUNDS) throw new Error(`nobody goes on: ${await this.#standing()}`);
      if (quiet > 0) await this.#passTime();
    }
    throw new Error(`it does not come to an end: ${await this.#standing()}`);
  }

  async leave(): Promise<void> {
    for (const seat of this.#seats) await seat.leave();
  }

  /** Whether there was anything to do. */
  async #turn(seat: Seat): Promise<boolean> {
    try {
      const { line, worker } = await seat.agent();
      if (seat.role === "hero") return await conduct(line, this.#roots, this.#hall, this.log);
      return await this.#workAt(seat, worker);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.log.count("killed");
      seat.empty();
      return true;
    }
  }

  async #workAt({ commands }: Seat, worker: Worker): Promise<boolean> {
    for (let jobs = 0; jobs < JOBS_IN_A_TURN; jobs++) {
      const job = this.#hall.take(commands);
      if (job) await worker.work(job.command, job.number);
      else if (!(await this.#pickAny(commands, worker))) return jobs > 0;
    }
    return true;
  }

  async #pickAny(commands: readonly string[] | null, worker: Worker): Promise<boolean> {
    for (const role of PICKING) {
      if ((!commands || commands.includes(role)) && (await worker.pick(role))) return true;
    }
    return false;
  }

  /** Approves; and answers what was escalated. */
  async #decideAsPerson(): Promise<boolean> {
    let decided = false;
    for (const [number, state] of await this.#board.states()) {
      const to = state === "Human Needed" ? ANSWERED : GATES[state];
      if (to === undefined) continue;
      await this.#board.move(number, to);
      this.log.count(state === "Human Needed" ? "answered by a person" : "approved by a person");
      decided = true;
    }
    return decided;
  }

  async #passTime(): Promise<void> {
    this.log.count("leases run out");
    await this.#board.pass(LONGER_THAN_A_LEASE_MS);
  }

  async #standing(): Promise<string> {
    const open = [...(await this.#board.states())].filter(([, state]) => !TERMINAL.has(state));
    return `${open.map(([number, state]) => `#${number} is in ${state}`).join(", ")} (seed ${this.seed}; ${this.log.toString()})`;
  }
}

/** Who is killed: one of each three, whoever of them that is. */
class Fate {
  readonly #random: Random;
  #left: boolean[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  next(): boolean {
    if (this.#left.length === 0) {
      const one = this.#random.whole(0, THIRD - 1);
      this.#left = Array.from({ length: THIRD }, (_, index) => index === one);
    }
    return this.#left.pop() ?? false;
  }
}

interface Agent {
  readonly line: Line;
  readonly worker: Worker;
}

class Seat {
  readonly role: string;
  readonly commands: readonly string[] | null;
  readonly #board: FleetBoard;
  readonly #fate: Fate;
  readonly #random: Random;
  readonly #log: Log;
  #lives = 0;
  #agent: Agent | null = null;

  constructor(board: FleetBoard, { role, commands }: (typeof SEATS)[number], fate: Fate, random: Random, log: Log) {
    this.role = role;
    this.commands = commands;
    this.#board = board;
    this.#fate = fate;
    this.#random = new Random(random.whole(0, 2 ** 31));
    this.#log = log;
  }

  /** Whoever sits there, or somebody new. */
  async agent(): Promise<Agent> {
    if (this.#agent) return this.#agent;
    const who = { name: `${this.role}-${++this.#lives}`, commands: this.commands, dies: this.#fate.next() };
    this.#log.count("agents");
    const line = await Line.open(this.#board, who, this.#random);
    this.#agent = { line, worker: new Worker(line, this.#random, this.#log) };
    return this.#agent;
  }

  empty(): void {
    this.#agent = null;
  }

  async leave(): Promise<void> {
    await this.#agent?.line.leave();
  }
}
