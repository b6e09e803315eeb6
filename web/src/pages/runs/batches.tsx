import { useRef, useState } from "react";
import type { RunBatchView, RunPage, RunTaskView } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { Age, Duration } from "../../parts/facts.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { Panel } from "../../parts/panel.tsx";
import { TaskDetail } from "./task-detail.tsx";
import { INDICATORS, statusWords } from "./task-status.ts";
import { TASK, wavesOf, xOf, type Dependency } from "./waves.ts";

export function Batches({ run }: { readonly run: RunPage }) {
  const [chosen, choose] = useState<string | null>(null);
  const waves = wavesOf(run.batches);
  const worked = new Map(run.work.map(({ task, ms }) => [task, ms]));
  const failed = waves.tasks.find(({ task }) => task.status === "failed")?.task;
  const shown = useKept(waves.tasks.find(({ task }) => task.id === chosen)?.task, chosen) ?? failed;
  return (
    <Panel title="Batches" className="run-batches" note={<Warnings warnings={run.warnings} />}>
      {run.batches.length === 0 ? (
        <p className="dim">No batches yet. The server makes them from the tasks of the rough draft.</p>
      ) : (
        <div className="waves-scroll">
          <div className="waves" style={{ width: waves.width }}>
            {run.batches.map((batch, wave) => (
              <WaveHead key={batch.id} batch={batch} wave={wave} />
            ))}
            <div className="waves-tasks" style={{ height: waves.height }}>
              <svg width={waves.width} height={waves.height} aria-hidden="true">
                {waves.dependencies.toSorted(completedLast).map((dependency) => (
                  <DependencyLine
                    key={`${dependency.from.task.id}\n${dependency.to.task.id}`}
                    dependency={dependency}
                    chosen={chosen}
                  />
                ))}
              </svg>
              {waves.tasks.map(({ task, x, y }) => (
                <button
                  key={task.id}
                  type="button"
                  className={cx("task", task.status)}
                  style={{ left: x, top: y, width: TASK.width, height: TASK.height }}
                  aria-pressed={task.id === chosen}
                  onClick={() => choose(task.id === chosen ? null : task.id)}
                >
                  <Lamp state={statusWords(task.status)} indicator={INDICATORS[task.status] ?? null} />
                  <span>
                    <b>{task.id}</b>
                    <TaskWords task={task} workedMs={worked.get(task.id) ?? null} />
                  </span>
                </button>
              ))}
            </div>
          </div>
        </div>
      )}
      {shown && <TaskDetail key={shown.id} run={run} task={shown} onWriting={(open) => open && choose(shown.id)} />}
    </Panel>
  );
}

/** A chosen task stays, also when an agent has replaced the tasks. */
function useKept(task: RunTaskView | undefined, chosen: string | null): RunTaskView | undefined {
  const last = useRef<RunTaskView | undefined>(undefined);
  if (task) last.current = task;
  return last.current?.id === chosen ? last.current : undefined;
}

function WaveHead({ batch, wave }: { readonly batch: RunBatchView; readonly wave: number }) {
  const done = batch.tasks.filter((task) => task.status === "completed" || task.status === "dropped").length;
  const words =
    batch.status === "pending"
      ? "waits"
      : `${done} of ${batch.tasks.length}${batch.status === "in_progress" ? ", running" : ""}`;
  return (
    <h3 className={cx("wave-head", batch.status)} style={{ left: xOf(wave), width: TASK.width }}>
      Wave {wave + 1} <span>{words}</span>
    </h3>
  );
}

/** Of a completed task, how long it was worked; of another one, since when it is as it is. */
function TaskWords({ task, workedMs }: { readonly task: RunTaskView; readonly workedMs: number | null }) {
  if (task.by === null || task.status === "pending") return <small>{statusWords(task.status)}</small>;
  if (task.status === "completed") {
    return (
      <small>
        {task.by}
        {workedMs !== null && (
          <>
            , <Duration ms={workedMs} />
          </>
        )}
      </small>
    );
  }
  return (
    <small>
      {task.by}, {statusWords(task.status)} {task.since !== null && <Age since={task.since} />}
    </small>
  );
}

function DependencyLine({
  dependency: { from, to, d },
  chosen,
}: {
  readonly dependency: Dependency;
  readonly chosen: string | null;
}) {
  const { status } = from.task;
  const met = status === "completed";
  const broken = status === "failed" || status === "dropped";
  const dim = chosen !== null && from.task.id !== chosen && to.task.id !== chosen;
  return (
    <path
      d={d}
      fill="none"
      className={dim ? "dim-track" : undefined}
      stroke={met ? "var(--build)" : broken ? "var(--danger)" : "var(--edge)"}
      strokeWidth={met ? 3 : 2}
      {...(broken ? { strokeDasharray: "4 3" } : {})}
    />
  );
}

function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <span className="run-warning" title={warnings.join("\n")}>
      <Icon name="warning" />
      <span>
        {warnings[0]}
        {warnings.length > 1 && ` and ${warnings.length - 1} more`}
      </span>
    </span>
  );
}

function completedLast(a: Dependency, b: Dependency): number {
  return Number(a.from.task.status === "completed") - Number(b.from.task.status === "completed");
}
