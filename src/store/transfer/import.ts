// Takes an export into an empty store. The chain is followed while reading, and everything goes into one transaction: a
// file that is broken anywhere leaves nothing behind.

import { createHash, type Hash } from "node:crypto";
import type { Author } from "../../app/commit/plan.ts";
import { formerSender } from "../../app/commit/sender.ts";
import type { Head } from "../../app/ports/ledger.ts";
import { Chain, isBlank } from "../ledger/chain.ts";
import type { Driver, Loader, VerbatimRequest, VerbatimRow } from "../driver.ts";
import { StoreError } from "../errors.ts";
import { SCHEMA_VERSION } from "../migrations/list.ts";
import { readJson } from "../ledger/payload.ts";
import { Redactions } from "../ledger/redactions.ts";
import { changesOf } from "../ledger/replay.ts";
import { FORMAT, FORMAT_VERSION, HEADER, LINE, type Header, type Line, type OnProgress } from "./format.ts";

export interface Imported {
  readonly head: Head;
  readonly rows: number;
  readonly requests: number;
}

/** `lines` come without their line ends. */
export async function importStore(
  driver: Driver,
  lines: AsyncIterable<string> | Iterable<string>,
  onProgress: OnProgress = () => {},
): Promise<Imported> {
  const file = new ExportFile(onProgress);
  await driver.load(async (loader) => {
    for await (const line of lines) await file.take(line, loader);
    file.checkEnd();
  });
  return file.summary();
}

/** The schema whose requests have senders. */
const SENDERS_SINCE = 2;
const ROWS_AT_ONCE = 500;
const CHARACTERS_AT_ONCE = 4_000_000;

class ExportFile {
  readonly #onProgress: OnProgress;
  readonly #chain = new Chain();
  readonly #redactions = new Redactions();
  readonly #blanks: { seq: number; name: string; line: number }[] = [];
  readonly #digest: Hash = createHash("sha256");
  #line = 0;
  #header: Header | null = null;
  #ended = false;
  #rows: VerbatimRow[] = [];
  #requests: VerbatimRequest[] = [];
  #characters = 0;
  #requestCount = 0;
  /** By the number of a row, where the export does not say who sent its requests. */
  readonly #authors = new Map<number, Author>();

  constructor(onProgress: OnProgress) {
    this.#onProgress = onProgress;
  }

  async take(text: string, loader: Loader): Promise<void> {
    this.#line += 1;
    if (this.#header) this.#takeLine(this.#readLine(text));
    else this.#header = this.#readHeader(text);
    this.#digest.update(`${text}\n`);
    this.#characters += text.length;
    const count = this.#rows.length + this.#requests.length;
    if (this.#ended || count >= ROWS_AT_ONCE || this.#characters >= CHARACTERS_AT_ONCE) await this.#write(loader);
  }

  checkEnd(): void {
    if (this.#ended) return;
    throw refusedAt(this.#line + 1, "The file ends here, before its end: it was cut off.");
  }

  summary(): Imported {
    const { head } = this.#chain;
    return { head, rows: head.seq, requests: this.#requestCount };
  }

  #readHeader(text: string): Header {
    const read = HEADER.safeParse(readJson(text));
    if (!read.success) throw this.#refuse(`This is no ${FORMAT}.`);
    const { version, schema } = read.data;
    if (version > FORMAT_VERSION || schema > SCHEMA_VERSION) {
      throw this.#refuse("The export was made by a newer Signalbox.", "Upgrade Signalbox here, then import again.");
    }
    return read.data;
  }

  #readLine(text: string): Line {
    const read = LINE.safeParse(readJson(text));
    if (!read.success) throw this.#refuse("The line is neither a row, nor a request, nor the end.");
    if (this.#ended) throw this.#refuse("There is more after the end.");
    return read.data;
  }

  #takeLine(line: Line): void {
    if ("row" in line) this.#takeRow(line.row);
    else if ("request" in line) this.#takeRequest(line.request);
    else this.#takeEnd(line.end);
  }

  #takeRow(row: Extract<Line, { row: object }>["row"]): void {
    if (this.#requestCount > 0) throw this.#refuse("A row of the ledger comes after the requests.");
    const next = this.#chain.next(row);
    if ("problem" in next) throw this.#refuse(next.problem.detail);
    const { payload } = next;
    this.#redactions.note(payload);
    if (this.#header && this.#header.schema < SENDERS_SINCE) this.#authors.set(row.seq, payload.by);
    for (const item of row.texts) {
      if (isBlank(item)) this.#blanks.push({ seq: row.seq, name: item.name, line: this.#line });
    }
    this.#rows.push({
      ...row,
      kind: payload.kind,
      subject_type: payload.subject.type,
      subject_key: payload.subject.key,
      plan: payload.plan,
      changes: changesOf(payload, row.texts),
    });
  }

  #takeRequest(request: Extract<Line, { request: object }>["request"]): void {
    const { sender = formerSender(request.tool, this.#authors.get(request.seq)), seq } = request;
    if (seq > this.#chain.head.seq) throw this.#refuse(`The request is for row ${seq}, which is not there.`);
    this.#requests.push({ ...request, sender });
    this.#requestCount += 1;
  }

  #takeEnd(end: Extract<Line, { end: object }>["end"]): void {
    const { head } = this.#chain;
    const promised = this.#header?.head;
    if (promised?.seq !== head.seq || promised.hash !== head.hash || promised.at !== head.at) {
      throw this.#refuse(`The ledger ends with row ${head.seq}, and not with the one that the first line names.`);
    }
    if (end.rows !== head.seq || end.requests !== this.#requestCount) {
      throw this.#refuse(`There should be ${end.rows} rows and ${end.requests} requests before this line.`);
    }
    const bare = this.#blanks.find(({ seq, name }) => !this.#redactions.cover(seq, name));
    if (bare) {
      throw refusedAt(bare.line, `The text "${bare.name}" is blank, and no row says that it was redacted.`);
    }
    if (end.sha256 !== this.#digest.copy().digest("hex")) throw this.#refuse("Something before this line was changed.");
    this.#ended = true;
  }

  async #write(loader: Loader): Promise<void> {
    if (this.#rows.length > 0) await loader.append(this.#rows);
    if (this.#requests.length > 0) await loader.record(this.#requests);
    this.#rows = [];
    this.#requests = [];
    this.#characters = 0;
    this.#onProgress(this.#chain.head.seq, this.#header?.head.seq ?? 0);
  }

  #refuse(what: string, recovery?: string): StoreError {
    return refusedAt(this.#line, what, recovery);
  }
}

function refusedAt(
  line: number,
  what: string,
  recovery = "Export again, and import that; nothing was imported.",
): StoreError {
  return new StoreError("import_refused", `Line ${line}: ${what}`, recovery);
}
