// What Prometheus scrapes. Gauges are read when asked for; counters are the ledger's rows, counted once each: a scrape adds
// up those that came since the last one.

import { setImmediate as nextTurn } from "node:timers/promises";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import type { App } from "../app/app.ts";
import type { Board } from "../app/ports/board.ts";
import { isSilent } from "../app/sessions/session.ts";
import { openRuns } from "../app/measures/stats.ts";

/** What the server knows of itself: open streams, requests under way. */
export interface ServerGauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number;
  /** It only grows, from 0 at the start of the server. */
  readonly grows?: boolean;
}

export function counted(name: string, help: string, read: () => number): ServerGauge {
  return { name, help, read, grows: true };
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE;

/** One for each board: what was counted stays counted. The gauges of the first call are those that stay. */
export function metricsText(app: App, gauges: readonly ServerGauge[]): Promise<string> {
  const own = known.get(app.board) ?? new Metrics(app, gauges);
  known.set(app.board, own);
  return own.text();
}

const known = new WeakMap<Board, Metrics>();

/** Rows that are added up in one query; others want to be served meanwhile. */
const AT_ONCE = 20_000;
const MOST_SESSIONS = 10_000;
const NO_STATE = "(none)";

class Metrics {
  readonly #app: App;
  readonly #registry = new Registry();
  readonly #tickets = this.#gauge("tickets", "Tickets by state.", ["state"]);
  readonly #claims = this.#gauge("claims", "Claims by whether their lease still runs.", ["lease"]);
  readonly #sessions = this.#gauge("sessions_open", "Open sessions by state.", ["state"]);
  readonly #silent = this.#gauge("sessions_silent", "Open sessions without a sign of life.", []);
  readonly #runs = this.#gauge("runs_open", "Skill runs that have not come to their end.", []);
  readonly #head = this.#gauge("ledger_head", "The number of the ledger's last row.", []);
  readonly #rows = this.#counter("ledger_rows_total", "Rows of the ledger by subject and kind.", ["subject", "kind"]);
  readonly #refusals = this.#counter("refusals_total", "Refused calls by subject and code.", ["subject", "code"]);
  readonly #own: (() => void)[] = [];
  #counted = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(app: App, gauges: readonly ServerGauge[]) {
    this.#app = app;
    collectDefaultMetrics({ register: this.#registry });
    for (const { name, help, read, grows } of gauges) {
      if (grows) {
        const counter = this.#counter(name, help, []);
        let said = 0;
        this.#own.push(() => {
          counter.inc(read() - said);
          said = read();
        });
        continue;
      }
      const gauge = this.#gauge(name, help, []);
      this.#own.push(() => gauge.set(read()));
    }
  }

  /** One after the other: two at once would count the same rows twice. */
  text(): Promise<string> {
    const text = this.#last.then(() => this.#scrape());
    this.#last = text.catch(() => {});
    return text;
  }

  async #scrape(): Promise<string> {
    for (const read of this.#own) read();
    await this.#count();
    await Promise.all([this.#readTickets(), this.#readSessions(), openRuns(this.#app).then((n) => this.#runs.set(n))]);
    return this.#registry.metrics();
  }

  async #count(): Promise<void> {
    const { board } = this.#app;
    const { seq } = await board.ledger.head();
    while (this.#counted < seq) {
      const upTo = Math.min(seq, this.#counted + AT_ONCE);
      const tallies = await board.ledger.tally(this.#counted, upTo);
      for (const { type, kind, code, count } of tallies) {
        this.#rows.inc({ subject: type, kind }, count);
        if (code !== null) this.#refusals.inc({ subject: type, code }, count);
      }
      this.#counted = upTo;
      await nextTurn();
    }
    this.#head.set(seq);
  }

  async #readTickets(): Promise<void> {
    const { board, machine } = this.#app;
    const [counts, claims] = await Promise.all([board.tickets.countByState(), board.claims.counts()]);
    fill(this.#tickets, machine.states.keys(), counts);
    this.#claims.set({ lease: "live" }, claims.live);
    this.#claims.set({ lease: "expired" }, claims.expired);
  }

  async #readSessions(): Promise<void> {
    const { board, sessions: machine } = this.#app;
    const [now, open] = await Promise.all([board.now(), board.sessions.list({ open: true }, MOST_SESSIONS)]);
    const byState = Map.groupBy(open, ({ state }) => state);
    const going = [...machine.states.values()].filter((state) => !state.terminal).map((state) => state.name);
    fill(
      this.#sessions,
      going,
      [...byState].map(([state, sessions]) => ({ state, count: sessions.length })),
    );
    this.#silent.set(open.filter((session) => isSilent(machine, session, now)).length);
  }

  #gauge<T extends string>(name: string, help: string, labelNames: readonly T[]): Gauge<T> {
    return new Gauge({ name: `signalbox_${name}`, help, labelNames: [...labelNames], registers: [this.#registry] });
  }

  #counter<T extends string>(name: string, help: string, labelNames: readonly T[]): Counter<T> {
    return new Counter({ name: `signalbox_${name}`, help, labelNames: [...labelNames], registers: [this.#registry] });
  }
}

/** A state that nothing is in says 0: an alert on a series that is missing never fires. */
function fill(
  gauge: Gauge<"state">,
  states: Iterable<string>,
  counts: readonly { readonly state: string | null; readonly count: number }[],
): void {
  gauge.reset();
  for (const state of states) gauge.set({ state }, 0);
  for (const { state, count } of counts) gauge.set({ state: state ?? NO_STATE }, count);
}
