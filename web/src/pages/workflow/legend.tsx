import type { WorkflowAnswer } from "../../../../src/http/contract.ts";
import { trackWidth } from "../../diagram/geometry.ts";
import { edgeId } from "../../diagram/graph.ts";
import { MapLegend } from "../../diagram/map-legend.tsx";
import { isLineMap } from "../../diagram/workflow-diagram.tsx";
import { lineOf, type MarkKind } from "../../lib/line.ts";
import { count } from "../../lib/words.ts";
import { MarkShape } from "../../parts/state-mark.tsx";

const WORDS: readonly (readonly [MarkKind, string])[] = [
  ["ring", "open state"],
  ["padlock", "lock: one holder"],
  ["semaphore", "waits for a person"],
  ["stop", "end of the line"],
];

/** Only what is in the drawing is explained. */
export function Legend({ answer: { workflow, traffic } }: { readonly answer: WorkflowAnswer }) {
  const line = lineOf(workflow);
  const map = isLineMap(workflow);
  const lit = Object.values(workflow.states).some((state) => state.indicator !== undefined);
  const kinds = new Set(Object.keys(workflow.states).map((state) => line.markOf(state)));
  const drawn = new Set(workflow.edges.map((edge) => edgeId(edge.from, edge.to)));
  const most = Math.max(
    0,
    ...traffic.filter((entry) => drawn.has(edgeId(entry.from, entry.to))).map((entry) => entry.count),
  );
  return (
    <ul className="legend small" aria-label="Legend">
      {!map &&
        !lit &&
        WORDS.filter(([kind]) => kinds.has(kind)).map(([kind, words]) => (
          <li key={kind}>
            <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
              <MarkShape kind={kind} colour={kind === "semaphore" ? "var(--human)" : "var(--ink2)"} />
            </svg>
            {words}
          </li>
        ))}
      {map && <MapLegend />}
      {widthsShown(most).map((moves) => (
        <li key={moves}>
          <svg width="26" height="10" aria-hidden="true">
            <path d="M0 5h26" stroke="var(--edge)" strokeWidth={trackWidth(moves, most)} />
          </svg>
          {count(moves, "move", "moves")}
        </li>
      ))}
    </ul>
  );
}

/** The narrowest and the widest that there is. */
function widthsShown(most: number): readonly number[] {
  if (most === 0) return [];
  return most === 1 ? [1] : [1, most];
}
