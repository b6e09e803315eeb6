// GitHub's webhooks: signed as GitHub signs them, and sent once. GitHub does not send again what nobody took.

import { createHmac, randomUUID } from "node:crypto";
import type { World } from "../world.ts";
import { changesBetween, snapshotOf, type Change, type Snapshot } from "./changes.ts";
import { payloadOf, problemOf } from "./payload.ts";

export interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly body: { readonly outcome?: string; readonly error?: { readonly code: string } };
}

/** What becomes of those that are to be sent; "held": they wait in `held`. */
type Way = "sent" | "held" | "dropped";

const CHANGED_MS = 2;

export class FakeWebhooks {
  way: Way = "sent";
  readonly held: Delivery[] = [];
  readonly answers: Answer[] = [];
  readonly #world: () => World;
  readonly #bugs: (error: unknown) => void;
  #hook: { readonly url: string; readonly secret: string } | null = null;
  #before: Snapshot = new Map();
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<unknown> = Promise.resolve();

  constructor(world: () => World, bugs: (error: unknown) => void) {
    this.#world = world;
    this.#bugs = bugs;
  }

  /** From now on what changes is told there. */
  add(url: string, secret: string): void {
    this.#hook = { url, secret };
    this.#before = snapshotOf(this.#world());
  }

  /** Something is about to change. */
  changing(): void {
    if (this.#hook) this.#timer ??= setTimeout(() => this.#tell(), CHANGED_MS);
  }

  /** All that has changed was told, and was answered. */
  async settled(): Promise<void> {
    if (this.#timer !== null) this.#tell();
    await this.#sending;
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#hook = null;
  }

  /** `secret`: somebody else's. */
  async send(delivery: Delivery, secret = this.#hook?.secret ?? ""): Promise<Answer> {
    const { id, event, body } = delivery;
    const signature = createHmac("sha256", secret).update(body).digest("hex");
    const response = await fetch(this.#hook?.url ?? "", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "GitHub-Hookshot/044aadd",
        "x-github-delivery": id,
        "x-github-event": event,
        "x-github-hook-id": "1",
        "x-hub-signature-256": `sha256=${signature}`,
      },
      body,
    });
    const answer = { status: response.status, body: (await response.json()) as Answer["body"] };
    this.answers.push(answer);
    return answer;
  }

  make({ event, action, known }: Change): Delivery {
    const payload = payloadOf(event, action, known);
    const problem = problemOf(event, action, payload);
    if (problem !== null) this.#bugs(new Error(problem));
    return { id: randomUUID(), event, body: JSON.stringify(payload) };
  }

  #tell(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const after = snapshotOf(this.#world());
    const changes = changesBetween(this.#before, after);
    this.#before = after;
    if (this.way === "dropped") return;
    const deliveries = changes.map((change) => this.make(change));
    if (this.way === "held") this.held.push(...deliveries);
    else for (const one of deliveries) this.#sending = Promise.all([this.#sending, this.send(one).catch(this.#bugs)]);
  }
}
