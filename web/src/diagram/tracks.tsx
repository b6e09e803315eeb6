// Draws lines: each as wide as its traffic, with a gap where another one passes over it.

import { arrowhead, crossings, cutCorners, CUT, GAP, pathOf, shorten, type Line } from "./geometry.ts";

export interface TrackLook {
  readonly width: number;
  readonly colour: string;
  /** Not yet walked: two thin rails instead of a line. */
  readonly ahead: boolean;
  readonly dim: boolean;
}

export function Tracks({ lines, look }: { readonly lines: readonly Line[]; readonly look: (line: Line) => TrackLook }) {
  return (
    <>
      {lines.map((line, index) => (
        <Track key={index} line={line} look={look(line)} />
      ))}
      {crossings(lines).map(({ x, y, over }, index) => {
        const { width, colour, dim, ahead } = look(over);
        return (
          <g key={index} className={dim ? "dim-track" : undefined}>
            <path d={`M${x} ${y - GAP}V${y + GAP}`} stroke="var(--panel)" strokeWidth={width + 7} />
            <path
              d={`M${x} ${y - GAP - 1}V${y + GAP + 1}`}
              stroke={ahead ? "var(--edge)" : colour}
              strokeWidth={width}
            />
            {ahead && <path d={`M${x} ${y - GAP - 1}V${y + GAP + 1}`} stroke="var(--panel)" strokeWidth={width / 2} />}
          </g>
        );
      })}
    </>
  );
}

function Track({ line, look: { width, colour, ahead, dim } }: { readonly line: Line; readonly look: TrackLook }) {
  const cut = cutCorners(line.points, CUT);
  const length = width > 6 ? 11 : 9;
  const d = pathOf(line.arrow ? shorten(cut, length - 3) : cut);
  return (
    <g className={dim ? "dim-track" : undefined} fill="none" strokeLinejoin="round">
      <path d={d} stroke={ahead ? "var(--edge)" : colour} strokeWidth={width} />
      {ahead && <path d={d} stroke="var(--panel)" strokeWidth={width / 2} />}
      {line.arrow && (
        <polygon points={arrowhead(cut, length, Math.min(9, Math.max(6, width / 2 + 4.5)))} fill={colour} />
      )}
    </g>
  );
}
