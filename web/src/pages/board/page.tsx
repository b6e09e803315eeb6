// The board: the line with its lamps, and below it every ticket in the column of its phase.

import { lazy, Suspense, useCallback, useMemo, useRef, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import type { BoardAnswer, Card } from "../../../../src/http/contract.ts";
import { useBoard, useFound, useNeeds } from "../../api/queries.ts";
import { useIsOld } from "../../api/usual.ts";
import { lineOf } from "../../lib/line.ts";
import { useMayAct } from "../../lib/may.ts";
import { usePhone } from "../../lib/phone.ts";
import { useTitle } from "../../lib/title.ts";
import { Answered, EmptyState } from "../../parts/answers.tsx";
import { NewTicketButton } from "../../shell/new-ticket.tsx";
import gridStyles from "./grid.module.css";
import styles from "./page.module.css";
import { Column } from "./column.tsx";
import { DragLayer, type Dropped } from "./drag-layer.tsx";
import { useDrag } from "./drag.ts";
import { filterCards, isFiltering, useFilters, type Filters } from "./filters.ts";
import { useBoardKeys } from "./keyboard.ts";
import { gridTemplate, minWidth, planPhases, useFolds, type PhasePlan } from "./layout.ts";
import { LineView, PhaseTabs } from "./line-view.tsx";
import { useView } from "./list/address.ts";
import { MoveDialog, type Asked } from "./move-dialog.tsx";
import { makeSections } from "./sections.ts";
import { useSlides } from "./slide.ts";
import { Tools } from "./tools.tsx";

const ListView = lazy(async () => ({ default: (await import("./list/view.tsx")).ListView }));
const PastBoard = lazy(async () => ({ default: (await import("./past/page.tsx")).PastBoard }));
const TicketDrawer = lazy(async () => ({ default: (await import("../ticket/drawer.tsx")).TicketDrawer }));

export function BoardPage() {
  const [params] = useSearchParams();
  const at = params.get("at");
  return (
    <div className={styles.page}>
      <h1 className="vh">{at === null ? "Board" : "The board as it was"}</h1>
      {at === null ? (
        <BoardNow />
      ) : (
        <Suspense fallback={null}>
          <PastBoard at={at}>{(board) => <Board board={board} />}</PastBoard>
        </Suspense>
      )}
    </div>
  );
}

function BoardNow() {
  useTitle("Board");
  const board = useBoard();
  return (
    <>
      {board.data ? (
        <Board board={board.data} />
      ) : (
        <div className="page">
          <Answered query={board} what="The board" rows={6}>
            {() => null}
          </Answered>
        </div>
      )}
    </>
  );
}

function Board({ board }: { readonly board: BoardAnswer }) {
  const { workflow } = board;
  const line = lineOf(workflow);
  const may = useMayAct();
  const phone = usePhone();
  const dragging = useDrag() !== null;
  const [view] = useView();
  const [filters, setFilter, clearFilters] = useFilters();
  const [open, setOpen] = useOpenTicket();
  const [asked, setAsked] = useState<Asked | null>(null);
  const [tab, setTab] = useState<string | null>(null);

  const filtering = isFiltering(filters);
  const found = useFound(filters.text.trim()).data?.tickets;
  const isOld = useIsOld(filters.old);
  const cards = useFiltered(board.cards, found, filters, isOld);
  const whole = useMemo(() => makeSections(board, board.cards, false), [board]);
  const sections = useMemo(
    () => (filtering ? makeSections(board, cards, true) : whole),
    [board, cards, filtering, whole],
  );
  const titles = useMemo(() => new Map(board.cards.map((card) => [card.key, card.title])), [board.cards]);
  const needs = useNeeds().data?.needs;
  const words = useMemo(() => new Map(needs?.map((need) => [need.card.key, need.lastWord])), [needs]);
  const [folds, setFold] = useFolds(workflow, whole, dragging);
  const phases = useMemo(() => planPhases(line, phone ? {} : folds, sections), [line, phone, folds, sections]);
  const grid = gridTemplate(phases);
  const current = tab ?? busiest(phases);

  const root = useRef<HTMLDivElement>(null);
  useSlides(root, board.cards);
  const onMove = useCallback((card: Card) => setAsked({ card, drop: null }), []);
  const onDrop = useCallback(({ card, moves, to }: Dropped) => setAsked({ card, drop: { to, moves } }), []);
  const keyboard = useBoardKeys(root, {
    onOpen: setOpen,
    onMove: (key) => {
      const card = board.cards.find((candidate) => candidate.key === key);
      if (card && may.act) onMove(card);
    },
  });

  if (board.cards.length === 0 && board.closedCounts.every((entry) => entry.count === 0)) return <EmptyBoard />;
  return (
    <>
      <Tools
        board={board}
        filters={filters}
        shown={cards.length}
        titles={titles}
        isOld={isOld}
        set={setFilter}
        clear={clearFilters}
      />
      {view === "list" ? (
        <Suspense fallback={null}>
          <ListView
            board={board}
            cards={cards}
            filters={filters}
            isOld={isOld}
            phone={phone}
            onOpen={setOpen}
            onMove={onMove}
          />
        </Suspense>
      ) : (
        <>
          <PhaseTabs phases={phases} current={current} onChoose={setTab} />
          <div ref={root} className={styles.scroller} data-dragging={dragging || undefined} {...keyboard}>
            <div className={styles.wide} style={{ minWidth: minWidth(phases) }}>
              <LineView
                phases={phases}
                workflow={workflow}
                cards={board.cards}
                grid={grid}
                onFold={setFold}
                onOpen={setOpen}
              />
              <div className={`${styles.cols} ${gridStyles.grid}`} style={{ gridTemplateColumns: grid }}>
                {phases.map((plan) =>
                  plan.columns.map((column) => (
                    <div key={column.id} className={styles.place} data-shown={plan.phase.name === current}>
                      <Column
                        column={column}
                        workflow={workflow}
                        titles={titles}
                        words={words}
                        isOld={isOld}
                        mayAct={may.act}
                        phone={phone}
                        onOpen={setOpen}
                        onMove={onMove}
                      />
                    </div>
                  )),
                )}
              </div>
            </div>
          </div>
        </>
      )}
      {may.act && <DragLayer onDrop={onDrop} />}
      {asked && <MoveDialog key={asked.card.key} asked={asked} workflow={workflow} onClose={() => setAsked(null)} />}
      <Suspense fallback={null}>
        {open !== null && <TicketDrawer ticket={open} workflow={workflow} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}

function EmptyBoard() {
  return (
    <div className={`page ${styles.empty}`}>
      <div className="panel padded">
        <EmptyState title="The line is clear." commands={['signalbox ticket new "Fix login"', "signalbox init"]}>
          Open a ticket, then connect an agent. It shows up here by itself.
        </EmptyState>
        <NewTicketButton />
      </div>
    </div>
  );
}

/** What was found in texts, comments and reasons, and among old tickets, joins what the cards show. */
function useFiltered(
  cards: readonly Card[],
  found: readonly Card[] | undefined,
  filters: Filters,
  isOld: (card: Card) => boolean,
): readonly Card[] {
  // The same filters are the same, although the address was read anew.
  const [kept, setKept] = useState(filters);
  const same = JSON.stringify(kept) === JSON.stringify(filters) ? kept : filters;
  if (same !== kept) setKept(filters);
  // What is old changes with the clock, which matters only to who looks for it.
  const old = same.old === null ? undefined : isOld;
  return useMemo(() => {
    const known = new Set(found ? cards.map((card) => card.key) : []);
    const all = found ? [...cards, ...found.filter((card) => !known.has(card.key))] : cards;
    return filterCards(all, same, { found: new Set(found?.map(({ key }) => key)), isOld: old ?? (() => false) });
  }, [cards, found, same, old]);
}

/** Which ticket lies open beside the board is part of the address: going back closes it. */
function useOpenTicket(): readonly [string | null, (key: string | null) => void] {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const set = useCallback(
    (key: string | null) => {
      const next = new URLSearchParams(location.search);
      if (key === null) next.delete("ticket");
      else next.set("ticket", key);
      const query = next.toString();
      navigate(query === "" ? "/" : `/?${query}`);
    },
    [navigate],
  );
  return [params.get("ticket"), set];
}

/** On a phone one phase is shown: first the one with most work in it. */
function busiest(phases: readonly PhasePlan[]): string {
  const work = phases.filter((plan) => plan.phase.kind !== "end");
  const sorted = work.toSorted((a, b) => size(b) - size(a));
  return (sorted[0] ?? phases[0])?.phase.name ?? "";
}

function size(plan: PhasePlan): number {
  return plan.columns
    .flatMap((column) => column.sections)
    .reduce((sum, section) => sum + (section.kind === "queue" ? 0 : section.cards.length), 0);
}
