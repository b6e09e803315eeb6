// A person opens a session for an agent: it waits on the ticket until that agent takes it up.

import { useId, useRef, useState } from "react";
import { useLocation } from "wouter";
import { ApiError, freshRequestId } from "../../api/client.ts";
import { sendSession } from "../../api/send.ts";
import { useMayAct } from "../../lib/may.ts";
import { sessionPath, showKey } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { Banner } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";

interface OpenFormProps {
  /** Known where it is opened from a session on it. */
  readonly ticket?: string;
  readonly agent?: string;
  readonly onClose: () => void;
}

export function OpenForm({ ticket: known = "", agent: meant = "", onClose }: OpenFormProps) {
  const id = useId();
  const may = useMayAct();
  const [, navigate] = useLocation();
  const [ticket, setTicket] = useState(known);
  const [agent, setAgent] = useState(meant);
  const [sending, setSending] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const request = useRef({ what: "", id: "" });
  const key = ticket.trim().replace(/^#/, "");
  const maySend = may.act && !sending && key !== "";

  const send = async () => {
    if (!maySend) return;
    const what = JSON.stringify([key, agent]);
    // The same attempt keeps its request id, so that a lost answer opens no second session.
    if (request.current.what !== what) request.current = { what, id: freshRequestId() };
    setSending(true);
    try {
      const meantFor = agent.trim() === "" ? {} : { agent: agent.trim() };
      const { sessionId, existing } = await sendSession({ ticket: key, ...meantFor, requestId: request.current.id });
      toast(
        "done",
        existing ? `A session on ${showKey(key)} waits already.` : `A session on ${showKey(key)} is open.`,
        "",
      );
      onClose();
      navigate(sessionPath(sessionId));
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error(String(failure)));
    } finally {
      setSending(false);
    }
  };

  return (
    <form
      className="panel padded open-session"
      aria-label="Open a session for an agent"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        event.preventDefault();
        onClose();
      }}
    >
      {error && (
        <Banner tone="danger" role="alert" title="The session was not opened.">
          {error.message} {error instanceof ApiError && error.recovery}
        </Banner>
      )}
      <div>
        <label htmlFor={`${id}-ticket`}>Ticket</label>
        <input
          id={`${id}-ticket`}
          className="field"
          autoFocus
          required
          maxLength={300}
          placeholder="#121"
          value={ticket}
          onChange={(event) => setTicket(event.target.value)}
        />
      </div>
      <div>
        <label htmlFor={`${id}-agent`}>For the agent</label>
        <input
          id={`${id}-agent`}
          className="field"
          maxLength={100}
          placeholder="the first that takes it up"
          value={agent}
          onChange={(event) => setAgent(event.target.value)}
        />
      </div>
      <div className="open-session-buttons">
        <Button type="submit" small look="main" disabled={!may.write} aria-disabled={!maySend}>
          Open the session
        </Button>
        <Button small look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {may.why !== null && <p className="small dim">{may.why}</p>}
    </form>
  );
}
