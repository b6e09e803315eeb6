// A plan's effects, ticket by ticket, with all that it takes to write them: what GitHub says now, ids, options, labels.

import type { Plan } from "../../app/commit/plan.ts";
import type { Machine } from "../../engine/workflow/compile.ts";
import type { Key } from "../../engine/facts.ts";
import { GitHubError } from "../client/errors.ts";
import { isThere, type Effect, type Wanted } from "./effects.ts";
import type { SeenClaim } from "../read/look.ts";
import type { Context } from "../tracker/context.ts";
import { readRemotes } from "../tracker/remote.ts";
import type { Seen } from "../read/seen.ts";
import { findIssue } from "../read/find-issue.ts";
import { stepsFor, type Step } from "./mutations.ts";

export interface Job {
  readonly key: Key;
  readonly seen: Seen;
  /** Those that are not there yet. */
  readonly effects: readonly Effect[];
  readonly claim: (SeenClaim & { readonly repository: string }) | null;
}

/** For tickets that are there already. */
export async function prepareJobs(context: Context, wanted: readonly Wanted[]): Promise<readonly Job[]> {
  const jobs: Job[] = [];
  for (const { key, effects } of wanted) {
    const { seen, claim } = await seenNow(context, key);
    jobs.push({ key, seen, effects: missingEffects(effects, seen), claim });
  }
  return jobs;
}

export function missingEffects(effects: readonly Effect[], seen: Seen): readonly Effect[] {
  const missing = effects.filter((effect) => !isThere(effect, seen));
  // The status follows the state, and says nothing by itself.
  return missing.some(({ kind }) => kind === "state") ? missing : missing.filter(({ kind }) => kind !== "status");
}

export async function seenNow(
  context: Context,
  key: Key,
): Promise<{ readonly seen: Seen; readonly claim: Job["claim"] }> {
  const known = context.recent.take(key);
  const look = known ? known.look : await findIssue(context, key, { withClaim: context.refs !== null });
  context.projectIds.learn(look?.fields ?? null);
  const seen = known?.seen ?? look?.seen;
  if (!seen) throw gone(key);
  return { seen, claim: look?.claim ? { ...look.claim, repository: look.repository } : null };
}

/** The mutations of each job; the aliases of one begin with its place in the list. */
export async function stepsOf(context: Context, jobs: readonly Job[]): Promise<readonly (readonly Step[])[]> {
  const machine: Machine = await context.machine();
  const fields = await context.projectIds.fields();
  const issues = await issueIds(context, jobs);
  const steps: (readonly Step[])[] = [];
  for (const [index, { key, seen, effects }] of jobs.entries()) {
    const labels = await labelIds(context, key, seen, effects);
    steps.push(stepsFor({ seen, effects, fields, issues, labels, machine, layout: context.layout }, `t${index}`));
  }
  return steps;
}

/** Of the tickets at the other ends of links. */
async function issueIds(context: Context, jobs: readonly Job[]): Promise<ReadonlyMap<Key, string>> {
  const keys = new Set<Key>();
  for (const effect of jobs.flatMap(({ effects }) => effects)) {
    if (effect.kind === "parent" && effect.parent !== null) keys.add(effect.parent);
    if (effect.kind === "block" || effect.kind === "unblock") keys.add(effect.blocker);
  }
  return issuesOf(context, [...keys]);
}

export async function issuesOf(context: Context, keys: readonly Key[]): Promise<ReadonlyMap<Key, string>> {
  const remotes = await readRemotes(context.store, keys);
  return new Map([...remotes].map(([key, { issue }]) => [key, issue]));
}

async function labelIds(
  context: Context,
  key: Key,
  seen: Seen,
  effects: readonly Effect[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = effects.flatMap((effect) => (effect.kind === "labels" ? effect.labels : []));
  const added = wanted.filter((name) => seen.labels?.every((label) => label.name !== name) ?? true);
  const name = context.keys.nameOf(key);
  return name ? context.projectIds.labels(name, added) : new Map();
}

/** Whether an agent's move would open an issue again that a person has closed: that is for people to do. */
export function keepClosed(plan: Plan, jobs: readonly Job[]): { readonly plan: Plan; readonly jobs: readonly Job[] } {
  const closed = new Set(jobs.filter(({ seen }) => seen.closed).map(({ key }) => key));
  const byAgents = plan.entries.every(({ by }) => by.person === undefined);
  if (!byAgents || closed.size === 0) return { plan, jobs };
  return {
    plan: {
      ...plan,
      entries: plan.entries.map((entry) => ({
        ...entry,
        changes: (entry.changes ?? []).map((change) =>
          change.table === "ticket" && closed.has(change.key.key) && change.set?.closed === 0
            ? { ...change, set: { ...change.set, closed: 1 } }
            : change,
        ),
      })),
    },
    jobs: jobs.map((job) => ({ ...job, effects: job.effects.filter(({ kind }) => kind !== "reopen") })),
  };
}

function gone(key: Key): GitHubError {
  return new GitHubError(
    "github_rejected",
    `GitHub has no issue ${key} any more, or the token can't see it. Nothing was written.`,
    "Look at the issue on GitHub: it may have been moved or deleted.",
  );
}
