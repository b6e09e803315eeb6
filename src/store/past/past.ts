// Stands at any row of the ledger: goes forward row by row, and back by the snapshot before. One at a time looks, so that
// however many ask, there is one board of the past in memory; after a while without a question there is none.

import { setImmediate as nextTurn } from "node:timers/promises";
import type { Key } from "../../engine/facts.ts";
import type { Board } from "../../app/ports/board.ts";
import type { Ledger } from "../../app/ports/ledger.ts";
import type { Moment, Past } from "../../app/ports/past.ts";
import { wayOut } from "../../app/commit/errors.ts";
import { areStorable, byKeys } from "../ask.ts";
import type { Driver, VerbatimRow } from "../driver.ts";
import { ledgerRows, withOwnTexts, type StoredRow } from "../ledger/all-rows.ts";
import { formerNames } from "../ledger/former-names.ts";
import { readPayload } from "../ledger/payload.ts";
import type { Payload } from "../ledger/prepare.ts";
import { changesOf } from "../ledger/replay.ts";
import { WHOLE } from "../ledger/rows.ts";
import { columns, select, shape } from "../select.ts";
import { TABLES, type AnyChange } from "../tables.ts";
import { MemoryStore } from "./memory.ts";
import { keep, placeOf, restore, rowName, type Places } from "./snapshots.ts";

/** A store of the past that nobody asks anything is let go. */
const IDLE_MS = 60_000;
/** Rows that are carried out before others have their turn. */
const AT_ONCE = 500;
/** Rows between two snapshots. */
const EVERY = 20_000;

const ROW = select(
  shape(columns("ledger", "l", "seq", "hash", "at")),
  (list) => `SELECT ${list} FROM ledger l WHERE l.seq = ?`,
);

interface Standing {
  readonly store: MemoryStore;
  readonly places: Places;
  seq: number;
}

export class PastStore implements Past {
  readonly #driver: Driver;
  readonly #boardOn: (driver: Driver) => Board;
  readonly #ledger: Ledger;
  readonly #every: number;
  #standing: Standing | null = null;
  #turn: Promise<unknown> = Promise.resolve();
  #idle: ReturnType<typeof setTimeout> | undefined;

  constructor(driver: Driver, ledger: Ledger, boardOn: (driver: Driver) => Board, every = EVERY) {
    this.#every = every;
    this.#driver = driver;
    this.#ledger = ledger;
    this.#boardOn = boardOn;
  }

  at<T>(moment: Moment, about: readonly Key[], look: (board: Board) => Promise<T>): Promise<T> {
    const looked = this.#turn.then(() => this.#look(moment, about, look));
    this.#turn = looked.catch(() => undefined);
    return looked;
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle);
    await this.#turn;
    await this.#forget();
  }

  async #look<T>(moment: Moment, about: readonly Key[], look: (board: Board) => Promise<T>): Promise<T> {
    clearTimeout(this.#idle);
    try {
      const { store } = await this.#goTo(moment.seq);
      const [head] = await this.#driver.read(ROW, [moment.seq]);
      const rows = await this.#rowsAbout(store, about, moment.seq);
      store.stand(moment.at, rows, head ?? { seq: 0, hash: "", at: 0 });
      const board = this.#boardOn(store);
      return await look({ ...board, ledger: this.#bounded(board.ledger, moment) });
    } catch (error) {
      // Half of a step may have been taken.
      await this.#forget();
      throw error;
    } finally {
      this.#idle = setTimeout(() => void this.#forget(), IDLE_MS);
      this.#idle.unref();
    }
  }

  async #forget(): Promise<void> {
    const standing = this.#standing;
    this.#standing = null;
    await standing?.store.close();
  }

  async #goTo(seq: number): Promise<Standing> {
    if (!this.#standing || this.#standing.seq > seq || seq - this.#standing.seq > this.#every) await this.#begin(seq);
    const standing = this.#standing ?? (await this.#begin(seq));
    let waiting: StoredRow[] = [];
    const carryOut = async (): Promise<void> => {
      standing.store.carryOut(waiting.flatMap((row) => changesIn(row, standing.places)));
      standing.seq = waiting.at(-1)?.seq ?? standing.seq;
      waiting = [];
      if (standing.seq % this.#every === 0) await this.#keep(standing);
      await nextTurn();
    };
    for await (const row of ledgerRows(this.#driver, standing.seq)) {
      if (row.seq > seq) break;
      waiting.push(row);
      if (waiting.length >= AT_ONCE || row.seq % this.#every === 0) await carryOut();
    }
    if (waiting.length > 0) await carryOut();
    return standing;
  }

  async #begin(seq: number): Promise<Standing> {
    const found = await restore(this.#driver, seq);
    const before = this.#standing;
    // Forward from here is nearer than from any snapshot.
    if (before && before.seq <= seq && (found?.seq ?? 0) <= before.seq) return before;
    await this.#forget();
    const store = new MemoryStore();
    if (found) store.fill(found.tables);
    this.#standing = { store, places: found?.places ?? new Map(), seq: found?.seq ?? 0 };
    return this.#standing;
  }

  async #keep({ store, places, seq }: Standing): Promise<void> {
    try {
      await keep(this.#driver, seq, store.dump(), places);
    } catch (error) {
      // A store that takes no writes now, or none at all, still has its past: it is only slower to reach.
      if (!wayOut(error)) throw error;
    }
  }

  /** Rows about these tickets and the sessions on them, as they are in the ledger. */
  async #rowsAbout(store: MemoryStore, about: readonly Key[], upTo: number): Promise<readonly VerbatimRow[]> {
    if (about.length === 0 || !areStorable(about)) return [];
    const sessions = await byKeys(store, about, (marks) =>
      select(
        shape(columns("session", "s", "id")),
        (list) => `SELECT ${list} FROM session s WHERE s.ticket IN (${marks})`,
      ),
    );
    const former = await formerNames(this.#driver, about);
    const rows = await Promise.all([
      this.#rowsOn("ticket", [...about, ...former.map((name) => name.former)], upTo),
      this.#rowsOn(
        "session",
        sessions.map(({ id }) => id),
        upTo,
      ),
    ]);
    return rows
      .flat()
      .toSorted((a, b) => a.seq - b.seq)
      .map((row) => ({ ...row, changes: [] }));
  }

  async #rowsOn(type: string, keys: readonly string[], upTo: number): Promise<readonly StoredRow[]> {
    const rows = await byKeys(
      this.#driver,
      keys,
      (marks) =>
        select(
          WHOLE,
          (list) =>
            `SELECT ${list} FROM ledger l WHERE l.subject_type = ? AND l.seq <= ? AND l.subject_key IN (${marks})`,
        ),
      [type, upTo],
    );
    return withOwnTexts(this.#driver, rows);
  }

  /** What is asked of the whole ledger is asked of the real one, up to the moment. */
  #bounded(window: Ledger, { seq }: Moment): Ledger {
    const whole = this.#ledger;
    const rowBefore: Ledger["rowBefore"] = async (time) => Math.min(seq, await whole.rowBefore(time));
    return {
      ...window,
      rowBefore,
      after: async (from, limit) => (await whole.after(from, limit)).filter((row) => row.seq <= seq),
      tally: (after, upTo) => whole.tally(after, Math.min(upTo, seq)),
      async refusedSince(time) {
        const counted = await whole.tally(await rowBefore(time), seq);
        return counted.reduce((sum, { kind, count }) => (kind === "refuse" ? sum + count : sum), 0);
      },
    };
  }
}

/** With their free text, and noting where it stands. */
function changesIn(row: StoredRow, places: Places) {
  const payload = readPayload(row.payload);
  if (!payload) throw new Error(`Row ${row.seq} of the ledger can't be read: run signalbox verify.`);
  notePlaces(row.seq, payload, places);
  return changesOf(payload, row.texts);
}

function notePlaces(seq: number, { changes = [] }: Payload, places: Places): void {
  for (const { table: name, key, set } of changes as readonly AnyChange[]) {
    const table = TABLES[name];
    const id = rowName(
      name,
      table.key.map((column) => key[column.name] ?? null),
    );
    if (set === null) {
      places.delete(id);
      continue;
    }
    for (const { name: column, free } of table.columns) {
      const text = set[column];
      if (free && typeof text === "string") places.set(id, { ...places.get(id), [column]: placeOf(seq, text) });
    }
  }
}
