import { useId, useState } from "react";
import type { SessionView, Workflow } from "../../../../src/http/contract.ts";
import { freshRequestId } from "../../api/client.ts";
import { useEndSession } from "../../api/queries.ts";
import { toast } from "../../parts/announcer.tsx";
import { ErrorState } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";

interface EndFormProps {
  readonly session: SessionView;
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

/** A person ends a session that nobody hears of any more; why stands in the ledger. */
export function EndForm({ session, workflow, onClose }: EndFormProps) {
  const id = useId();
  const [reason, setReason] = useState("");
  const end = useEndSession(session.id);
  const becomes = workflow.outcomes?.["timeout"];
  return (
    <form
      className="lane-end"
      onSubmit={(event) => {
        event.preventDefault();
        end.mutate(
          { reason: reason.trim(), requestId: freshRequestId() },
          {
            onSuccess: () => {
              toast(
                "done",
                `The session of ${session.agent} has ended.`,
                becomes === undefined ? "" : `It is ${becomes} now.`,
              );
              onClose();
            },
          },
        );
      }}
    >
      {end.isError && <ErrorState title="The session was not ended." error={end.error} />}
      <label htmlFor={id}>Why does the session of {session.agent} end?</label>
      <input
        id={id}
        className="field"
        required
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
      />
      <Button type="submit" look="main" disabled={reason.trim() === "" || end.isPending}>
        End as timeout
      </Button>
      <Button look="quiet" onClick={onClose}>
        Leave it
      </Button>
    </form>
  );
}
