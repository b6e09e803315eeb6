// A ticket's pull requests as people see them: where each stands, how its checks went, and what its reviewers say.

import type { PullChecks } from "../../app/pages/pull-views.ts";
import { MOST_PULLS, type KeptPull, type TicketPulls } from "../../app/ports/pulls.ts";
import type { PullChecksFragment, PullPartsFragment } from "../operations/types.generated.ts";

/** As a query brings it; without its checks where nobody asked for them. */
export type PullNode = PullPartsFragment & Partial<PullChecksFragment>;

const MOST_TITLE = 256;
const STATES = { OPEN: "open", CLOSED: "closed", MERGED: "merged" } as const;
const REVIEWS = { APPROVED: "approved", CHANGES_REQUESTED: "changes requested", REVIEW_REQUIRED: "required" } as const;
const LIVE = ["open", "draft", "merged", "closed"] as const;

/** `home`: GitHub's id of the repository that the ticket is in; null: tickets live here, and there is one repository. */
export function keptPull(node: PullNode, home: string | null): KeptPull {
  const { id, number, url, repository, state, isDraft, mergedBy, reviewDecision } = node;
  const own = home === null || repository.id === home;
  return {
    id,
    number,
    ...(own ? {} : { repo: repository.nameWithOwner }),
    title: node.title.slice(0, MOST_TITLE),
    url,
    state: state === "OPEN" && isDraft ? "draft" : STATES[state],
    checks: checksOf(node),
    review: reviewDecision && REVIEWS[reviewDecision],
    head: node.headRefOid,
    branch: node.headRefName,
    base: node.baseRefName,
    defaultBase: repository.defaultBranchRef?.name ?? null,
    own,
    mergedBy: mergedBy && { login: mergedBy.login, isPerson: mergedBy.__typename === "User" },
  };
}

/** What was read without checks keeps those that are known of the same commit. */
export function withKnownChecks(pull: KeptPull, before: TicketPulls | undefined): KeptPull {
  const known = before?.pulls.find(({ url }) => url === pull.url);
  return pull.checks === null && known?.head === pull.head ? { ...pull, checks: known.checks } : pull;
}

/** These in place of what is known of them, and beside the others. */
export function withPulls(before: TicketPulls | undefined, news: readonly KeptPull[]): TicketPulls {
  const { total = 0, pulls = [] } = before ?? {};
  const urls = new Set(news.map(({ url }) => url));
  const newest = Math.max(0, ...pulls.map(({ number }) => number));
  // Of a list that was cut, an older one that comes up may have been counted.
  const isNew = ({ url, number }: KeptPull): boolean =>
    !pulls.some((one) => one.url === url) && (total <= pulls.length || number > newest);
  return newestOf([...news, ...pulls.filter(({ url }) => !urls.has(url))], total + news.filter(isNew).length);
}

export function newestOf(pulls: readonly KeptPull[], total: number): TicketPulls {
  const place = ({ state }: KeptPull): number => Math.max(0, LIVE.indexOf(state) - 1);
  const inOrder = pulls.toSorted((a, b) => place(a) - place(b) || b.number - a.number);
  return { total: Math.max(total, pulls.length), pulls: inOrder.slice(0, MOST_PULLS) };
}

/** Without the merge lock's own status. */
function checksOf({ rollup, headRefOid }: PullNode): PullChecks | null {
  if (!rollup || rollup.commit?.oid !== headRefOid) return null;
  const { checkRunCountsByState: runs, statusContextCountsByState: statuses } = rollup.contexts;
  const counts = { passed: 0, failed: 0, pending: 0 };
  for (const { state, count } of [...(runs ?? []), ...(statuses ?? [])]) counts[kindOf(state)] += count;
  const lock = rollup.commit.status?.context?.state;
  if (lock !== undefined) counts[kindOf(lock)]--;
  const { passed, failed, pending } = counts;
  if (passed + failed + pending === 0) return null;
  return { state: failed > 0 ? "failing" : pending > 0 ? "pending" : "passing", ...counts };
}

/** What was skipped holds nothing back. */
function kindOf(state: string): "passed" | "failed" | "pending" {
  if (["SUCCESS", "NEUTRAL", "SKIPPED"].includes(state)) return "passed";
  return ["FAILURE", "ERROR", "TIMED_OUT", "CANCELLED", "ACTION_REQUIRED", "STARTUP_FAILURE", "STALE"].includes(state)
    ? "failed"
    : "pending";
}

/**
 * The one that was merged into the base, where none of the ticket's own is open any more: work in several parts has landed
 * when the last of them has. `base`: as the workflow says; absent: as the repository does.
 */
export function landedPull(found: TicketPulls | undefined, base: string | undefined): KeptPull | null {
  const own = (found?.pulls ?? []).filter((pull) => pull.own && pull.base === (base ?? pull.defaultBase ?? "main"));
  if (own.some(({ state }) => state === "open" || state === "draft")) return null;
  return own.find(({ state }) => state === "merged") ?? null;
}
