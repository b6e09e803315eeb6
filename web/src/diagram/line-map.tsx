// A long workflow as a line map: stations on tracks. A run is drawn over it as what was walked and what lies ahead;
// without one, lines are as wide as the traffic of all runs.

import type { ReactNode } from "react";
import type { Workflow } from "../../../src/http/contract.ts";
import { cx } from "../lib/cx.ts";
import { lineOf } from "../lib/line.ts";
import { trackWidth, type Line } from "./geometry.ts";
import { describeWays, type Live } from "./berths.tsx";
import type { Edge, Graph } from "./graph.ts";
import { layMap, type Station } from "./map.ts";
import { namesOf } from "./names.ts";
import { Tracks } from "./tracks.tsx";
import "./diagram.css";

/** Where a run stands, and the way that it came. */
export interface Journey {
  readonly state: string;
  /** How often it went over an edge. */
  readonly walked: (edge: string) => number;
  readonly visited: (state: string) => boolean;
  /** The lit plate at the current state. */
  readonly plate: ReactNode;
}

interface LineMapProps {
  readonly workflow: Workflow;
  readonly graph: Graph;
  readonly available: number;
  readonly live: Live | null;
  readonly journey: Journey | null;
}

const CHARACTER = 6.2;
const NOTE_CHARACTER = 5.9;
const PLATE = 176;

export function LineMapDrawing({ workflow, graph, available, live, journey }: LineMapProps) {
  const line = lineOf(workflow);
  const stops = graph.states.filter((state) => kindOf(workflow, graph, state) === "station");
  const names = namesOf(stops);
  const map = layMap(graph, { name: roomOf, note: noteRoom }, available);
  if (!map) {
    return (
      <p className="map-none dim">
        This workflow has states that its start does not lead to, so that no map can be drawn of it.
      </p>
    );
  }
  const most = Math.max(1, ...graph.edges.map((edge) => live?.traffic(edge.id) ?? 0));

  function roomOf(state: string): number {
    if (journey?.state === state) return PLATE;
    const kind = kindOf(workflow, graph, state);
    if (kind === "tick") return 10;
    return Math.max(52, names.short(state).length * CHARACTER + 14);
  }

  function noteRoom(edge: Edge): number {
    const text = noteText(edge, timesOver(edge));
    // The words stand on the track, after the points and before the mark of the next station.
    return text === "" ? 0 : text.length * NOTE_CHARACTER + 30 + (edge.to === journey?.state ? PLATE / 2 : 22);
  }

  function timesOver(edge: Edge): number {
    return journey?.walked(edge.id) ?? live?.traffic(edge.id) ?? 0;
  }

  function look(track: Line) {
    const colour = line.colourOf(track.tone);
    if (journey) {
      const walked = track.edges.some((edge) => journey.walked(edge) > 0);
      return { width: 5, colour: walked ? colour : "var(--edge)", ahead: !walked, dim: false };
    }
    const moves = track.edges.reduce((sum, edge) => sum + (live?.traffic(edge) ?? 0), 0);
    return { width: trackWidth(moves, most), colour, ahead: false, dim: false };
  }

  const current = map.stations.find((station) => station.state === journey?.state);
  return (
    <div className="line-map" style={{ width: map.width, height: map.height }}>
      <svg width={map.width} height={map.height} aria-hidden="true">
        <Tracks lines={byWalked(map.lines, journey)} look={look} />
        {map.notes.map(({ edge, x, y }) => (
          <text key={edge.id} x={x} y={y + 4} className="map-note">
            {noteText(edge, timesOver(edge))}
          </text>
        ))}
        {map.stations.map((station) => (
          <StationMark
            key={station.state}
            station={station}
            kind={kindOf(workflow, graph, station.state)}
            name={names.short(station.state)}
            caption={names.caption(station.state) ?? phaseCaption(workflow, graph, station.state)}
            colour={line.colourOf(station.state)}
            ahead={journey !== null && !journey.visited(station.state)}
            here={station === current}
            standing={live?.count(station.state) ?? null}
          />
        ))}
      </svg>
      {current && journey && (
        <div className="map-plate" key={current.state} ref={showInPanel} style={{ left: current.x, top: current.y }}>
          {journey.plate}
        </div>
      )}
      <ol className="vh" aria-label={`States of the workflow ${workflow.title}`}>
        {map.stations.map(({ state }) => (
          <li key={state}>
            {state}
            {journey &&
              (journey.state === state ? ", the run is here" : journey.visited(state) ? ", walked" : ", ahead")}
            {live && `, ${live.count(state) ?? 0} here. ${describeWays(graph, state, live)}`}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** On a small screen the map is wider than its panel: it begins where the run is. */
function showInPanel(plate: HTMLElement | null): void {
  const panel = plate?.closest(".diagram-scroll");
  if (plate && panel) panel.scrollLeft = plate.offsetLeft - panel.clientWidth / 2;
}

type StationKind = "station" | "tick" | "router" | "end";

/** A state whose skill only clears the context is a tick on the line; one where the server chooses is a router. */
function kindOf(workflow: Workflow, graph: Graph, state: string): StationKind {
  const spec = graph.spec(state);
  if (spec.terminal) return "end";
  if (spec.skill !== undefined && workflow.skills?.[spec.skill]?.action === "clear") return "tick";
  return spec.skill === undefined && graph.from(state).length > 1 ? "router" : "station";
}

/** A phase is named where the line comes into it. */
function phaseCaption(workflow: Workflow, graph: Graph, state: string): string | null {
  const phase = graph.spec(state).phase;
  if (phase === undefined || graph.spec(state).terminal || kindOf(workflow, graph, state) !== "station") return null;
  const first = graph.states.find(
    (other) => graph.spec(other).phase === phase && kindOf(workflow, graph, other) === "station",
  );
  return first === state ? phase.replaceAll("-", " ") : null;
}

/** What was walked lies above what lies ahead. */
function byWalked(lines: readonly Line[], journey: Journey | null): readonly Line[] {
  if (!journey) return lines;
  const walked = (track: Line) => track.edges.some((edge) => journey.walked(edge) > 0);
  return [...lines.filter((track) => !walked(track)), ...lines.filter(walked)];
}

function noteText(edge: Edge, times: number): string {
  const values = edge.specs.flatMap(({ when }) => {
    if (!when) return [];
    return ["value" in when ? when.value : when.type.replaceAll("_", " ").replace("remaining", "left")];
  });
  if (values.length === 0) return "";
  return `${values.join(", ")}${times > 0 ? ` ×${times}` : ""}`;
}

interface StationProps {
  readonly station: Station;
  readonly kind: StationKind;
  readonly name: string;
  readonly caption: string | null;
  readonly colour: string;
  readonly ahead: boolean;
  readonly here: boolean;
  readonly standing: number | null;
}

function StationMark({ station: { x, y, row }, kind, name, caption, colour, ahead, here, standing }: StationProps) {
  const above = row === 0 || kind === "router";
  const shown = ahead ? "var(--edge)" : colour;
  return (
    <g>
      {caption !== null && (
        <text x={x} y={above ? y - 36 : y - 14} textAnchor="middle" className="map-caption">
          {caption}
        </text>
      )}
      {kind === "tick" && (
        <rect x={x - 1.5} y={y - 7} width="3" height="14" fill={ahead ? "var(--edge)" : "var(--ink2)"} />
      )}
      {kind === "router" && (
        <rect
          x={x - 7}
          y={y - 7}
          width="14"
          height="14"
          transform={`rotate(45 ${x} ${y})`}
          fill={ahead ? "var(--edge)" : "var(--ink)"}
          stroke="var(--panel)"
          strokeWidth="2"
        />
      )}
      {kind === "end" && <rect x={x - 2.5} y={y - 10} width="5" height="20" fill={shown} />}
      {kind === "station" && (
        <circle cx={x} cy={y} r="6" fill="var(--card)" stroke={shown} strokeWidth={ahead ? 2 : 3.4} />
      )}
      {kind !== "tick" && !here && (
        <text
          x={x}
          y={above ? y - 16 : y + 24}
          textAnchor="middle"
          className={cx("map-name", kind === "router" && "router", ahead && "ahead")}
        >
          {name}
        </text>
      )}
      {standing !== null && standing > 0 && (
        <g transform={`translate(${x} ${above ? y + 20 : y - 20})`}>
          <rect x={-12} y={-9} width="24" height="18" rx="2" fill="var(--bezel)" stroke="var(--bezel-rim)" />
          <text y="4.5" textAnchor="middle" className="map-standing">
            {standing}
          </text>
        </g>
      )}
    </g>
  );
}
