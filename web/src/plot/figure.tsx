import { useEffect, useRef, type ReactNode } from "react";
import { useWidth } from "./use-width.ts";
import "./plot.css";

interface FigureProps {
  /** What the figure says, in a sentence. */
  readonly label: string;
  readonly minWidth: number;
  readonly height: number;
  /** Time goes to the right: where not all of it fits, today is in sight. */
  readonly untilToday?: boolean;
  /** The same for those who do not see it. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  /** The drawing has links, and hides the rest of itself from those who do not see it. */
  readonly linked?: boolean;
  readonly children: (width: number) => ReactNode;
}

/** A drawing as wide as there is room, and its numbers as a table. */
export function Figure({
  label,
  minWidth,
  height,
  untilToday = false,
  linked = false,
  head,
  rows,
  children,
}: FigureProps) {
  const [ref, available] = useWidth();
  const width = Math.max(minWidth, available ?? minWidth);
  const drawing = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const frame = drawing.current?.parentElement;
    if (untilToday && frame) frame.scrollLeft = frame.scrollWidth;
  }, [untilToday, available]);
  return (
    // What does not fit is scrolled, and the arrow keys must be able to do it.
    <figure
      className="plot"
      ref={ref}
      aria-label={label}
      tabIndex={available !== null && width > available ? 0 : undefined}
    >
      <svg ref={drawing} width={width} height={height} aria-hidden={!linked}>
        {available !== null && children(width)}
      </svg>
      <div className="vh">
        <table>
          <caption>{label}</caption>
          <thead>
            <tr>
              {head.map((cell) => (
                <th key={cell} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) => (
                  <td key={column}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
