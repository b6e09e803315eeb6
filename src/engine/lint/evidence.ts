// Guards on evidence: whether anybody can ever meet them, whether there is a way round them, and a way out where nobody
// can. A gate without an escape would hold a ticket for ever.

import { BUILT_IN } from "../evidence/fact.ts";
import { takersOf } from "../graph/paths.ts";
import { isOnEvidence, type Machine, type State } from "../workflow/compile.ts";
import type { EdgeSpec, GuardSpec, Workflow } from "../workflow/format.ts";
import { pointer, quoteSome, type Finding } from "./finding.ts";

export function checkEvidenceGuards(machine: Machine): Finding[] {
  const { workflow } = machine;
  return [
    ...checkEscapes(machine),
    ...checkSources(workflow),
    ...checkCommits(machine),
    ...checkFollows(machine),
    ...checkWaysAround(machine),
    ...checkHands(workflow),
    ...noteRounds(machine),
    ...noteChecks(workflow),
  ];
}

/** It holds a ticket back until something is shown. */
function isGated({ takes, guards = [] }: EdgeSpec): boolean {
  return takes !== undefined || guards.some((guard) => isOnEvidence(guard) && isEnforced(guard));
}

function isEnforced({ policy }: GuardSpec): boolean {
  return policy === undefined || policy === "enforce";
}

function isFree({ takes, guards = [] }: EdgeSpec): boolean {
  return takes === undefined && !guards.some(isEnforced);
}

/** Where nothing else helps: with a person, outside of the order. */
function isSiding(state: State | undefined): boolean {
  return state !== undefined && state.human && state.order === null && !state.terminal;
}

function checkEscapes(machine: Machine): Finding[] {
  const { workflow, states } = machine;
  const onEscapes = workflow.edges.flatMap((edge, index): Finding[] => {
    if (!isSiding(states.get(edge.to)) || !isGated(edge)) return [];
    return [
      {
        code: "guard_on_escape",
        severity: "error",
        pointer: pointer("edges", index),
        reason: `the way from "${edge.from}" to "${edge.to}", where people help, asks for evidence itself`,
        suggestion: "Take the guard away, or let it warn: who can't show anything must still be able to ask a person.",
      },
    ];
  });
  const without = [...states.values()].flatMap((state): Finding[] => {
    const gated = workflow.edges.findIndex((edge) => edge.from === state.name && isGated(edge));
    if (gated < 0 || state.edges.some((edge) => isEscape(machine, state, edge))) return [];
    return [
      {
        code: "guard_without_escape",
        severity: "error",
        pointer: pointer("edges", gated),
        reason: `a ticket in "${state.name}" that can't show what is asked for has no way out`,
        suggestion: `Add an edge from "${state.name}" to a state for people, without guards, and an intent that leads there.`,
      },
    ];
  });
  return [...onEscapes, ...without];
}

/** Agents can take it, and the ticket goes on from there; out of a state that only people leave, people can. */
function isEscape(machine: Machine, state: State, edge: EdgeSpec): boolean {
  const to = machine.states.get(edge.to);
  if (!to || to.terminal || to === state || !isFree(edge)) return false;
  const hasCommands = machine.commands.size > 0;
  return !hasCommands || state.gate === "enforce" || takersOf(machine, edge.from, edge.to).length > 0;
}

/** A fact that nobody gives is a guard that nobody passes. */
function checkSources({ edges, checks = {}, follow = [] }: Workflow): Finding[] {
  const isGiven = (name: string): boolean => Object.hasOwn(checks, name) || Object.hasOwn(BUILT_IN, name);
  const findings = (name: string, ...path: readonly (string | number)[]): Finding[] => {
    if (isGiven(name)) return [];
    return [
      {
        code: "fact_without_source",
        severity: "error",
        pointer: pointer(...path),
        reason: `nobody gives the fact "${name}": no check has that name`,
        suggestion: `Add a check "${name}", name one of ${quoteSome([...Object.keys(checks), ...Object.keys(BUILT_IN)], "or")}, or ask for "attested": then a CI job or a person gives it.`,
      },
    ];
  };
  return [
    ...edges.flatMap(({ guards = [] }, index) =>
      guards.flatMap((guard, place) =>
        guard.type === "facts" && guard.atLeast !== "attested"
          ? guard.facts.flatMap((name, at) => findings(name, "edges", index, "guards", place, "facts", at))
          : [],
      ),
    ),
    ...follow.flatMap(({ fact }, index) => findings(fact, "follow", index, "fact")),
  ];
}

/** What is asked about a commit needs one: on this edge, or on some way to it. */
function checkCommits(machine: Machine): Finding[] {
  const { workflow } = machine;
  const known = reachedFrom(
    machine,
    workflow.edges.filter(({ takes }) => takes !== undefined).map(({ to }) => to),
  );
  return workflow.edges.flatMap((edge, index) =>
    (edge.guards ?? []).flatMap((guard, place): Finding[] => {
      if (!asksAboutCommit(guard) || edge.takes !== undefined || known.has(edge.from)) return [];
      return [
        {
          code: "facts_without_commit",
          severity: "error",
          pointer: pointer("edges", index, "guards", place),
          reason: `no way to "${edge.from}" takes a commit, so that nothing can be known about one`,
          suggestion: `Give this edge, or one on the way to "${edge.from}", "takes": "commit".`,
        },
      ];
    }),
  );
}

/** What people say, they can say of a ticket that has no commit. */
function asksAboutCommit(guard: GuardSpec): boolean {
  if (guard.type === "untouched") return true;
  return guard.type === "facts" && guard.facts.some((name) => name !== "review" && name !== "codeless");
}

function reachedFrom({ states }: Machine, starts: readonly string[]): ReadonlySet<string> {
  const seen = new Set(starts);
  for (const name of seen) for (const next of states.get(name)?.next ?? []) seen.add(next);
  return seen;
}

function checkFollows({ workflow, states }: Machine): Finding[] {
  const ways = [
    ...(workflow.follow ?? []).map((way, index) => ({ ...way, path: ["follow", index] })),
    ...(workflow.merge ? [{ ...workflow.merge, path: ["merge"] }] : []),
  ];
  return ways.flatMap(({ from, to, path }): Finding[] => {
    if (!states.has(from) || !states.has(to) || states.get(from)?.next.includes(to)) return [];
    return [
      {
        code: "follow_without_edge",
        severity: "error",
        pointer: pointer(...path),
        reason: `no edge leads from "${from}" to "${to}", so that no ticket could follow`,
        suggestion: "Add that edge, or name two states that an edge connects.",
      },
    ];
  });
}

/** An end that is guarded on one side and open to agents on another. */
function checkWaysAround(machine: Machine): Finding[] {
  const { workflow, states } = machine;
  const guarded = new Set(
    workflow.edges.filter((edge) => isGated(edge) && states.get(edge.to)?.terminal).map(({ to }) => to),
  );
  return workflow.edges.flatMap((edge, index): Finding[] => {
    if (!guarded.has(edge.to) || !isFree(edge) || takersOf(machine, edge.from, edge.to).length === 0) return [];
    return [
      {
        code: "way_around",
        severity: "warning",
        pointer: pointer("edges", index),
        reason: `agents come from "${edge.from}" to "${edge.to}" without what is asked for on other ways there`,
        suggestion: `Guard this edge too, e.g. with {"type": "other_hands", "by": "person"}, or take it away.`,
      },
    ];
  });
}

function checkHands({ edges }: Workflow): Finding[] {
  return edges.flatMap(({ guards = [] }, index) =>
    guards.flatMap((guard, place): Finding[] => {
      if (guard.type !== "other_hands" || guard.policy === "off" || guard.by === "person") return [];
      const at = pointer("edges", index, "guards", place);
      if (guard.than === undefined) {
        return [
          {
            code: "hands_of_nobody",
            severity: "warning",
            pointer: at,
            reason: "it asks for other hands, and does not say other than whose",
            suggestion: `Name the states whose workers may not take this step in "than", or ask for a person with "by": "person".`,
          },
        ];
      }
      return [
        {
          code: "names_are_claims",
          severity: "note",
          pointer: at,
          reason: "agents are told apart by the names of their connections, which on one account anybody can choose",
          suggestion: `Where that matters, give agents tokens of their own over HTTP, or ask for "by": "person".`,
        },
      ];
    }),
  );
}

function noteRounds({ workflow, states }: Machine): Finding[] {
  return workflow.edges.flatMap(({ from, to, guards = [] }, index) =>
    guards.flatMap((guard, place): Finding[] => {
      const [a, b] = [states.get(from)?.order ?? null, states.get(to)?.order ?? null];
      if (guard.type !== "rounds" || guard.policy === "off" || a === null || b === null || b <= a) return [];
      return [
        {
          code: "rounds_forward",
          severity: "note",
          pointer: pointer("edges", index, "guards", place),
          reason: `it limits how often a ticket goes forward, from "${from}" to "${to}"`,
          suggestion: "Limit the way back instead: that is what goes round and round.",
        },
      ];
    }),
  );
}

function noteChecks({ checks = {} }: Workflow): Finding[] {
  return Object.entries(checks).flatMap(([name, { setup }]): Finding[] => {
    if (setup !== undefined) return [];
    return [
      {
        code: "check_not_clean",
        severity: "note",
        pointer: pointer("checks", name),
        reason: `"${name}" runs in a clean clone in which nothing was installed`,
        suggestion: `Where it needs packages, install them in "setup", e.g. "npm ci".`,
      },
    ];
  });
}
