// Looking at GitHub in the background, while somebody wants to know: a point a look, 40 an hour where nothing happens.

const PAUSE_MS = 90_000;

export class Polling {
  readonly #round: () => Promise<void>;
  readonly #onTrouble: (error: unknown) => void;
  #listeners = 0;
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(round: () => Promise<void>, onTrouble: (error: unknown) => void) {
    this.#round = round;
    this.#onTrouble = onTrouble;
  }

  start(): () => void {
    this.#listeners++;
    this.#plan();
    let started = true;
    return () => {
      if (!started) return;
      started = false;
      this.#listeners--;
      if (this.#listeners === 0) this.#clear();
    };
  }

  async stop(): Promise<void> {
    this.#listeners = 0;
    this.#clear();
    await this.#running;
  }

  #plan(): void {
    if (this.#timer !== null || this.#listeners === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#running = this.#look();
    }, PAUSE_MS);
    // A process that has nothing else to do need not stay for this.
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    try {
      await this.#round();
    } catch (error) {
      this.#onTrouble(error);
    }
    this.#plan();
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
