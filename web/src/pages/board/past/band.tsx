// Which moment is shown, and the ways to another one: a day on a slider, row by row, refusal by refusal, or by itself.

import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "wouter";
import type { PastView } from "../../../../../src/http/contract.ts";
import { fetchRowsAfter, useLedgerSummary } from "../../../api/queries.ts";
import { useKeys } from "../../../lib/keys.ts";
import { ledgerPath, localDay, localMoment, momentOf } from "../../../lib/ledger-link.ts";
import { showDuration } from "../../../lib/time.ts";
import { toast } from "../../../parts/announcer.tsx";
import { Segmented } from "../../../parts/controls.tsx";
import { Bars } from "../../ledger/summary.tsx";
import "../../ledger/ledger.css";
import styles from "./band.module.css";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const SECOND_MS = 1000;

const SPEEDS = [
  { value: MINUTE, label: "1 min" },
  { value: 10 * MINUTE, label: "10 min" },
  { value: HOUR, label: "1 h" },
];

export interface BandProps {
  readonly past: PastView;
  readonly go: (at: number | string | null) => void;
}

export function PastBand({ past, go }: BandProps) {
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(10 * MINUTE);
  const at = Date.parse(past.at);
  const toTime = (time: number) => {
    if (time >= Date.now()) go(null);
    else go(new Date(Math.max(time, Date.parse(past.began))).toISOString());
  };
  usePlay(playing, () => toTime(at + speed));
  const toRow = (row: number) => go(row > past.head ? null : Math.max(1, row));
  const toRefusal = () => {
    findRefusal(past).then(
      (row) => (row === null ? toast("done", "Nothing was refused after this moment.", "") : go(row)),
      (error: unknown) => toast("danger", "The ledger could not be read.", String(error)),
    );
  };
  useKeys({
    " ": (event) => {
      if (event.target instanceof HTMLElement && event.target.matches("button, a, input")) return;
      event.preventDefault();
      setPlaying(!playing);
    },
    ArrowLeft: (event) => (isOnSlider(event) ? undefined : toRow(past.seq - 1)),
    ArrowRight: (event) => {
      if (isOnSlider(event)) return;
      if (event.shiftKey) toRefusal();
      else toRow(past.seq + 1);
    },
    Escape: () => go(null),
  });
  return (
    <section className={styles.band} aria-label="The past">
      <div className={styles.when}>
        <b>
          {new Date(at).toLocaleString("en-GB", {
            weekday: "short",
            day: "numeric",
            month: "short",
            hour: "2-digit",
            minute: "2-digit",
            second: "2-digit",
          })}
        </b>
        <p>
          <span className={styles.flag}>Past, read only</span> row {past.seq.toLocaleString("en")},{" "}
          {showDuration(Math.max(0, Date.now() - at))} ago
        </p>
      </div>
      <div className={styles.ways}>
        <div className={styles.buttons}>
          <button type="button" aria-pressed={playing} onClick={() => setPlaying(!playing)}>
            {playing ? "Pause" : "Play"} <kbd>space</kbd>
          </button>
          <button type="button" onClick={() => toRow(past.seq - 1)}>
            Row before
          </button>
          <button type="button" onClick={() => toRow(past.seq + 1)}>
            Next row
          </button>
          <button type="button" onClick={toRefusal}>
            Next refusal
          </button>
          <span>1s is</span>
          <Segmented label="One second is" value={speed} options={SPEEDS} onChange={setSpeed} />
        </div>
        <DaySlider at={at} toTime={toTime} />
      </div>
      <div className={styles.back}>
        <button type="button" onClick={() => go(null)}>
          Back to now <kbd>esc</kbd>
        </button>
        <Link href={ledgerPath({ from: localMoment(at - 10 * MINUTE), to: localMoment(at + 10 * MINUTE) })}>
          Rows around this moment
        </Link>
      </div>
    </section>
  );
}

/** The day of the moment: how busy it was, and where in it we stand. */
function DaySlider({ at, toTime }: { readonly at: number; readonly toTime: (time: number) => void }) {
  const day = localDay(at);
  const from = momentOf(day) ?? at;
  const to = momentOf(localDay(from + 1.5 * DAY)) ?? from + DAY;
  const { data } = useLedgerSummary({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
  return (
    <div className={styles.day}>
      {data && <Bars summary={data.summary} bare />}
      <input
        type="range"
        aria-label={`The time on ${day}`}
        aria-valuetext={localMoment(at).slice(-5)}
        min={from}
        max={to - 1}
        step={MINUTE}
        value={at}
        onChange={(event) => toTime(Number(event.target.value))}
      />
      <p>
        <button type="button" onClick={() => toTime(at - DAY)}>
          Day before
        </button>
        <span>{day}</span>
        <button type="button" onClick={() => toTime(at + DAY)}>
          Day after
        </button>
      </p>
    </div>
  );
}

function isOnSlider({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement;
}

function usePlay(playing: boolean, step: () => void): void {
  const next = useEffectEvent(step);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => next(), SECOND_MS);
    return () => clearInterval(timer);
  }, [playing]);
}

/** null: there is none up to now. */
async function findRefusal({ seq, head }: PastView): Promise<number | null> {
  const { signal } = new AbortController();
  for (let after = seq; after < head;) {
    const answer = await fetchRowsAfter("refused=1", after, signal);
    const [first] = answer.rows;
    if (first) return first.seq;
    const { passed = head } = answer;
    if (passed <= after) return null;
    after = passed;
  }
  return null;
}
