import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { Workflow } from "../../../../src/http/contract.ts";
import { useBoard, useNeeds } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { silenceLetters, useKeys } from "../../lib/keys.ts";
import { showDuration } from "../../lib/time.ts";
import { ticketPath } from "../../lib/words.ts";
import { EmptyState, ErrorState, Skeleton } from "../../parts/answers.tsx";
import { Toggle } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Detail } from "./detail.tsx";
import { NeedList } from "./list.tsx";
import { rowsOf, verbsOf, type NeedRow } from "./rows.ts";
import "./needs.css";

export function NeedsPage() {
  const needs = useNeeds();
  const board = useBoard();
  if (needs.data && board.data) {
    const { workflow } = board.data;
    return <Waiting rows={rowsOf(needs.data.needs, workflow)} workflow={workflow} />;
  }
  return (
    <div className="page needs-nothing">
      <h1>Needs you</h1>
      {needs.isError || board.isError ? (
        <ErrorState
          title="What needs you could not be loaded."
          error={needs.error ?? board.error}
          onRetry={() => void Promise.all([needs.refetch(), board.refetch()])}
        />
      ) : (
        <Skeleton rows={8} />
      )}
    </div>
  );
}

function Waiting({ rows: all, workflow }: { readonly rows: readonly NeedRow[]; readonly workflow: Workflow }) {
  const [verb, setVerb] = useState<string | null>(null);
  const [deciding, setDeciding] = useState(false);
  const { rows, row, choose } = useChosen(
    all.filter((one) => verb === null || one.verb === verb),
    deciding,
  );
  // On a phone the list is the page, and a ticket covers it.
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const [, go] = useLocation();

  function step(by: number): void {
    const index = rows.findIndex((one) => one === row) + by;
    const next = rows[Math.max(0, Math.min(rows.length - 1, index))];
    if (!next) return;
    choose(next.card.key);
    list.current?.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(next.card.key)}"]`)?.focus();
  }

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    o: () => row && go(ticketPath(row.card.key)),
    Escape: () => setOpen(false),
  });

  if (all.length === 0 && !row) return <Nothing done={done} />;
  return (
    <div className="needs-page" data-open={open}>
      <section className="needs-list" aria-label="Waiting for a person">
        <header>
          <h1>Needs you</h1>
          <Summary rows={all} />
        </header>
        <p className="needs-done" role="status">
          {done !== "" && (
            <>
              <Icon name="check" /> {done}
            </>
          )}
        </p>
        <div className="needs-filter" role="group" aria-label="Show only">
          <Toggle pressed={verb === null} onChange={() => setVerb(null)}>
            All {all.length}
          </Toggle>
          {verbsOf(all).map((one) => (
            <Toggle key={one.verb} pressed={verb === one.verb} onChange={(on) => setVerb(on ? one.verb : null)}>
              {one.verb} {one.count}
            </Toggle>
          ))}
        </div>
        {rows.length === 0 && <p className="dim">None of this kind is left.</p>}
        <NeedList
          ref={list}
          rows={rows}
          chosen={row?.card.key ?? null}
          deciding={deciding}
          workflow={workflow}
          onChoose={(key) => {
            choose(key);
            setOpen(true);
          }}
        />
        <p className="needs-keys small dim" aria-hidden="true">
          <kbd>j</kbd> <kbd>k</kbd> move <kbd>o</kbd> open
        </p>
      </section>
      {row && (
        <Detail
          key={row.card.key}
          row={row}
          needs={all.find((one) => one.card.key === row.card.key)?.needs ?? []}
          workflow={workflow}
          onBack={() => setOpen(false)}
          onDeciding={setDeciding}
          onDone={(sentence) => {
            setDone(sentence);
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

interface Chosen {
  /** With the one that somebody is deciding on, even if it waits no more. */
  readonly rows: readonly NeedRow[];
  readonly row: NeedRow | undefined;
  readonly choose: (key: string) => void;
}

/** When a ticket leaves the list, the next one takes its place; but not under somebody who is deciding on it. */
function useChosen(waiting: readonly NeedRow[], deciding: boolean): Chosen {
  const [key, setKey] = useState<string | null>(null);
  const last = useRef<{ readonly row: NeedRow; readonly place: number } | null>(null);
  const before = last.current;
  const wanted = key ?? before?.row.card.key ?? null;
  const index = waiting.findIndex((row) => row.card.key === wanted);
  const held = index < 0 && deciding && before?.row.card.key === wanted ? before : null;
  const rows = held ? waiting.toSpliced(held.place, 0, held.row) : waiting;
  const place = held?.place ?? (index >= 0 ? index : Math.min(before?.place ?? 0, rows.length - 1));
  const row = rows[place];
  last.current = row ? { row, place } : null;
  const shown = row?.card.key;
  useEffect(() => {
    // Not by the person's own choice: a letter that comes now is meant for the one before.
    if (shown !== undefined && shown !== wanted) {
      setKey(shown);
      if (wanted !== null) silenceLetters();
    }
  }, [shown, wanted]);
  return { rows, row, choose: setKey };
}

function Summary({ rows }: { readonly rows: readonly NeedRow[] }) {
  const now = useNow(30_000);
  const [oldest] = rows;
  const age = oldest ? Math.max(60_000, now - Date.parse(oldest.since)) : 0;
  return (
    <p className="dim">
      {rows.length} {rows.length === 1 ? "waits" : "wait"}, the oldest for {showDuration(age)}
    </p>
  );
}

function Nothing({ done }: { readonly done: string }) {
  return (
    <div className="page needs-nothing">
      <h1>Needs you</h1>
      <p className="needs-done" role="status">
        {done}
      </p>
      <section className="panel padded">
        <EmptyState title="Nobody waits for you.">
          Plans and work to review, questions, expired claims and silent sessions show up here.
        </EmptyState>
      </section>
    </div>
  );
}
