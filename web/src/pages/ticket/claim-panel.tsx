// Who holds the ticket, and a form with which a person releases the claim.

import { useState } from "react";
import { Link } from "wouter";
import type { Card, TicketAnswer } from "../../../../src/http/contract.ts";
import { useLastClaimChange, useLastMove } from "../../api/changes.ts";
import { standingOf, useNewestCard } from "../../api/newest.ts";
import { keys } from "../../api/queries.ts";
import { sendRelease } from "../../api/send.ts";
import { useMayOperate } from "../../lib/may.ts";
import { sessionPath, showKey } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { Button } from "../../parts/controls.tsx";
import { Lease, Time } from "../../parts/facts.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useLiveForm } from "../../parts/forms/live-form.ts";
import { ticketMoved, type Meanwhile } from "../../parts/forms/moved-notice.tsx";
import { Panel } from "../../parts/panel.tsx";
import { RalphProgress } from "../../parts/ralph-progress.tsx";
import { ReasonForm } from "../../parts/forms/reason-form.tsx";
import styles from "./side.module.css";

export function ClaimPanel({ ticket }: { readonly ticket: TicketAnswer }) {
  const card = useNewestCard(ticket.card);
  const { claim } = card;
  const [releasing, setReleasing] = useState(false);
  const may = useMayOperate();
  return (
    <Panel title="Claim" note={claim ? <Lease expiresAt={claim.expiresAt} expired={claim.expired} /> : "free"}>
      {claim ? <Holder claim={claim} /> : <Free last={ticket.lastClaim} />}
      {claim && !releasing && (
        <Button small disabled={!may.act} title={may.why ?? undefined} onClick={() => setReleasing(true)}>
          Release
        </Button>
      )}
      {releasing && <Release card={card} onClose={() => setReleasing(false)} />}
    </Panel>
  );
}

function Free({ last }: { readonly last: TicketAnswer["lastClaim"] }) {
  return (
    <p className={styles.free}>
      <Icon name="lock" />
      {last ? `Last held by ${last.holder} with fence ${last.fence}.` : "Nobody has held it yet."}
    </p>
  );
}

function Holder({ claim }: { readonly claim: NonNullable<Card["claim"]> }) {
  return (
    <>
      <p className={styles.holder}>
        <b>{claim.holder}</b>
        <span className="dim">
          holds it since <Time at={claim.since} />
          {claim.expired && "; the lease has expired, so another agent can claim it"}
        </span>
      </p>
      {claim.session && (
        <p className={styles.holder}>
          <Link href={sessionPath(claim.session.id)}>
            <RalphProgress session={claim.session.id} known={claim.session} />
          </Link>
        </p>
      )}
    </>
  );
}

export function Release({ card, onClose }: { readonly card: Card; readonly onClose: () => void }) {
  const { key, claim } = card;
  const form = useLiveForm({
    id: `release ${key}`,
    mark: `${standingOf(card)} ${claim ? `${claim.holder} ${claim.since}` : ""}`,
    view: card,
    touches: [keys.ticket(key), keys.needs],
  });
  const meanwhile = useMeanwhile(form.before, card);
  const holder = form.view.claim?.holder ?? "";
  return (
    <ReasonForm
      form={form}
      label="Reason for the release"
      hideLabel
      focus
      placeholder={holder === "" ? undefined : `Why do you release the claim of ${holder}?`}
      submit="Release the claim"
      still={claim ? `Still release the claim of ${claim.holder}` : null}
      advice={claim ? undefined : "Nobody holds the ticket now, so there is nothing to release."}
      meanwhile={meanwhile}
      failed="The claim was not released."
      send={(reason, requestId) => sendRelease(key, { reason, requestId, fromState: form.view.state, holder })}
      onDone={() => {
        toast("done", `${showKey(key)} is free.`, `${holder} no longer holds it.`);
        onClose();
      }}
      onCancel={onClose}
    />
  );
}

/** The move says more than the claim that ended or began with it. */
function useMeanwhile(seen: Card | null, now: Card): Meanwhile {
  const move = useLastMove(now.key);
  const change = useLastClaimChange(now.key);
  if (!seen || standingOf(seen) !== standingOf(now)) return ticketMoved(showKey(now.key), now.state, move);
  const verb = now.claim ? "claimed" : "released";
  return { what: showKey(now.key), verb, state: null, row: change };
}
