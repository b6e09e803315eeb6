// One who listens to the live stream. What they have not taken yet is kept for them within bounds; who falls further behind
// is let go, and comes back with the number of the last row that they got.

const MOST_BYTES = 4 * 1024 * 1024;
const PING = new TextEncoder().encode(": ping\n\n");
/** How long a browser waits before it comes back. */
const HELLO = new TextEncoder().encode("retry: 1000\n\n");

export class Listener {
  readonly stream: ReadableStream<Uint8Array>;
  /** The last row that they were sent. */
  last = 0;
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #over = false;
  #roomy: (() => void) | null = null;

  constructor() {
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

  /** Settled when they have taken at least half of what is kept for them, or are gone. */
  async room(): Promise<void> {
    while (!this.#over && (this.#controller?.desiredSize ?? 0) < MOST_BYTES / 2) {
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
    this.#over = true;
    this.#wake();
  }

  #wake(): void {
    this.#roomy?.();
    this.#roomy = null;
  }
}
