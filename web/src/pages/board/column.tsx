// One column of the board, with only the rows in sight drawn. Every section in it is one place to drop on.

import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useMemo, useRef } from "react";
import { Link } from "wouter";
import type { Card, NeedView, Workflow } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { lineOf } from "../../lib/line.ts";
import { useSize } from "../../lib/size.ts";
import { count, showKey } from "../../lib/words.ts";
import { StateMark } from "../../parts/state-mark.tsx";
import styles from "./column.module.css";
import { CardView } from "./card.tsx";
import type { ColumnPlan } from "./layout.ts";
import { listPath } from "./list/address.ts";
import { makeRows, rowHeight, SECTION_GAP, type Row } from "./rows.ts";
import { SectionFrame } from "./section-frame.tsx";
import type { Section } from "./sections.ts";

export interface ColumnProps {
  readonly column: ColumnPlan;
  readonly workflow: Workflow;
  readonly titles: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, NeedView["lastWord"]>;
  readonly isOld: (card: Card) => boolean;
  readonly mayAct: boolean;
  readonly phone: boolean;
  readonly onOpen: (key: string) => void;
  readonly onMove: (card: Card) => void;
}

const PADDING = 12;

export const Column = memo(function Column(props: ColumnProps) {
  const { column, phone } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const size = useSize(scroller);
  const { width, height } = size;
  const { rows, sections } = useMemo(() => makeRows(column, { width, height, phone }), [column, width, height, phone]);
  const ends = useMemo(() => new Set(sections.slice(0, -1).map((section) => section.last)), [sections]);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index], column.rail) + (ends.has(index) ? SECTION_GAP : 0),
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: 8,
    paddingStart: PADDING,
    paddingEnd: PADDING,
    initialRect: { width: 240, height: 700 },
  });
  const items = virtualizer.getVirtualItems();
  const total = virtualizer.getTotalSize();

  return (
    <div ref={scroller} className={cx(styles.col, column.rail && styles.rail)} data-column={column.id}>
      <div className={styles.canvas} style={{ height: total }}>
        {sections.map(({ section, first, last }) => {
          const top = virtualizer.measurementsCache[first]?.start ?? 0;
          const bottom = (virtualizer.measurementsCache[last]?.end ?? top) - (ends.has(last) ? SECTION_GAP : 0);
          return (
            <SectionFrame
              key={section.state}
              state={section.state}
              label={`${section.state ?? "No state"}, ${count(section.total, "ticket", "tickets")}`}
              top={top}
              height={bottom - top}
            >
              {items
                .filter((item) => item.index >= first && item.index <= last)
                .map((item) => {
                  const row = rows[item.index];
                  return (
                    <div
                      key={item.key}
                      ref={virtualizer.measureElement}
                      data-index={item.index}
                      className={cx(styles.row, ends.has(item.index) && styles.lastRow)}
                      style={{ transform: `translateY(${item.start - top}px)` }}
                    >
                      {row && <RowView {...props} row={row} />}
                    </div>
                  );
                })}
            </SectionFrame>
          );
        })}
      </div>
    </div>
  );
});

function RowView({
  row,
  column,
  workflow,
  titles,
  words,
  isOld,
  mayAct,
  onOpen,
  onMove,
}: ColumnProps & { readonly row: Row }) {
  switch (row.kind) {
    case "head":
      return (
        <header className={styles.head}>
          <div>
            <StateMark workflow={workflow} state={row.section.state} silent />
            <h2 title={workflow.states[row.section.state ?? ""]?.description}>{row.section.state ?? "No state"}</h2>
          </div>
          <CountLink section={row.section} />
        </header>
      );
    case "card":
      return (
        <CardView
          card={row.card}
          workflow={workflow}
          group={row.card.parent === null ? null : (titles.get(row.card.parent) ?? showKey(row.card.parent))}
          word={isAside(workflow, row.card) ? (words.get(row.card.key) ?? null) : null}
          old={isOld(row.card)}
          mayAct={mayAct}
          onOpen={onOpen}
          onMove={onMove}
        />
      );
    case "groups":
      return (
        <p className={styles.groups}>
          {row.groups.map(({ priority, count: many }) => (
            <Link
              key={priority}
              href={listPath({ ...inState(row.section), ...(priority && { priority }) })}
              tabIndex={-1}
            >
              {priority ?? "All"} <b>{many.toLocaleString("en")}</b>
            </Link>
          ))}
        </p>
      );
    case "more":
      return (
        <p className={styles.more}>
          <Link href={listPath(inState(row.section))} tabIndex={-1}>
            {column.rail ? `+${row.count.toLocaleString("en")}` : `${count(row.count, "more", "more")} in the list`}
          </Link>
        </p>
      );
    case "berths":
      return (
        <ul className={styles.berths}>
          {row.cards.map((card) => (
            <li key={card.key}>
              <button
                type="button"
                tabIndex={-1}
                className={styles.berth}
                data-key={card.key}
                title={card.title}
                onClick={() => onOpen(card.key)}
              >
                <span className="vh">#</span>
                {card.number}
                <span className="vh"> {card.title} </span>
                {column.rail && (card.priority === "P0" || card.priority === "P1") && <i>{card.priority}</i>}
              </button>
            </li>
          ))}
        </ul>
      );
  }
}

/** Its number of tickets leads to a list of them. */
function CountLink({ section }: { readonly section: Section }) {
  const many = section.total.toLocaleString("en");
  if (section.state === null) return <span className={styles.count}>{many}</span>;
  return (
    <Link
      href={listPath(inState(section))}
      className={styles.count}
      title={`${section.state} as a list`}
      tabIndex={-1}
      draggable={false}
    >
      {many}
    </Link>
  );
}

function inState({ state }: Section): { readonly state?: string } {
  return state === null ? {} : { state };
}

/** Beside the line: nobody goes on until its question is answered. */
function isAside(workflow: Workflow, card: Card): boolean {
  return lineOf(workflow).phaseOf(card.state)?.kind === "siding";
}

function heightOf(row: Row | undefined, rail: boolean): number {
  return row ? rowHeight(row, rail) : 0;
}
