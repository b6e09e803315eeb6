// One task: what it is, and what a person may do about it.

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { RunPage, RunTaskView, RunView } from "../../../../src/http/contract.ts";
import { freshRequestId } from "../../api/client.ts";
import { keys } from "../../api/queries.ts";
import { sendTaskStatus } from "../../api/send.ts";
import { useMayAct } from "../../lib/may.ts";
import { count } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { ErrorState } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { Duration, Time } from "../../parts/facts.tsx";
import { DropForm } from "./drop-form.tsx";
import { mayDrop, statusWords } from "./task-status.ts";

interface TaskDetailProps {
  readonly run: RunPage;
  readonly task: RunTaskView;
  /** A form was opened or closed: while it is open, this task stays on the page. */
  readonly onWriting: (open: boolean) => void;
}

const RETRY = "pending";

export function TaskDetail({ run, task, onWriting }: TaskDetailProps) {
  const [dropping, setDropping] = useState(false);
  const may = useMayAct();
  const retry = useRetry(run, task);
  const open = (on: boolean) => {
    setDropping(on);
    onWriting(on);
  };
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
        <Worked run={run} task={task} />
      </p>
      {retry.isError && <ErrorState title={`${task.id} was not changed.`} error={retry.error} />}
      {may.act && mayDrop(task.status) && !dropping && (
        <div className="task-buttons">
          {task.status === "failed" && (
            <Button small disabled={retry.isPending} onClick={() => retry.mutate()}>
              Retry {task.id}
            </Button>
          )}
          <Button small look="quiet" onClick={() => open(true)}>
            Drop
          </Button>
        </div>
      )}
      {dropping && <DropForm run={run} task={task} onClose={() => open(false)} />}
    </div>
  );
}

/** Who worked it, each time, and how that ended. */
function Worked({ run, task }: { readonly run: RunPage; readonly task: RunTaskView }) {
  const spells = run.work.find((one) => one.task === task.id)?.spells ?? [];
  if (spells.length === 0) return null;
  return (
    <span className="task-spells">
      {spells.map(({ who, from, until, ms, ended }) => (
        <span key={`${who} ${from}`}>
          <b>{who}</b> from <Time at={from} />, {until === null ? "for " : ""}
          <Duration ms={ms} />
          {ended !== null && `, then ${statusWords(ended)}`}
        </span>
      ))}
    </span>
  );
}

function useRetry({ project, session }: RunView, { id }: RunTaskView) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendTaskStatus(project, session, id, { status: RETRY, requestId: freshRequestId() }),
    onSuccess: () => toast("done", `${id} is pending again.`, ""),
    onSettled: () => {
      for (const queryKey of [keys.run(project, session), keys.runs]) void client.invalidateQueries({ queryKey });
    },
  });
}
