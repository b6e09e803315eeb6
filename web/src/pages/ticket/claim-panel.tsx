// Who holds the ticket, and a person's way to take it away from them.

import { useRef, useState } from "react";
import type { ClaimView, TicketAnswer } from "../../../../src/http/contract.ts";
import { ApiError, freshRequestId } from "../../api/client.ts";
import { useRelease } from "../../api/queries.ts";
import { useMayAct } from "../../lib/may.ts";
import { showKey } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { Banner } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { Lease, Time } from "../../parts/facts.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { RalphProgress } from "../../parts/ralph-progress.tsx";
import styles from "./ticket.module.css";

export function ClaimPanel({ ticket }: { readonly ticket: TicketAnswer }) {
  const { claim, key } = ticket.card;
  if (!claim) {
    const last = ticket.lastClaim;
    return (
      <Panel title="Claim" note="free">
        <p className={styles.free}>
          <Icon name="lock" />
          {last ? `Last held by ${last.holder} with fence ${last.fence}.` : "Nobody has held it yet."}
        </p>
      </Panel>
    );
  }
  return (
    <Panel title="Claim" note={<Lease expiresAt={claim.expiresAt} expired={claim.expired} />}>
      <p className={styles.holder}>
        <b>{claim.holder}</b>
        <span className="dim">
          holds it since <Time at={claim.since} />
          {claim.expired && "; the lease has run out, and the next who asks takes it over"}
        </span>
      </p>
      {claim.session && (
        <p className={styles.holder}>
          <RalphProgress session={claim.session.id} known={claim.session} />
        </p>
      )}
      <Release ticket={key} claim={claim} />
    </Panel>
  );
}

function Release({ ticket, claim }: { readonly ticket: string; readonly claim: ClaimView }) {
  const may = useMayAct();
  const release = useRelease(ticket);
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const requestId = useRef(freshRequestId());
  if (!open) {
    return (
      <Button small disabled={!may.act} title={may.why ?? undefined} onClick={() => setOpen(true)}>
        Release
      </Button>
    );
  }
  const send = () =>
    release.mutate(
      { reason: reason.trim(), requestId: requestId.current },
      {
        onSuccess: () => {
          toast("done", `${showKey(ticket)} is free.`, `${claim.holder} no longer holds it.`);
          setOpen(false);
          setReason("");
        },
        onSettled: () => {
          requestId.current = freshRequestId();
        },
      },
    );
  return (
    <form
      className={styles.release}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && reason.trim() !== "") send();
      }}
    >
      <textarea
        className="field"
        aria-label="Reason for the release"
        placeholder={`Why is it taken away from ${claim.holder}?`}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        ref={focusOnce}
      />
      {release.isError && (
        <Banner tone="danger" role="alert" title="It was not released.">
          {release.error.message} {release.error instanceof ApiError && release.error.recovery}
        </Banner>
      )}
      <div>
        <Button type="submit" small look="main" disabled={reason.trim() === "" || release.isPending}>
          Take it away
        </Button>
        <Button small look="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The same function every time: React calls it when the field appears, and not on every letter. */
function focusOnce(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
