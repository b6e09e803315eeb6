// The board against the rules, and against the ledgers: every move of ours goes along an edge, begins where the card was,
// is written once, and stands in the ledger of the machine that made it.

import { markerIn, type Marker } from "../../src/github/tracker/marker.ts";
import { Asks } from "./github-asks.ts";
import type { HurriedClock } from "./github-clock.ts";
import type { Machine } from "./github-machines.ts";
import type { Change, Site } from "./github-site.ts";
import type { Notes } from "./notes.ts";
import { sqliteSource, type LedgerSource } from "./source.ts";

/** Between a look and a write somebody else may move the card; a write under way lasts no longer than its lease. */
const OVERTAKEN_MS = 75_000;

interface Rules {
  /** Where new tickets begin. */
  readonly start: string;
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

interface OwnMove {
  readonly ticket: string;
  readonly from: string | null;
  readonly to: string;
  readonly agent: string;
  /** GitHub took no comment with it. */
  readonly uncommented: boolean;
}

export class Moves {
  readonly #site: Site;
  readonly #logins: ReadonlySet<string>;
  readonly #edges: ReadonlySet<string>;
  readonly #start: string;
  readonly #clock: HurriedClock;
  readonly #notes: Notes;
  readonly #last = new Map<number, { readonly by: string; readonly at: number }>();
  /** How often a machine has brought a card into a state. */
  readonly #written = new Map<string, number>();
  /** What happened to each card, in words, for whoever wants to know how a breach came about. */
  readonly #stories = new Map<number, string[]>();

  constructor(site: Site, machines: readonly Machine[], rules: Rules, clock: HurriedClock, notes: Notes) {
    this.#site = site;
    this.#logins = new Set(machines.map(({ login }) => login));
    this.#edges = new Set(rules.edges.map(({ from, to }) => `${from} → ${to}`));
    this.#start = rules.start;
    this.#clock = clock;
    this.#notes = notes;
  }

  changed({ number, move, comments }: Change): void {
    const markers = comments.flatMap(({ body }) => markerIn(body) ?? []);
    for (const marker of markers) this.#checkEdge(number, marker);
    this.#tell(number, move, markers);
    if (!move) return;
    const before = this.#last.get(number) ?? null;
    this.#last.set(number, { by: move.by, at: this.#clock.now() });
    if (!this.#logins.has(move.by)) return;
    // A card without a state stands at the beginning for everybody, and whoever sees it first puts it there: so does a
    // machine where another one died before it had filled in the card of its new ticket. That is no move of anybody's.
    if (move.from === null && move.to === this.#start) {
      this.#notes.count("cards without a state put at the beginning");
      return;
    }
    count(this.#written, `${move.by}: ${number} to ${move.to}`);
    const said = markers.find((marker) => marker.move?.to === move.to)?.move;
    if (said && said.from !== move.from) this.#checkOvertaken(number, move, said.from, before);
  }

  /** Once all is quiet, and somebody has looked at every ticket. */
  async finish(machines: readonly Machine[]): Promise<ReadonlySet<string>> {
    const uncommented = new Set<string>();
    this.#checkMarkers();
    for (const machine of machines) {
      const source = await sqliteSource(machine.database);
      try {
        await this.#checkMirror(machine, source);
        await this.#checkLedger(machine, source);
        for (const word of await uncommentedWords(source)) uncommented.add(word);
      } finally {
        await source.close();
      }
    }
    return uncommented;
  }

  #tell(number: number, move: Change["move"], markers: readonly Marker[]): void {
    const at = new Date(this.#clock.now()).toISOString().slice(11, 23);
    const said = markers.map(({ id, agent, move: told }) => `${agent?.connection} ${id}: ${told?.from} → ${told?.to}`);
    const moved = move ? [`${move.by}: ${move.from} → ${move.to}`] : [];
    const story = this.#stories.get(number) ?? [];
    story.push(`${at} ${[...moved, ...said].join(", ") || "a comment"}`);
    this.#stories.set(number, story);
  }

  #checkEdge(number: number, { move, agent }: Marker): void {
    if (!move || this.#edges.has(`${move.from} → ${move.to}`)) return;
    this.#notes.breach(
      `${agent?.connection ?? "somebody"} moved ${number} from ${move.from} to ${move.to}: there is no such edge.`,
    );
  }

  #checkOvertaken(
    number: number,
    { from, to, by }: NonNullable<Change["move"]>,
    thought: string | null,
    before: { readonly by: string; readonly at: number } | null,
  ): void {
    const age = before ? this.#clock.now() - before.at : Number.POSITIVE_INFINITY;
    const what = `${by} moved ${number} to ${to} as if it had been in ${thought}, and it was in ${from}`;
    if (before?.by === by) this.#notes.breach(`${what}, where ${by} itself had brought it.`);
    else if (age > OVERTAKEN_MS) this.#notes.breach(`${what} for ${age} ms already.`);
    else this.#notes.count("moves over another that nobody could have seen");
  }

  #checkMarkers(): void {
    const times = new Map<string, number>();
    for (const issue of this.#site.issues()) {
      for (const { body } of issue.comments) {
        const marker = markerIn(body);
        if (marker) count(times, `${marker.store} ${marker.id}`);
      }
    }
    for (const [id, found] of times)
      if (found > 1) this.#notes.breach(`The marker ${id} stands on GitHub ${found} times.`);
  }

  async #checkMirror({ login }: Machine, source: LedgerSource): Promise<void> {
    const rows = await source.all("SELECT key, state, title FROM ticket WHERE off_board IS NULL", []);
    const mirror = new Map(rows.map((row) => [row["key"], row]));
    for (const issue of this.#site.issues()) {
      const [row, state] = [mirror.get(String(issue.number)), this.#site.stateOf(issue)];
      if (!row) this.#notes.breach(`${login} does not know of ticket ${issue.number}.`);
      else if (row["state"] !== state) {
        this.#notes.breach(`${issue.number} is in ${state} on GitHub, and in ${String(row["state"])} for ${login}.`);
      }
    }
    const left = await source.all("SELECT DISTINCT plan FROM pending", []);
    if (left.length > 0) this.#notes.breach(`${left.length} writes of ${login} are still under way at the end.`);
  }

  /** As often on GitHub as in the ledger. */
  async #checkLedger({ login }: Machine, source: LedgerSource): Promise<void> {
    const [moves, creations] = [await ownMoves(source), await ownCreations(source)];
    const [inLedger, arrivals] = [new Map<string, number>(), new Map<string, number>()];
    for (const { ticket, to } of creations) count(arrivals, `${login}: ${ticket} to ${to}`);
    for (const move of moves) {
      count(arrivals, `${login}: ${move.ticket} to ${move.to}`);
      if (!move.uncommented) count(inLedger, nameOf(move));
    }
    const onGitHub = await this.#movesOf(source);
    for (const name of new Set([...inLedger.keys(), ...onGitHub.keys()])) {
      const [rows, comments] = [inLedger.get(name) ?? 0, onGitHub.get(name) ?? 0];
      if (rows !== comments) {
        this.#notes.breach(`${login}, ${name}: ${rows} times in the ledger, ${comments} times on GitHub.`);
      }
    }
    const voids = await voidsOf(source);
    for (const [name, times] of this.#written) {
      const ticket = / (\d+) to /.exec(name)?.[1] ?? "";
      // A state that was written alone, and moved on by a person before anybody looked, has left no trace.
      const known = (arrivals.get(name) ?? 0) + (voids.get(ticket) ?? 0);
      if (!name.startsWith(`${login}: `) || times <= known) continue;
      const story = this.#stories.get(Number(ticket))?.join("; ");
      this.#notes.breach(
        `${name}: written ${times} times, for ${arrivals.get(name) ?? 0} moves in the ledger. ${story}`,
      );
    }
    this.#notes.count("moves in the ledgers", moves.length);
  }

  async #movesOf(source: LedgerSource): Promise<ReadonlyMap<string, number>> {
    const [note] = await source.all("SELECT value FROM meta WHERE name = 'note:store-id'", []);
    const times = new Map<string, number>();
    for (const issue of this.#site.issues()) {
      for (const { body } of issue.comments) {
        const marker = markerIn(body);
        if (marker?.store !== note?.["value"] || !marker?.move) continue;
        const { from, to } = marker.move;
        const agent = marker.agent?.connection ?? "";
        count(times, nameOf({ ticket: String(issue.number), from, to, agent }));
      }
    }
    return times;
  }
}

async function ownMoves(source: LedgerSource): Promise<readonly OwnMove[]> {
  const rows = await source.all(`${ROWS} AND kind IN ('move', 'propagate') ORDER BY seq`, []);
  return rows.flatMap(ownMove);
}

async function ownCreations(source: LedgerSource): Promise<readonly OwnMove[]> {
  return (await source.all(`${ROWS} AND kind = 'create' ORDER BY seq`, [])).flatMap(ownMove);
}

const ROWS = "SELECT subject_key, payload FROM ledger WHERE subject_type = 'ticket'";

/** Not what was noticed on GitHub. */
function ownMove(row: Readonly<Record<string, unknown>>): readonly OwnMove[] {
  const { by, data } = JSON.parse(String(row["payload"])) as {
    by: { via: string; connection?: string };
    data: { from?: string | null; to: string; uncommented?: boolean };
  };
  if (by.via === "github") return [];
  const { from = null, to, uncommented = false } = data;
  return [{ ticket: String(row["subject_key"]), from, to, agent: by.connection ?? "", uncommented }];
}

/** How often something was called off, by ticket. */
async function voidsOf(source: LedgerSource): Promise<ReadonlyMap<string, number>> {
  const rows = await source.all("SELECT subject_key, COUNT(*) AS voids FROM ledger WHERE kind = 'void' GROUP BY 1", []);
  return new Map(rows.map((row) => [String(row["subject_key"]), Number(row["voids"])]));
}

async function uncommentedWords(source: LedgerSource): Promise<readonly string[]> {
  const rows = await source.all(
    `SELECT content FROM ledger JOIN ledger_text USING (seq) WHERE name = 'reason' AND payload LIKE '%"uncommented":true%'`,
    [],
  );
  return rows.flatMap((row) => Asks.wordIn(String(row["content"])) ?? []);
}

function nameOf({ ticket, from, to, agent }: Omit<OwnMove, "uncommented">): string {
  return `${ticket} from ${from} to ${to} by ${agent}`;
}

function count(times: Map<string, number>, name: string): void {
  times.set(name, (times.get(name) ?? 0) + 1);
}
