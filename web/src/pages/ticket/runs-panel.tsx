import { Link } from "wouter";
import type { TicketRunView, TicketTaskView } from "../../../../src/http/contract.ts";
import { count } from "../../lib/words.ts";
import { Age, Duration } from "../../parts/facts.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { Panel } from "../../parts/panel.tsx";
import { runHref } from "../runs/address.ts";
import { INDICATORS, statusWords } from "../runs/task-status.ts";
import styles from "./runs-panel.module.css";

/** The runs that work on this ticket, and what each has done for it. */
export function RunsPanel({ runs }: { readonly runs: readonly TicketRunView[] }) {
  if (runs.length === 0) return null;
  return (
    <Panel title="Runs" note={count(runs.length, "run", "runs")}>
      {runs.map((run) => (
        <section key={`${runHref(run)} ${run.item}`} className={styles.run}>
          <p>
            <Link href={runHref(run)} className="ref">
              {run.session}
            </Link>{" "}
            <span className="dim">
              {run.project}, item {run.item}, {run.done ? "done" : `at ${run.state}`}, <Age since={run.lastActivity} />
            </span>
          </p>
          {run.tasks.length === 0 ? (
            <p className="dim small">No tasks yet.</p>
          ) : (
            <ul className={styles.tasks}>
              {run.tasks.map((task) => (
                <Task key={task.id} task={task} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </Panel>
  );
}

function Task({ task }: { readonly task: TicketTaskView }) {
  return (
    <li>
      <Lamp state={statusWords(task.status)} indicator={INDICATORS[task.status] ?? null} />
      <div>
        <p>
          <b>{task.id}</b> <span className="dim">{statusWords(task.status)}</span>
          {task.by !== null && <span className="dim"> by {task.by}</span>}
          {task.workedMs !== null && (
            <span className="dim">
              , worked <Duration ms={task.workedMs} />
            </span>
          )}
        </p>
        {task.description !== null && <p className="small">{task.description}</p>}
        {task.files.length > 0 && (
          <p className="small dim">
            <code>{task.files.join(", ")}</code>
          </p>
        )}
      </div>
    </li>
  );
}
