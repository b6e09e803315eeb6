// State by state: when, for how long, and what was said. The newest first.

import type { SessionStepView, Workflow } from "../../../../src/http/contract.ts";
import { count } from "../../lib/words.ts";
import { showDuration, showMoment, showSeconds } from "../../lib/time.ts";
import { Button } from "../../parts/controls.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { Panel } from "../../parts/panel.tsx";
import { MetadataView } from "./metadata.tsx";

interface StepsProps {
  /** The newest last. */
  readonly steps: readonly SessionStepView[];
  readonly workflow: Workflow;
  readonly agent: string;
  readonly total: number;
  readonly outOfOrder: number;
  /** null: all are there. */
  readonly onOlder: (() => void) | null;
  readonly loading: boolean;
}

export function Steps({ steps, workflow, agent, total, outOfOrder, onOlder, loading }: StepsProps) {
  const odd = outOfOrder > 0 ? `, ${outOfOrder} out of order` : "";
  return (
    <Panel title="State by state" note={`${count(total, "entry", "entries")}${odd}`}>
      <ol className="steps">
        {steps.toReversed().map((step) => (
          <li key={step.seq}>
            <time dateTime={step.timestamp} title={showMoment(step.timestamp)} className="num">
              {showSeconds(step.timestamp)}
            </time>
            <Lamp state={step.state} indicator={workflow.states[step.state]?.indicator ?? null} />
            <b>{step.state}</b>
            <span className="num dim">{step.ms === null ? "end" : showDuration(step.ms)}</span>
            <div className="step-words">
              <Opening step={step} agent={agent} />
              <MetadataView metadata={step.metadata} />
            </div>
          </li>
        ))}
      </ol>
      {onOlder && (
        <Button small onClick={onOlder} disabled={loading}>
          Older entries
        </Button>
      )}
    </Panel>
  );
}

function Opening({ step, agent }: { readonly step: SessionStepView; readonly agent: string }) {
  return (
    <>
      {step.outOfOrder && <p className="step-odd">Out of order: the workflow expects another state before it.</p>}
      {step.outcome !== null && (
        <p>
          Outcome <b>{step.outcome}</b>
          {step.who !== agent && `, by ${step.who}`}
          {step.reason !== null && `: “${step.reason}”`}
        </p>
      )}
      {step.action !== undefined && <p>Opened by {step.who}.</p>}
    </>
  );
}
