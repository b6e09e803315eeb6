// Every step of a ticket goes along an edge, begins where the ticket stood, and was open to whoever made it.

import type { Breaches } from "./breaches.ts";
import { lateMembers } from "./groups.ts";
import type { Replay } from "./replay.ts";
import { nameOf, whoOf, wordOf, type Cells, type Row } from "./row.ts";
import type { Rules } from "./rules.ts";

export const STEPS: ReadonlySet<string> = new Set(["move", "stay", "override", "propagate", "undo"]);
/** What somebody did in a tracker elsewhere is taken in as it is. */
const FROM_ELSEWHERE = new Set(["adopt", "void"]);

export class Moves {
  readonly #rules: Rules;
  readonly #replay: Replay;
  readonly #breaches: Breaches;

  constructor(rules: Rules, replay: Replay, breaches: Breaches) {
    this.#rules = rules;
    this.#replay = replay;
    this.#breaches = breaches;
  }

  /** While the tables are still what they were before the row. */
  before(row: Row): void {
    const { type, key } = row.subject;
    if (type === "session" || type === "run") {
      const known = this.#replay.tables.get(type)?.get(key);
      const [was, from] = [known?.["state"], wordOf(row, "from")];
      if (row.kind === "move" && was !== from) this.#note(row, `it left "${from}", and stood in "${was}"`);
      return;
    }
    if (type !== "ticket") return;
    const ticket = this.#replay.ticket(key);
    if (row.kind === "create") {
      const to = wordOf(row, "to");
      if (ticket) this.#note(row, "it was made before");
      if (to !== this.#rules.start) this.#note(row, `it begins in "${to}", and not in "${this.#rules.start}"`);
      return;
    }
    if (!ticket && !FROM_ELSEWHERE.has(row.kind)) return this.#note(row, `${whoOf(row)} acts on it before it was made`);
    if (ticket && STEPS.has(row.kind)) this.#step(row, ticket);
  }

  /** Once the tables are what the row makes of them. */
  after(row: Row, before: ReadonlyMap<string, Cells | undefined>): void {
    for (const [key, was] of before) {
      const is = this.#replay.ticket(key);
      const owns = row.subject.type === "ticket" && row.subject.key === key;
      const steps = owns && (STEPS.has(row.kind) || row.kind === "create");
      if (steps || FROM_ELSEWHERE.has(row.kind)) continue;
      if (was?.["state"] !== is?.["state"]) {
        this.#note(row, `a row of the kind "${row.kind}" took #${key} from "${was?.["state"]}" to "${is?.["state"]}"`);
      }
    }
    const said = wordOf(row, "to");
    if (row.subject.type !== "ticket" || !(STEPS.has(row.kind) || row.kind === "create")) return;
    const ticket = this.#replay.ticket(row.subject.key);
    if (ticket?.["state"] !== said) this.#note(row, `it says "${said}", and leaves it in "${ticket?.["state"]}"`);
    const closed = this.#rules.isTerminal(said) ? 1 : 0;
    if (ticket && ticket["closed"] !== closed) this.#note(row, `in "${said}" its closed is ${ticket["closed"]}`);
  }

  #step(row: Row, ticket: Cells): void {
    const rules = this.#rules;
    const [from, to, was] = [wordOf(row, "from"), wordOf(row, "to"), ticket["state"] ?? null];
    if (from !== was) this.#note(row, `${whoOf(row)} took it from "${from}", and it stood in "${was}"`);
    if (!rules.knows(to)) return this.#note(row, `${whoOf(row)} took it to "${to}", which is no state`);
    // Where the workflow does not know the state, there is no edge to ask for.
    if (!rules.knows(from)) return;
    if (row.kind === "override" || row.kind === "undo") {
      if (row.person === null) this.#note(row, `${whoOf(row)}, an agent, went past the rules`);
    } else if (row.kind === "stay") this.#stay(row, from, to);
    else if (row.kind === "move") this.#move(row, from, to);
    else this.#propagate(row, ticket, from, to);
    if (row.person === null && row.kind !== "propagate") this.#checkCommand(row, from, to);
    if (row.person !== null && row.via === "stdio") this.#note(row, `${row.person} is a person, and came as agents do`);
  }

  #stay(row: Row, from: string, to: string): void {
    if (from !== to) this.#note(row, `it is said to stay, and went from "${from}" to "${to}"`);
    if (this.#rules.isTerminal(from)) this.#note(row, `${whoOf(row)} stayed in "${from}", which is an end`);
  }

  #move(row: Row, from: string, to: string): void {
    const { key } = row.subject;
    if (!this.#rules.hasEdge(from, to)) this.#note(row, `${whoOf(row)}: no edge leads from "${from}" to "${to}"`);
    if (row.person === null && this.#rules.isGated(from)) {
      this.#note(row, `${whoOf(row)}, an agent, took it out of "${from}", where only a person does`);
    }
    for (const guard of this.#rules.guardsOn(from, to)) {
      const late =
        guard.type === "group_convergence"
          ? lateMembers(this.#replay, this.#rules, key, guard.target ?? to)
          : this.#openBlockers(key);
      if (late.length === 0) continue;
      const where = `${nameOf(row)}: ${whoOf(row)} went from "${from}" to "${to}" past`;
      this.#breaches.note("guard", `${where} ${guard.type}: ${late.join(", ")}`);
    }
    this.#checkSaidGuards(row, this.#rules.guardsOn(from, to).length > 0);
  }

  /** Children follow their parent, no further than it went, and from under nobody's claim. */
  #propagate(row: Row, ticket: Cells, from: string, to: string): void {
    const rules = this.#rules;
    const cause = wordOf(row, "cause");
    const parent = cause === null ? undefined : this.#replay.ticket(cause);
    if (!parent || ticket["parent"] !== cause) this.#note(row, `it followed #${cause}, which is not its parent`);
    const [place, limit] = [rules.placeOf(to), rules.placeOf(String(parent?.["state"]))];
    if (place === null || limit === null || place > limit) {
      this.#note(row, `it went to "${to}", and its parent stands in "${parent?.["state"]}"`);
    }
    if (rules.isLock(to) || rules.isTerminal(to)) this.#note(row, `it was led into "${to}"`);
    if (!rules.leadsForward(from, to)) this.#note(row, `no edges lead forward from "${from}" to "${to}"`);
    const [linked, entered] = [Number(ticket["parent_since"]), Number(parent?.["entered_at"])];
    if (rules.movesOnlyChildrenLinkedBefore && linked > entered) {
      this.#note(row, `it was linked to #${cause} after that had entered "${parent?.["state"]}"`);
    }
    this.#checkSaidGuards(row, false);
  }

  #checkCommand(row: Row, from: string, to: string): void {
    const [command, intent] = [wordOf(row, "command"), wordOf(row, "intent")];
    const objection = this.#rules.objection(command, intent, from, to);
    if (objection !== null) this.#note(row, `${whoOf(row)} went from "${from}" to "${to}", and ${objection}`);
  }

  #checkSaidGuards(row: Row, needed: boolean): void {
    const said: unknown = row.data["guards"];
    const guards = Array.isArray(said) ? (said as readonly { met?: unknown; policy?: unknown }[]) : [];
    const failed = guards.some(({ met, policy }) => policy !== "warn" && met !== true);
    if (!failed && (!needed || guards.length > 0)) return;
    this.#breaches.note("guard", `${nameOf(row)}: ${whoOf(row)} went on, and no guard is said to have been met`);
  }

  #openBlockers(key: string): readonly string[] {
    const blockers = [...this.#replay.blockersOf(key)];
    return blockers.filter((blocker) => this.#replay.ticket(blocker)?.["closed"] === 0).map((blocker) => `#${blocker}`);
  }

  #note(row: Row, what: string): void {
    this.#breaches.note("move", `${nameOf(row)}: ${what}`);
  }
}
