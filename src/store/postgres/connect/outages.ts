// An outage is told once when it begins and once when it is over, however many calls fail meanwhile.

export interface OutageTold {
  readonly began: (reason: string) => void;
  readonly over: (ms: number) => void;
}

export class Outages {
  readonly #told: OutageTold;
  #since: number | null = null;

  constructor(told: OutageTold) {
    this.#told = told;
  }

  failed(reason: string): void {
    if (this.#since !== null) return;
    this.#since = performance.now();
    this.#told.began(reason);
  }

  worked(): void {
    if (this.#since === null) return;
    const ms = Math.round(performance.now() - this.#since);
    this.#since = null;
    this.#told.over(ms);
  }
}
