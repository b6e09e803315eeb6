// Moves that a guard does not allow: what it found, and exactly how to get what is missing.

import { argument, asSentence, doing, say, sentences, type Act, type Words } from "../../acts.ts";
import { BUILT_IN, isCommit, shortCommit } from "../../evidence/fact.ts";
import type { EvidenceResult, FactsResult, HandsResult, UntouchedResult } from "../../evidence/guards.ts";
import { showKey, type Key } from "../../facts.ts";
import type { RefusalCode } from "../../refusal-codes.ts";
import type { Machine } from "../../workflow/compile.ts";
import { listed, quote } from "../../words.ts";
import { guardSentence, isOnGroup, isUnmet, type GroupResult, type GuardResult } from "../guards.ts";
import type { ClearRequest } from "../read-request.ts";
import { lastResort, leave } from "../recovery.ts";
import type { Context, Explained } from "./context.ts";

const CODES: Readonly<Record<GuardResult["type"], RefusalCode>> = {
  group_convergence: "not_converged",
  no_open_blockers: "open_blockers",
  facts: "facts_missing",
  rounds: "rounds_used",
  other_hands: "same_hands",
  room: "no_room",
  untouched: "paths_touched",
};

const AGAIN = { type: "again" } as const;

/** The first that fails gives the code. */
export function codeOfGuards(guards: readonly GuardResult[]): RefusalCode {
  const first = guards.find(isUnmet);
  return first ? CODES[first.type] : "not_converged";
}

/** All guards were judged. */
export function guardFailed(context: Context, wanted: ClearRequest | null, guards: readonly GuardResult[]): Explained {
  const { key, from, machine, request } = context;
  const failed = guards.filter(isUnmet);
  const groups = failed.filter(isOnGroup);
  const others = failed.filter((guard) => !isOnGroup(guard));
  const blocking = groups.flatMap((guard) => guard.blocking);
  return {
    code: codeOfGuards(guards),
    what: `${key} can't go from ${quote(from ?? (groups.length > 0 ? "" : machine.workflow.start))} to "${wanted?.target}" yet. ${failed.map(guardSentence).join(" ")}`,
    facts: { ...(groups.length > 0 ? { blocking } : {}), guards: failed },
    recovery:
      others.length === 0
        ? sentences(helpAlong(context, groups), lastResort(context))
        : sentences(
            ...others.map((guard, index) => {
              const way = wayTo({ machine, ticket: request.key }, guard);
              return index === 0 ? way : asSentence(way);
            }),
            ...(others.some(({ type }) => type === "room") ? [say`Or ${leave(context)}.`] : []),
            ...waits(context, groups),
            lastResort(context),
          ),
  };
}

function waits(context: Context, groups: readonly GroupResult[]): readonly Words[] {
  return groups.length === 0 ? [] : [say`And ${helpAlong(context, groups)}`];
}

function helpAlong(context: Context, groups: readonly GroupResult[]): Words {
  const { request } = context;
  const [first] = groups;
  const waitFor = listed(
    groups.flatMap((guard) => guard.blocking).map((member) => showKey(member.key)),
    "and",
  );
  const look =
    first?.type === "group_convergence"
      ? say`${{ type: "check_convergence", key: request.key, target: first.target }} says when it is met`
      : say`${{ type: "show_ticket", key: request.key }} says when they are closed`;
  return say`help ${waitFor || "the group"} along first: do what comes next there (${{ type: "position", key: request.key }} names the calls), then ${AGAIN} (${look}); or ${leave(context)}.`;
}

/** Whose guard it is. */
export interface Asking {
  readonly machine: Machine;
  readonly ticket: Key;
}

/** How to get what a guard on evidence lacks. */
export function wayTo(asking: Asking, guard: EvidenceResult): Words {
  const key = showKey(asking.ticket);
  switch (guard.type) {
    case "facts":
      return factsWay(asking, guard);
    case "rounds":
      return `hand ${key} to a person: once they have moved it, agents may send it this way again.`;
    case "other_hands":
      return handsWay(asking, guard);
    case "room":
      return say`help a ticket out of "${guard.state}" first, or wait until one has left, then ${AGAIN}.`;
    case "untouched":
      return untouchedWay(asking, guard);
  }
}

/** What the workflow's checks find out is one command; the rest is said fact by fact. */
function factsWay(asking: Asking, guard: FactsResult): Words {
  const { ticket, machine } = asking;
  const missing = guard.facts.filter(({ met }) => !met).map(({ name }) => name);
  const commit = isCommit(guard.subject) ? guard.subject : null;
  const seen = missing.filter((name) => machine.workflow.checks?.[name] !== undefined || name === "work");
  const spoilt = spoiltAt(guard, seen, commit);
  const checks = spoilt === null ? seen : [];
  const only = checks.length === 1 ? (checks[0] ?? null) : null;
  const check: Act = { type: "run_check", key: ticket, commit, fact: only };
  const commands = checks.flatMap((name) => machine.workflow.checks?.[name]?.run ?? []).map((run) => `\`${run}\``);
  const runs =
    commands.length === 0
      ? ""
      : ` (runs ${listed(commands, "and")}${commit === null ? "" : ` at ${shortCommit(commit)}`} in a clean clone)`;
  const waived: Words =
    guard.unless === null
      ? ""
      : say`A person can waive that: ${doing({ type: "attest", key: ticket, fact: guard.unless })}.`;
  return sentences(
    spoilt ?? (checks.length === 0 ? "" : say`${doing(check)}${runs}, then ${AGAIN}.`),
    ...missing
      .filter((name) => !seen.includes(name))
      .map((name, index) => {
        const way = factWay(asking, guard, name, commit);
        return seen.length === 0 && index === 0 ? way : asSentence(way);
      }),
    waived,
  );
}

/** What was looked at and did not pass won't pass at the same commit: another one has to be made. null: nobody has looked. */
function spoiltAt({ facts }: FactsResult, names: readonly string[], commit: string | null): Words | null {
  const failed = facts.filter(({ name, met, against }) => !met && against.length > 0 && names.includes(name));
  if (commit === null || failed.length === 0) return null;
  const isEmpty = failed.some(({ name }) => name === "work");
  const mend = isEmpty
    ? "commit your work"
    : `mend ${listed(
        failed.map(({ name }) => name),
        "and",
      )}, commit that`;
  const why = isEmpty ? ` (${shortCommit(commit)} changes nothing against the base)` : "";
  return say`${mend}${why}, then ${AGAIN} with ${argument("commit")} set to the new commit.`;
}

function factWay({ ticket }: Asking, { atLeast }: FactsResult, name: string, commit: string | null): Words {
  const key = showKey(ticket);
  const at = commit === null ? "its commit" : shortCommit(commit);
  switch (Object.hasOwn(BUILT_IN, name) ? name : null) {
    case "landed":
      return say`landed: the merge is a person's or CI's to make, so leave ${key} where it is. Once ${at} is merged, ${doing({ type: "run_check", key: ticket, commit, fact: "landed" })}, then ${AGAIN}.`;
    case "pr":
      return say`pr: open a pull request for ${key} whose last commit is ${at}, then ${AGAIN}.`;
    case "checks":
      return say`checks: wait until CI has passed at ${at} on GitHub, then ${AGAIN}.`;
    case "review":
    case "codeless":
      return say`${name}: only a person gives it: ${doing({ type: "attest", key: ticket, fact: name })}; then ${AGAIN}.`;
    default:
      return `${name}: a CI job or a person gives it (${atLeast}), and the workflow has no check of that name to run.`;
  }
}

function handsWay({ ticket }: Asking, { why, by }: HandsResult): Words {
  const key = showKey(ticket);
  const review = say`A person's review of its commit will do too: ${doing({ type: "attest", key: ticket, fact: "review" })}.`;
  if (why === "nameless") {
    return sentences(
      `leave this step to a person, or to an agent with a name of its own (SIGNALBOX_AGENT, or a token).`,
      review,
    );
  }
  const whose = by === "person" ? "a person" : "somebody else: another agent, or a person";
  return sentences(say`leave this step on ${key} to ${whose}.`, review);
}

function untouchedWay({ ticket }: Asking, { touched, subject, unless }: UntouchedResult): Words {
  const key = showKey(ticket);
  const way: Words =
    touched.length > 0
      ? say`take the change of ${listed(touched.slice(0, 3).map(quote), "and")} out, and hand ${key} in with a commit without it.`
      : say`${doing({ type: "run_check", key: ticket, commit: isCommit(subject) ? subject : null, fact: "work" })} so that the change is looked at, then ${AGAIN}.`;
  if (unless === null) return way;
  return sentences(
    way,
    say`Or a person looks at it: ${doing({ type: "attest", key: ticket, fact: unless })}; then ${AGAIN}.`,
  );
}
