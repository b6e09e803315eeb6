// Those who would stall a server, in a process of their own and with the lowest priority: on a real network they have their
// own machines. Started by stall.ts, which says whom to bother and with how much; told to stop, it says what was answered.

import { once } from "node:events";
import { Agent, request, type ClientRequest, type IncomingMessage } from "node:http";
import { constants, setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";

export interface CrowdOrder {
  readonly url: string;
  /** Streams that are opened and never read. */
  readonly unread: number;
  /** Streams that are read a kilobyte at a time. */
  readonly slow: number;
  /** Clients that ask for the largest answers, one after the other. */
  readonly readers: number;
  /** Clients that send bodies of the largest size, one after the other. */
  readonly senders: number;
  /** Agents that create and triage as fast as they are answered. */
  readonly writers: number;
  readonly viewers: readonly string[];
  readonly agents: readonly string[];
}

export interface CrowdReport {
  /** How many were answered, by kind and status. */
  readonly answers: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** Streams that were open at once, at the end. */
  readonly streams: number;
}

const LARGEST = [
  "/api/board",
  "/api/ledger?after=0&limit=1000",
  "/api/ledger?limit=1000",
  "/api/tickets?limit=500",
  "/api/stats?days=366",
  "/api/needs",
  "/api/sessions?hours=720&limit=100",
];
const BODY_BYTES = 1024 * 1024 - 200;
const SLOW_EVERY_MS = 1_000;

class Crowd {
  readonly #order: CrowdOrder;
  readonly #answers: Record<string, number> = {};
  readonly #streams = new Set<ClientRequest>();
  #bytes = 0;
  #over = false;

  constructor(order: CrowdOrder) {
    this.#order = order;
  }

  async start(): Promise<void> {
    const { unread, slow, readers, senders, writers } = this.#order;
    for (let index = 0; index < unread + slow; index++) {
      await this.#open(index, index >= unread);
    }
    for (let index = 0; index < readers; index++) void this.#read(index);
    for (let index = 0; index < senders; index++) void this.#send(index);
    for (let index = 0; index < writers; index++) void this.#write(index);
  }

  stop(): CrowdReport {
    this.#over = true;
    const report = { answers: this.#answers, bytes: this.#bytes, streams: this.#streams.size };
    for (const stream of this.#streams) stream.destroy();
    return report;
  }

  /** From the beginning of the ledger, so that there is much to bring. */
  async #open(index: number, slowly: boolean): Promise<void> {
    const { viewers, url } = this.#order;
    const headers = { authorization: `Bearer ${viewers[index % viewers.length]}` };
    const asking = request(`${url}/api/events?after=0`, { agent: false, headers });
    asking.on("error", () => this.#streams.delete(asking));
    asking.end();
    const [response] = (await once(asking, "response")) as [IncomingMessage];
    this.#count(slowly ? "slow stream" : "unread stream", response.statusCode);
    if (response.statusCode !== 200) {
      asking.destroy();
      return;
    }
    this.#streams.add(asking);
    response.on("error", () => this.#streams.delete(asking));
    response.on("close", () => this.#streams.delete(asking));
    response.pause();
    if (slowly) void this.#sip(response);
  }

  async #sip(response: IncomingMessage): Promise<void> {
    while (!this.#over && !response.destroyed) {
      this.#bytes += (response.read(1_024) as Buffer | null)?.length ?? 0;
      await sleep(SLOW_EVERY_MS);
    }
  }

  async #read(index: number): Promise<void> {
    const ask = this.#client(this.#order.viewers[index % this.#order.viewers.length]);
    for (let turn = index; !this.#over; turn++) {
      await ask("large answer", "GET", LARGEST[turn % LARGEST.length] ?? "/");
    }
  }

  async #send(index: number): Promise<void> {
    const ask = this.#client(this.#order.agents[index % this.#order.agents.length]);
    const body = JSON.stringify({ title: "x", body: "y".repeat(BODY_BYTES) });
    while (!this.#over) await ask("large body", "POST", "/api/tickets", body);
  }

  async #write(index: number): Promise<void> {
    const ask = this.#client(this.#order.agents[index % this.#order.agents.length]);
    while (!this.#over) {
      const made = await ask("write", "POST", "/api/tickets", JSON.stringify({ title: `By ${index}` }));
      const number = (JSON.parse(made || "{}") as { number?: number }).number ?? 1;
      const move = { command: "triage", toState: "Research Needed", reason: "Go" };
      await ask("write", "POST", `/api/tickets/${number}/handoff`, JSON.stringify(move));
    }
  }

  /** One connection, which is kept. */
  #client(key: string | undefined): (kind: string, method: string, path: string, body?: string) => Promise<string> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    return async (kind, method, path, body) => {
      const type = body === undefined ? {} : { "content-type": "application/json", "content-length": body.length };
      const headers = { authorization: `Bearer ${key}`, "accept-encoding": "gzip", ...type };
      const asking = request(`${this.#order.url}${path}`, { method, agent, headers });
      try {
        asking.end(body);
        const [response] = (await once(asking, "response")) as [IncomingMessage];
        let text = "";
        for await (const chunk of response as AsyncIterable<Buffer>) {
          this.#bytes += chunk.length;
          if (kind === "write") text += chunk.toString();
        }
        this.#count(kind, response.statusCode);
        const wait = Number(response.headers["retry-after"] ?? 0);
        if (wait > 0) await sleep(wait * 1000);
        return text;
      } catch (error) {
        this.#count(kind, (error as NodeJS.ErrnoException).code);
        await sleep(100);
        return "";
      }
    };
  }

  #count(kind: string, status: number | string | undefined): void {
    if (this.#over) return;
    const name = `${kind} ${status}`;
    this.#answers[name] = (this.#answers[name] ?? 0) + 1;
  }
}

if (process.argv[1] === import.meta.filename) {
  setPriority(constants.priority.PRIORITY_LOW);
  const [order] = (await once(process, "message")) as [CrowdOrder];
  const crowd = new Crowd(order);
  await crowd.start();
  process.send?.("started");
  await once(process, "message");
  process.send?.(crowd.stop(), () => process.exit(0));
}
