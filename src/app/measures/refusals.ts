// What was refused, by why, when and where, beside all that was tried.

import type { Time } from "../../engine/facts.ts";
import type { BareRow } from "../ports/ledger.ts";
import type { Stats } from "../pages/views.ts";
import { Counts } from "./counts.ts";
import { countDays, dayOf, type Window } from "./days.ts";

const HOUR_MS = 3_600_000;

/** What is no move in anybody's work: housekeeping of the server and of its operator. */
const NO_ATTEMPT: ReadonlySet<string> = new Set<BareRow["kind"]>([
  "claim",
  "fact",
  "retract",
  "adopt",
  "void",
  "redact",
  "rename",
  "issue",
  "revoke",
]);

export class Refusals {
  readonly #window: Window;
  readonly #byCode = new Counts<{ readonly code: string }>();
  readonly #byState = new Counts<{ readonly state: string | null; readonly code: string }>();
  readonly #byDay = new Map<string, number>();
  #total = 0;
  #attempts = 0;
  #lastHour = 0;

  constructor(window: Window) {
    this.#window = window;
  }

  /** `state`: where the subject stands, for a row that does not say so itself. */
  take({ kind, at, data, subject }: BareRow, state: string | null): void {
    if (at < this.#window.from || subject.type === "board" || NO_ATTEMPT.has(kind)) return;
    // That its client went away, or is back: nobody has asked for that.
    if (subject.type === "session" && kind === "edit") return;
    this.#attempts += 1;
    if (kind !== "refuse") return;
    const { from } = data;
    const code = typeof data["code"] === "string" ? data["code"] : "unknown";
    this.#total += 1;
    if (at >= this.#hourAgo) this.#lastHour += 1;
    this.#byCode.add({ code });
    this.#byState.add({ state: typeof from === "string" ? from : state, code });
    const day = dayOf(at);
    this.#byDay.set(day, (this.#byDay.get(day) ?? 0) + 1);
  }

  figures(): Stats["refusals"] {
    return {
      total: this.#total,
      attempts: this.#attempts,
      lastHour: this.#lastHour,
      byCode: this.#byCode.list(),
      byDay: countDays(this.#window, this.#byDay),
      byState: this.#byState.list(),
    };
  }

  get #hourAgo(): Time {
    return this.#window.to - HOUR_MS;
  }
}
