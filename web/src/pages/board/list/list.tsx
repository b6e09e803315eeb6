// The board as a table: sorted by any column, with only the rows in sight drawn. Rows stay where they are while somebody
// reads them; what is chosen is a ticket, not a place.

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef, useState, type MouseEvent } from "react";
import type { Card, Workflow } from "../../../../../src/http/contract.ts";
import { cx } from "../../../lib/cx.ts";
import { useKeys } from "../../../lib/keys.ts";
import { count } from "../../../lib/words.ts";
import { EmptyState } from "../../../parts/answers.tsx";
import { Button } from "../../../parts/controls.tsx";
import { useOrder } from "./address.ts";
import { Head, PhoneOrder } from "./head.tsx";
import { useHeldRows } from "./held-rows.ts";
import { ListRow } from "./row.tsx";
import { sortCards } from "./sort.ts";
import styles from "./list.module.css";

export interface ListProps {
  readonly cards: readonly Card[];
  /** Everything on the board, as it is now. */
  readonly all: ReadonlyMap<string, Card>;
  readonly workflow: Workflow;
  readonly isOld: (card: Card) => boolean;
  /** What is filtered by, as it stands in the address. */
  readonly filtered: string;
  readonly phone: boolean;
  readonly more: { readonly count: number | null; readonly load: () => void; readonly loading: boolean } | null;
  readonly onOpen: (key: string) => void;
  readonly onMove: (card: Card) => void;
}

const ROW_HEIGHT = 37;
const PHONE_ROW_HEIGHT = 92;
const HEAD_HEIGHT = 36;

export function List({ cards, all, workflow, isOld, filtered, phone, more, onOpen, onMove }: ListProps) {
  const [order, setOrder] = useOrder();
  const scroller = useRef<HTMLDivElement>(null);
  const [held, holds] = useHold();
  const { by, down } = order;
  const sorted = useMemo(() => sortCards(cards, { by, down }, workflow), [cards, by, down, workflow]);
  const view = `${filtered} ${by} ${down}`;
  const { rows, gone, changed, added, sortAgain } = useHeldRows(sorted, all, view, held);
  const head = phone ? 0 : HEAD_HEIGHT;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (phone ? PHONE_ROW_HEIGHT : ROW_HEIGHT),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    paddingStart: head,
    scrollPaddingStart: head,
    initialRect: { width: 1000, height: 700 },
  });
  // Another order or other tickets: from the top.
  useEffect(() => {
    scroller.current?.scrollTo(0, 0);
  }, [view]);

  const [chosen, choose] = useChosenRow(rows, (index) => virtualizer.scrollToIndex(index), scroller, onOpen, onMove);
  const items = virtualizer.getVirtualItems();
  const above = (items[0]?.start ?? head) - head;
  const below = virtualizer.getTotalSize() - (items.at(-1)?.end ?? head);
  if (rows.length === 0) {
    return (
      <div className={styles.none}>
        <EmptyState title="No ticket matches.">Drop a filter above to see more of them.</EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.list}>
      {phone && <PhoneOrder order={order} onOrder={setOrder} />}
      {changed && (
        <p className={styles.changed} role="status">
          The board has changed meanwhile{added > 0 ? `: ${count(added, "ticket", "tickets")} more` : ""}.{" "}
          <Button small onClick={sortAgain}>
            Sort again
          </Button>
        </p>
      )}
      <div ref={scroller} className={styles.scroller} {...holds}>
        <table className={styles.table} aria-rowcount={rows.length + 1}>
          <caption className="vh">Tickets</caption>
          <Head order={order} onOrder={setOrder} />
          <tbody>
            <Space height={above} />
            {items.map((item) => {
              const card = rows[item.index];
              return (
                card && (
                  <ListRow
                    key={card.key}
                    card={card}
                    index={item.index}
                    workflow={workflow}
                    old={isOld(card)}
                    gone={gone.has(card.key)}
                    chosen={card.key === chosen}
                    onOpen={(event: MouseEvent) => {
                      choose(card.key);
                      event.preventDefault();
                      onOpen(card.key);
                    }}
                  />
                )
              );
            })}
            <Space height={below} />
          </tbody>
        </table>
        {more && (
          <p className={cx(styles.more, "dim")}>
            {more.count === null ? "More may match." : count(more.count, "ticket more", "tickets more")}{" "}
            <Button small disabled={more.loading} onClick={more.load}>
              Show more
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

/** Where rows are that nobody sees. */
function Space({ height }: { readonly height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className={styles.space}>
      <td style={{ height }} />
    </tr>
  );
}

/** Somebody reads or aims: the pointer or the focus is in the list, or it is scrolled. */
function useHold() {
  const [over, setOver] = useState(false);
  const [focused, setFocused] = useState(false);
  const [away, setAway] = useState(false);
  const holds = {
    onPointerEnter: ({ pointerType }: { readonly pointerType: string }) => setOver(pointerType === "mouse"),
    onPointerLeave: () => setOver(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
    onScroll: (event: { readonly currentTarget: HTMLElement }) => setAway(event.currentTarget.scrollTop > 0),
  };
  return [over || focused || away, holds] as const;
}

/** `j` and `k` go from ticket to ticket, Enter opens, `m` moves. The choice stays on its ticket, wherever that goes. */
function useChosenRow(
  rows: readonly Card[],
  show: (index: number) => void,
  scroller: { readonly current: HTMLElement | null },
  onOpen: (key: string) => void,
  onMove: (card: Card) => void,
): readonly [string | null, (key: string) => void] {
  const [chosen, setChosen] = useState<string | null>(null);
  const [aimed, setAimed] = useState(0);
  const at = rows.findIndex(({ key }) => key === chosen);
  const go = (event: KeyboardEvent, index: number) => {
    const card = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!card) return;
    event.preventDefault();
    setChosen(card.key);
    show(rows.indexOf(card));
    setAimed((times) => times + 1);
  };
  useEffect(() => {
    if (aimed === 0 || chosen === null) return;
    // A row far away is drawn only after the list was scrolled to it.
    const focus = () =>
      scroller.current
        ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(chosen)}"] a`)
        ?.focus({ preventScroll: true });
    focus();
    const frame = requestAnimationFrame(focus);
    return () => cancelAnimationFrame(frame);
  }, [aimed, chosen, scroller]);
  const next = (step: number) => (event: KeyboardEvent) => go(event, at < 0 ? 0 : at + step);
  useKeys({
    j: next(1),
    k: next(-1),
    ArrowDown: next(1),
    ArrowUp: next(-1),
    Home: (event) => go(event, 0),
    End: (event) => go(event, rows.length - 1),
    Enter: (event) => {
      const card = rows[at];
      // A link or a button does what it says.
      if (!card || (event.target instanceof Element && event.target.closest("a, button"))) return;
      event.preventDefault();
      onOpen(card.key);
    },
    m: (event) => {
      const card = rows[at];
      if (!card) return;
      event.preventDefault();
      onMove(card);
    },
  });
  return [chosen, setChosen];
}
