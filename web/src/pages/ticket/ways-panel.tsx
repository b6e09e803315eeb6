// What each way out of the ticket's state asks for: a line with a signal for each guard. Where one is not met, the line
// ends in a stop, and below it stands what is missing and how to get it.

import type { FactMark as Mark, TicketEvidence, WayView, Workflow } from "../../../../src/http/contract.ts";
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
  readonly state: string | null;
  readonly workflow: Workflow;
}

export function WaysPanel({ evidence, state, workflow }: WaysPanelProps) {
  const { missing, later, chips } = evidence;
  if (missing.length + later.length === 0) return null;
  const marks = new Map(chips.map((chip) => [chip.name, chip.mark]));
  const asking = new Set(missing.map(({ to }) => to));
  const free = workflow.edges.filter((edge) => edge.from === state && !asking.has(edge.to));
  return (
    <Panel title="What each way asks" note="a way is clear when every guard on it is met">
      <ol className={styles.ways}>
        {missing.map((way) => (
          <Way key={way.to} way={way} marks={marks} workflow={workflow} />
        ))}
        {free.map(({ to, label }) => (
          <Way key={to} way={{ ...FREE, to, label: label ?? null }} marks={marks} workflow={workflow} />
        ))}
        {later.map((way) => (
          <Way key={`later ${way.to}`} way={way} marks={marks} workflow={workflow} later />
        ))}
      </ol>
    </Panel>
  );
}

/** Nothing is asked on it. */
const FREE = { takes: null, met: true, guards: [] };

type Marks = ReadonlyMap<string, Mark>;

interface WayProps {
  readonly way: WayView;
  readonly marks: Marks;
  readonly workflow: Workflow;
  /** It comes after the next step. */
  readonly later?: boolean;
}

function Way({ way, marks, workflow, later = false }: WayProps) {
  const parts = way.guards.flatMap((guard) => guard.parts);
  const missing = parts.filter(({ met }) => !met).length;
  return (
    <li className={cx(later && styles.later)} style={{ "--c": lineOf(workflow).colourOf(way.to) }}>
      <div className={styles.line}>
        <span className={styles.name}>
          {later && "Later: "}
          <b>{way.label ?? "Move"}</b> <Icon name="to" small /> <StateName workflow={workflow} state={way.to} />
        </span>
        <span className={styles.track} aria-hidden="true">
          <Track parts={parts} marks={marks} />
          <StateMark workflow={workflow} state={way.to} silent />
        </span>
        <span className={cx(styles.result, missing === 0 ? styles.clear : "danger")}>
          {resultOf(way, missing, parts.length)}
        </span>
      </div>
      {way.guards.some(({ met }) => !met) && (
        <ul className={styles.missing}>
          {way.guards
            .filter(({ met }) => !met)
            .map((guard) => (
              <li key={`${guard.type} ${guard.what}`}>
                <FactMark mark={guard.policy === "warn" ? "unknown" : worstOf(guard.parts, marks)} />
                <div>
                  <p>{guard.what}</p>
                  {guard.how !== null && !later && <How text={guard.how} />}
                </div>
              </li>
            ))}
        </ul>
      )}
    </li>
  );
}

function resultOf({ takes, guards }: WayView, missing: number, all: number): string {
  if (missing > 0) return `${missing} of ${all} missing`;
  if (takes !== null) return "takes a commit";
  return guards.length === 0 ? "clear, always" : "clear";
}

function worstOf(parts: Parts, marks: Marks): Mark {
  const unmet = parts.find(({ met }) => !met);
  return (unmet && marks.get(unmet.words)) ?? "none";
}

type Parts = WayView["guards"][number]["parts"];

/** Solid up to the first guard that is not met; a stop there; hollow behind it. */
function Track({ parts, marks }: { readonly parts: Parts; readonly marks: Marks }) {
  const shut = parts.findIndex(({ met }) => !met);
  return (
    <>
      {parts.map(({ words, met }, index) => {
        const hollow = shut >= 0 && index > shut;
        return (
          <span key={`${words} ${index}`} className={styles.guard}>
            <i className={cx(hollow && styles.hollow)} />
            <FactMark mark={met ? "pass" : (marks.get(words) ?? "none")} />
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
