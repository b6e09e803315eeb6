import { useMemo, useState } from "react";
import { useLocation } from "wouter";
import type { RunAnswer, RunView } from "../../../../src/http/contract.ts";
import { download } from "../../api/download.ts";
import { runExportPath, useRun, useRuns } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { showDuration } from "../../lib/time.ts";
import { useTitle } from "../../lib/title.ts";
import { graphOf } from "../../diagram/graph.ts";
import { LineMapDrawing } from "../../diagram/line-map.tsx";
import { MapLegend } from "../../diagram/map-legend.tsx";
import { Answered } from "../../parts/answers.tsx";
import { Age } from "../../parts/facts.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { useWidth } from "../../plot/use-width.ts";
import { runHref } from "./address.ts";
import { Batches } from "./batches.tsx";
import { Documents } from "./documents.tsx";
import { History } from "./history.tsx";
import { Items } from "./items.tsx";
import { arrivedAt, wayOf } from "./journey.ts";
import { Refusals } from "./refusals.tsx";
import { Resume } from "./resume.tsx";
import "./runs.css";

/** One run: the map, its items, its waves. */
export function Run({ project, session }: { readonly project: string; readonly session: string }) {
  useTitle(`Run ${session}`);
  const query = useRun(project, session);
  return (
    <div className="runs-page">
      <header className="runs-top">
        <h1>{session}</h1>
        <span className="dim">{project}</span>
        <OtherRuns project={project} session={session} />
        {query.data && <Facts run={query.data.run} />}
      </header>
      <Answered query={query} what="The run" rows={6}>
        {(answer) => (
          <>
            <Resume run={answer.run} />
            <SkillMap answer={answer} />
            <div className="run-split">
              <Items run={answer.run} />
              <Batches run={answer.run} />
            </div>
            <Refusals run={answer.run} />
            <Documents run={answer.run} />
            <History run={answer.run} />
          </>
        )}
      </Answered>
    </div>
  );
}

function OtherRuns({ project, session }: { readonly project: string; readonly session: string }) {
  const [, go] = useLocation();
  const runs = useRuns().data?.runs ?? [];
  const others = runs.filter((run) => run.project !== project || run.session !== session);
  return (
    <select className="chip" aria-label="Other runs" value="" onChange={(event) => go(event.target.value)}>
      <option value="" disabled>
        Other runs {others.length}
      </option>
      {others.map((run) => (
        <option key={runHref(run)} value={runHref(run)}>
          {run.session} · {run.project}
        </option>
      ))}
      <option value="/runs">All runs</option>
    </select>
  );
}

function Facts({ run }: { readonly run: RunView }) {
  return (
    <p className="run-facts">
      {run.skill !== null && (
        <span>
          Resume with <b>{run.skill}</b>
        </span>
      )}
      <span>
        Last activity{" "}
        <b>
          <Age since={run.lastActivity} />
        </b>
      </span>
      {run.totalTasks > 0 && (
        <span>
          Tasks{" "}
          <b>
            {run.completedTasks.length} of {run.totalTasks}
          </b>
        </span>
      )}
      {run.failedTasks > 0 && <b className="danger">{run.failedTasks} failed</b>}
      <ExportLink path={runExportPath(run.project, run.session)} />
    </p>
  );
}

function ExportLink({ path }: { readonly path: string }) {
  const [failure, setFailure] = useState<unknown>(null);
  return (
    <>
      <a
        className="btn s"
        href={path}
        onClick={(event) => {
          event.preventDefault();
          setFailure(null);
          download(path).catch(setFailure);
        }}
      >
        Export
      </a>
      {failure instanceof Error && <b className="danger">{failure.message}</b>}
    </>
  );
}

function SkillMap({ answer: { run, workflow } }: { readonly answer: RunAnswer }) {
  const [ref, width] = useWidth();
  const graph = useMemo(() => graphOf(workflow), [workflow]);
  const way = useMemo(() => wayOf(run, graph), [run, graph]);
  return (
    <section
      className="panel diagram-scroll"
      ref={ref}
      tabIndex={0}
      aria-label={`Skill map, the run is at ${run.state}`}
    >
      {width !== null && (
        <LineMapDrawing
          workflow={workflow}
          graph={graph}
          available={width}
          live={null}
          journey={{
            state: run.state,
            walked: (edge) => way.edges.get(edge) ?? 0,
            visited: (state) => way.states.has(state),
            plate: <Plate run={run} />,
          }}
        />
      )}
      <ul className="legend small run-legend" aria-label="Legend">
        <MapLegend />
        <li>
          <svg width="26" height="10" aria-hidden="true">
            <path d="M0 5h26" stroke="var(--ink2)" strokeWidth="5" />
          </svg>
          walked
        </li>
        <li>
          <svg width="26" height="10" aria-hidden="true">
            <path d="M0 5h26" stroke="var(--edge)" strokeWidth="5" />
            <path d="M0 5h26" stroke="var(--panel)" strokeWidth="2.4" />
          </svg>
          ahead
        </li>
      </ul>
    </section>
  );
}

/** Where it stands, and with what: the batch, or the item. */
function Plate({ run }: { readonly run: RunView }) {
  const since = useNow(30_000) - Date.parse(arrivedAt(run));
  const item = run.items.find((one) => one.number === run.currentItem);
  const work =
    run.currentBatch !== null
      ? `batch ${run.currentBatch + 1} of ${run.batches.length}, `
      : item
        ? `item ${item.number} of ${run.totalItems}, `
        : "";
  return (
    <>
      <Lamp state={run.done ? "done" : "at work"} indicator={run.done ? "green check" : "yellow pulse"} />
      <span>
        <b>{run.state}</b>
        <small>{run.done ? "the end" : `${work}for ${showDuration(Math.max(0, since))}`}</small>
      </span>
    </>
  );
}
