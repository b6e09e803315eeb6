import type { SessionLane, Workflow } from "../../../../src/http/contract.ts";
import { useLastMove, useLastReport } from "../../api/changes.ts";
import { standingOf } from "../../api/newest.ts";
import { keys, useBoard } from "../../api/queries.ts";
import { sendEnd } from "../../api/send.ts";
import { showKey } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { useLiveForm } from "../../parts/forms/live-form.ts";
import { ticketMoved, type Meanwhile } from "../../parts/forms/moved-notice.tsx";
import { ReasonForm } from "../../parts/forms/reason-form.tsx";

interface EndFormProps {
  readonly session: SessionLane;
  readonly workflow: Workflow;
  readonly onClose: () => void;
}

interface Seen {
  readonly session: SessionLane;
  /** How its ticket stands. */
  readonly standing: string;
}

/** A person ends a session that has fallen silent; the reason goes into the ledger. */
export function EndForm({ session, workflow, onClose }: EndFormProps) {
  const card = useBoard().data?.cards.find((one) => one.key === session.ticket);
  const now: Seen = { session, standing: card ? standingOf(card) : "" };
  const form = useLiveForm<Seen>({
    id: `end ${session.id}`,
    mark: `${session.state} ${session.since} ${session.silent} ${session.completedAt ?? ""} ${now.standing}`,
    view: now,
    touches: [keys.session(session.id), ["sessions"], keys.needs],
  });
  const meanwhile = useMeanwhile(form.before, now, card?.state ?? null);
  const becomes = workflow.outcomes?.["timeout"];
  const ended = session.completedAt !== null;
  return (
    <ReasonForm
      form={form}
      className="lane-end"
      label={`Why do you end the session of ${session.agent}?`}
      line
      focus
      submit="End as timeout"
      still={ended ? null : "Still end it"}
      advice={ended ? "The session is over, so there is nothing to end." : undefined}
      meanwhile={meanwhile}
      failed="The session was not ended."
      send={(reason, requestId) => sendEnd(session.id, { reason, requestId, fromState: form.view.session.state })}
      onDone={() => {
        toast(
          "done",
          `The session of ${session.agent} has ended.`,
          becomes === undefined ? "" : `It is ${becomes} now.`,
        );
        onClose();
      }}
      cancel="Cancel"
      onCancel={onClose}
    />
  );
}

/** The end of the session matters most, then a move of its ticket, then what its agent reported. */
function useMeanwhile(seen: Seen | null, now: Seen, state: string | null): Meanwhile {
  const { session } = now;
  const report = useLastReport(session.id);
  const move = useLastMove(session.ticket);
  const what = "Session";
  if (session.completedAt !== null) return { what, verb: "ended", state: session.state, row: report };
  if (!seen || seen.standing !== now.standing) return ticketMoved(showKey(session.ticket), state, move);
  if (seen.session.state !== session.state) return { what, verb: "moved", state: session.state, row: report };
  return { what: session.agent, verb: "reported", state: session.state, row: undefined };
}
