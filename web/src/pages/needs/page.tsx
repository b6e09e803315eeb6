import { useEffect, useRef, useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import type { Workflow } from "../../../../src/http/contract.ts";
import { standingOf } from "../../api/newest.ts";
import { useBoard, useNeeds } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { useKeys } from "../../lib/keys.ts";
import { snooze, snoozedUntil, useSnoozes } from "../../lib/snooze.ts";
import { showDuration } from "../../lib/time.ts";
import { useTitle } from "../../lib/title.ts";
import { showKey, ticketPath } from "../../lib/words.ts";
import { EmptyState, ErrorState, Skeleton } from "../../parts/answers.tsx";
import { Toggle } from "../../parts/controls.tsx";
import { Icon } from "../../parts/icon.tsx";
import { useAddress } from "./address.ts";
import { useChosen } from "./chosen.ts";
import { Detail } from "./detail.tsx";
import { NeedList } from "./list.tsx";
import { rowsOf, verbsOf, type NeedRow } from "./rows.ts";
import { SnoozeDialog, Snoozed } from "./snooze.tsx";
import "./needs.css";

export function NeedsPage() {
  useTitle("Needs you");
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

interface WaitingProps {
  readonly rows: readonly NeedRow[];
  readonly workflow: Workflow;
}

function Waiting({ rows: everything, workflow }: WaitingProps) {
  const address = useAddress();
  const { only } = address;
  const now = useNow(30_000);
  const snoozes = useSnoozes();
  const [deciding, setDeciding] = useState(false);
  const [snoozing, setSnoozing] = useState(false);
  const [done, setDone] = useState("");
  const snoozed = everything.flatMap((row) => {
    const until = snoozedUntil(snoozes, row.card.key, standingOf(row.card), now);
    return until === null ? [] : [{ row, until }];
  });
  const asleep = new Set(snoozed.map(({ row }) => row));
  const all = everything.filter((row) => !asleep.has(row));
  const shown = all.filter((row) => only === null || row.verb === only);
  const { rows, row, missing } = useChosen(shown, deciding, address);
  const list = useRef<HTMLOListElement>(null);
  const page = useRef<HTMLDivElement>(null);
  const [, go] = useLocation();
  useNextFocus(page, row?.card.key);

  function step(by: number): void {
    const next = rows[Math.max(0, Math.min(rows.length - 1, rows.findIndex((one) => one === row) + by))];
    if (!next) return;
    address.follow(next.card.key);
    list.current?.querySelector<HTMLElement>(`[data-ticket="${CSS.escape(next.card.key)}"]`)?.focus();
  }

  useKeys({
    j: () => step(1),
    k: () => step(-1),
    o: () => row && go(ticketPath(row.card.key)),
    z: () => row && setSnoozing(true),
    Escape: () => address.close(),
  });

  const dialog = snoozing && row && (
    <SnoozeDialog
      ticket={row.card.key}
      onClose={() => setSnoozing(false)}
      onChoose={(until, words) => {
        const place = rows.indexOf(row);
        const next = rows[place + 1] ?? rows[place - 1];
        snooze(row.card.key, standingOf(row.card), until, now);
        setDone(`${showKey(row.card.key)} comes back ${words}.`);
        setSnoozing(false);
        if (next) address.follow(next.card.key);
      }}
    />
  );
  if (all.length === 0 && !row) return <Nothing done={done} snoozed={<Snoozed snoozed={snoozed} />} />;
  return (
    <div ref={page} className="needs-page" data-open={address.ticket !== null}>
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
          {done === "" && missing !== null && `${showKey(missing)} does not wait for a person now.`}
        </p>
        <div className="needs-filter" role="group" aria-label="Show only">
          <Toggle pressed={only === null} onChange={() => address.show(null)}>
            All {all.length}
          </Toggle>
          {verbsOf(all).map((one) => (
            <Toggle key={one.verb} pressed={only === one.verb} onChange={(on) => address.show(on ? one.verb : null)}>
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
          onChoose={address.open}
        />
        <Snoozed snoozed={snoozed} />
        <p className="needs-keys small dim" aria-hidden="true">
          <kbd>j</kbd> <kbd>k</kbd> move <kbd>o</kbd> open <kbd>1</kbd> … <kbd>9</kbd> choose <kbd>z</kbd> snooze
        </p>
      </section>
      {row && (
        <Detail
          key={row.card.key}
          row={row}
          needs={everything.find((one) => one.card.key === row.card.key)?.needs ?? []}
          workflow={workflow}
          place={`${rows.indexOf(row) + 1} of ${rows.length}`}
          onBack={address.close}
          onDeciding={setDeciding}
          onDone={(sentence, moved) => {
            setDone(sentence);
            // Nobody waits for a second look at what was decided.
            if (moved && rows.length === 1) address.close();
          }}
          onSnooze={() => setSnoozing(true)}
        />
      )}
      {dialog}
    </div>
  );
}

/** After a decision the next ticket is there: somebody who listens hears its title, and Tab goes on from it. */
function useNextFocus(page: { readonly current: HTMLElement | null }, shown: string | undefined): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown === before.current) return;
    before.current = shown;
    if (document.activeElement === document.body) {
      page.current?.querySelector<HTMLElement>(".need-title")?.focus({ preventScroll: true });
    }
  }, [page, shown]);
}

function Summary({ rows }: { readonly rows: readonly NeedRow[] }) {
  const now = useNow(30_000);
  const [oldest] = rows;
  if (!oldest) return null;
  const age = Math.max(60_000, now - Date.parse(oldest.since));
  return (
    <p className="dim">
      {rows.length} {rows.length === 1 ? "waits" : "wait"}, the oldest for {showDuration(age)}
    </p>
  );
}

interface NothingProps {
  readonly done: string;
  readonly snoozed: ReactNode;
}

function Nothing({ done, snoozed }: NothingProps) {
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
        {snoozed}
      </section>
    </div>
  );
}
