import { useMemo, useState, type ReactNode } from "react";
import { useLocation, useParams, useSearchParams } from "wouter";
import type { BoardAnswer, WorkflowAnswer } from "../../../../src/http/contract.ts";
import { useBoard, useWorkflow } from "../../api/queries.ts";
import type { Live } from "../../diagram/berths.tsx";
import { edgeId } from "../../diagram/graph.ts";
import { WorkflowDiagram } from "../../diagram/workflow-diagram.tsx";
import { count } from "../../lib/words.ts";
import { useTitle } from "../../lib/title.ts";
import { Answered } from "../../parts/answers.tsx";
import { Segmented } from "../../parts/controls.tsx";
import { useWidth } from "../../plot/use-width.ts";
import { Legend } from "./legend.tsx";
import { History } from "./history.tsx";
import { Findings, Refused, TurnedBack } from "./panels.tsx";
import { TryChange } from "./try-change.tsx";
import { States } from "./states.tsx";
import "./workflow.css";

const PARTS = [
  { value: "ticket", label: "Ticket" },
  { value: "session", label: "Session" },
  { value: "skill", label: "Skill run" },
];

const SPANS = [
  { value: 1, label: "1 day" },
  { value: 7, label: "7 days" },
  { value: 30, label: "30 days" },
];

export function WorkflowPage() {
  useTitle("Workflow");
  const { name = "ticket" } = useParams<{ name?: string }>();
  const [, go] = useLocation();
  const [days, setDays] = useState(7);
  const query = useWorkflow(name, days);
  const [params, setParams] = useSearchParams();
  const state = params.get("state");
  const open = (wanted: string | null) =>
    setParams(wanted === null ? {} : { state: wanted }, { replace: state !== null });
  return (
    <div className="workflow-page">
      <header className="workflow-top">
        <h1>Workflow</h1>
        <Segmented label="Which workflow" value={name} options={PARTS} onChange={(part) => go(`/workflow/${part}`)} />
        {query.data && <span className="dim">{sentence(query.data)}</span>}
        <span className="workflow-span dim small">Counts are live, traffic is of the last</span>
        <Segmented label="Traffic of the last" value={days} options={SPANS} onChange={setDays} />
      </header>
      <Answered query={query} what="The workflow" rows={6}>
        {(answer) => (
          <>
            <Drawing answer={answer} onOpen={open} />
            <States answer={answer} chosen={state} onChoose={open} />
            <div className="workflow-three">
              <Refused answer={answer} />
              <TurnedBack answer={answer} />
              <Findings answer={answer} />
            </div>
            {name === "ticket" && <TryChange answer={answer} />}
            <History answer={answer} />
          </>
        )}
      </Answered>
    </div>
  );
}

interface DrawingProps {
  readonly answer: WorkflowAnswer;
  readonly onOpen: (state: string) => void;
}

function Drawing({ answer, onOpen }: DrawingProps): ReactNode {
  const [ref, width] = useWidth();
  const board = useBoard().data;
  const live = useMemo(() => {
    const same = board?.workflow.name === answer.workflow.name;
    return liveOf(answer, same ? board : null);
  }, [answer, board]);
  return (
    <section
      className="panel diagram-scroll workflow-drawing"
      ref={ref}
      tabIndex={0}
      aria-label={`${answer.workflow.title}, drawn`}
    >
      {width !== null && (
        <WorkflowDiagram
          workflow={answer.workflow}
          live={live}
          available={width}
          legend={<Legend answer={answer} />}
          onOpen={onOpen}
        />
      )}
    </section>
  );
}

/** `board`: on the tickets' workflow, where sessions shine beside their tickets, and the closed ones are counted. */
function liveOf(answer: WorkflowAnswer, board: BoardAnswer | null): Live {
  const counts = new Map(answer.counts.map((entry) => [entry.state, entry]));
  const closed = new Map(board?.closedCounts.map((entry) => [entry.state, entry.count]));
  const traffic = new Map(answer.traffic.map((entry) => [edgeId(entry.from, entry.to), entry.count]));
  const held = Map.groupBy(board?.cards ?? [], (card) => card.state);
  return {
    count: (state) => closed.get(state) ?? counts.get(state)?.count ?? 0,
    oldest: (state) => counts.get(state)?.oldest ?? null,
    lamps: (state) => (held.get(state) ?? []).flatMap((card) => card.session ?? []),
    traffic: (edge) => traffic.get(edge) ?? 0,
  };
}

function sentence({ workflow, shipped, hash }: WorkflowAnswer): string {
  const size = `${count(Object.keys(workflow.states).length, "state", "states")}, ${count(workflow.edges.length, "edge", "edges")}`;
  const mode = workflow.mode === "enforce" ? "enforced" : "observed";
  const origin = shipped ? "Shipped workflow" : `Your own (${hash.slice(0, 7)})`;
  return `${size}, ${mode}. ${origin}, version ${workflow.version}.`;
}
