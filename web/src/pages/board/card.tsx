import { draggable } from "@atlaskit/pragmatic-drag-and-drop/element/adapter";
import { setCustomNativeDragPreview } from "@atlaskit/pragmatic-drag-and-drop/element/set-custom-native-drag-preview";
import { memo, useEffect, useRef } from "react";
import { Link } from "wouter";
import type { Card, NeedView, Workflow } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { lineOf } from "../../lib/line.ts";
import { plainWords, sessionPath, showKey } from "../../lib/words.ts";
import { Age, Estimate, Lease, Priority, useLeaseLeft } from "../../parts/facts.tsx";
import { Chips } from "../../parts/evidence/chips.tsx";
import { PullChip } from "../../parts/evidence/pull-chip.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import styles from "./card.module.css";

export interface CardProps {
  readonly card: Card;
  readonly workflow: Workflow;
  /** Title of its parent. */
  readonly group: string | null;
  /** What was said when it came here: the question that waits for an answer. */
  readonly word: NeedView["lastWord"];
  /** Longer in its state than is usual. */
  readonly old: boolean;
  readonly mayAct: boolean;
  readonly onOpen: (key: string) => void;
  readonly onMove: (card: Card) => void;
}

const MOST_CHIPS = 3;

export const CardView = memo(function CardView(props: CardProps) {
  const { card, workflow, group, word, old, mayAct, onOpen, onMove } = props;
  const element = useRef<HTMLElement>(null);
  useDraggable(element, card, mayAct);
  const working = card.claim?.session ?? card.session;
  return (
    <article
      ref={element}
      className={cx(styles.card, (card.claim || working) && styles.held)}
      style={{ "--c": lineOf(workflow).colourOf(card.state) }}
      tabIndex={-1}
      data-key={card.key}
      aria-label={`${showKey(card.key)} ${card.title}`}
      onClick={(event) => {
        if (!(event.target instanceof Element && event.target.closest("a, button"))) onOpen(card.key);
      }}
    >
      <div className={styles.top}>
        <button type="button" tabIndex={-1} className={styles.number} onClick={() => onOpen(card.key)}>
          {showKey(card.key)}
        </button>
        <Priority value={card.priority} />
        <Estimate value={card.estimate} />
        {card.type !== undefined && <span title={plannedWords(card)}>{card.type}</span>}
        <AgeOf card={card} old={old} />
      </div>
      <h3>{card.title}</h3>
      {word?.text != null && (
        <p className={styles.word}>
          <b>{word.who}</b> {plainWords(word.text)}
        </p>
      )}
      {(card.chips.length > 0 || card.pull) && (
        <div className={styles.chips}>
          {card.chips.length > 0 && <Chips chips={card.chips} most={MOST_CHIPS} />}
          {card.pull && <PullChip pull={card.pull} />}
        </div>
      )}
      {(group !== null || card.openBlockers.length > 0 || card.runs.length > 0) && (
        <div className={styles.meta}>
          {group !== null && (
            <span>
              <Icon name="group" small />
              <span className="ellipsis">{group}</span>
            </span>
          )}
          {card.openBlockers.length > 0 && (
            <span className={styles.blocked}>
              <Icon name="stop" small />
              blocked by {card.openBlockers.slice(0, 3).map(showKey).join(" ")}
              {card.openBlockers.length > 3 && ` and ${card.openBlockers.length - 3} more`}
            </span>
          )}
          {card.runs.length > 0 && <RunOn runs={card.runs} />}
        </div>
      )}
      {mayAct && (
        <button type="button" tabIndex={-1} className={styles.phoneMove} onClick={() => onMove(card)}>
          Move
        </button>
      )}
      {(card.claim || working) && <Claim card={card} workflow={workflow} />}
    </article>
  );
});

/** The run that works on it, and how many of its tasks are done. */
function RunOn({ runs }: { readonly runs: Card["runs"] }) {
  const [run] = runs;
  if (!run) return null;
  const tasks = run.totalTasks === 0 ? "" : ` ${run.completedTasks} of ${run.totalTasks}`;
  return (
    <span title={`Item ${run.item} of the run ${run.session} of ${run.project}`}>
      <Icon name="points" small />
      <span className="ellipsis">
        {run.session}
        {tasks}
        {run.failedTasks > 0 && <b className="danger"> {run.failedTasks} failed</b>}
        {runs.length > 1 && ` and ${runs.length - 1} more`}
      </span>
    </span>
  );
}

function AgeOf({ card, old }: { readonly card: Card; readonly old: boolean }) {
  return (
    <span className={cx(styles.age, old && styles.old)} title={old ? "Unusually old" : undefined}>
      <span className="vh">in this state for </span>
      <Age since={card.enteredAt} />
      {old && <span className="vh">, unusually old</span>}
    </span>
  );
}

/** Who holds it, what they are doing, and how much of the lease is left. */
function Claim({ card, workflow }: { readonly card: Card; readonly workflow: Workflow }) {
  const { claim } = card;
  const working = claim?.session ?? card.session;
  return (
    <>
      <div className={styles.claim}>
        {working ? (
          <Lamp state={working.state} indicator={working.indicator} silent={working.silent} />
        ) : (
          <Icon name="lock" />
        )}
        <span className={styles.who}>
          <b>{claim?.holder ?? working?.agent}</b>{" "}
          {working && (
            <Link href={sessionPath(working.id)} tabIndex={-1} title={`The session of ${working.agent}`}>
              {working.silent ? "silent" : working.state} <Age since={working.since} />
            </Link>
          )}
        </span>
        {claim && <Lease expiresAt={claim.expiresAt} expired={claim.expired} />}
      </div>
      {claim && !claim.expired && <LeaseBar card={card} workflow={workflow} expiresAt={claim.expiresAt} />}
    </>
  );
}

function LeaseBar({
  card,
  workflow,
  expiresAt,
}: {
  readonly card: Card;
  readonly workflow: Workflow;
  readonly expiresAt: string;
}) {
  const left = useLeaseLeft(expiresAt);
  const seconds = workflow.lease?.states?.[card.state ?? ""] ?? workflow.lease?.seconds ?? 0;
  if (seconds === 0 || left <= 0) return null;
  return (
    <i
      className={cx(styles.lease, left < 180_000 && styles.soon)}
      style={{ "--f": Math.min(1, left / (seconds * 1000)) }}
      aria-hidden="true"
    />
  );
}

function useDraggable(element: { readonly current: HTMLElement | null }, card: Card, mayAct: boolean): void {
  const latest = useRef(card);
  latest.current = card;
  const { key } = card;
  useEffect(() => {
    const { current } = element;
    if (!current || !mayAct) return;
    return draggable({
      element: current,
      getInitialData: () => ({ card: latest.current }),
      onGenerateDragPreview: ({ nativeSetDragImage, location }) => {
        const { clientX, clientY } = location.current.input;
        const { left, top } = current.getBoundingClientRect();
        setCustomNativeDragPreview({
          nativeSetDragImage,
          getOffset: () => ({ x: clientX - left, y: clientY - top }),
          render: ({ container }) => {
            const ghost = current.cloneNode(true) as HTMLElement;
            ghost.classList.add(styles.ghost ?? "");
            ghost.style.width = `${current.offsetWidth}px`;
            container.append(ghost);
          },
        });
      },
    });
  }, [element, mayAct, key]);
}

/** What there is no room for on a card. */
function plannedWords({ milestone, iteration }: Card): string {
  return [milestone && `Milestone ${milestone}`, iteration && `Iteration ${iteration}`].filter(Boolean).join(", ");
}
