// Banners: one line, one way out, never in the way.

import { Link } from "wouter";
import type { MirrorView } from "../../../src/http/contract.ts";
import { useConnection } from "../api/connection.ts";
import { useBoard, useMirror } from "../api/queries.ts";
import { useNow } from "../lib/clock.ts";
import { showDuration, showTime } from "../lib/time.ts";
import { count } from "../lib/words.ts";
import { Banner } from "../parts/answers.tsx";
import { Button } from "../parts/controls.tsx";
import { SignalLamp } from "../parts/lamp.tsx";
import styles from "./shell.module.css";

export function Banners({ onRetry }: { readonly onRetry: () => void }) {
  const board = useBoard();
  const { status, caughtUp } = useConnection();
  const warnings = board.data?.warnings ?? [];
  const mirror = useMirror(board.data?.mirror !== undefined).data?.mirror ?? board.data?.mirror ?? null;
  const behind = mirror?.behind ?? null;
  if (status !== "lost" && caughtUp === null && warnings.length === 0 && behind === null) return null;
  return (
    <div className={styles.banners}>
      {warnings.map((warning) => (
        <Banner
          key={warning}
          tone="human"
          title="The configuration could not be used."
          action={
            <Link href="/workflow" className="btn s">
              See lint
            </Link>
          }
        >
          {warning}
        </Banner>
      ))}
      {mirror && behind !== null && (
        <Banner tone="human" role="alert" title={`You see ${mirror.of} ${sinceOf(mirror)}.`}>
          {behind}
        </Banner>
      )}
      {status === "lost" && <Lost onRetry={onRetry} />}
      {caughtUp !== null && (
        <Banner tone="done" role="status" mark={<SignalLamp lit label="Live" />} title="Back.">
          {caughtUp === 0 ? "Nothing happened meanwhile." : `${count(caughtUp, "row", "rows")} caught up, none missed.`}
        </Banner>
      )}
    </div>
  );
}

function sinceOf({ asOf }: MirrorView): string {
  return asOf === null ? "as it was before" : `as of ${showTime(asOf, Date.now())}`;
}

function Lost({ onRetry }: { readonly onRetry: () => void }) {
  const { lostAt, retryAt, seq, why } = useConnection();
  useNow(1000);
  const wait = Math.max(0, (retryAt ?? 0) - Date.now());
  return (
    <Banner
      tone="human"
      mark={<SignalLamp lit={false} label="No connection" />}
      title={
        <span role="alert" title={why ?? undefined}>
          No connection since {showTime(new Date(lostAt ?? 0).toISOString(), Date.now())}.
        </span>
      }
      action={
        <Button small onClick={onRetry}>
          Try now
        </Button>
      }
    >
      You see row {seq.toLocaleString("en")}. Moves are off.{" "}
      {wait > 0 ? `Trying again in ${showDuration(wait + 999)}.` : "Trying now …"}
    </Banner>
  );
}
