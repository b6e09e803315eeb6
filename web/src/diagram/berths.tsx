// A workflow as a signalling diagram: every state a box with what stands in it, every edge a line as wide as its traffic.

import { useState } from "react";
import type { SessionActivity, Workflow } from "../../../src/http/contract.ts";
import { cx } from "../lib/cx.ts";
import { lineOf } from "../lib/line.ts";
import { useNow } from "../lib/clock.ts";
import { showMoment, showShortDuration } from "../lib/time.ts";
import { count as counted } from "../lib/words.ts";
import { Lamp } from "../parts/lamp.tsx";
import { StateMark } from "../parts/state-mark.tsx";
import { trackWidth, type Box, type Line, type Placed } from "./geometry.ts";
import type { Graph } from "./graph.ts";
import { Tracks } from "./tracks.tsx";
import "./diagram.css";

/** What goes on in a workflow, to be drawn over it. */
export interface Live {
  /** How many stand in a state. */
  readonly count: (state: string) => number | null;
  readonly oldest: (state: string) => string | null;
  /** Of the sessions at work on what stands there. */
  readonly lamps: (state: string) => readonly SessionActivity[];
  /** Moves over an edge. */
  readonly traffic: (edge: string) => number;
}

interface BerthsProps {
  readonly workflow: Workflow;
  readonly graph: Graph;
  readonly placed: Placed;
  readonly live: Live;
  /** A state opens. */
  readonly onOpen?: ((state: string) => void) | undefined;
}

export function Berths({ workflow, graph, placed, live, onOpen }: BerthsProps) {
  const [chosen, choose] = useState<string | null>(null);
  const line = lineOf(workflow);
  const most = Math.max(1, ...graph.edges.map((edge) => live.traffic(edge.id)));
  const total = (track: Line) => track.edges.reduce((sum, edge) => sum + live.traffic(edge), 0);
  const touching = new Set(
    graph.edges.filter((edge) => edge.from === chosen || edge.to === chosen).map((edge) => edge.id),
  );
  const isDim = (track: Line) => chosen !== null && !track.edges.some((edge) => touching.has(edge));

  return (
    <div className="berths" style={{ width: placed.width, height: placed.height }}>
      <svg width={placed.width} height={placed.height} aria-hidden="true">
        <Tracks
          lines={placed.lines}
          look={(track) => ({
            width: trackWidth(total(track), most),
            colour: track.tone === null ? "var(--edge)" : line.colourOf(track.tone),
            ahead: false,
            dim: isDim(track),
          })}
        />
        {placed.lines.map((track, index) => {
          const moves = total(track);
          if (!track.label || moves === 0) return null;
          const { x, y, anchor } = track.label;
          return (
            <text key={index} x={x} y={y} textAnchor={anchor} className={cx("traffic", isDim(track) && "dim-track")}>
              {moves.toLocaleString("en")}
            </text>
          );
        })}
      </svg>
      <ol aria-label={`States of the workflow ${workflow.title}`}>
        {placed.boxes.map((box) => (
          <StateBox
            key={box.state}
            box={box}
            workflow={workflow}
            graph={graph}
            live={live}
            onChoose={(on) => choose(on ? box.state : null)}
            onOpen={onOpen && (() => onOpen(box.state))}
          />
        ))}
      </ol>
    </div>
  );
}

const MOST_LAMPS = 5;

function StateBox({
  box,
  workflow,
  graph,
  live,
  onChoose,
  onOpen,
}: {
  readonly box: Box;
  readonly workflow: Workflow;
  readonly graph: Graph;
  readonly live: Live;
  readonly onChoose: (on: boolean) => void;
  readonly onOpen: (() => void) | undefined;
}) {
  const { state } = box;
  const spec = graph.spec(state);
  const line = lineOf(workflow);
  const lamps = live.lamps(state);
  const oldest = live.oldest(state);
  const standing = live.count(state);
  const colour = spec.human ? "var(--human)" : line.colourOf(state);
  return (
    <li
      className="state-box"
      tabIndex={onOpen ? undefined : 0}
      data-opens={onOpen !== undefined}
      onClick={onOpen}
      style={{ left: box.x, top: box.y, width: box.width, height: box.height, "--c": colour }}
      onMouseEnter={() => onChoose(true)}
      onMouseLeave={() => onChoose(false)}
      onFocus={() => onChoose(true)}
      onBlur={() => onChoose(false)}
      title={spec.description}
    >
      {onOpen ? (
        <button type="button" className="state-box-name">
          {state}
        </button>
      ) : (
        <span className="state-box-name">{state}</span>
      )}
      {spec.indicator === undefined ? (
        <StateMark workflow={workflow} state={state} silent />
      ) : (
        <Lamp state={state} indicator={spec.indicator} size="s" />
      )}
      <b className="state-box-count num">{standing === null ? "" : standing.toLocaleString("en")}</b>
      <span className="state-box-more">
        {lamps.length > 0 ? (
          <>
            {lamps.slice(0, MOST_LAMPS).map((lamp) => (
              <Lamp
                key={lamp.id}
                state={lamp.state}
                indicator={lamp.indicator}
                silent={lamp.silent}
                label={`${lamp.agent}: ${lamp.silent ? "silent" : lamp.state}`}
                size="s"
              />
            ))}
            {lamps.length > MOST_LAMPS && <span>+{lamps.length - MOST_LAMPS}</span>}
          </>
        ) : (
          oldest !== null && !spec.terminal && <Oldest since={oldest} />
        )}
      </span>
      <span className="vh">{describeWays(graph, state, live)}</span>
    </li>
  );
}

function Oldest({ since }: { readonly since: string }) {
  const ms = useNow(30_000) - Date.parse(since);
  return <span title={`since ${showMoment(since)}`}>oldest {ms < 60_000 ? "now" : showShortDuration(ms)}</span>;
}

/** For those who do not see the lines. */
export function describeWays(graph: Graph, state: string, live: Live): string {
  const ways = graph.from(state).map((edge) => `${edge.to} (${counted(live.traffic(edge.id), "move", "moves")})`);
  return ways.length === 0 ? "Leads nowhere." : `Leads to ${ways.join(", ")}.`;
}
