// One open dashboard, as far as the stream is concerned: which rows came, when, and how large they were.

import { get, type ClientRequest } from "node:http";

export class Listener {
  readonly ids: number[] = [];
  /** When each came, in milliseconds of the clock on the wall. */
  readonly arrivals: number[] = [];
  readonly sizes: number[] = [];
  readonly #request: ClientRequest;
  #told: ((id: number, block: string, at: number) => void) | null = null;

  private constructor(request: ClientRequest) {
    this.#request = request;
  }

  /** Settled when the server has answered. */
  static open(url: string): Promise<Listener> {
    return new Promise((resolve, reject) => {
      const request = get(url, { agent: false, headers: { accept: "text/event-stream" } }, (response) => {
        const listener = new Listener(request);
        let rest = "";
        response.setEncoding("utf8");
        response.on("data", (chunk: string) => {
          const at = performance.timeOrigin + performance.now();
          const blocks = (rest + chunk).split("\n\n");
          rest = blocks.pop() ?? "";
          for (const block of blocks) listener.#take(block, at);
        });
        // It is ended by us, in the middle of whatever is under way.
        response.on("error", () => undefined);
        resolve(listener);
      });
      request.once("error", reject);
    });
  }

  /** Who wants to hear each row as well. */
  tell(told: (id: number, block: string, at: number) => void): void {
    this.#told = told;
  }

  close(): void {
    this.#request.destroy();
  }

  #take(block: string, at: number): void {
    const [, id] = /^id: (\d+)$/m.exec(block) ?? [];
    if (id === undefined || /^event: head$/m.test(block)) return;
    this.ids.push(Number(id));
    this.arrivals.push(at);
    this.sizes.push(Buffer.byteLength(block) + 2);
    this.#told?.(Number(id), block, at);
  }
}
