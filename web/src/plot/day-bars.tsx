// One bar a day; the last is today, and not over yet.

import { scaleBand, scaleLinear } from "d3-scale";
import { useId } from "react";
import { Link } from "wouter";
import type { DayCount } from "../../../src/http/contract.ts";
import { Figure } from "./figure.tsx";

interface DayBarsProps {
  readonly label: string;
  readonly days: readonly DayCount[];
  /** A CSS colour. */
  readonly colour: string;
  readonly height: number;
  readonly minWidth: number;
  /** Where the count of a day leads, and what it counts: "refused". */
  readonly pathOf?: ((day: string) => string) | undefined;
  readonly counted: string;
}

const LEFT = 28;
const BOTTOM = 24;
const TOP = 16;
/** More bars than this, and there is no room for a number above and a letter below each. */
const MOST_LABELS = 31;

export function DayBars({ label, days, colour, height, minWidth, pathOf, counted }: DayBarsProps) {
  const hatch = useId();
  const most = Math.max(4, ...days.map((day) => day.count));
  const y = scaleLinear()
    .domain([0, most])
    .nice(4)
    .range([height - BOTTOM, TOP]);
  const floor = height - BOTTOM;
  return (
    <Figure
      label={label}
      height={height}
      minWidth={minWidth}
      untilToday
      linked={pathOf !== undefined}
      head={["Day", "Count"]}
      rows={days.map((day) => [day.day, day.count])}
    >
      {(width) => {
        const x = scaleBand()
          .domain(days.map((day) => day.day))
          .range([LEFT, width - (days.length > MOST_LABELS ? 10 : 0)])
          .paddingInner(days.length > MOST_LABELS ? 0.25 : 0.5)
          .paddingOuter(0.3);
        const bar = Math.min(x.bandwidth(), 40);
        return (
          <>
            <defs>
              <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
                <rect width="5" height="5" fill={colour} opacity=".35" />
                <rect width="2.6" height="5" fill={colour} />
              </pattern>
            </defs>
            {y.ticks(4).map((tick) => (
              <g key={tick} aria-hidden="true">
                <path d={`M${LEFT} ${y(tick)}H${width}`} className="grid-line" />
                <text x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
                  {tick}
                </text>
              </g>
            ))}
            {days.map((day, index) => {
              const left = (x(day.day) ?? 0) + (x.bandwidth() - bar) / 2;
              const today = index === days.length - 1;
              const drawn = (
                <>
                  <rect
                    x={left}
                    y={y(day.count)}
                    width={bar}
                    height={floor - y(day.count)}
                    fill={today ? `url(#${hatch})` : colour}
                  />
                  {days.length <= MOST_LABELS && day.count > 0 && (
                    <text x={left + bar / 2} y={y(day.count) - 5} textAnchor="middle" className="value">
                      {day.count}
                    </text>
                  )}
                </>
              );
              return (
                <g key={day.day}>
                  <title>
                    {day.day}: {day.count}
                  </title>
                  {pathOf && day.count > 0 ? (
                    <Link
                      href={pathOf(day.day)}
                      aria-label={`${day.count} ${counted} on ${day.day}`}
                      // Nobody wants to press Tab ninety times.
                      tabIndex={days.length > MOST_LABELS ? -1 : undefined}
                    >
                      {drawn}
                    </Link>
                  ) : (
                    <g aria-hidden="true">{drawn}</g>
                  )}
                  <g aria-hidden="true">
                    <DayLabel day={day.day} index={index} total={days.length} x={left + bar / 2} y={height - 6} />
                  </g>
                </g>
              );
            })}
            <path d={`M${LEFT} ${floor}H${width}`} className="axis-line" />
          </>
        );
      }}
    </Figure>
  );
}

interface DayLabelProps {
  readonly day: string;
  readonly index: number;
  readonly total: number;
  readonly x: number;
  readonly y: number;
}

/** The weekday's letter; in long rows the date, every second Monday. */
export function DayLabel({ day, index, total, x, y }: DayLabelProps) {
  if (index === total - 1) {
    return (
      <text x={x} y={y} textAnchor="middle" className="strong">
        now
      </text>
    );
  }
  const date = new Date(`${day}T00:00:00Z`);
  if (total <= MOST_LABELS) {
    return (
      <text x={x} y={y} textAnchor="middle">
        {date.toLocaleDateString("en", { weekday: "narrow", timeZone: "UTC" })}
      </text>
    );
  }
  if ((total - 1 - index) % 14 !== 0) return null;
  return (
    <text x={x} y={y} textAnchor="middle">
      {date.toLocaleDateString("en-GB", { day: "numeric", month: "short", timeZone: "UTC" })}
    </text>
  );
}
