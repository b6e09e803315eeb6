// The live stream: one reader of the ledger for all who listen. Each is told every row once, in order: who comes late or
// comes back is brought up page by page, and joins the others only where there is nothing between them.

import { setImmediate as nextRound, setTimeout as sleep } from "node:timers/promises";
import type { App } from "../../app/app.ts";
import { followLedger, type Following } from "../../app/ledger/feed.ts";
import type { Turns } from "../limits/turns.ts";
import { Listener } from "./listener.ts";
import { PastRows } from "./past-rows.ts";
import { eventBytes, renderPulls, renderRows, type Rendered } from "./render.ts";

export interface HubOptions {
  readonly openApp: () => Promise<App>;
  readonly log: (line: Record<string, unknown>) => void;
  /** Bringing listeners up to date takes the turns of a loop. */
  readonly turns: Turns;
  readonly pingMs: number;
}

/** A client that was away for a moment gets what it missed from here, without another read. */
const MOST_RECENT = 1_000;
const PAGE = 200;
/** Telling listeners what is new takes a fifth of the time at most. */
const REST = 4;
const LONGEST_REST_MS = 500;
/** How many are told before others are served. */
const TOLD_AT_ONCE = 25;
/** What is kept for all listeners together; where it is more, those who have taken the least are let go. */
const MOST_WAITING = 256 * 1024 * 1024;

export class Hub {
  readonly #options: HubOptions;
  readonly #joined = new Set<Listener>();
  readonly #arriving = new Set<Listener>();
  readonly #past = new PastRows(Date.now);
  #recent: Rendered[] = [];
  #following: Following | null = null;
  #starting: Promise<void> | null = null;
  /** Everything up to here was told to those who have joined. */
  #position = 0;
  #ping: NodeJS.Timeout | null = null;
  /** Pull requests that were changed up to this moment were told. */
  #pullsAt: number | null = null;
  /** Held while anybody listens: where tickets live elsewhere, there is a look every few seconds. */
  #stopAttending: (() => void) | null = null;
  #closed = false;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  get listeners(): number {
    return this.#joined.size + this.#arriving.size;
  }

  /** The bytes that listeners have not taken yet. */
  get waiting(): number {
    let bytes = 0;
    for (const listener of this.#joined) bytes += listener.waiting;
    for (const listener of this.#arriving) bytes += listener.waiting;
    return bytes;
  }

  /**
   * `after`: the last row that they know; null: they begin where the ledger is now. `onOver`: they are gone. `caller`: of
   * those who have to be brought up to date, who has had the least comes first.
   */
  async listen(after: number | null, onOver?: () => void, caller = ""): Promise<Listener> {
    const app = await this.#options.openApp();
    // A store that was away when the first one came is asked again by the next.
    this.#starting ??= this.#start(app).catch((error: unknown) => {
      this.#starting = null;
      throw error;
    });
    await this.#starting;
    const { seq } = await app.board.ledger.head();
    const listener = new Listener(onOver);
    // A board that was put back to an older copy is behind what they know: they have to look at it anew.
    const from = after === null || after > seq ? seq : after;
    if (from !== after) listener.send(eventBytes(seq, "head", { seq }), seq);
    if (this.#closed) {
      listener.end();
      return listener;
    }
    const { mirror, pulls } = app.board;
    this.#stopAttending ??= (mirror ?? pulls?.remote)?.attend() ?? null;
    void this.#bringUp(app, listener, from, caller);
    return listener;
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#ping) clearInterval(this.#ping);
    for (const listener of [...this.#joined, ...this.#arriving]) listener.end();
    this.#joined.clear();
    this.#attendNoMore();
    await this.#following?.stop().catch(() => undefined);
  }

  async #start(app: App): Promise<void> {
    this.#position = (await app.board.ledger.head()).seq;
    this.#following = followLedger(app.board, this.#position, (rows) => this.#tell(rows), {
      pageSize: PAGE,
      onError: (error) => this.#warn("the ledger could not be read", error),
    });
    this.#following.done.catch((error: unknown) => this.#stumble(error));
    this.#ping = setInterval(() => this.#pingAll(), this.#options.pingMs).unref();
  }

  async #tell(rows: Parameters<typeof renderRows>[1]): Promise<void> {
    // Asked for each time: another workflow may have taken force.
    const rendered = await renderRows(await this.#options.openApp(), rows);
    this.#recent = [...this.#recent, ...rendered].slice(-MOST_RECENT);
    this.#position = rendered.at(-1)?.seq ?? this.#position;
    const began = performance.now();
    await this.#tellAll(rendered);
    this.#sweep();
    // Rows that come meanwhile are told together.
    const rest = (performance.now() - began) * REST;
    await (rest < 1 ? nextRound() : sleep(Math.min(rest, LONGEST_REST_MS)));
  }

  /** Some, and then others are served: who joins meanwhile has been told already. */
  async #tellAll(rendered: readonly Rendered[]): Promise<void> {
    const together = inOne(rendered);
    let told = 0;
    for (const listener of this.#joined) {
      const knowsNone = listener.last < (rendered[0]?.seq ?? 0);
      this.#pass(listener, knowsNone ? together : rendered);
      if (++told % TOLD_AT_ONCE === 0) await nextRound();
    }
  }

  /** Rows that could not be rendered: everybody is sent away, and who comes back starts the reading again. */
  #stumble(error: unknown): void {
    if (this.#closed) return;
    this.#warn("live events could not be read", error);
    for (const listener of this.#joined) listener.end();
    this.#joined.clear();
    if (this.#ping) clearInterval(this.#ping);
    this.#recent = [];
    this.#starting = null;
  }

  async #bringUp(app: App, listener: Listener, after: number, caller: string): Promise<void> {
    this.#arriving.add(listener);
    listener.last = after;
    try {
      while (!this.#joins(listener)) {
        const rendered = await this.#options.turns.inTurn(`streams of ${caller}`, () =>
          this.#past.after(app, listener.last),
        );
        // The board was put back to an older copy: clients that come back start over.
        if (rendered.length === 0) return listener.end();
        for (const piece of rendered) {
          await listener.room();
          if (listener.over) return;
          this.#pass(listener, [piece]);
        }
      }
    } catch (error) {
      this.#warn("a listener could not be brought up to date", error);
      listener.end();
    } finally {
      this.#arriving.delete(listener);
    }
  }

  /** Without a pause between looking and joining: a row that came in between would be told to nobody. */
  #joins(listener: Listener): boolean {
    const oldest = this.#recent[0]?.seq ?? this.#position + 1;
    if (listener.last < this.#position && listener.last + 1 < oldest) return false;
    this.#pass(listener, this.#recent);
    if (!listener.over && !this.#closed) this.#joined.add(listener);
    return true;
  }

  #pass(listener: Listener, rendered: readonly Rendered[]): void {
    for (const { seq, bytes } of rendered) if (seq > listener.last) listener.send(bytes, seq);
  }

  #pingAll(): void {
    for (const listener of this.#joined) listener.ping();
    this.#sweep();
    if (this.#joined.size > 0)
      this.#tellPulls().catch((error: unknown) => this.#warn("pull requests could not be read", error));
  }

  /** They stand outside the ledger: who listens is told how the cards look now, and no row. */
  async #tellPulls(): Promise<void> {
    const app = await this.#options.openApp();
    const { pulls } = app.board;
    if (!pulls) return;
    const { keys, at } = await pulls.changedAfter(this.#pullsAt ?? (await app.board.now()) - this.#options.pingMs);
    this.#pullsAt = at;
    if (keys.length === 0) return;
    const bytes = await renderPulls(app, keys);
    for (const listener of this.#joined) listener.send(bytes, listener.last);
  }

  #sweep(): void {
    for (const listener of this.#joined) if (listener.over) this.#joined.delete(listener);
    for (let waiting = this.waiting; waiting > MOST_WAITING;) {
      const [fullest] = [...this.#joined, ...this.#arriving].toSorted((a, b) => b.waiting - a.waiting);
      if (!fullest) break;
      waiting -= fullest.waiting;
      fullest.end();
      this.#joined.delete(fullest);
    }
    if (this.listeners === 0) this.#attendNoMore();
  }

  #attendNoMore(): void {
    this.#stopAttending?.();
    this.#stopAttending = null;
  }

  #warn(message: string, error: unknown): void {
    this.#options.log({ level: "warn", message, error: error instanceof Error ? error.message : String(error) });
  }
}

/** Listeners who are told the same get the same bytes in one piece. */
function inOne(rendered: readonly Rendered[]): readonly Rendered[] {
  const last = rendered.at(-1);
  return last ? [{ seq: last.seq, bytes: Buffer.concat(rendered.map(({ bytes }) => bytes)) }] : [];
}
