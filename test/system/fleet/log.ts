// What a fleet did, counted; and the work that its conductors hand out.

export class Log {
  readonly counts = new Map<string, number>();

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  refused(what: string): void {
    this.count("refused");
    this.count(`refused ${what}`);
  }

  of(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  toString(): string {
    return [...this.counts].map(([what, count]) => `${what} ${count}`).join(", ");
  }
}

export interface Job {
  readonly command: string;
  readonly number: number;
}

/** Work that was handed out and that nobody has begun, each ticket once. */
export class Hall {
  #jobs: Job[] = [];

  /** false: it waits there already. */
  post(job: Job): boolean {
    if (this.#jobs.some(({ number }) => number === job.number)) return false;
    this.#jobs.push(job);
    return true;
  }

  take(commands: readonly string[] | null): Job | undefined {
    const job = this.#jobs.find(({ command }) => !commands || commands.includes(command));
    this.#jobs = this.#jobs.filter((other) => other !== job);
    return job;
  }
}
