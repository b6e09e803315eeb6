// One connection to a server, kept open, one question at a time. It shares two processors with those whom it measures, so
// that it does no more than it must: a client of Node's own takes several times as long.

import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  readonly body: string;
}

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "\r\n0\r\n\r\n";
/** As an MCP client says it; the API gives JSON in any case. */
const ACCEPT = "Accept: application/json, text/event-stream\r\n";

export class LeanClient {
  readonly #socket: Socket;
  readonly #host: string;
  #received = "";
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | null = null;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    // One byte, one character: lengths are counted in bytes.
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => this.#take(chunk));
    socket.on("error", (error) => this.#waiting?.reject(error));
    socket.on("close", () => this.#waiting?.reject(new Error("the server has closed the connection")));
  }

  /** `from`: the address on this machine that it comes from. */
  static open(url: string, from = "127.0.0.1"): Promise<LeanClient> {
    const { hostname, port, host } = new URL(url);
    return new Promise((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: from, noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new LeanClient(socket, host));
      });
    });
  }

  post(path: string, token: string | null, body: string): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    this.#waiting = { resolve, reject };
    const key = token === null ? "" : `Authorization: Bearer ${token}\r\n`;
    this.#socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${key}${ACCEPT}Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}${HEAD_END}${body}`,
    );
    return promise;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(chunk: string): void {
    this.#received += chunk;
    const end = this.#received.indexOf(HEAD_END);
    if (end < 0) return;
    const head = this.#received.slice(0, end);
    const from = end + HEAD_END.length;
    const until = this.#endOfBody(head, from);
    if (until === null || this.#received.length < until) return;
    const body = this.#received.slice(from, until);
    this.#received = this.#received.slice(until);
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve({ status: Number(head.slice(9, 12)), body });
  }

  /** null: it is not there yet. A body in chunks is taken as it is. */
  #endOfBody(head: string, from: number): number | null {
    const [, length] = /\r\ncontent-length: *(\d+)/i.exec(head) ?? [];
    if (length !== undefined) return from + Number(length);
    if (!/\r\ntransfer-encoding: *chunked/i.test(head)) throw new Error(`an answer without a length: ${head}`);
    const last = this.#received.indexOf(LAST_CHUNK, from - 2);
    return last < 0 ? null : last + LAST_CHUNK.length;
  }
}
