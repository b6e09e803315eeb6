// The line above the columns: the phases as track, and on it a lamp for every session at work.

import type { Card, SessionLamp, Workflow } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { showKey } from "../../lib/words.ts";
import { Icon } from "../../parts/icon.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import styles from "./board.module.css";
import { lookOf, useDrag } from "./drag.ts";
import type { Fold, PhasePlan } from "./layout.ts";

export interface LineProps {
  readonly phases: readonly PhasePlan[];
  readonly workflow: Workflow;
  readonly cards: readonly Card[];
  readonly grid: string;
  readonly onFold: (phase: string, fold: Fold) => void;
  readonly onOpen: (key: string) => void;
}

interface Train {
  readonly card: Card;
  readonly lamp: SessionLamp;
}

/** What a stretch of track holds before its lamps become a number. */
const MOST_LAMPS = 7;

export function LineView({ phases, workflow, cards, grid, onFold, onOpen }: LineProps) {
  const drag = useDrag();
  const trains = Map.groupBy(
    cards.flatMap((card) => (card.session && !card.closed ? [{ card, lamp: card.session }] : [])),
    (train) => train.card.state,
  );
  return (
    <div
      className={cx(styles.line, styles.grid, "tiles")}
      style={{ gridTemplateColumns: grid }}
      role="group"
      aria-label="The line: where agents are now"
    >
      {phases.map((plan, index) => (
        <div
          key={plan.phase.name}
          className={cx(styles.phase, index === 0 && styles.start, index === phases.length - 1 && styles.end)}
          style={{ gridColumn: `span ${plan.columns.length}` }}
        >
          <div className={cx("cap", styles.cap)}>
            <span className={styles.ellipsis}>{plan.phase.name}</span>
            <FoldButtons plan={plan} onFold={onFold} />
          </div>
          {plan.phase.kind === "main" ? (
            <div className={styles.track}>
              {plan.phase.states.map((state) => (
                <div
                  key={state}
                  className={cx(styles.segment, segmentLook(lookOf(drag, state).is))}
                  style={{ "--c": plan.phase.colour }}
                >
                  <span className={styles.on}>
                    <StateMark workflow={workflow} state={state} />
                  </span>
                  <Trains trains={trains.get(state) ?? []} onOpen={onOpen} />
                </div>
              ))}
            </div>
          ) : plan.phase.kind === "siding" ? (
            <Siding
              plan={plan}
              workflow={workflow}
              before={colourBefore(phases, index)}
              trains={trains}
              onOpen={onOpen}
            />
          ) : (
            <End plan={plan} last={index === phases.length - 1} />
          )}
        </div>
      ))}
    </div>
  );
}

/** A branch off the main line, which goes on above it. */
function Siding({
  plan,
  workflow,
  before,
  trains,
  onOpen,
}: {
  readonly plan: PhasePlan;
  readonly workflow: Workflow;
  readonly before: string;
  readonly trains: ReadonlyMap<string | null, readonly Train[]>;
  readonly onOpen: (key: string) => void;
}) {
  const [state] = plan.phase.states;
  return (
    <div className={cx(styles.track, styles.siding)} style={{ "--c": plan.phase.colour, "--main": before }}>
      <i className={styles.through} />
      <svg className={styles.points} width="34" height="30" viewBox="0 0 34 30" aria-hidden="true">
        <path d="M0 14h4l12 12h18" fill="none" stroke="var(--c)" strokeWidth="4" />
      </svg>
      <i className={styles.branch} />
      <span className={styles.on}>
        <StateMark workflow={workflow} state={state ?? null} />
      </span>
      <Trains trains={plan.phase.states.flatMap((own) => trains.get(own) ?? [])} onOpen={onOpen} />
    </div>
  );
}

function End({ plan, last }: { readonly plan: PhasePlan; readonly last: boolean }) {
  return (
    <div className={styles.track} style={{ "--main": plan.phase.colour }}>
      <i className={styles.through} />
      {last && <i className={styles.stop} />}
    </div>
  );
}

function Trains({ trains, onOpen }: { readonly trains: readonly Train[]; readonly onOpen: (key: string) => void }) {
  const shown = trains.slice(0, trains.length > MOST_LAMPS ? MOST_LAMPS - 1 : MOST_LAMPS);
  return (
    <span className={styles.trains}>
      {shown.map(({ card, lamp }) => (
        <button
          key={lamp.id}
          type="button"
          tabIndex={-1}
          onClick={() => onOpen(card.key)}
          aria-label={`${lamp.agent} ${lamp.silent ? "silent" : lamp.state} on ${showKey(card.key)}`}
          title={`${lamp.agent} ${lamp.silent ? "silent" : lamp.state} on ${showKey(card.key)} ${card.title}`}
        >
          <Lamp state={lamp.state} indicator={lamp.indicator} silent={lamp.silent} />
        </button>
      ))}
      {trains.length > shown.length && <span className="berth">+{trains.length - shown.length}</span>}
    </span>
  );
}

function FoldButtons({ plan, onFold }: { readonly plan: PhasePlan; readonly onFold: LineProps["onFold"] }) {
  const { name, states } = plan.phase;
  const wider: Fold | null =
    plan.fold === "rail" ? "column" : plan.fold === "column" && states.length > 1 ? "unfolded" : null;
  const narrower: Fold | null = plan.fold === "unfolded" ? "column" : plan.fold === "column" ? "rail" : null;
  return (
    <span className={styles.folds}>
      {narrower && (
        <button type="button" aria-label={`Fold ${name}`} title={`Fold ${name}`} onClick={() => onFold(name, narrower)}>
          <Icon name="fold" small />
        </button>
      )}
      {wider && (
        <button
          type="button"
          aria-label={`Unfold ${name}`}
          title={`Unfold ${name}`}
          onClick={() => onFold(name, wider)}
        >
          <Icon name="unfold" small />
        </button>
      )}
    </span>
  );
}

function segmentLook(is: ReturnType<typeof lookOf>["is"]): string | false | undefined {
  if (is === "legal") return styles.litSegment;
  return is !== "still" && is !== "source" && styles.dimSegment;
}

function colourBefore(phases: readonly PhasePlan[], index: number): string {
  return phases.slice(0, index).findLast((plan) => plan.phase.kind === "main")?.phase.colour ?? "var(--edge)";
}

/** On a phone the line becomes a row of phases to choose from. */
export function PhaseTabs({
  phases,
  current,
  onChoose,
}: {
  readonly phases: readonly PhasePlan[];
  readonly current: string;
  readonly onChoose: (phase: string) => void;
}) {
  return (
    <div className={styles.phaseTabs} role="tablist" aria-label="Phases">
      {phases.map(({ phase, columns }) => (
        <button
          key={phase.name}
          type="button"
          role="tab"
          aria-selected={phase.name === current}
          style={{ "--c": phase.colour }}
          onClick={() => onChoose(phase.name)}
        >
          <span className="cap">{phase.name}</span>
          <i />
          <b>
            {columns
              .flatMap((column) => column.sections)
              .reduce((sum, section) => sum + section.total, 0)
              .toLocaleString("en")}
          </b>
        </button>
      ))}
    </div>
  );
}
