// What each way out of the ticket's state asks for: a line with a signal for each guard. Where one is not met, the line
// ends in a stop, and below it stands what is missing and how to get it.

import type { TicketEvidence, WayView, Workflow } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { lineOf } from "../../lib/line.ts";
import { FactMark } from "../../parts/evidence/fact-mark.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Panel } from "../../parts/panel.tsx";
import { StateMark, StateName } from "../../parts/state-mark.tsx";
import { Command } from "../../parts/command.tsx";
import styles from "./ways.module.css";

export interface WaysPanelProps {
  readonly evidence: TicketEvidence;
  readonly workflow: Workflow;
}

export function WaysPanel({ evidence, workflow }: WaysPanelProps) {
  if (evidence.missing.length === 0) return null;
  return (
    <Panel title="What each way asks" note="a way is clear when every guard on it is met">
      <ol className={styles.ways}>
        {evidence.missing.map((way) => (
          <Way key={way.to} way={way} workflow={workflow} />
        ))}
      </ol>
    </Panel>
  );
}

function Way({ way, workflow }: { readonly way: WayView; readonly workflow: Workflow }) {
  const parts = way.guards.flatMap((guard) => guard.parts);
  const missing = parts.filter(({ met }) => !met).length;
  return (
    <li style={{ "--c": lineOf(workflow).colourOf(way.to) }}>
      <div className={styles.line}>
        <span className={styles.name}>
          <b>{way.label ?? "Move"}</b> <Icon name="to" small /> <StateName workflow={workflow} state={way.to} />
        </span>
        <span className={styles.track} aria-hidden="true">
          <Track parts={parts} />
          <StateMark workflow={workflow} state={way.to} silent />
        </span>
        <span className={cx(styles.result, missing === 0 ? styles.clear : "danger")}>
          {missing === 0 ? (way.takes === null ? "clear" : "takes a commit") : `${missing} of ${parts.length} missing`}
        </span>
      </div>
      {way.guards.some(({ met }) => !met) && (
        <ul className={styles.missing}>
          {way.guards
            .filter(({ met }) => !met)
            .map((guard) => (
              <li key={`${guard.type} ${guard.what}`}>
                <FactMark mark={guard.policy === "warn" ? "unknown" : "none"} />
                <div>
                  <p>{guard.what}</p>
                  {guard.how !== null && <How text={guard.how} />}
                </div>
              </li>
            ))}
        </ul>
      )}
    </li>
  );
}

/** Solid up to the first guard that is not met; a stop there; hollow behind it. */
function Track({ parts }: { readonly parts: WayView["guards"][number]["parts"] }) {
  const shut = parts.findIndex(({ met }) => !met);
  return (
    <>
      {parts.map(({ words, met }, index) => {
        const hollow = shut >= 0 && index > shut;
        return (
          <span key={`${words} ${index}`} className={styles.guard}>
            <i className={cx(hollow && styles.hollow)} />
            <FactMark mark={met ? "pass" : "none"} />
            {words}
            {index === shut && <i className={styles.stop} />}
          </span>
        );
      })}
      <i className={cx(styles.rest, shut >= 0 && styles.hollow)} />
    </>
  );
}

/** Text with commands in backticks: each can be copied. */
function How({ text }: { readonly text: string }) {
  const pieces = text.split(/(`[^`]+`)/);
  return (
    <p className={styles.how}>
      {pieces.map((piece, index) =>
        piece.startsWith("`") ? <Command key={index} text={piece.slice(1, -1)} /> : <span key={index}>{piece}</span>,
      )}
    </p>
  );
}
