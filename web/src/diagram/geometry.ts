// Lines run straight or at 45°: corners of right angles are cut.

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A piece of track. Where lines join, a piece carries several edges, and is as wide as all of them together. */
export interface Line {
  readonly edges: readonly string[];
  readonly points: readonly Point[];
  /** The state whose colour it has; null: neutral. */
  readonly tone: string | null;
  readonly arrow: boolean;
  /** Where the number of its traffic stands. */
  readonly label: Label | null;
}

export interface Label extends Point {
  readonly anchor: "start" | "middle" | "end";
}

export interface Box extends Point {
  readonly state: string;
  readonly width: number;
  readonly height: number;
}

export interface Placed {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly lines: readonly Line[];
}

/** Where a line passes over another one, which has a gap there. */
export interface Crossing extends Point {
  readonly over: Line;
}

/** Half of what is drawn over the lower line. */
export const GAP = 9;

export const CUT = 14;

export function at(x: number, y: number): Point {
  return { x, y };
}

/** Replaces every right angle by two of 45°. */
export function cutCorners(points: readonly Point[], cut: number): Point[] {
  const result: Point[] = [];
  for (const [index, corner] of points.entries()) {
    const before = points[index - 1];
    const after = points[index + 1];
    if (!before || !after || !isRightAngle(before, corner, after)) {
      result.push(corner);
      continue;
    }
    const room = Math.min(cut, distance(before, corner) / 2, distance(corner, after) / 2);
    result.push(towards(corner, before, room), towards(corner, after, room));
  }
  return result;
}

export function pathOf(points: readonly Point[]): string {
  return points.map((point, index) => `${index === 0 ? "M" : "L"}${round(point.x)} ${round(point.y)}`).join("");
}

/** Ends a line earlier by so much, so that an arrowhead has room. */
export function shorten(points: readonly Point[], by: number): Point[] {
  const last = points.at(-1);
  const before = points.at(-2);
  if (!last || !before) return [...points];
  return [...points.slice(0, -1), towards(last, before, Math.min(by, distance(last, before)))];
}

export function arrowhead(points: readonly Point[], length: number, half: number): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (!tip || !before) return "";
  const foot = towards(tip, before, length);
  const side = { x: (-(tip.y - foot.y) / length) * half, y: ((tip.x - foot.x) / length) * half };
  return [tip, at(foot.x + side.x, foot.y + side.y), at(foot.x - side.x, foot.y - side.y)]
    .map((point) => `${round(point.x)},${round(point.y)}`)
    .join(" ");
}

/** Where a vertical piece of one line crosses a horizontal piece of another that it has no edge in common with. */
export function crossings(lines: readonly Line[]): Crossing[] {
  const found: Crossing[] = [];
  const pieces = lines.flatMap((line) => piecesOf(cutCorners(line.points, CUT)).map((piece) => ({ line, ...piece })));
  const flat = pieces.filter(({ start, end }) => start.y === end.y);
  const upright = pieces.filter(({ start, end }) => start.x === end.x);
  for (const over of upright) {
    for (const under of flat) {
      if (over.line.edges.some((edge) => under.line.edges.includes(edge))) continue;
      const x = over.start.x;
      const y = under.start.y;
      if (inside(x, under.start.x, under.end.x, 1) && inside(y, over.start.y, over.end.y, GAP + 1)) {
        found.push({ x, y, over: over.line });
      }
    }
  }
  return found;
}

/** Width of a line by the moves over it: the area counts, so that one move is still seen beside eighty. */
export function trackWidth(count: number, most: number): number {
  if (count === 0) return 1.6;
  const step = Math.min(0.84, 7.4 / Math.sqrt(Math.max(most, 1)));
  return 1.6 + step * Math.sqrt(count);
}

function piecesOf(points: readonly Point[]): { start: Point; end: Point }[] {
  return points.slice(1).map((end, index) => ({ start: points[index] ?? end, end }));
}

function inside(value: number, a: number, b: number, margin: number): boolean {
  return value > Math.min(a, b) + margin && value < Math.max(a, b) - margin;
}

function isRightAngle(before: Point, corner: Point, after: Point): boolean {
  const dot = (before.x - corner.x) * (after.x - corner.x) + (before.y - corner.y) * (after.y - corner.y);
  return Math.abs(dot) < 0.01;
}

function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function towards(from: Point, to: Point, by: number): Point {
  const length = distance(from, to) || 1;
  return at(from.x + ((to.x - from.x) / length) * by, from.y + ((to.y - from.y) / length) * by);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
