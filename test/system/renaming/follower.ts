// `signalbox log --follow` as a process: the numbers of the rows that it prints.

import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { track } from "../../support/processes/child.ts";
import { bareEnv, PROGRAM } from "../../support/program.ts";

export class Follower {
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #seen: number[] = [];
  #look = (): void => {};

  /** Settled when it has printed its first row. */
  static async start(env: Record<string, string>): Promise<Follower> {
    const follower = new Follower(env);
    await follower.reaches(1);
    return follower;
  }

  private constructor(env: Record<string, string>) {
    const args = [PROGRAM, "log", "--follow", "--json", "--limit", "1"];
    this.#process = track(spawn(process.execPath, args, { env: bareEnv(env) }));
    createInterface({ input: this.#process.stdout }).on("line", (line) => {
      this.#seen.push((JSON.parse(line) as { seq: number }).seq);
      this.#look();
    });
  }

  reaches(seq: number): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#look = () => (this.#seen.at(-1) ?? 0) >= seq && resolve();
      this.#process.once("exit", (code) => reject(new Error(`the follower ended with ${code}`)));
      this.#look();
    });
  }

  /** Each row once, in order, to the last. */
  gaps(last: number): readonly string[] {
    const first = this.#seen[0] ?? 0;
    const wrong = this.#seen.findIndex((seq, index) => seq !== first + index);
    if (wrong !== -1) return [`the follower saw row ${this.#seen[wrong]} where ${first + wrong} was due`];
    return this.#seen.at(-1) === last ? [] : [`the follower ended at row ${this.#seen.at(-1)} of ${last}`];
  }

  async end(): Promise<void> {
    if (this.#process.exitCode !== null) return;
    const ended = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGINT");
    await ended;
  }
}
