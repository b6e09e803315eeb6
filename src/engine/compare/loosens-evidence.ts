// What a workflow loosens about evidence: which commit counts, what a check runs, where landing is looked up, and what a
// merge is let through for.

import { listed, quote, showName } from "../words.ts";
import type { Machine } from "../workflow/compile.ts";
import { lockWithoutTicket, type CheckSpec, type FollowSpec, type Workflow } from "../workflow/format.ts";

/** Of edges that both have. One that takes a commit now lets another one in there, where commits counted before. */
export function commits(before: Machine, after: Machine): readonly string[] {
  return before.workflow.edges.flatMap(({ from, to, takes }) => {
    const is = after.states.get(from)?.edges.find((edge) => edge.to === to);
    if (!is || is.takes === takes) return [];
    const edge = `${quote(from)} → ${quote(to)}`;
    if (takes !== undefined) return [`${edge} no longer takes a commit`];
    return before.takesCommit ? [`${edge} takes a new commit now`] : [];
  });
}

/** Whether another command shows as much can't be told: a person looks at it. */
export function checks({ workflow: was }: Machine, { workflow: is }: Machine): readonly string[] {
  return Object.entries(was.checks ?? {}).flatMap(([name, before]) => {
    const after = new Map(Object.entries(is.checks ?? {})).get(name);
    if (!after) return [`check gone: ${showName(name)} is no longer run here`];
    return changes(before, after).map((words) => `check ${showName(name)}: ${words}`);
  });
}

function changes(before: CheckSpec, after: CheckSpec): readonly string[] {
  const shown = (value: string | undefined): string => (value === undefined ? "nothing" : quote(value));
  const texts = (["run", "setup", "counts", "reports"] as const).flatMap((part) =>
    before[part] === after[part] ? [] : [`${part} ${shown(before[part])} → ${shown(after[part])}`],
  );
  const [least, now] = [before.min ?? 1, after.min ?? 1];
  return now < least ? [...texts, `min ${least} → ${now}`] : texts;
}

/** The checks on GitHub that count. Where none is named, all do: to name some leaves the others out. */
function checkSources(
  was: Readonly<Record<string, string>> = {},
  is: Readonly<Record<string, string>> = {},
): readonly string[] {
  const before = Object.entries(was);
  const names = Object.keys(is);
  if (before.length === 0) return names.length === 0 ? [] : [`only ${listed(names.map(quote), "and")} count as checks`];
  return before.flatMap(([name, app]) => {
    if (is[name] === undefined) return [`${quote(name)} need not pass any more`];
    return is[name] === app ? [] : [`${quote(name)} comes from ${quote(is[name])} now, and not from ${quote(app)}`];
  });
}

export function merging({ workflow: was }: Machine, { workflow: is }: Machine): readonly string[] {
  const shown = (value: string | undefined): string => (value === undefined ? "none" : quote(value));
  const exempt = (is.merge?.exempt ?? []).filter((name) => !was.merge?.exempt?.includes(name));
  const follows = (is.follow ?? []).filter(
    (way) =>
      !was.follow?.some(({ fact, from, to }) => fact === way.fact && from === way.from && to === way.to) &&
      !asksFor(is, way),
  );
  return [
    (["base", "remote"] as const).map(
      (part) =>
        was[part] !== undefined && was[part] !== is[part] && `${part}: ${shown(was[part])} → ${shown(is[part])}`,
    ),
    was.merge !== undefined && !is.merge && "the merge lock is gone",
    was.merge && is.merge && was.merge.from !== is.merge.from && `the merge lock opens in ${quote(is.merge.from)} now`,
    was.merge &&
      is.merge &&
      lockWithoutTicket(was.merge) === "failure" &&
      lockWithoutTicket(is.merge) === "success" &&
      "the merge lock lets pull requests without a ticket through",
    was.merge !== undefined &&
      exempt.length > 0 &&
      `the merge lock lets ${listed(exempt.map(quote), "and")} through without a ticket`,
    checkSources(was.merge?.checks, is.merge?.checks),
    follows.map(
      ({ fact, from, to }) =>
        `tickets go from ${quote(from)} to ${quote(to)} by themselves once ${showName(fact)} is true`,
    ),
  ]
    .flat()
    .filter((words) => typeof words === "string");
}

/** The way itself asks for the fact: nobody goes it without. */
function asksFor({ edges }: Workflow, { fact, from, to }: FollowSpec): boolean {
  const guards = edges.find((edge) => edge.from === from && edge.to === to)?.guards ?? [];
  return guards.some((guard) => guard.type === "facts" && guard.facts.includes(fact) && guard.policy !== "warn");
}
