// How an agent acts: one tool at a time, in its own time, following what it is told when it is refused.

import { setTimeout as sleep } from "node:timers/promises";
import type { Checkout } from "./checkout.ts";
import type { Client } from "./client.ts";
import type { Told } from "./messages.ts";
import type { Random } from "./random.ts";
import { nextCall, refusal, type Call, type Refused } from "./recovery.ts";

export type Content = Readonly<Record<string, unknown>>;

/** `followed`: the answer to the call that got it on again. */
export type Attempt =
  | { readonly refused: false; readonly content: Content }
  | { readonly refused: true; readonly refusal: Refused; readonly followed: Content };

const MOST_STEPS = 5;
/** What somebody hears who was not the fastest. */
const LOST = new Set(["claim_conflict", "claim_lost", "state_changed"]);

export class ToolCaller {
  readonly random: Random;
  /** What it works on. */
  ticket: number | null = null;
  readonly #client: Client;
  readonly #tell: (what: Told) => void;
  readonly #pace: number;
  readonly #stop: AbortSignal;
  readonly #otherWork: string;
  readonly #checkout: Checkout | null;
  #refusals = 0;

  constructor(options: {
    readonly client: Client;
    readonly random: Random;
    readonly tell: (what: Told) => void;
    readonly pace: number;
    readonly stop: AbortSignal;
    readonly otherWork: string;
    /** Where it runs commands; null: nowhere. */
    readonly checkout: Checkout | null;
  }) {
    this.random = options.random;
    this.#client = options.client;
    this.#tell = options.tell;
    this.#pace = options.pace;
    this.#stop = options.stop;
    this.#otherWork = options.otherWork;
    this.#checkout = options.checkout;
  }

  get stopped(): boolean {
    return this.#stop.aborted;
  }

  tell(text: string): void {
    this.#tell({ kind: "did", text });
  }

  /** Asks to be killed, and waits for it. */
  async die(ticket: number): Promise<never> {
    this.#tell({ kind: "crash", ticket });
    return new Promise<never>(() => {
      // A promise alone keeps no process alive.
      setInterval(() => undefined, 60_000);
    });
  }

  /** Work, which takes its time; it ends at once when all is over. */
  async work(least: number, most: number): Promise<void> {
    const ms = this.random.between(least, most) * this.#pace;
    try {
      await sleep(ms, undefined, { signal: this.#stop });
    } catch (error) {
      if (!this.stopped) throw error;
    }
  }

  /** A call that is not expected to be refused. */
  async ask(tool: string, args: Content): Promise<Content> {
    const attempt = await this.attempt(tool, args);
    return attempt.refused ? attempt.followed : attempt.content;
  }

  /** `race`: somebody else may be after the same. */
  async attempt(tool: string, args: Content, race = false): Promise<Attempt> {
    const { refused, content } = await this.#client.call(tool, args);
    if (!refused) return { refused, content };
    const first = refusal.parse(content);
    const id = this.noteRefusal(tool, first, race);
    const followed = await this.#follow({ tool, args }, first, id);
    return { refused, refusal: first, followed };
  }

  /** For a caller that knows best how to go on from it. */
  async attemptOnly(
    tool: string,
    args: Content,
  ): Promise<{ readonly refused: Refused | null; readonly content: Content }> {
    const { refused, content } = await this.#client.call(tool, args);
    return { refused: refused ? refusal.parse(content) : null, content };
  }

  noteRefusal(tool: string, { code }: Refused, race: boolean): number {
    const id = ++this.#refusals;
    this.#tell({ kind: "refused", id, tool, code, race: race && LOST.has(code) });
    return id;
  }

  noteRecovery(id: number, by: string): void {
    this.#tell({ kind: "recovered", id, by });
  }

  async #follow(call: Call, first: Refused, id: number): Promise<Content> {
    let [last, why] = [call, first];
    for (let step = 0; step < MOST_STEPS; step++) {
      const next = nextCall(last, why, { otherWork: this.#otherWork, ticket: this.ticket });
      if (!next) throw new Error(`nothing to follow in: ${why.error}`);
      if (next === "nothing") {
        this.noteRecovery(id, next);
        return {};
      }
      await this.work(100, 400);
      if (next.before) await this.#run(next.before);
      const { refused, content } = await this.#client.call(next.tool, next.args);
      if (!refused) {
        this.noteRecovery(id, next.tool);
        return content;
      }
      [last, why] = [next, refusal.parse(content)];
    }
    throw new Error(`still refused after ${MOST_STEPS} steps: ${why.error}`);
  }

  async #run(words: readonly string[]): Promise<void> {
    this.tell(`runs signalbox ${words.join(" ")}`);
    await this.#checkout?.run(...words);
  }
}
