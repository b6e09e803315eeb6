// The board at a moment.

import type { ReactNode } from "react";
import { useSearchParams } from "wouter";
import type { BoardAnswer } from "../../../../../src/http/contract.ts";
import { usePastBoard } from "../../../api/queries.ts";
import { PastContext } from "../../../lib/past.ts";
import { useTitle } from "../../../lib/title.ts";
import { Answered } from "../../../parts/answers.tsx";
import { PastBand } from "./band.tsx";
import styles from "./band.module.css";

/** `children`: how a board is drawn. */
export function PastBoard({
  at,
  children,
}: {
  readonly at: string;
  readonly children: (board: BoardAnswer) => ReactNode;
}) {
  const board = usePastBoard(at);
  const [, setParams] = useSearchParams();
  const past = board.data?.past ?? null;
  useTitle(
    past
      ? `Board on ${new Date(past.at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}`
      : "Board",
  );
  const go = (to: number | string | null) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (to === null) after.delete("at");
        else after.set("at", String(to));
        return after;
      },
      { replace: true },
    );
  if (!board.data || !past || board.isError) {
    return (
      <div className="page">
        <Answered query={{ ...board, data: undefined }} what="The board at that moment" rows={6}>
          {() => null}
        </Answered>
        <p>
          <button type="button" className="btn" onClick={() => go(null)}>
            Back to now
          </button>
        </p>
      </div>
    );
  }
  return (
    <PastContext value={past}>
      <PastBand past={past} go={go} />
      <div className={styles.desk}>{children(board.data)}</div>
    </PastContext>
  );
}
