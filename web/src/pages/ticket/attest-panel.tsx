// What a person says of the ticket's commit, or of the ticket while it has none: that they reviewed it, that there is
// nothing to build. It goes into the ledger with their name and their reason.

import { useState } from "react";
import type { Card, TicketAnswer, TicketEvidence } from "../../../../src/http/contract.ts";
import { useLastMove } from "../../api/changes.ts";
import { standingOf, useNewestCard } from "../../api/newest.ts";
import { keys } from "../../api/queries.ts";
import { sendAttest } from "../../api/send.ts";
import { useMayAct } from "../../lib/may.ts";
import { showKey } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { Button } from "../../parts/controls.tsx";
import { useLiveForm } from "../../parts/forms/live-form.ts";
import { ticketMoved } from "../../parts/forms/moved-notice.tsx";
import { ReasonForm } from "../../parts/forms/reason-form.tsx";
import { Panel } from "../../parts/panel.tsx";
import styles from "./evidence.module.css";

interface AttestProps {
  readonly ticket: TicketAnswer;
  readonly evidence: TicketEvidence;
}

export function AttestPanel({ ticket, evidence }: AttestProps) {
  const card = useNewestCard(ticket.card);
  const may = useMayAct();
  const [name, setName] = useState<string | null>(null);
  const chosen = evidence.attestable.find((one) => one.name === name);
  if (card.closed || evidence.attestable.length === 0) return null;
  return (
    <Panel title="Attest" note={evidence.head === null ? "of the ticket" : `at ${evidence.head.slice(0, 7)}`}>
      {!chosen ? (
        <div className={styles.attest}>
          {evidence.attestable.map((one) => (
            <Button key={one.name} disabled={!may.act} title={may.why ?? undefined} onClick={() => setName(one.name)}>
              {one.label}
            </Button>
          ))}
        </div>
      ) : (
        <Attest card={card} ticket={ticket} evidence={evidence} attest={chosen} onClose={() => setName(null)} />
      )}
    </Panel>
  );
}

interface FormProps extends AttestProps {
  readonly card: Card;
  readonly attest: TicketEvidence["attestable"][number];
  readonly onClose: () => void;
}

function Attest({ card, ticket, evidence, attest: { name, label: what }, onClose }: FormProps) {
  const form = useLiveForm({
    id: `attest ${name} ${card.key}`,
    mark: `${standingOf(card)} ${evidence.head ?? ""}`,
    view: evidence.head,
    touches: [keys.ticket(card.key), keys.needs],
  });
  const row = useLastMove(card.key, ticket.timeline);
  return (
    <ReasonForm
      form={form}
      label={`${what}: why?`}
      focus
      placeholder="What you looked at, and what you saw."
      submit={what}
      still={`${what}, at ${evidence.head === null ? "the ticket" : evidence.head.slice(0, 7)}`}
      meanwhile={ticketMoved(showKey(card.key), card.state, row)}
      failed="It was not recorded."
      send={(reason, requestId) => sendAttest(card.key, { name, reason, commit: form.view, requestId })}
      onDone={() => {
        toast("done", `${showKey(card.key)}: ${name} is recorded.`, "");
        onClose();
      }}
      onCancel={onClose}
    />
  );
}
