// Somebody has merged a ticket's work elsewhere: the ticket goes along its edge in their name, if the guards hold. If they
// don't, it stays, and what was seen is kept: a person is asked to look.

import { subjectOf } from "../../engine/evidence/fact.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { App, Caller } from "../app.ts";
import { recordFact, type FactAnswer } from "../evidence/record-fact.ts";
import type { MergedElsewhere } from "../ports/mirror.ts";
import { handoff, type HandoffAnswer } from "./handoff.ts";

export async function followMerge(app: App, merged: MergedElsewhere): Promise<HandoffAnswer | FactAnswer | Refusal> {
  const { key, url, by, verdict } = merged;
  const way = app.machine.workflow.follow?.find(({ fact, from }) => fact === LANDED && from === merged.state);
  if (!way || verdict !== "pass" || by === null || !by.isPerson) return keep(app, merged);
  const caller: Caller = { actor: { kind: "person", name: by.login }, via: VIA };
  const { from: fromState, to: toState } = way;
  // Two processes may have seen it: the second is told what the first has done. So is a look after somebody has brought the
  // ticket back: a merge leads it on once.
  const what = merged.commit ?? url;
  const asked = { key, fromState, toState, reason: `merged ${url}`, requestId: `merged ${what}` };
  const answer = await handoff(app, caller, asked);
  // With a commit, what was seen of it stands beside the refusal.
  return isRefusal(answer) && merged.commit === null ? keep(app, merged) : answer;
}

/** Merged by an app, by our own login, or not at the ticket's commit: it is nobody's word that the ticket is done. */
function keep(app: App, { key, commit, url, verdict, by }: MergedElsewhere): Promise<FactAnswer | Refusal> {
  const identity = { connection: by?.login ?? VIA, agent: null };
  const caller: Caller = {
    actor: { kind: "agent", identity },
    via: VIA,
    witness: { level: "observed", source: VIA, facts: [LANDED] },
  };
  const subject = subjectOf(key, commit);
  return recordFact(app, caller, { subject, name: LANDED, verdict, url, run: `merged ${url} ${verdict}` });
}

const LANDED = "landed";
const VIA = "github";
