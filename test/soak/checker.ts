// Follows a store's ledger from outside while it is being worked on, and says what must never have happened. It is written
// from the rules and shares no code with the program: a mistake that was made there isn't made here again.

import { setImmediate as breathe, setTimeout as sleep } from "node:timers/promises";
import { Acknowledgements, type Said, type Told } from "./checker/acknowledgements.ts";
import { Breaches } from "./checker/breaches.ts";
import { Chain, sha256, type Link } from "./checker/chain.ts";
import { Holders } from "./checker/holders.ts";
import { Moves } from "./checker/moves.ts";
import { Replay } from "./checker/replay.ts";
import { checkRequests } from "./checker/requests.ts";
import { nameOf, readRow, wordOf, type Cells, type Row } from "./checker/row.ts";
import { Rules } from "./checker/rules.ts";
import { checkStuck } from "./checker/stuck.ts";
import { compareTables, readTables } from "./checker/tables.ts";
import { Tally } from "./checker/tally.ts";
import type { Counts } from "./counts.ts";
import type { LedgerSource } from "./source.ts";

export interface CheckerOptions {
  /** The ticket workflow's file, or what it says. */
  readonly workflow: string | object;
  /** Each breach, as soon as it is found. */
  readonly tell: (line: string) => void;
}

type Found = Readonly<Record<string, unknown>>;

const PAGE = 2000;
const AGAIN_MS = 500;
/** A store that was hurt until a moment ago needs some time to come back. */
const TRIES_AT_THE_END = 60;

export class Checker {
  readonly #open: () => Promise<LedgerSource>;
  readonly #rules: Rules;
  readonly #breaches: Breaches;
  readonly #chain: Chain;
  readonly #replay: Replay;
  readonly #moves: Moves;
  readonly #holders: Holders;
  readonly #acknowledged: Acknowledgements;
  readonly #tally = new Tally();
  #source: LedgerSource | null = null;
  #following: Promise<void> | null = null;
  /** Texts were blanked since: what they said can't be compared any more. */
  #redacted = false;

  constructor(open: () => Promise<LedgerSource>, { workflow, tell }: CheckerOptions) {
    this.#open = open;
    this.#rules = new Rules(workflow);
    this.#breaches = new Breaches(tell);
    this.#chain = new Chain(this.#breaches);
    this.#replay = new Replay(this.#breaches);
    this.#moves = new Moves(this.#rules, this.#replay, this.#breaches);
    this.#holders = new Holders(this.#rules, this.#breaches);
    this.#acknowledged = new Acknowledgements(this.#breaches);
  }

  /** "claim: row 12, #5: …": the word before the first colon is the kind of the breach. */
  get breaches(): readonly string[] {
    return this.#breaches.kept;
  }

  get counts(): Counts {
    const { count, repeated } = this.#acknowledged;
    return {
      ...this.#tally.counts,
      "answers checked": count,
      "answers given again": repeated,
      breaches: this.#breaches.count,
    };
  }

  /**
   * What an agent was told, where the answer was no refusal and no dry run. `askedAt` is when it was first sent: an
   * answer that was lost, and asked for again, may be of a row that was written at the first time.
   */
  acknowledge(what: Told): void {
    this.#acknowledged.acknowledge(what);
  }

  /** Reads on. A store that is away for a while is no breach: it is looked for again at the next call. */
  follow(): Promise<void> {
    this.#following ??= this.#followOnce().finally(() => (this.#following = null));
    return this.#following;
  }

  /** Once all is quiet: the rest of the ledger, all of it once more, and everything that it adds up to. */
  async finish(): Promise<readonly string[]> {
    await this.#following;
    for (let tries = 1; ; tries++) {
      try {
        if (await this.#checkAll()) break;
        if (tries === TRIES_AT_THE_END) this.#breaches.note("store", "the ledger never came to rest");
      } catch (error) {
        if (!(error instanceof StoreAway)) throw error;
        await this.#leave();
        if (tries >= TRIES_AT_THE_END)
          this.#breaches.note("store", `it could not be read at the end: ${error.message}`);
      }
      if (tries >= TRIES_AT_THE_END) break;
      await sleep(AGAIN_MS);
    }
    this.#acknowledged.finish();
    await this.#leave();
    return this.breaches;
  }

  async #followOnce(): Promise<void> {
    try {
      await this.#readOn();
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      this.#tally.add("times that the store was away");
      await this.#leave();
    }
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const { seq } = this.#chain.end;
      const sql = `SELECT seq, at, kind, subject_type, subject_key, payload, hash FROM ledger WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`;
      const page = await this.#all(sql, [seq]);
      const texts = await this.#textsOf(page);
      for (const found of page) this.#take(found, texts.get(Number(found["seq"])) ?? new Map());
      if (page.length < PAGE) break;
      // Agents wait for this process too.
      await breathe();
    }
    for (const seq of this.#acknowledged.wanted) {
      const [found] = await this.#all("SELECT seq, at, payload FROM ledger WHERE seq = ?", [seq]);
      const row = found && readRow(seq, Number(found["at"]), String(found["payload"]));
      this.#acknowledged.again(seq, row ? saidBy(row, undefined, undefined) : null);
    }
  }

  async #textsOf(page: readonly Found[]): Promise<ReadonlyMap<number, ReadonlyMap<string, Text>>> {
    const [first, last] = [page[0], page.at(-1)];
    if (!first || !last) return new Map();
    const sql = "SELECT seq, name, salt, content FROM ledger_text WHERE seq BETWEEN ? AND ?";
    const found = await this.#all(sql, [Number(first["seq"]), Number(last["seq"])]);
    const bySeq = Map.groupBy(found, (text) => Number(text["seq"]));
    return new Map(
      [...bySeq].map(([seq, own]) => [seq, new Map(own.map((text) => [String(text["name"]), readText(text)]))]),
    );
  }

  #take(found: Found, texts: ReadonlyMap<string, Text>): void {
    const link = linkOf(found);
    this.#chain.take(link);
    const row = readRow(link.seq, link.at, link.payload);
    if (!row) return this.#breaches.note("chain", `row ${link.seq} can't be read`);
    this.#checkColumns(found, row);
    this.#checkTexts(row, texts);
    if (row.kind === "redact") this.#redacted = true;
    this.#moves.before(row);
    const before = this.#ticketsIn(row);
    this.#replay.take(row, new Map([...texts].map(([name, { content }]) => [name, content])));
    this.#moves.after(row, before);
    for (const [key, was] of before) this.#holders.take(row, key, was, this.#replay.ticket(key));
    const { key } = row.subject;
    this.#acknowledged.row(saidBy(row, before.get(key), this.#replay.ticket(key)));
    this.#tally.row(row);
  }

  /** Every ticket that the row is about or changes, as it was. */
  #ticketsIn(row: Row): ReadonlyMap<string, Cells | undefined> {
    const own = row.subject.type === "ticket" ? [row.subject.key] : [];
    const changed = row.changes.filter(({ table }) => table === "ticket").map(({ key }) => String(key["key"]));
    return new Map([...own, ...changed].map((key) => [key, this.#replay.ticket(key)]));
  }

  #checkColumns(found: Found, row: Row): void {
    const { kind, subject } = row;
    if (found["kind"] === kind && found["subject_type"] === subject.type && found["subject_key"] === subject.key)
      return;
    this.#breaches.note("chain", `${nameOf(row)}: its columns say something else than its text`);
  }

  #checkTexts(row: Row, texts: ReadonlyMap<string, Text>): void {
    for (const [name, digest] of Object.entries(row.texts)) {
      const text = texts.get(name);
      if (text?.salt === null || text?.content === null) continue;
      if (text && sha256(`${text.salt}\n${text.content}`) === digest) continue;
      this.#breaches.note("text", `${nameOf(row)}: its text "${name}" is ${text ? "another one" : "not there"}`);
    }
  }

  /** false: somebody wrote meanwhile, so that what was read does not belong together. */
  async #checkAll(): Promise<boolean> {
    const head = await this.#head();
    await this.#readOn();
    const readings = await readTables((sql, params) => this.#all(sql, params));
    if ((await this.#head())["seq"] !== head["seq"]) return false;
    await this.#checkOnceMore();
    const { end } = this.#chain;
    if (head["seq"] !== end.seq || head["hash"] !== end.hash || head["at"] !== end.at) {
      const is = `row ${String(head["seq"])}, ${String(head["hash"])}, at ${String(head["at"])}`;
      this.#breaches.note("chain", `the head is ${is}, and the last row is row ${end.seq}, ${end.hash}, at ${end.at}`);
    }
    compareTables(readings, this.#replay, this.#breaches, !this.#redacted);
    const requests = await checkRequests((sql, params) => this.#all(sql, params), this.#breaches);
    this.#tally.set("answers kept", requests);
    this.#tally.set("tickets closed", checkStuck(this.#replay.tickets, end.at, this.#rules, this.#breaches));
    return true;
  }

  /** What was read while it was being written must still be there, unchanged. */
  async #checkOnceMore(): Promise<void> {
    const found = new Breaches(() => {});
    const chain = new Chain(found);
    for (;;) {
      const sql = `SELECT seq, at, payload, hash FROM ledger WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`;
      const page = await this.#all(sql, [chain.end.seq]);
      for (const row of page) chain.take(linkOf(row));
      if (page.length < PAGE) break;
    }
    const [end, again] = [this.#chain.end, chain.end];
    const news = found.kept.find((breach) => !this.breaches.includes(breach));
    if (news === undefined && again.seq === end.seq && again.hash === end.hash) return;
    const now = news ?? `chain: its last row is row ${again.seq}`;
    this.#breaches.note("chain", `the ledger was followed to row ${end.seq}, and was changed since (${now})`);
  }

  async #head(): Promise<Found> {
    return (await this.#all("SELECT seq, hash, at FROM head", []))[0] ?? {};
  }

  async #all(sql: string, params: readonly (string | number | null)[]): Promise<Record<string, unknown>[]> {
    try {
      this.#source ??= await this.#open();
      return await this.#source.all(sql, params);
    } catch (error) {
      throw new StoreAway(error instanceof Error ? error.message : String(error));
    }
  }

  async #leave(): Promise<void> {
    const source = this.#source;
    this.#source = null;
    // What is away already can't be left in order.
    await source?.close().catch(() => undefined);
  }
}

class StoreAway extends Error {}

interface Text {
  readonly salt: string | null;
  /** null: blanked. */
  readonly content: string | null;
}

function readText({ salt, content }: Found): Text {
  return { salt: typeof salt === "string" ? salt : null, content: typeof content === "string" ? content : null };
}

function linkOf(found: Found): Link {
  const { seq, at, payload, hash } = found;
  return { seq: Number(seq), at: Number(at), payload: String(payload), hash: String(hash) };
}

/** A row that says nothing of the state leaves the ticket where it was. */
function saidBy(row: Row, before: Cells | undefined, after: Cells | undefined): Said {
  const ticket = wordOf(row, "ticket");
  const claim = row.data["claim"];
  const named = typeof claim === "object" && claim !== null && "fence" in claim ? claim.fence : undefined;
  const fence = after?.["fence"] ?? named;
  return {
    seq: row.seq,
    kind: row.kind,
    about: ticket === null ? [row.subject.key] : [row.subject.key, ticket],
    from: wordOf(row, "from") ?? stateIn(before),
    to: wordOf(row, "to") ?? stateIn(after),
    fence: typeof fence === "number" ? fence : null,
  };
}

function stateIn(ticket: Cells | undefined): string | null {
  return typeof ticket?.["state"] === "string" ? ticket["state"] : null;
}
