// One task: what it is, and what a person may do about it.

import { useId, useState } from "react";
import type { RunTaskView, RunView } from "../../../../src/http/contract.ts";
import { freshRequestId } from "../../api/client.ts";
import { useIsLost } from "../../api/connection.ts";
import { useBoard, useTaskStatus } from "../../api/queries.ts";
import { count } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { ErrorState } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";

interface TaskDetailProps {
  readonly run: RunView;
  readonly task: RunTaskView;
}

const RETRY = "pending";
const DROP = "dropped";
const OPEN = new Set(["pending", "in_progress", "failed"]);

export function TaskDetail({ run, task }: TaskDetailProps) {
  const id = useId();
  const [dropping, setDropping] = useState(false);
  const [reason, setReason] = useState("");
  const update = useTaskStatus(run.project, run.session, task.id);
  const lost = useIsLost();
  const mayAct = useBoard().data?.you.role === "operator" && !lost;

  function set(status: string, why: string | null): void {
    update.mutate(
      { status, requestId: freshRequestId(), ...(why === null ? {} : { reason: why }) },
      {
        onSuccess: () => {
          setDropping(false);
          toast("done", `${task.id}: ${status === DROP ? "dropped" : "to be tried again"}.`, "");
        },
      },
    );
  }

  return (
    <div className="task-detail">
      <p>
        <b>{task.id}</b>{" "}
        <span className={task.status === "failed" ? "danger" : "dim"}>{task.status.replaceAll("_", " ")}</span>
        {task.description !== null && <span> {task.description}</span>}
        {task.dependsOn.length > 0 && <span className="dim"> After {task.dependsOn.join(", ")}.</span>}
        {task.files.length > 0 && (
          <span className="dim" title={task.files.join("\n")}>
            {" "}
            {count(task.files.length, "file", "files")}: <code>{task.files.slice(0, 3).join(", ")}</code>
            {task.files.length > 3 && " …"}
          </span>
        )}
      </p>
      {update.isError && <ErrorState title={`${task.id} was not changed.`} error={update.error} />}
      {mayAct && OPEN.has(task.status) && !dropping && (
        <div className="task-buttons">
          {task.status === "failed" && (
            <Button small disabled={update.isPending} onClick={() => set(RETRY, null)}>
              Retry {task.id}
            </Button>
          )}
          <Button small look="quiet" onClick={() => setDropping(true)}>
            Drop it, with a reason
          </Button>
        </div>
      )}
      {dropping && (
        <form
          className="task-drop"
          onSubmit={(event) => {
            event.preventDefault();
            set(DROP, reason.trim());
          }}
        >
          <label htmlFor={id}>Why is {task.id} not needed?</label>
          <input
            id={id}
            className="field"
            autoFocus
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === "Escape") setDropping(false);
            }}
          />
          <Button type="submit" look="main" small disabled={reason.trim() === "" || update.isPending}>
            Drop
          </Button>
          <Button small look="quiet" onClick={() => setDropping(false)}>
            Keep it
          </Button>
        </form>
      )}
    </div>
  );
}
