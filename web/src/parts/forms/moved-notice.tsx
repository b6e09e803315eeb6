// Says that others have changed what a form is about.

import type { ReactNode } from "react";
import type { EventView } from "../../../../src/http/contract.ts";
import { useNow } from "../../lib/clock.ts";
import { showTime } from "../../lib/time.ts";
import { plainWords } from "../../lib/words.ts";
import { Banner } from "../answers.tsx";

export interface Meanwhile {
  /** "#12", "The claim". */
  readonly what: string;
  /** "moved", "released": what was done to it. */
  readonly verb: string;
  /** Where it is now. */
  readonly state: string | null;
  /** The row of the ledger, once the live stream has brought it. */
  readonly row: Pick<EventView, "who" | "at" | "texts"> | undefined;
}

export interface MovedNoticeProps {
  readonly meanwhile: Meanwhile;
  /** What the person can do now. */
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

export function MovedNotice({ meanwhile, children, action }: MovedNoticeProps) {
  const now = useNow(60_000);
  const { row } = meanwhile;
  const reason = row?.texts["reason"] ?? null;
  return (
    <Banner tone="human" role="alert" title={`${meanwhileWords(meanwhile)}.`} action={action}>
      {row && `At ${showTime(row.at, now)}${reason === null ? "." : `: “${shorten(plainWords(reason))}”`} `}
      {children}
    </Banner>
  );
}

/** `#12 moved by ada meanwhile: In Progress`. */
export function meanwhileWords({ what, verb, state, row }: Meanwhile): string {
  const by = row ? ` by ${row.who}` : "";
  return `${what} ${verb}${by} meanwhile${state === null ? "" : `: ${state}`}`;
}

/** A ticket that moved. A row that leads elsewhere is not the one that brought it here. */
export function ticketMoved(what: string, state: string | null, row: EventView | undefined): Meanwhile {
  return { what, verb: "moved", state: state ?? "no state", row: row && row.to === state ? row : undefined };
}

const MOST_LETTERS = 90;

function shorten(text: string): string {
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS).trimEnd()}…` : text;
}
