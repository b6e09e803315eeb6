// A plot as an SVG that stands by itself: no font, no script, its own ground, and colours for light and for dark.

import { scaleLinear, scaleLog } from "d3-scale";
import { growthOf, type Curve, type Panel, type Plot, type Point } from "./curves.ts";
import { linearTicks, logTicks, plain, showFactor, showValue, spread } from "./ticks.ts";

const WIDTH = 720;
const LEFT = 76;
const RIGHT = 188;
const TOP = 112;
const HEIGHT = 250;
const BETWEEN = 86;
const BOTTOM = 56;
const LABEL_GAP = 18;
const READING = "Lines are medians, bands quartiles; × says how the last compares with the first.";

type Place = (value: number) => number;

export function drawPlot(plot: Plot): string {
  const { title, how, x, panels } = plot;
  const height = TOP + panels.length * HEIGHT + (panels.length - 1) * BETWEEN + BOTTOM;
  const parts = panels.map((panel, index) => drawPanel(panel, x, TOP + index * (HEIGHT + BETWEEN)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title how">`,
    `<title id="title">${escaped(title)}</title>`,
    `<desc id="how">${escaped(`${how} ${panels.flatMap(inWords).join(" ")}`)}</desc>`,
    STYLE,
    `<rect class="ground" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="6"/>`,
    `<text class="title" x="20" y="30">${escaped(title)}</text>`,
    `<text class="how" x="20" y="51">${escaped(how)}</text>`,
    `<text class="how" x="20" y="68">${escaped(READING)}</text>`,
    ...parts,
    "</svg>",
    "",
  ].join("\n");
}

function drawPanel({ y, scale, unit, curves }: Panel, x: string, top: number): string {
  const [right, bottom] = [WIDTH - RIGHT, top + HEIGHT];
  const points = curves.flatMap((curve) => curve.points);
  const sizes = [...new Set(points.map((point) => point.x))].toSorted((one, other) => one - other);
  const placeX = scaleLog([sizes[0] ?? 1, sizes.at(-1) ?? 10], [LEFT + 12, right - 12]);
  const { place, ticks } = axis(scale, points, [bottom, top]);
  const tag = (tick: number): string => escaped(showValue(unit, tick));
  const ends = curves.map(({ points }) => place(points.at(-1)?.median ?? 1));
  const labels = spread(ends, LABEL_GAP);
  return [
    "<g>",
    `<text class="axis" x="${LEFT}" y="${top - 12}">${escaped(y)}</text>`,
    ...ticks.map((tick) => `<path class="grid" d="M${LEFT} ${at(place(tick))}H${right}"/>`),
    ...ticks.map((tick) => `<text class="tick y" x="${LEFT - 8}" y="${at(place(tick) + 4)}">${tag(tick)}</text>`),
    `<path class="base" d="M${LEFT} ${bottom}H${right}"/>`,
    ...sizes.map((size) => `<path class="base" d="M${at(placeX(size))} ${bottom}v5"/>`),
    ...sizes.map((size) => `<text class="tick x" x="${at(placeX(size))}" y="${bottom + 19}">${plain(size)}</text>`),
    `<text class="axis x" x="${(LEFT + right) / 2}" y="${bottom + 39}">${escaped(x)}</text>`,
    ...curves.map((curve) => drawBand(curve, placeX, place)),
    ...curves.map((curve) => drawLine(curve, placeX, place)),
    ...curves.map((curve, index) => drawLabel(curve, right - 12, ends[index] ?? 0, labels[index] ?? 0)),
    "</g>",
  ].join("\n");
}

/** With a little room above and below what was measured; a linear one begins at nothing. */
function axis(
  scale: Panel["scale"],
  points: readonly Point[],
  range: [number, number],
): { place: Place; ticks: readonly number[] } {
  const low = Math.min(...points.map((point) => point.low));
  const high = Math.max(...points.map((point) => point.high));
  if (scale === "linear") {
    const ticks = linearTicks(high);
    return { place: scaleLinear([0, Math.max(high, ticks.at(-1) ?? high)], range), ticks };
  }
  const [from, to] = [low / 1.6, high * 1.6];
  return { place: scaleLog([from, to], range), ticks: logTicks(from, to) };
}

/** Between the quartiles. */
function drawBand({ colour, points }: Curve, placeX: Place, place: Place): string {
  const above = points.map((point) => `${at(placeX(point.x))} ${at(place(point.high))}`);
  const below = points.map((point) => `${at(placeX(point.x))} ${at(place(point.low))}`);
  return `<path class="band ${colour}" d="M${[...above, ...below.toReversed()].join("L")}Z"/>`;
}

function drawLine({ colour, points }: Curve, placeX: Place, place: Place): string {
  const places = points.map((point) => [at(placeX(point.x)), at(place(point.median))] as const);
  const dots = places.map(([x, y]) => `<circle class="dot ${colour}" cx="${x}" cy="${y}" r="3"/>`);
  return [`<path class="line ${colour}" d="M${places.map((place) => place.join(" ")).join("L")}"/>`, ...dots].join("");
}

function drawLabel(curve: Curve, end: number, from: number, to: number): string {
  const { name, colour } = curve;
  const lead = `<path class="lead ${colour}" d="M${end + 6} ${at(from)}L${end + 24} ${at(to)}"/>`;
  const growth = `<tspan class="growth" dx="6">×${showFactor(growthOf(curve))}</tspan>`;
  return `${lead}<text class="label ${colour}" x="${end + 29}" y="${at(to + 4)}">${escaped(name)}${growth}</text>`;
}

/** For whoever can't see it. */
function inWords({ y, unit, curves }: Panel): readonly string[] {
  return curves.map(({ name, points }) => {
    const values = points.map(({ x, median }) => `${showValue(unit, median)} at ${plain(x)}`);
    return `${name}, ${y}: ${values.join(", ")}.`;
  });
}

function at(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

const STYLE = `<style>
svg { --card: #fdfefc; --hair: #cfd7cf; --edge: #737f79; --ink: #14201b; --ink2: #43514b; --research: #1b67a8; --plan: #6a48b0; --build: #0a7165; --human: #a14a00; --intake: #52615b; font-family: "Barlow", "Bahnschrift", "DIN Alternate", system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { svg { --card: #1a2421; --hair: #2f3c38; --edge: #697872; --ink: #e7eeea; --ink2: #b7c4be; --research: #74b6f4; --plan: #b9a2f8; --build: #4fcbb2; --human: #ffb25c; --intake: #a3b2ac; } }
.ground { fill: var(--card); stroke: var(--hair); }
.title { font-size: 17px; font-weight: 600; fill: var(--ink); }
.how, .axis, .tick { font-size: 12px; fill: var(--ink2); }
.axis { font-weight: 600; }
.tick { font-variant-numeric: tabular-nums; }
.tick.y { text-anchor: end; }
.tick.x, .axis.x { text-anchor: middle; }
.grid, .base { fill: none; stroke: var(--hair); }
.base { stroke: var(--edge); }
.research { --tone: var(--research); }
.plan { --tone: var(--plan); }
.build { --tone: var(--build); }
.human { --tone: var(--human); }
.intake { --tone: var(--intake); }
.band { fill: var(--tone); fill-opacity: 0.16; }
.line { fill: none; stroke: var(--tone); stroke-width: 2; stroke-linejoin: round; }
.lead { fill: none; stroke: var(--tone); stroke-opacity: 0.5; }
.dot { fill: var(--card); stroke: var(--tone); stroke-width: 2; }
.label { font-size: 13px; font-weight: 600; fill: var(--tone); }
.growth { font-weight: 400; }
</style>`;
