import type { TicketAnswer, Workflow } from "../../../../src/http/contract.ts";
import { usePast } from "../../lib/past.ts";
import { MoveForm } from "../../parts/forms/move-form.tsx";
import { Panel } from "../../parts/panel.tsx";
import { AttestPanel } from "./attest-panel.tsx";
import { ClaimPanel } from "./claim-panel.tsx";
import { CommitPanel } from "./commit-panel.tsx";
import { Comments } from "./comments.tsx";
import { BodyPanel } from "./edit/body-panel.tsx";
import { FieldsPanel } from "./edit/fields-panel.tsx";
import { EvidencePanel } from "./evidence-panel.tsx";
import { Head } from "./head.tsx";
import { Journey } from "./journey.tsx";
import { LinkPanels } from "./link-panels.tsx";
import { PullsPanel } from "./pulls-panel.tsx";
import { RunsPanel } from "./runs-panel.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import styles from "./view.module.css";
import { Timeline } from "./timeline.tsx";
import { WaysPanel } from "./ways-panel.tsx";

export interface TicketViewProps {
  readonly ticket: TicketAnswer;
  readonly workflow: Workflow;
  readonly layout: "page" | "drawer";
  readonly onLookAgain: () => void;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six"];

export function TicketView({ ticket, workflow, layout, onLookAgain }: TicketViewProps) {
  const past = usePast();
  const legal = ticket.moves.filter((move) => move.legal).length;
  return (
    <article data-layout={layout}>
      <Head ticket={ticket} workflow={workflow} />
      <Journey ticket={ticket} workflow={workflow} />
      <div className={styles.split}>
        <div className={styles.story}>
          {ticket.evidence && (
            <>
              <EvidencePanel evidence={ticket.evidence} />
              <WaysPanel evidence={ticket.evidence} state={ticket.card.state} workflow={workflow} />
            </>
          )}
          {ticket.pullRequests && <PullsPanel found={ticket.pullRequests} />}
          <BodyPanel ticket={ticket} />
          <Timeline ticket={ticket} workflow={workflow} />
          <Comments ticket={ticket} />
        </div>
        <div className={styles.side}>
          {past === null && (
            <Panel title="Your move" note={`${NUMBERS[legal] ?? legal} legal ${legal === 1 ? "way" : "ways"} out`}>
              <MoveForm
                card={ticket.card}
                moves={ticket.moves}
                timeline={ticket.timeline}
                workflow={workflow}
                onLookAgain={onLookAgain}
              />
            </Panel>
          )}
          {ticket.evidence && past === null && <AttestPanel ticket={ticket} evidence={ticket.evidence} />}
          {ticket.evidence && <CommitPanel evidence={ticket.evidence} />}
          <ClaimPanel ticket={ticket} />
          <FieldsPanel ticket={ticket} workflow={workflow} />
          <LinkPanels ticket={ticket} workflow={workflow} />
          <RunsPanel runs={ticket.runs} />
          <SessionsPanel sessions={ticket.sessions} />
        </div>
      </div>
    </article>
  );
}
