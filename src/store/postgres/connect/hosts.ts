// Which of the hosts is asked. One that can't be reached, or takes no writes, is left for the next; where none takes
// writes, one that reads is better than none.

export class Hosts {
  readonly #urls: readonly string[];
  #at = 0;
  /** Changes when a server was left: connections of before are not used again. */
  #era = 0;

  constructor(urls: readonly string[]) {
    this.#urls = urls;
  }

  get era(): number {
    return this.#era;
  }

  get count(): number {
    return this.#urls.length;
  }

  get current(): string {
    return this.#urls[this.#at] ?? "";
  }

  /** `url`: the one that failed. Several may find out at once; only the first moves on. */
  leave(url: string): void {
    if (url === this.current) this.#at = (this.#at + 1) % this.#urls.length;
  }

  /** What is connected now leads to a server that is no longer the one. */
  newEra(): void {
    this.#era++;
  }
}
