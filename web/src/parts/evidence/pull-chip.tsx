// A ticket's pull request at a glance: its number, where it stands, and how its checks went.

import type { CardPull, PullRequest } from "../../../../src/http/contract.ts";
import { cx } from "../../lib/cx.ts";
import { count } from "../../lib/words.ts";
import { Icon } from "../icon.tsx";
import { FactMark } from "./fact-mark.tsx";
import "./evidence.css";

const MARKS = { passing: "pass", failing: "fail", pending: "none" } as const;
const REVIEWS = {
  approved: "approved",
  "changes requested": "changes requested",
  required: "waits for a review",
} as const;

export function PullChip({ pull }: { readonly pull: CardPull }) {
  const { checks, url, total } = pull;
  const words = wordsOf(pull);
  return (
    <a
      className={cx(
        "fact-chip",
        "pull-chip",
        `pull-chip-${pull.state}`,
        checks?.state === "failing" && "fact-chip-fail",
      )}
      href={url}
      rel="noreferrer noopener"
      target="_blank"
      tabIndex={-1}
      title={`${pull.title}: ${words}`}
      aria-label={`Pull request ${pullName(pull)}, ${words}${total > 1 ? `; ${total} in all` : ""}`}
    >
      <Icon name="pull" small />
      <span>
        {pullName(pull)} <b>{shortWords(pull)}</b>
      </span>
      {checks && <ChecksMark checks={checks} />}
      {total > 1 && <span>+{total - 1}</span>}
    </a>
  );
}

/** What is said beside it in words. */
export function ChecksMark({ checks }: { readonly checks: NonNullable<PullRequest["checks"]> }) {
  return (
    <span className="pull-checks" aria-hidden="true">
      <FactMark mark={MARKS[checks.state]} />
    </span>
  );
}

export function pullName({ number, repo }: PullRequest): string {
  return `${repo ?? ""}#${number}`;
}

export function checksWords(checks: PullRequest["checks"]): string {
  if (!checks) return "no checks";
  const { passed, failed, pending } = checks;
  const of = `${failed > 0 ? failed : pending} of ${count(passed + failed + pending, "check", "checks")}`;
  if (failed > 0) return `${of} failed`;
  return pending > 0 ? `${of} pending` : `${count(passed, "check", "checks")} passed`;
}

export function reviewWords(review: PullRequest["review"]): string {
  return review === null ? "" : REVIEWS[review];
}

function wordsOf({ state, checks, review }: PullRequest): string {
  return [state, checksWords(checks), reviewWords(review)].filter((word) => word !== "").join(", ");
}

/** The state says most, unless it is open: then what its reviewers say does. */
function shortWords({ state, review }: PullRequest): string {
  if (state !== "open") return state;
  return review === "approved" ? "approved" : review === "changes requested" ? "changes" : "";
}
