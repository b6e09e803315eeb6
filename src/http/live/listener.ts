// One who listens to the live stream. What they have not taken yet is kept for them within bounds; who falls further behind
// is let go, and comes back with the number of the last row that they got.

const MOST_BYTES = 4 * 1024 * 1024;
const PING = new TextEncoder().encode(": ping\n\n");
/** What is kept for one who is brought up to date: the rest is made when they have taken that. */
const MOST_AT_ARRIVAL = 256 * 1024;
/** How long a browser waits before it comes back. */
const HELLO = new TextEncoder().encode("retry: 1000\n\n");

export class Listener {
  readonly stream: ReadableStream<Uint8Array>;
  /** The last row that they were sent. */
  last = 0;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  readonly #onOver: () => void;
  #over = false;
  #roomy: (() => void) | null = null;

  /** `onOver`: called once, when they are gone or were sent away. */
  constructor(onOver: () => void = () => {}) {
    this.#onOver = onOver;
    this.stream = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
          controller.enqueue(HELLO);
        },
        pull: () => this.#wake(),
        cancel: () => this.#leave(),
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_BYTES }),
    );
  }

  get over(): boolean {
    return this.#over;
  }

  send(bytes: Uint8Array, seq: number): void {
    this.#enqueue(bytes);
    this.last = seq;
  }

  ping(): void {
    this.#enqueue(PING);
  }

  /** The bytes that they have not taken yet. */
  get waiting(): number {
    return this.#over ? 0 : MOST_BYTES - (this.#controller?.desiredSize ?? MOST_BYTES);
  }

  /** Settled when little is kept for them, or they are gone. */
  async room(): Promise<void> {
    while (!this.#over && this.waiting > MOST_AT_ARRIVAL) {
      await new Promise<void>((resolve) => {
        this.#roomy = resolve;
      });
    }
  }

  end(): void {
    if (this.#over) return;
    this.#leave();
    this.#controller?.close();
  }

  #enqueue(bytes: Uint8Array): void {
    if (this.#over || !this.#controller) return;
    this.#controller.enqueue(bytes);
    if ((this.#controller.desiredSize ?? 0) <= 0) this.end();
  }

  #leave(): void {
    if (this.#over) return;
    this.#over = true;
    this.#wake();
    this.#onOver();
  }

  #wake(): void {
    this.#roomy?.();
    this.#roomy = null;
  }
}
