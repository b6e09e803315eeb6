// The ledger: who changed what, when and why. It follows while the list is at its top and reaches now; otherwise new rows
// are counted, and nothing moves under the reader.

import { useEffect, useRef, useState } from "react";
import type { Workflow } from "../../../../src/http/contract.ts";
import { useConnection } from "../../api/connection.ts";
import { download } from "../../api/download.ts";
import { ledgerFilePath, useBoard } from "../../api/queries.ts";
import { useNow } from "../../lib/clock.ts";
import { useKeys } from "../../lib/keys.ts";
import { ledgerPath } from "../../lib/ledger-link.ts";
import { useTitle } from "../../lib/title.ts";
import { count } from "../../lib/words.ts";
import { toast } from "../../parts/announcer.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../parts/answers.tsx";
import { Button } from "../../parts/controls.tsx";
import { queryOf, reachesNow, useAddress, type Address } from "./address.ts";
import { Filters, Spans } from "./filters.tsx";
import { fold, type Folded } from "./fold.ts";
import { Row } from "./row.tsx";
import { useRows, type LedgerRows } from "./rows.ts";
import { Summary } from "./summary.tsx";
import "./ledger.css";

export function LedgerPage() {
  useTitle("Ledger");
  const board = useBoard().data;
  const address = useAddress();
  const { seq } = useConnection();
  const asked = queryOf(address.filters);
  return (
    <div className="page ledger-page">
      <header className="ledger-top">
        <h1>Ledger</h1>
        <p className="dim">{count(seq, "row", "rows")}. A row is never changed.</p>
        <span className="ledger-files">
          <FileButton asked={asked} format="csv" name="CSV" />
          <FileButton asked={asked} format="jsonl" name="JSON Lines" />
        </span>
      </header>
      <Filters address={address} workflow={board?.workflow} />
      <Spans address={address} />
      <Summary address={address} />
      {board && <List key={asked} address={address} asked={asked} workflow={board.workflow} />}
    </div>
  );
}

function FileButton({
  asked,
  format,
  name,
}: {
  readonly asked: string;
  readonly format: "csv" | "jsonl";
  readonly name: string;
}) {
  const [busy, setBusy] = useState(false);
  const save = () => {
    setBusy(true);
    download(ledgerFilePath(asked, format))
      .catch((error: unknown) => toast("danger", "The file could not be made.", String(error)))
      .finally(() => setBusy(false));
  };
  return (
    <Button small disabled={busy} onClick={save} title={`The rows that are shown, as ${name}`}>
      {name}
    </Button>
  );
}

function List({
  address,
  asked,
  workflow,
}: {
  readonly address: Address;
  readonly asked: string;
  readonly workflow: Workflow;
}) {
  const now = useNow(60_000);
  const open = reachesNow(address.filters, now);
  const [paused, setPaused] = useState(false);
  const atTop = useAtTop();
  const follows = open && atTop && !paused && address.row === null;
  const rows = useRows(asked, { follows, open });
  const folded = fold(rows.rows);
  const [chosen, choose] = useState<number | null>(null);
  useRowKeys({ folded, chosen, choose, open: address.row, toggle: address.open, hold: () => setPaused(!paused) });

  if (rows.query.isError) {
    return (
      <ErrorState
        title="The rows could not be loaded."
        error={rows.query.error}
        onRetry={() => void rows.query.refetch()}
      />
    );
  }
  if (rows.query.data === undefined) return <Skeleton rows={8} />;
  return (
    <>
      <section className="panel ledger-list" aria-label="Rows, the newest first">
        <Tail rows={rows} follows={follows} open={open} paused={paused} setPaused={setPaused} />
        {folded.length === 0 && !rows.query.hasNextPage ? (
          <None address={address} />
        ) : (
          byDay(folded).map(({ day, own }) => (
            <div key={day}>
              <h2 className="ledger-day">{day}</h2>
              <ol>
                {own.map(({ row, times }) => (
                  <Row
                    key={row.seq}
                    row={row}
                    times={times}
                    workflow={workflow}
                    isOpen={address.row === row.seq}
                    isNew={row.seq >= rows.newFrom}
                    isChosen={chosen === row.seq}
                    onToggle={() => address.open(address.row === row.seq ? null : row.seq)}
                  />
                ))}
              </ol>
            </div>
          ))
        )}
      </section>
      <Pager rows={rows} shown={folded.length} />
    </>
  );
}

function Tail({
  rows,
  follows,
  open,
  paused,
  setPaused,
}: {
  readonly rows: LedgerRows;
  readonly follows: boolean;
  readonly open: boolean;
  readonly paused: boolean;
  readonly setPaused: (paused: boolean) => void;
}) {
  if (!open) return <p className="ledger-tail">This span has ended: nothing is added to it.</p>;
  const show = () => {
    setPaused(false);
    rows.release();
    scrollTo({ top: 0 });
  };
  return (
    <p className="ledger-tail" role="status">
      {follows ? (
        <>
          <b>Following.</b> New rows come in on top.
        </>
      ) : (
        <>
          <b>Held.</b> {rows.held.length === 0 ? "No new row since." : count(rows.held.length, "new row.", "new rows.")}
        </>
      )}
      <span className="ledger-hold">
        {rows.held.length > 0 && (
          <Button small onClick={show}>
            Show {rows.held.length.toLocaleString("en")} new
          </Button>
        )}
        <Button small look="quiet" aria-pressed={paused} onClick={() => setPaused(!paused)}>
          {paused ? "Follow" : "Hold"} <kbd>space</kbd>
        </Button>
      </span>
    </p>
  );
}

function Pager({ rows: { query }, shown }: { readonly rows: LedgerRows; readonly shown: number }) {
  const next = query.data?.pages.at(-1)?.next ?? null;
  if (next === null) return shown === 0 ? null : <p className="ledger-pager dim">That is the first row of them.</p>;
  return (
    <p className="ledger-pager">
      <span className="dim">Looked through down to row {next.toLocaleString("en")}.</span>
      <Button small disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage ? "Looking …" : "Older rows"}
      </Button>
    </p>
  );
}

const NAMES: Readonly<Record<string, string>> = {
  who: "Who",
  kind: "Kind",
  subject: "Ticket",
  state: "State",
  refused: "Refused only",
  from: "From",
  to: "To",
  q: "Words",
  code: "Reason",
  about: "On a",
  left: "Out of",
};

function None({ address }: { readonly address: Address }) {
  const { seq } = useConnection();
  if (address.set.length === 0) {
    return (
      <EmptyState title="Nothing has happened yet." commands={['signalbox ticket new "Fix login"']}>
        Every move and every refusal will stand here.
      </EmptyState>
    );
  }
  return (
    <div className="ledger-none">
      <b>No row of {seq.toLocaleString("en")} matches.</b>
      <p>
        {address.set.map((name) => (
          <Button key={name} small onClick={() => address.change({ [name]: null })}>
            Without {NAMES[name]} “{address.filters[name]}”
          </Button>
        ))}
        <a href={ledgerPath({})} className="ref">
          All rows
        </a>
      </p>
    </div>
  );
}

function byDay(folded: readonly Folded[]): readonly { readonly day: string; readonly own: readonly Folded[] }[] {
  const days = Map.groupBy(folded, ({ row }) =>
    new Date(row.at).toLocaleDateString("en-GB", { weekday: "short", day: "numeric", month: "short", year: "numeric" }),
  );
  return [...days].map(([day, own]) => ({ day, own }));
}

const TOP_PX = 160;

function useAtTop(): boolean {
  const [atTop, setAtTop] = useState(true);
  useEffect(() => {
    const look = () => setAtTop(scrollY < TOP_PX);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return atTop;
}

interface RowKeys {
  readonly folded: readonly Folded[];
  readonly chosen: number | null;
  readonly choose: (seq: number | null) => void;
  readonly open: number | null;
  readonly toggle: (seq: number | null) => void;
  readonly hold: () => void;
}

function useRowKeys({ folded, chosen, choose, open, toggle, hold }: RowKeys): void {
  const moved = useRef(false);
  const step = (by: number) => {
    const at = folded.findIndex(({ row }) => row.seq === chosen);
    const next = folded[at < 0 ? 0 : Math.max(0, Math.min(folded.length - 1, at + by))];
    if (!next) return;
    moved.current = true;
    choose(next.row.seq);
  };
  useEffect(() => {
    if (!moved.current || chosen === null) return;
    document.querySelector(`[data-seq="${chosen}"]`)?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    f: (event) => {
      event.preventDefault();
      document.querySelector<HTMLElement>(".ledger-filters input, .ledger-filters select")?.focus();
    },
    " ": (event) => {
      // On a button the space bar presses it.
      if (event.target instanceof HTMLElement && event.target.matches("button, a, summary")) return;
      event.preventDefault();
      hold();
    },
    Enter: (event) => {
      if (chosen === null || (event.target instanceof HTMLElement && event.target.matches("button, a, summary")))
        return;
      toggle(open === chosen ? null : chosen);
    },
    Escape: () => toggle(null),
  });
}
