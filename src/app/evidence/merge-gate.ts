// What stands between a ticket and the base, but for the fact that it is there: what a merge has to wait for.

import { checkEvidence, type EvidenceResult } from "../../engine/evidence/guards.ts";
import { shortCommit, subjectOf } from "../../engine/evidence/fact.ts";
import type { Actor } from "../../engine/facts.ts";
import { listed, quote } from "../../engine/words.ts";
import { isOnEvidence } from "../../engine/workflow/compile.ts";
import type { GuardSpec, MergeSpec } from "../../engine/workflow/format.ts";
import type { App } from "../app.ts";
import type { Observed, Ticket } from "../ports/tickets.ts";
import { gather } from "./gather.ts";

/** In words, one for each guard that is not met; none: it may be merged. `observed`: what a tracker shows right now. */
export async function unmetForMerge(
  app: Pick<App, "board" | "machine" | "newId">,
  actor: Actor,
  ticket: Ticket,
  merge: MergeSpec,
  observed?: readonly Observed[],
): Promise<readonly string[]> {
  if (ticket.state !== merge.from)
    return [
      `it stands in ${ticket.state === null ? "no state" : quote(ticket.state)}, and not in ${quote(merge.from)}`,
    ];
  const edge = app.machine.workflow.edges.find(({ from, to }) => from === merge.from && to === merge.to);
  const subject = subjectOf(ticket.key, ticket.head);
  const wanted = { facts: true, steps: true, room: [merge.to] };
  const asked = { key: ticket.key, now: await app.board.now(), wanted, observed, takes: false };
  const { evidence } = await gather(app, { actor, via: "" }, asked);
  const move = { key: ticket.key, actor, subject, evidence, start: app.machine.workflow.start };
  const results = (edge?.guards ?? []).flatMap((guard) => {
    const asked = withoutLanded(guard);
    if (!asked || asked.policy === "off" || asked.policy === "warn" || !isOnEvidence(asked)) return [];
    return [checkEvidence(asked, merge.from, merge.to, move)];
  });
  const blocked = (edge?.guards ?? []).some(({ type, policy }) => type === "no_open_blockers" && policy !== "off");
  return [
    ...(blocked && ticket.openBlockers > 0 ? ["others block it"] : []),
    ...results.filter(({ met }) => !met).map((result) => inWords(result, subject)),
  ];
}

/** null: nothing is left of it. */
function withoutLanded(guard: GuardSpec): GuardSpec | null {
  if (guard.type !== "facts") return guard;
  const facts = guard.facts.filter((name) => name !== "landed");
  return facts.length > 0 ? { ...guard, facts } : null;
}

function inWords(result: EvidenceResult, subject: string): string {
  switch (result.type) {
    case "facts": {
      const missing = result.facts.filter(({ met }) => !met).map(({ name }) => name);
      return `${listed(missing, "and")}: no pass at ${subject.startsWith("#") ? subject : shortCommit(subject)}`;
    }
    case "other_hands":
      return "somebody else than its author has to look at it";
    case "untouched":
      return result.unknown
        ? "nobody knows which files it touches"
        : `it touches ${listed(result.touched.slice(0, 5), "and")}`;
    case "room":
      return `there is no room in ${quote(result.state)}`;
    case "rounds":
      return `it went this way ${result.gone} times`;
  }
}
