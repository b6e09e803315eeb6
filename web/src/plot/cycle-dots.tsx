// How long each ticket took, by the day that it was finished: one dot a ticket.

import { scaleTime } from "d3-scale";
import type { Spread, Stats } from "../../../src/http/contract.ts";
import { showDuration } from "../lib/time.ts";
import { count, showKey } from "../lib/words.ts";
import { DayLabel } from "./day-bars.tsx";
import { Figure } from "./figure.tsx";
import { durationScale } from "./time-scale.ts";

interface CycleDotsProps {
  readonly cycles: Stats["tickets"]["cycles"];
  readonly spread: Spread;
  readonly days: readonly string[];
  readonly height: number;
  readonly minWidth: number;
}

const LEFT = 36;
const RIGHT = 62;
const BOTTOM = 24;
const TOP = 10;
const DAY = 24 * 60 * 60 * 1000;

export function CycleDots({ cycles, spread, days, height, minWidth }: CycleDotsProps) {
  const slowest = cycles.toSorted((a, b) => b.ms - a.ms);
  const y = durationScale(
    cycles.map((cycle) => cycle.ms),
    [height - BOTTOM, TOP],
    17,
  );
  const first = Date.parse(`${days[0] ?? "1970-01-01"}T00:00:00Z`);
  const { medianMs, p85Ms } = spread;
  // The words of the lower line make room for those of the upper one.
  const upper = p85Ms === null ? Number.NEGATIVE_INFINITY : y.place(p85Ms);
  return (
    <Figure
      label={`Cycle time of ${count(cycles.length, "ticket", "tickets")}: median ${showSpread(medianMs)}, p85 ${p85Ms === null ? "of too few" : showDuration(p85Ms)}`}
      height={height}
      minWidth={minWidth}
      untilToday
      head={["Ticket", "Finished", "Took"]}
      rows={slowest.map((cycle) => [showKey(cycle.key), cycle.at.slice(0, 10), showDuration(cycle.ms)])}
    >
      {(width) => {
        const right = width - RIGHT;
        const x = scaleTime()
          .domain([first, first + days.length * DAY])
          .range([LEFT + 8, right])
          .clamp(true);
        return (
          <>
            {y.ticks.map((tick) => (
              <g key={tick.ms}>
                <path d={`M${LEFT} ${y.place(tick.ms)}H${right}`} className="grid-line" />
                <text x={LEFT - 8} y={y.place(tick.ms) + 4} textAnchor="end">
                  {tick.label}
                </text>
              </g>
            ))}
            {days.map((day, index) => (
              <DayLabel
                key={day}
                day={day}
                index={index}
                total={days.length}
                x={x(first + (index + 0.5) * DAY)}
                y={height - 6}
              />
            ))}
            {cycles.map((cycle, index) => (
              <circle
                key={index}
                cx={x(Date.parse(cycle.at))}
                cy={y.place(cycle.ms)}
                r="3.6"
                fill={p85Ms !== null && cycle.ms > p85Ms ? "var(--human)" : "var(--build)"}
                opacity=".8"
              >
                <title>
                  {showKey(cycle.key)}: {showDuration(cycle.ms)}
                </title>
              </circle>
            ))}
            {medianMs !== null && (
              <Level
                y={y.place(medianMs)}
                right={right}
                label={showDuration(medianMs)}
                words={Math.max(y.place(medianMs), upper + 14)}
                dashed={false}
              />
            )}
            {p85Ms !== null && (
              <Level y={y.place(p85Ms)} right={right} label={`p85 ${showDuration(p85Ms)}`} words={upper} dashed />
            )}
          </>
        );
      }}
    </Figure>
  );
}

interface LevelProps {
  readonly y: number;
  readonly right: number;
  readonly label: string;
  /** Where its words stand. */
  readonly words: number;
  readonly dashed: boolean;
}

function Level({ y, right, label, words, dashed }: LevelProps) {
  return (
    <>
      <path
        d={`M${LEFT} ${y}H${right}`}
        stroke="var(--ink)"
        strokeWidth="1.4"
        {...(dashed ? { strokeDasharray: "5 4" } : {})}
      />
      <text x={right + 6} y={words + 4} className="hot">
        {label}
      </text>
    </>
  );
}

function showSpread(ms: number | null): string {
  return ms === null ? "unknown" : showDuration(ms);
}
