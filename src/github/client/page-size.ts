// How much one request asks for. It shrinks where GitHub breaks down over it, and grows again while all goes well, so that
// one bad moment does not make every later read slow.

const GROWS_AFTER = 3;

export class PageSize {
  readonly #most: number;
  readonly #least: number;
  #size: number;
  #inARow = 0;

  constructor(most: number, least = 5) {
    this.#most = most;
    this.#least = least;
    this.#size = most;
  }

  get size(): number {
    return this.#size;
  }

  /** false: it can't be less. */
  shrink(): boolean {
    this.#inARow = 0;
    if (this.#size <= this.#least) return false;
    this.#size = Math.max(this.#least, Math.floor(this.#size / 2));
    return true;
  }

  worked(): void {
    this.#inARow++;
    if (this.#inARow < GROWS_AFTER) return;
    this.#inARow = 0;
    this.#size = Math.min(this.#most, this.#size * 2);
  }
}
