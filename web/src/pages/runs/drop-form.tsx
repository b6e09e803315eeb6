import type { EventView, RunTaskView, RunView } from "../../../../src/http/contract.ts";
import { useLastTaskChange } from "../../api/changes.ts";
import { keys } from "../../api/queries.ts";
import { sendTaskStatus } from "../../api/send.ts";
import { toast } from "../../parts/announcer.tsx";
import { useLiveForm } from "../../parts/forms/live-form.ts";
import type { Meanwhile } from "../../parts/forms/moved-notice.tsx";
import { ReasonForm } from "../../parts/forms/reason-form.tsx";
import { DROPPED, mayDrop, statusWords } from "./task-status.ts";

interface DropFormProps {
  readonly run: RunView;
  readonly task: RunTaskView;
  readonly onClose: () => void;
}

/** A person drops a task that is not needed. */
export function DropForm({ run, task, onClose }: DropFormProps) {
  const { project, session } = run;
  const row = useLastTaskChange(run, task.id);
  const now = newest(task, row);
  const form = useLiveForm({
    id: `drop ${project} ${session} ${task.id}`,
    mark: `${now.status} ${now.row?.who ?? ""}`,
    view: now,
    touches: [keys.run(project, session), keys.runs],
  });
  const possible = mayDrop(now.status);
  return (
    <ReasonForm
      form={form}
      className="task-drop"
      label={`Why do you drop ${task.id}?`}
      line
      focus
      submit="Drop"
      still={possible ? "Still drop it" : null}
      advice={possible ? undefined : `A task that is ${statusWords(now.status)} can’t be dropped.`}
      meanwhile={{ what: task.id, verb: "moved", state: statusWords(now.status), row: now.row }}
      failed={`${task.id} was not dropped.`}
      send={(reason, requestId) =>
        sendTaskStatus(project, session, task.id, {
          status: DROPPED,
          fromStatus: form.view.status,
          reason,
          requestId,
        })
      }
      onDone={() => {
        toast("done", `${task.id} was dropped.`, "");
        onClose();
      }}
      cancel="Cancel"
      onCancel={onClose}
    />
  );
}

/** The live stream brings the row before the run is asked for again. */
function newest(
  task: RunTaskView,
  row: EventView | undefined,
): { readonly status: string; readonly row: Meanwhile["row"] } {
  const status = row?.data["status"];
  if (row && typeof status === "string" && (task.since === null || row.at >= task.since)) return { status, row };
  const { by, since } = task;
  return { status: task.status, row: by === null || since === null ? undefined : { who: by, at: since, texts: {} } };
}
