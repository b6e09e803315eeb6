import type { Ref } from "react";
import type { Workflow } from "../../../../src/http/contract.ts";
import { useLastMove } from "../../api/changes.ts";
import { standingOf, useNewestCard } from "../../api/newest.ts";
import { useNow } from "../../lib/clock.ts";
import { cx } from "../../lib/cx.ts";
import { showDuration } from "../../lib/time.ts";
import { plainWords, showKey } from "../../lib/words.ts";
import { FactMark } from "../../parts/evidence/fact-mark.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Lamp } from "../../parts/lamp.tsx";
import { meanwhileWords, ticketMoved } from "../../parts/forms/moved-notice.tsx";
import { StateMark } from "../../parts/state-mark.tsx";
import { PROOF, type NeedRow } from "./rows.ts";

const MINUTE = 60 * 1000;
const LONG_MS = 4 * 60 * 60 * 1000;

interface NeedListProps {
  readonly ref: Ref<HTMLOListElement>;
  readonly rows: readonly NeedRow[];
  readonly chosen: string | null;
  /** Somebody writes a decision on the chosen one. */
  readonly deciding: boolean;
  readonly workflow: Workflow;
  readonly onChoose: (key: string) => void;
}

export function NeedList({ ref, rows, chosen, deciding, workflow, onChoose }: NeedListProps) {
  const now = useNow(30_000);
  return (
    <ol ref={ref} className="needs-rows" aria-label="Waiting for a person, oldest first">
      {rows.map((row) => {
        const waited = Math.max(0, now - Date.parse(row.since));
        return (
          <li key={row.card.key}>
            <button
              type="button"
              className="need-row"
              data-ticket={row.card.key}
              aria-current={row.card.key === chosen}
              onClick={() => onChoose(row.card.key)}
            >
              <span className={cx("need-waited num", waited > LONG_MS && "long")}>{showWait(waited)}</span>
              <RowMark row={row} workflow={workflow} />
              <span className="need-words">
                <span className="need-name">{row.card.title}</span>
                {deciding && row.card.key === chosen ? (
                  <MovedOrLast row={row} now={now} />
                ) : (
                  <span className="need-last">{lastOf(row, now)}</span>
                )}
              </span>
              <span className="need-key num">{showKey(row.card.key)}</span>
              <span className="need-verb">{row.verb}</span>
            </button>
          </li>
        );
      })}
    </ol>
  );
}

function RowMark({ row: { card, needs }, workflow }: { readonly row: NeedRow; readonly workflow: Workflow }) {
  const silent = needs.find((need) => need.kind === "silent_session")?.session;
  if (needs.some((need) => need.kind === "state")) return <StateMark workflow={workflow} state={card.state} />;
  const proof = needs.find((need) => PROOF.has(need.kind));
  if (proof) return <FactMark mark={proof.kind === "contradicted" ? "contradicted" : "unknown"} />;
  if (silent) return <Lamp state={silent.state} indicator={silent.indicator} silent label="silent" />;
  return <Icon name="lock" />;
}

/** The ticket may move while somebody decides on it: then its row says so, and stays until it is left. */
function MovedOrLast({ row, now }: { readonly row: NeedRow; readonly now: number }) {
  const card = useNewestCard(row.card);
  const move = useLastMove(card.key);
  if (standingOf(card) === standingOf(row.card)) return <span className="need-last">{lastOf(row, now)}</span>;
  return <span className="need-gone">{meanwhileWords(ticketMoved("", card.state, move)).trim()}</span>;
}

function lastOf({ needs, card }: NeedRow, now: number): string {
  const word = needs.find((need) => need.kind === "state")?.lastWord;
  if (word) return `${word.who}: ${word.text === null ? "(redacted)" : plainWords(word.text)}`;
  const ago = (iso: string) => showDuration(Math.max(0, now - Date.parse(iso)));
  return needs
    .map((need) => {
      if (need.kind === "silent_session")
        return `${need.session?.agent ?? "Its agent"} has been silent for ${ago(need.since)}.`;
      if (need.kind === "contradicted") return "Its agent reported a pass, and somebody who looked saw it fail.";
      if (need.kind === "dragged_ungated") return "It was dragged past a guard on GitHub.";
      if (need.kind === "merged_ungated") return "Its work has landed, and the ticket has not followed.";
      if (need.kind === "stale_claim")
        return `The claim of ${card.claim?.holder ?? "its holder"} expired ${ago(need.since)} ago.`;
      return `Since ${ago(need.since)}.`;
    })
    .join(" ");
}

function showWait(ms: number): string {
  return ms < MINUTE ? "now" : showDuration(ms);
}
