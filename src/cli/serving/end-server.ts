// Ends a server that is in use: it says that it is leaving, answers what is under way, and only then ends its streams.

import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerType } from "@hono/node-server";

/** Longer than any answer takes; what is not done by then never will be. */
const PATIENCE_MS = 10_000;
/** An answer to an agent may come as a stream with one event; one that goes on longer follows the board. */
const STREAM_PATIENCE_MS = 1_000;
const LOOK_MS = 20;

/** Answers under way. */
export class UnderWay {
  readonly #open = new Set<ServerResponse>();

  constructor(server: ServerType) {
    server.on("request", (_request: IncomingMessage, response: ServerResponse) => {
      this.#open.add(response);
      response.once("close", () => this.#open.delete(response));
    });
  }

  /** Settled when there is none, or when waiting any longer is of no use. */
  async none(): Promise<void> {
    const began = performance.now();
    const isWaitedFor = (response: ServerResponse): boolean => {
      const isStream = String(response.getHeader("content-type")).startsWith("text/event-stream");
      return performance.now() - began < (isStream ? STREAM_PATIENCE_MS : PATIENCE_MS);
    };
    while ([...this.#open].some(isWaitedFor)) await sleep(LOOK_MS);
  }
}

/** No new connections; answers under way are finished; then streams end. */
export async function endServer(
  server: ServerType,
  underWay: UnderWay,
  endStreams: () => Promise<void>,
): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  await underWay.none();
  await endStreams();
  if (!("closeIdleConnections" in server)) return closed;
  // A connection that is kept open for the next question has none under way; one that is busy is idle in a moment.
  const tidy = setInterval(() => server.closeIdleConnections(), LOOK_MS);
  // A client that has sent only half a request by now will not send the rest.
  const enough = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await closed;
  clearInterval(tidy);
  clearTimeout(enough);
}
