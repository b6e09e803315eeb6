// The rows that are shown: pages from the newest on, and above them what has come in since.

import { useEffect, useEffectEvent, useState } from "react";
import type { LedgerRowView } from "../../../../src/http/contract.ts";
import { useConnection } from "../../api/connection.ts";
import { fetchRowsAfter, useLedger } from "../../api/queries.ts";

export interface LedgerRows {
  readonly query: ReturnType<typeof useLedger>;
  /** The newest first. */
  readonly rows: readonly LedgerRowView[];
  /** Came in while the list was held. */
  readonly held: readonly LedgerRowView[];
  /** Rows from this number on came in while somebody looked. */
  readonly newFrom: number;
  readonly release: () => void;
}

/** New rows are asked for together, not one by one. */
const GATHER_MS = 250;

/** `follows`: new rows go to the top; otherwise they are held back and counted. `open`: there can be new ones. */
export function useRows(
  asked: string,
  { follows, open }: { readonly follows: boolean; readonly open: boolean },
): LedgerRows {
  const query = useLedger(asked);
  const { seq } = useConnection();
  const [news, setNews] = useState<News>({ of: asked, passed: 0, shown: [], held: [] });
  const head = query.data?.pages[0]?.head ?? null;
  const own =
    news.of === asked && news.passed >= (head ?? 0) ? news : { of: asked, passed: head ?? 0, shown: [], held: [] };
  const take = useEffectEvent((rows: readonly LedgerRowView[], passed: number) => {
    const fresh = rows.toReversed();
    setNews(
      follows
        ? { of: asked, passed, shown: [...fresh, ...own.held, ...own.shown], held: [] }
        : { of: asked, passed, shown: own.shown, held: [...fresh, ...own.held] },
    );
  });
  const { passed } = own;
  const behind = open && head !== null && seq > passed;
  useEffect(() => {
    if (!behind) return;
    const end = new AbortController();
    const timer = setTimeout(() => {
      fetchRowsAfter(asked, passed, end.signal).then(
        (answer) => take(answer.rows, Math.max(passed, answer.passed ?? answer.head)),
        // The next row asks again; a lost connection has a banner of its own.
        () => undefined,
      );
    }, GATHER_MS);
    return () => {
      clearTimeout(timer);
      end.abort();
    };
  }, [asked, behind, passed]);
  return {
    query,
    rows: [...own.shown, ...(query.data?.pages.flatMap((page) => page.rows) ?? [])],
    held: own.held,
    newFrom: (head ?? Number.MAX_SAFE_INTEGER) + 1,
    release: () => setNews({ ...own, shown: [...own.held, ...own.shown], held: [] }),
  };
}

interface News {
  readonly of: string;
  /** The last row that was asked about. */
  readonly passed: number;
  readonly shown: readonly LedgerRowView[];
  readonly held: readonly LedgerRowView[];
}
