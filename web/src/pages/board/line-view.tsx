// The line above the columns: the phases as track, and on it a lamp for every session at work.

import { useRef } from "react";
import type { Card, SessionActivity, Workflow } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { useSize } from "../../lib/size.ts";
import { showKey } from "../../lib/words.ts";
import { Icon } from "../../parts/icon.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import gridStyles from "./grid.module.css";
import styles from "./line-view.module.css";
import { lookOf, useDrag } from "./drag.ts";
import { COLUMN_WIDTH, EDGE, GAP, RAIL_WIDTH, type Fold, type PhasePlan } from "./layout.ts";

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
  readonly lamp: SessionActivity;
}

const LAMP_WIDTH = 22;
/** The mark of a state, and the number that stands for the lamps that found no room. */
const MARK_WIDTH = 24;
const NUMBER_WIDTH = 44;

export function LineView({ phases, workflow, cards, grid, onFold, onOpen }: LineProps) {
  const drag = useDrag();
  const element = useRef<HTMLDivElement>(null);
  const column = columnWidth(phases, useSize(element).width);
  const trains = Map.groupBy(
    cards.flatMap((card) => (card.session && !card.closed ? [{ card, lamp: card.session }] : [])),
    (train) => train.card.state,
  );
  return (
    <div
      ref={element}
      className={cx(styles.line, gridStyles.grid, "tiles")}
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
            <span className="ellipsis">{plan.phase.name}</span>
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
                  <Trains trains={trains.get(state) ?? []} room={segmentWidth(plan, column)} onOpen={onOpen} />
                </div>
              ))}
            </div>
          ) : plan.phase.kind === "siding" ? (
            <Siding
              plan={plan}
              workflow={workflow}
              before={colourBefore(phases, index)}
              trains={trains}
              room={segmentWidth(plan, column) - 60}
              dim={isDim(drag, plan)}
              onOpen={onOpen}
            />
          ) : (
            <End plan={plan} last={index === phases.length - 1} dim={isDim(drag, plan)} />
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
  room,
  dim,
  onOpen,
}: {
  readonly plan: PhasePlan;
  readonly workflow: Workflow;
  readonly before: string;
  readonly trains: ReadonlyMap<string | null, readonly Train[]>;
  readonly room: number;
  readonly dim: boolean;
  readonly onOpen: (key: string) => void;
}) {
  const [state] = plan.phase.states;
  return (
    <div
      className={cx(styles.track, styles.siding, dim && styles.dimSegment)}
      style={{ "--c": plan.phase.colour, "--main": before }}
    >
      <i className={styles.through} />
      <svg className={styles.points} width="34" height="30" viewBox="0 0 34 30" aria-hidden="true">
        <path d="M0 14h4l12 12h18" fill="none" stroke="var(--c)" strokeWidth="4" />
      </svg>
      <i className={styles.branch} />
      <span className={styles.on}>
        <StateMark workflow={workflow} state={state ?? null} />
      </span>
      <Trains trains={plan.phase.states.flatMap((own) => trains.get(own) ?? [])} room={room} onOpen={onOpen} />
    </div>
  );
}

function End({ plan, last, dim }: { readonly plan: PhasePlan; readonly last: boolean; readonly dim: boolean }) {
  return (
    <div className={cx(styles.track, dim && styles.dimSegment)} style={{ "--main": plan.phase.colour }}>
      <i className={styles.through} />
      {last && <i className={styles.stop} />}
    </div>
  );
}

function Trains({
  trains,
  room,
  onOpen,
}: {
  readonly trains: readonly Train[];
  readonly room: number;
  readonly onOpen: (key: string) => void;
}) {
  const fits = Math.max(0, Math.floor((room - MARK_WIDTH) / LAMP_WIDTH));
  const shown =
    trains.length <= fits
      ? trains
      : trains.slice(0, Math.max(0, Math.floor((room - MARK_WIDTH - NUMBER_WIDTH) / LAMP_WIDTH)));
  return (
    <span className={styles.trains}>
      {shown.map(({ card, lamp }) => (
        <button key={lamp.id} type="button" tabIndex={-1} onClick={() => onOpen(card.key)} title={card.title}>
          <Lamp
            state={lamp.state}
            indicator={lamp.indicator}
            silent={lamp.silent}
            label={`${lamp.agent} ${lamp.silent ? "silent" : lamp.state} on ${showKey(card.key)}`}
          />
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

/** A phase of which nothing may be dropped on. */
function isDim(drag: ReturnType<typeof useDrag>, plan: PhasePlan): boolean {
  if (!drag) return false;
  return plan.phase.states.every((state) => !["legal", "source"].includes(lookOf(drag, state).is));
}

function columnWidth(phases: readonly PhasePlan[], width: number): number {
  const columns = phases.flatMap((plan) => plan.columns);
  const rails = columns.filter((column) => column.rail).length;
  const rest = width - 2 * EDGE - rails * RAIL_WIDTH - GAP * (columns.length - 1);
  return Math.max(COLUMN_WIDTH, rest / Math.max(1, columns.length - rails));
}

function segmentWidth(plan: PhasePlan, column: number): number {
  const width = plan.fold === "rail" ? RAIL_WIDTH : plan.columns.length * column;
  return width / plan.phase.states.length;
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
