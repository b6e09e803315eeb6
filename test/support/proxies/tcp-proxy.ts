// What stands between a program and its database: it leads wherever it is told to, and cuts connections when it is told to.

import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";

export class TcpProxy {
  readonly #server = createServer((socket) => this.#pass(socket));
  readonly #sockets = new Set<Socket>();
  #target: URL;

  private constructor(target: string) {
    this.#target = new URL(target);
  }

  static async start(target: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return url.href;
  }

  /** New connections lead there; those that are open stay where they are. */
  leadTo(target: string): void {
    this.#target = new URL(target);
  }

  /** Every connection ends now, in the middle of whatever it carries. */
  cut(): number {
    const cut = this.#sockets.size;
    for (const socket of this.#sockets) socket.destroy();
    return cut;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #pass(from: Socket): void {
    const to = connect(Number(this.#target.port), this.#target.hostname);
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      this.#sockets.add(one);
      one.setNoDelay(true);
      one.on("error", () => other.destroy());
      one.on("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
