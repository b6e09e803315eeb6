// One holder at a time: each acquiring raises the fence by one, nobody takes a claim that is live, and nobody but its
// holder, or a person, moves what is held.

import type { Breaches } from "./breaches.ts";
import { STEPS } from "./moves.ts";
import { nameOf, whoOf, wordOf, type Cells, type Row } from "./row.ts";
import type { Rules } from "./rules.ts";

interface Claim {
  readonly holder: string | null;
  readonly expires: number;
  readonly fence: number;
  readonly reservedUntil: number;
}

export class Holders {
  readonly #rules: Rules;
  readonly #breaches: Breaches;

  constructor(rules: Rules, breaches: Breaches) {
    this.#rules = rules;
    this.#breaches = breaches;
  }

  /** One ticket that a row has changed, or is about. */
  take(row: Row, key: string, wasTicket: Cells | undefined, isTicket: Cells | undefined): void {
    const [was, is] = [claimOf(wasTicket), claimOf(isTicket)];
    const now = decidedAt(row, key);
    const owns = row.subject.type === "ticket" && row.subject.key === key;
    const live = was.holder !== null && was.expires > now;
    const other = row.person === null && row.agent !== was.holder;
    if (owns && STEPS.has(row.kind) && row.kind !== "propagate" && live && other) {
      this.#note(row, `${whoOf(row)} moved it while ${held(was)}`);
    }
    if (owns && row.kind === "propagate" && (live || was.reservedUntil > now)) {
      this.#note(row, `${whoOf(row)} led it on while ${live ? held(was) : "it was reserved"}`);
    }
    const said = effectOf(row);
    if (owns && said["type"] === "acquire") this.#acquire(row, was, is, said, live, now);
    else this.#noNewHolder(row, key, was, is);
    if (was.holder !== null && is.holder === null) this.#end(row, key, was, owns, live && other);
    if (is.holder !== null && is.holder === was.holder && is.fence === was.fence && is.expires !== was.expires) {
      this.#prolong(row, key, was, is);
    }
    this.#checkWhole(row, key, isTicket, is);
  }

  #acquire(row: Row, was: Claim, is: Claim, said: Effect, live: boolean, now: number): void {
    const who = whoOf(row);
    if (live && was.holder !== who) this.#note(row, `it was granted to ${who} while ${held(was)}`);
    if (was.holder === null && was.reservedUntil > now && wordOf(row, "from") === wordOf(row, "to")) {
      this.#note(row, `it was granted to ${who} while it was reserved until ${was.reservedUntil}`);
    }
    if (is.fence !== was.fence + 1 || said["fence"] !== is.fence) {
      this.#note(row, `${who} has fence ${is.fence} (it says ${String(said["fence"])}), after ${was.fence}`);
    }
    if (is.holder !== who || said["holder"] !== who) this.#note(row, `${who} took it, and ${is.holder} holds it`);
    if (row.person !== null) this.#note(row, `${who} is a person, and people hold no claims`);
    const takenFrom = was.holder === who ? null : was.holder;
    if (said["takenFrom"] !== takenFrom) {
      this.#note(row, `it is said to be taken from ${String(said["takenFrom"])}, and ${takenFrom} held it`);
    }
  }

  #noNewHolder(row: Row, key: string, was: Claim, is: Claim): void {
    const step = row.subject.key === key && (row.kind === "move" || row.kind === "stay") && row.person === null;
    const [command, intent, to] = [wordOf(row, "command"), wordOf(row, "intent"), wordOf(row, "to") ?? ""];
    const renews = effectOf(row)["type"] === "renew";
    if (step && !renews && this.#rules.acquires(command, intent, to)) {
      this.#note(row, `${whoOf(row)} locked it, and was given no claim`);
    }
    if (is.fence !== was.fence) this.#note(row, `#${key} has fence ${is.fence} after ${was.fence}, and nobody took it`);
    if (is.holder !== null && is.holder !== was.holder) {
      this.#note(row, `#${key} is held by ${is.holder} after ${was.holder}, and nobody took it`);
    }
  }

  #end(row: Row, key: string, was: Claim, owns: boolean, intrudes: boolean): void {
    if (!owns || !(STEPS.has(row.kind) || row.kind === "release")) {
      this.#note(row, `a row of the kind "${row.kind}" ended the claim of ${was.holder} on #${key}`);
    } else if (row.kind === "release" && intrudes) {
      this.#note(row, `${whoOf(row)} gave it back while ${held(was)}`);
    }
  }

  /** By its holder; or cut short, when its holder's client went away. */
  #prolong(row: Row, key: string, was: Claim, is: Claim): void {
    const isGrace = row.kind === "claim" && effectOf(row)["type"] === "grace";
    if (isGrace && is.expires > was.expires) this.#note(row, `the grace of ${was.holder} is longer than its lease`);
    if (isGrace || row.agent === was.holder) return;
    this.#note(row, `${whoOf(row)} set when the claim of ${was.holder} on #${key} ends`);
  }

  #checkWhole(row: Row, key: string, ticket: Cells | undefined, { holder, reservedUntil }: Claim): void {
    const expires = ticket?.["claim_expires"] ?? null;
    if ((holder === null) !== (expires === null)) {
      this.#note(row, `#${key} is held by ${holder} until ${expires}: that is half a claim`);
    }
    if (holder !== null && reservedUntil > 0) this.#note(row, `#${key} is both held and reserved`);
  }

  #note(row: Row, what: string): void {
    this.#breaches.note("claim", `${nameOf(row)}: ${what}`);
  }
}

export function holderOf(ticket: Cells | undefined): string | null {
  const [connection, agent] = [ticket?.["claim_connection"] ?? null, ticket?.["claim_agent"] ?? null];
  if (connection === null) return null;
  return agent === null ? String(connection) : `${connection}/${agent}`;
}

type Effect = Readonly<Record<string, unknown>>;

/** What the row says of the claim. */
function effectOf(row: Row): Effect {
  const said = row.kind === "claim" ? row.data : row.data["claim"];
  return typeof said === "object" && said !== null ? (said as Effect) : {};
}

function claimOf(ticket: Cells | undefined): Claim {
  return {
    holder: holderOf(ticket),
    expires: Number(ticket?.["claim_expires"] ?? 0),
    fence: Number(ticket?.["fence"] ?? 0),
    reservedUntil: Number(ticket?.["reserved_until"] ?? 0),
  };
}

/**
 * Whether a lease has run out is judged by the clock of whoever decided. Once a clock was wrong, the ledger's own time
 * stands still until the others have caught up, and would call every lease run out.
 */
function decidedAt(row: Row, key: string): number {
  const change = row.changes.find(({ table, key: changed }) => table === "ticket" && changed["key"] === key);
  const time = change?.set?.["updated_at"];
  return typeof time === "number" ? time : row.at;
}

function held({ holder, expires }: Claim): string {
  return `${holder} held it until ${expires}`;
}
