// One who listens to the live stream, over plain HTTP, as a browser's EventSource does: it keeps the number of the last row.

import type { LiveEvent } from "../../../src/http/contract.ts";

export interface Heard {
  readonly id: number;
  readonly event: string;
  readonly data: LiveEvent;
}

export class LiveClient {
  readonly heard: Heard[] = [];
  readonly #headers: Record<string, string>;
  #stop = new AbortController();
  #reading: Promise<void> = Promise.resolve();
  #waiting: (() => void)[] = [];
  last: number | null = null;

  constructor(headers: Record<string, string> = {}) {
    this.#headers = headers;
  }

  /** Settled when the server has answered. `after`: where to begin, for one who has heard nothing yet. */
  async connect(url: string, after?: number): Promise<void> {
    this.#stop = new AbortController();
    const resume = this.last === null ? {} : { "last-event-id": String(this.last) };
    const query = after === undefined ? "" : `?after=${after}`;
    const response = await fetch(`${url}/api/events${query}`, {
      headers: { ...this.#headers, ...resume },
      signal: this.#stop.signal,
    });
    if (!response.body || !response.ok) throw new Error(`${response.status} ${await response.text()}`);
    this.#reading = this.#read(response.body).catch(() => undefined);
  }

  /** Goes away without a word. */
  async disconnect(): Promise<void> {
    this.#stop.abort();
    await this.#reading;
  }

  /** Settled when the server has ended the stream. */
  ended(): Promise<void> {
    return this.#reading;
  }

  async until(enough: (heard: readonly Heard[]) => boolean): Promise<void> {
    while (!enough(this.heard)) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
  }

  /** The numbers of the rows. */
  get rows(): readonly number[] {
    return this.heard.filter(({ event }) => event !== "head").map(({ id }) => id);
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = "";
    for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + chunk).split("\n\n");
      rest = blocks.pop() ?? "";
      for (const block of blocks) this.#take(block);
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }

  #take(block: string): void {
    const fields = new Map(
      block.split("\n").map((line) => [line.split(": ")[0] ?? "", line.slice(line.indexOf(": ") + 2)]),
    );
    const [id, event, data] = ["id", "event", "data"].map((name) => fields.get(name));
    if (id === undefined || event === undefined || data === undefined) return;
    this.last = Number(id);
    this.heard.push({ id: this.last, event, data: JSON.parse(data) as LiveEvent });
  }
}
