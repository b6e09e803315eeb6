// Draws any workflow, in the way that suits it: a pipeline in a row, a long one with few choices as a line map, and the
// rest in layers.

import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { Workflow } from "../../../src/http/contract.ts";
import { ErrorState, Skeleton } from "../parts/answers.tsx";
import { Berths, type Live } from "./berths.tsx";
import { cx } from "../lib/cx.ts";
import type { Placed } from "./geometry.ts";
import { graphOf, type Graph } from "./graph.ts";
import { layInLayers } from "./layered.ts";
import { LineMapDrawing } from "./line-map.tsx";
import { layInRow } from "./row.ts";

const LEGEND_WIDTH = 740;

interface DiagramProps {
  readonly workflow: Workflow;
  readonly live: Live;
  readonly available: number;
  readonly legend: ReactNode;
  /** A state opens. */
  readonly onOpen?: (state: string) => void;
}

export function WorkflowDiagram({ workflow, live, available, legend, onOpen }: DiagramProps) {
  const graph = useMemo(() => graphOf(workflow), [workflow]);
  if (isLineMap(workflow)) {
    return (
      <>
        <LineMapDrawing workflow={workflow} graph={graph} available={available} live={live} journey={null} />
        <div className="legend-place">{legend}</div>
      </>
    );
  }
  const placed = layInRow(graph, workflow.pipeline, available);
  if (!placed) {
    return (
      <>
        <Layered workflow={workflow} graph={graph} live={live} onOpen={onOpen} />
        <div className="legend-place">{legend}</div>
      </>
    );
  }
  return (
    <>
      <Berths workflow={workflow} graph={graph} placed={placed} live={live} onOpen={onOpen} />
      <div className={cx("legend-place", hasFreeCorner(placed, available) && "in-corner")}>{legend}</div>
    </>
  );
}

/** Skills follow each other with few choices, and there are many of them. */
export function isLineMap(workflow: Workflow): boolean {
  const graph = graphOf(workflow);
  const reached = new Set([graph.start, ...graph.edges.map((edge) => edge.to)]);
  const sparse = graph.edges.length <= graph.states.length * 1.35;
  return sparse && graph.states.length > 16 && graph.states.every((state) => reached.has(state));
}

/** Below to the right: then the legend needs no line of its own. */
function hasFreeCorner({ boxes, width, height }: Placed, available: number): boolean {
  const left = Math.min(width, available) - LEGEND_WIDTH;
  return width <= available && boxes.every((box) => box.x + box.width < left || box.y + box.height < height - 48);
}

function Layered({
  workflow,
  graph,
  live,
  onOpen,
}: {
  readonly workflow: Workflow;
  readonly graph: Graph;
  readonly live: Live;
  readonly onOpen: ((state: string) => void) | undefined;
}) {
  const [outcome, setOutcome] = useState<{ graph: Graph; placed: Placed } | { graph: Graph; error: unknown } | null>(
    null,
  );
  useEffect(() => {
    let wanted = true;
    layInLayers(graph).then(
      (placed) => wanted && setOutcome({ graph, placed }),
      (error: unknown) => wanted && setOutcome({ graph, error }),
    );
    return () => {
      wanted = false;
    };
  }, [graph]);
  if (!outcome || outcome.graph !== graph) return <Skeleton rows={3} />;
  if ("error" in outcome) return <ErrorState title="The diagram could not be laid out." error={outcome.error} />;
  return <Berths workflow={workflow} graph={graph} placed={outcome.placed} live={live} onOpen={onOpen} />;
}
