// What a ticket's pull requests show, as facts about commits. Each is about the pull request's head and nothing else: what
// was checked, approved or merged at another commit says nothing of this one. What can't be looked at is unknown.

import type { Observed } from "../../app/ports/tickets.ts";
import type { Verdict } from "../../engine/evidence/fact.ts";
import { baseOf, type Workflow } from "../../engine/workflow/format.ts";
import { LOCK } from "../operations/pull-requests.ts";
import type { SeenContext, SeenPull, SeenPulls } from "./seen-pulls.ts";

/** `head`: the ticket's, before anything else is decided. */
export function observe(seen: SeenPulls, workflow: Workflow, head: string | null): readonly Observed[] {
  const own = seen.pulls.filter(({ repository }) => repository.id === seen.repository);
  const byHead = Map.groupBy(own, (pull) => pull.head);
  const facts = [...byHead].flatMap(([commit, pulls]) => factsAt(commit, pulls, seen, workflow));
  if (head === null || byHead.has(head)) return facts;
  // Somebody has pushed to it since the ticket was handed in, and then merged what nobody has judged.
  const other = own.find((pull) => isLanded(pull, workflow));
  return other ? [...facts, { commit: head, name: "landed", verdict: "unknown", url: other.url }] : facts;
}

function factsAt(commit: string, pulls: readonly SeenPull[], { viewer }: SeenPulls, workflow: Workflow): Observed[] {
  // One that fits before one that does not: a branch may have been proposed twice.
  const [pull] = pulls.toSorted((a, b) => Number(fits(b, workflow)) - Number(fits(a, workflow)));
  if (!pull) return [];
  const { url } = pull;
  const said = (name: string, verdict: Verdict | null): Observed[] =>
    verdict === null ? [] : [{ commit, name, verdict, url }];
  return [
    ...said("pr", fits(pull, workflow) ? "pass" : "fail"),
    ...said("checks", checksVerdict(pull, workflow)),
    ...said("review", reviewVerdict(pull, viewer)),
    ...said("landed", landedVerdict(pull, workflow)),
  ];
}

/** Open or merged, and into the branch that work is merged into. */
function fits({ state, base }: SeenPull, workflow: Workflow): boolean {
  return state !== "CLOSED" && base === baseOf(workflow);
}

export function isLanded({ state, base }: SeenPull, workflow: Workflow): boolean {
  return state === "MERGED" && base === baseOf(workflow);
}

/** null: nothing is said. What was not merged may have come into the base on another way, which git can see. */
function landedVerdict(pull: SeenPull, workflow: Workflow): Verdict | null {
  if (!isLanded(pull, workflow)) return null;
  return pull.mergeCommit === null ? "unknown" : "pass";
}

function checksVerdict({ checks, head }: SeenPull, { merge }: Workflow): Verdict {
  if (checks === "forbidden") return "unknown";
  if (checks === null) return "empty";
  if (checks.cut || checks.commit !== head) return "unknown";
  const contexts = checks.contexts.filter(({ name }) => name !== LOCK);
  const named = Object.entries(merge?.checks ?? {});
  if (named.length > 0) {
    return worst(named.map(([name, app]) => together(contexts.filter((one) => one.name === name && isFrom(one, app)))));
  }
  // A status that a person set is no check: whoever may push may set one. It may still say that something is wrong.
  return together(
    contexts.map((one) => (one.app === null && one.verdict === "success" ? { ...one, verdict: "skipped" } : one)),
  );
}

function isFrom({ app }: SeenContext, wanted: string): boolean {
  return app !== null && app.toLowerCase() === wanted.toLowerCase().replace(/\[bot\]$/, "");
}

/** At least one ran, and none says otherwise. */
function together(contexts: readonly SeenContext[]): Verdict {
  const say = (verdict: SeenContext["verdict"]): boolean => contexts.some((one) => one.verdict === verdict);
  if (say("failure")) return "fail";
  if (say("pending")) return "unknown";
  return say("success") ? "pass" : "empty";
}

function worst(verdicts: readonly Verdict[]): Verdict {
  return (["fail", "unknown", "empty"] as const).find((verdict) => verdicts.includes(verdict)) ?? "pass";
}

/** Of other people than its author and us, and of this very commit. */
function reviewVerdict({ reviews, head, author }: SeenPull, viewer: string): Verdict | null {
  if (reviews === "forbidden" || reviews.cut) return "unknown";
  const others = reviews.reviews.filter(
    ({ by, commit }) =>
      by !== null && by.isPerson && commit === head && by.login !== author?.login && by.login !== viewer,
  );
  if (others.some(({ state }) => state === "changes requested")) return "fail";
  return others.some(({ state }) => state === "approved") ? "pass" : null;
}
