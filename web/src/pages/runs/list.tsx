import { Link } from "wouter";
import type { RunSummary } from "../../../../src/http/contract.ts";
import { useRuns } from "../../api/queries.ts";
import { count } from "../../lib/words.ts";
import { useTitle } from "../../lib/title.ts";
import { Answered, EmptyState } from "../../parts/answers.tsx";
import { Age } from "../../parts/facts.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { runHref } from "./address.ts";
import "./runs.css";

/** All runs, those under way first. */
export function RunList() {
  useTitle("Runs");
  const query = useRuns();
  return (
    <div className="runs-page">
      <header className="runs-top">
        <h1>Runs</h1>
        {query.data && <Summary runs={query.data.runs} />}
      </header>
      <Answered query={query} what="The runs" rows={5}>
        {({ runs }) => (runs.length === 0 ? <Nothing /> : <Rows runs={runs} />)}
      </Answered>
    </div>
  );
}

function Summary({ runs }: { readonly runs: readonly RunSummary[] }) {
  const open = runs.filter((run) => !run.done).length;
  return (
    <p className="dim">
      {open} under way, {runs.length - open} done
    </p>
  );
}

function Rows({ runs }: { readonly runs: readonly RunSummary[] }) {
  const order = runs.toSorted(
    (a, b) => Number(a.done) - Number(b.done) || b.lastActivity.localeCompare(a.lastActivity),
  );
  return (
    <ul className="runs-list panel" aria-label="Runs, those under way first">
      {order.map((run) => (
        <li key={`${run.project}\n${run.session}`}>
          <Link href={runHref(run)} className="run-row">
            <Lamp
              state={run.done ? "done" : run.failedTasks > 0 ? "a task failed" : "under way"}
              indicator={run.done ? "green check" : run.failedTasks > 0 ? "red X" : "yellow pulse"}
            />
            <span className="run-name">
              <b>{run.session}</b>
              <span>{run.project}</span>
            </span>
            <span className="run-state">
              <b>{run.state}</b>
              <span>{run.skill === null ? "nothing left to do" : `resume with ${run.skill}`}</span>
            </span>
            <Progress label="items" done={run.documentedItems} total={run.totalItems} none="no items yet" failed={0} />
            <Progress
              label="tasks"
              done={run.completedTasks}
              total={run.totalTasks}
              none="no tasks yet"
              failed={run.failedTasks}
            />
            <span className="run-age dim">
              <Age since={run.lastActivity} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

interface ProgressProps {
  readonly label: string;
  readonly done: number;
  readonly total: number;
  readonly failed: number;
  readonly none: string;
}

function Progress({ label, done, total, failed, none }: ProgressProps) {
  if (total === 0) return <span className="run-progress faint">{none}</span>;
  return (
    <span className="run-progress">
      <span>
        {done} of {count(total, label.slice(0, -1), label)}
        {failed > 0 && <b className="danger">, {failed} failed</b>}
      </span>
      <span className="run-bar" aria-hidden="true">
        <i style={{ flex: done, background: "var(--build)" }} />
        <i style={{ flex: failed, background: "var(--danger)" }} />
        <i style={{ flex: total - done - failed }} />
      </span>
    </span>
  );
}

function Nothing() {
  return (
    <section className="panel padded">
      <EmptyState title="No runs yet." commands={["complete_skill { project, session, skill }"]}>
        A run begins with the first skill that an agent completes; from then on the server says what comes next. It
        shows up here by itself.
      </EmptyState>
    </section>
  );
}
