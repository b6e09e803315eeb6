// How work fares where a workflow asks for facts: how much of it was right the first time, what people sent back, and how
// long a fact took to pass.

import { ticketSubject } from "../../engine/evidence/fact.ts";
import type { Key, Time } from "../../engine/facts.ts";
import { guardsBetween, type Machine } from "../../engine/workflow/compile.ts";
import type { Json } from "../commit/json.ts";
import type { Stats } from "../pages/views.ts";
import type { BareRow } from "../ports/ledger.ts";
import { Counts } from "./counts.ts";
import { ARRIVES } from "./life.ts";
import { spreadOf } from "./spread.ts";

/** What is known of one ticket on its way. */
interface Way {
  /** The last state in the order of the pipeline: one beside it is no place to be sent back from. */
  place: string | null;
  since: Time | null;
  /** When a fact was first found missing, since it is where it is. */
  askedAt: Time | null;
  passedInWindow: boolean;
  returned: boolean;
}

export class Proof {
  readonly #machine: Machine;
  readonly #from: Time;
  /** Where the edges lead that ask for facts. */
  readonly #behind: ReadonlySet<string>;
  readonly #ways = new Map<Key, Way>();
  readonly #passedAt = new Map<string, Time>();
  readonly #sentBack = new Counts<{ readonly from: string; readonly to: string }>();
  readonly #times = new Map<string, number[]>();

  /** `from`: where the window begins. */
  constructor(machine: Machine, from: Time) {
    this.#machine = machine;
    this.#from = from;
    const guarded = machine.workflow.edges.filter((edge) => asksForFacts(machine, edge.from, edge.to));
    this.#behind = new Set(guarded.map(({ to }) => to));
  }

  take(row: BareRow): void {
    const { kind, at, subject, data } = row;
    if (kind === "fact" || kind === "retract") this.#hear(row);
    if (subject.type !== "ticket") return;
    const way = this.#wayOf(subject.key);
    if (kind === "refuse" && data["code"] === "facts_missing") way.askedAt ??= at;
    if (!ARRIVES.has(kind) || typeof data["to"] !== "string") return;
    // Nobody sent it back: it was never meant to be there.
    if (kind === "undo") this.#stand(way, at, data["to"]);
    else this.#arrive(way, row, data["to"]);
  }

  /** Absent where nothing asks for a fact. */
  figures(): Pick<Stats, "evidence"> {
    if (this.#behind.size === 0) return {};
    const passed = [...this.#ways.values()].filter(({ passedInWindow }) => passedInWindow);
    const evidence = {
      firstTimeRight: { count: passed.filter(({ returned }) => !returned).length, of: passed.length },
      sentBack: this.#sentBack.list(),
      timeToEvidence: [...this.#times].map(([fact, times]) => ({ fact, ...spreadOf(times) })),
    };
    return { evidence };
  }

  #wayOf(key: Key): Way {
    const known = this.#ways.get(key);
    if (known) return known;
    const way: Way = { place: null, since: null, askedAt: null, passedInWindow: false, returned: false };
    this.#ways.set(key, way);
    return way;
  }

  #arrive(way: Way, row: BareRow, to: string): void {
    const { at, data } = row;
    const from = typeof data["from"] === "string" ? data["from"] : null;
    if (from !== null && from !== to && this.#isSentBack(way, from, to)) {
      if (way.place !== null && this.#behind.has(way.place)) way.returned = true;
      if (at >= this.#from) this.#sentBack.add({ from, to });
    }
    if (from !== null && asksForFacts(this.#machine, from, to) && at >= this.#from) {
      way.passedInWindow = true;
      this.#time(way, data["guards"]);
    }
    this.#stand(way, at, to);
  }

  #stand(way: Way, at: Time, to: string): void {
    if ((this.#machine.states.get(to)?.order ?? null) !== null) way.place = to;
    way.since = at;
    way.askedAt = null;
  }

  /** Out of a state for people, to before the place that the ticket had come to; also by way of a state beside the order. */
  #isSentBack({ place }: Way, from: string, to: string): boolean {
    const { states } = this.#machine;
    const [came, goes] = [states.get(place ?? "")?.order ?? null, states.get(to)];
    if (came === null || !states.get(from)?.human || !goes || goes.order === null) return false;
    return goes.order < came;
  }

  /** A fact that passed before anybody asked for it has kept nobody waiting. */
  #time({ askedAt, since }: Way, guards: Json | undefined): void {
    const begin = askedAt ?? since;
    if (begin === null) return;
    for (const guard of listIn(guards)) {
      for (const fact of listIn(guard["facts"])) {
        const { name, by } = fact;
        if (typeof name !== "string" || !isRecord(by)) continue;
        const passedAt = this.#passedAt.get(nameOf(guard["subject"], name, by));
        if (passedAt === undefined) continue;
        const times = this.#times.get(name) ?? [];
        times.push(Math.max(0, passedAt - begin));
        this.#times.set(name, times);
      }
    }
  }

  /** Of a fact that passes again and again, the first time counts; not one from before it failed, or was taken back. */
  #hear({ kind, at, subject, data }: BareRow): void {
    const about = subject.type === "ticket" ? ticketSubject(subject.key) : subject.key;
    const name = nameOf(about, data["name"], data);
    if (kind === "retract" || data["verdict"] !== "pass") this.#passedAt.delete(name);
    else if (!this.#passedAt.has(name)) this.#passedAt.set(name, at);
  }
}

function asksForFacts(machine: Machine, from: string, to: string): boolean {
  return guardsBetween(machine, from, to).some(({ type }) => type === "facts");
}

function nameOf(subject: Json | undefined, name: Json | undefined, said: JsonRecord): string {
  return JSON.stringify([subject, name, said["level"], said["source"]]);
}

interface JsonRecord {
  readonly [key: string]: Json;
}

function listIn(value: Json | undefined): readonly JsonRecord[] {
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

function isRecord(value: Json | undefined): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
