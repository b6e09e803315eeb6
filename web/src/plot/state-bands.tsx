// How long tickets stay in each state (from the median to p85), and those that stand there now.

import { Link } from "wouter";
import type { StateStats, Workflow } from "../../../src/http/contract.ts";
import { lineOf } from "../lib/line.ts";
import { showDuration, showShortDuration } from "../lib/time.ts";
import { count, showKey, ticketPath } from "../lib/words.ts";
import { MarkShape } from "../parts/state-mark.tsx";
import { Figure } from "./figure.tsx";
import { durationScale } from "./time-scale.ts";

interface StateBandsProps {
  readonly workflow: Workflow;
  readonly states: readonly StateStats[];
  readonly now: number;
  readonly minWidth: number;
  /** Where the tickets are listed that stand unusually long in a state. */
  readonly oldPath: (state: string) => string;
}

const HEAD = 24;
const ROW = 31;
const NAMES = 166;
const NUMBERS = 132;
/** A label needs so much room, else the older ones are counted. */
const LABEL = 46;

export function StateBands({ workflow, states, now, minWidth, oldPath }: StateBandsProps) {
  const age = (since: string) => Math.max(0, now - Date.parse(since));
  const values = states.flatMap((state) => [
    ...(state.medianMs === null ? [] : [state.medianMs]),
    ...(state.p85Ms === null ? [] : [state.p85Ms]),
    ...state.standing.map((ticket) => age(ticket.since)),
  ]);
  return (
    <Figure
      label="Time in each state: median, p85, and the open tickets there"
      height={HEAD + states.length * ROW + 4}
      minWidth={minWidth}
      linked
      head={["State", "Median", "p85", "Tickets there now", "The oldest"]}
      rows={states.map((state) => [
        state.state,
        showOr(state.medianMs),
        usualWords(state),
        state.now,
        state.standing[0] ? `${showKey(state.standing[0].key)}, ${showDuration(age(state.standing[0].since))}` : "",
      ])}
    >
      {(width) => {
        const x = durationScale(values, [NAMES, width - NUMBERS], 44);
        const bottom = HEAD + states.length * ROW;
        return (
          <>
            {x.ticks.map((tick) => (
              <g key={tick.ms} aria-hidden="true">
                <path d={`M${x.place(tick.ms)} ${HEAD}V${bottom}`} className="grid-line" />
                <text x={x.place(tick.ms)} y="13" textAnchor="middle">
                  {tick.label}
                </text>
              </g>
            ))}
            <text x={width - 60} y="13" textAnchor="end" aria-hidden="true">
              median
            </text>
            <text x={width} y="13" textAnchor="end" aria-hidden="true">
              p85
            </text>
            {states.map((state, index) => (
              <Band
                key={state.state}
                workflow={workflow}
                state={state}
                top={HEAD + index * ROW}
                width={width}
                place={x.place}
                age={age}
                oldPath={oldPath}
              />
            ))}
          </>
        );
      }}
    </Figure>
  );
}

interface BandProps {
  readonly workflow: Workflow;
  readonly state: StateStats;
  readonly top: number;
  readonly width: number;
  readonly place: (ms: number) => number;
  readonly age: (since: string) => number;
  readonly oldPath: (state: string) => string;
}

function Band({ workflow, state, top, width, place, age, oldPath }: BandProps) {
  const line = lineOf(workflow);
  const kind = line.markOf(state.state);
  const colour = kind === "semaphore" ? "var(--human)" : line.colourOf(state.state);
  const middle = top + ROW / 2;
  const { medianMs, p85Ms } = state;
  const dots = spreadOut(
    state.standing.map((ticket) => ({ ...ticket, ms: age(ticket.since), x: place(age(ticket.since)) })),
  );
  const older = p85Ms === null ? [] : dots.filter((dot) => dot.ms > p85Ms);
  return (
    <>
      <g aria-hidden="true">
        <path d={`M0 ${top}H${width}`} className="grid-line" />
        <g transform={`translate(0 ${middle - 8})`}>
          <MarkShape kind={kind} colour={colour} />
        </g>
        <text x="24" y={middle + 4.5} className="name">
          {state.state}
        </text>
        {medianMs !== null && p85Ms === null && (
          <path d={`M${place(medianMs)} ${middle - 9}v18`} stroke={colour} strokeWidth="2.5" />
        )}
        {medianMs !== null && p85Ms !== null && (
          <>
            <rect
              x={place(medianMs)}
              y={middle - 8}
              width={Math.max(1, place(p85Ms) - place(medianMs))}
              height="16"
              fill={colour}
              opacity=".2"
            />
            <path
              d={`M${place(medianMs)} ${middle - 9}v18M${place(p85Ms)} ${middle - 9}v18`}
              stroke={colour}
              strokeWidth="2.5"
            />
          </>
        )}
        {dots.map((dot) => (
          <circle
            key={dot.key}
            cx={dot.x}
            cy={middle + dot.lift}
            r="4.2"
            fill={colour}
            stroke="var(--panel)"
            strokeWidth="1.2"
          >
            <title>
              {showKey(dot.key)}, {showDuration(dot.ms)}
            </title>
          </circle>
        ))}
        <text x={width - 60} y={middle + 4.5} textAnchor="end" className="value">
          {medianMs === null ? "–" : showBrief(medianMs)}
        </text>
        <text x={width} y={middle + 4.5} textAnchor="end" className={p85Ms === null ? "value" : "strong"}>
          {usualWords(state)}
        </text>
      </g>
      {labelsOf(older).map(({ x, text, key }) => (
        <Link
          key={text}
          href={key === null ? oldPath(state.state) : ticketPath(key)}
          aria-label={key === null ? `${text} in ${state.state}` : text}
        >
          <text x={x + 8} y={middle + 4} className="hot">
            {text}
          </text>
        </Link>
      ))}
    </>
  );
}

interface Dot {
  readonly key: string;
  readonly ms: number;
  readonly x: number;
}

/** Dots that would hide each other stand a little above or below. */
function spreadOut(dots: readonly Dot[]): (Dot & { lift: number })[] {
  const placed: (Dot & { lift: number })[] = [];
  for (const dot of dots.toSorted((a, b) => a.x - b.x)) {
    const near = placed.filter((other) => Math.abs(other.x - dot.x) < 4).length;
    placed.push({ ...dot, lift: near % 2 === 1 ? 5 : near === 0 ? 0 : -5 });
  }
  return placed;
}

interface Label {
  readonly x: number;
  readonly text: string;
  /** null: it is about several. */
  readonly key: string | null;
}

/** Each its number where there is room; else the last says how many there are. */
function labelsOf(older: readonly Dot[]): Label[] {
  const order = older.toSorted((a, b) => a.x - b.x);
  const crowded = order.some((dot, index) => index > 0 && dot.x - (order[index - 1]?.x ?? 0) < LABEL);
  const last = order.at(-1);
  if (!last) return [];
  if (crowded) return [{ x: last.x, text: `${order.length} older`, key: null }];
  return order.map((dot) => ({ x: dot.x, text: showKey(dot.key), key: dot.key }));
}

/** Of too few visits it is not known what is usual: then it says how many there are. */
function usualWords({ p85Ms, count: visits }: StateStats): string {
  if (p85Ms !== null) return showBrief(p85Ms);
  return visits === 0 ? "–" : count(visits, "visit", "visits");
}

/** Two parts only where the first alone would say too little. */
function showBrief(ms: number): string {
  return ms < 10 * 60 * 60 * 1000 ? showDuration(ms) : showShortDuration(ms);
}

function showOr(ms: number | null): string {
  return ms === null ? "unknown" : showDuration(ms);
}
