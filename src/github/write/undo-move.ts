// Takes a move back that lost a race: its comment goes, and the card stands where the moves that count have led it. The
// ticket is looked at before and after, as those may go on meanwhile.

import type { Plan } from "../../app/commit/plan.ts";
import type { Key } from "../../engine/facts.ts";
import { GitHubError } from "../client/errors.ts";
import type { Write } from "../operations/write.ts";
import { findIssue } from "../read/find-issue.ts";
import type { Seen } from "../read/seen.ts";
import type { Context } from "../tracker/context.ts";
import type { Effect } from "./effects.ts";
import { lostRace, type LostRace, type SeenBefore } from "./races.ts";
import { sendJobs } from "./send.ts";

const MOST_ROUNDS = 4;

export interface Undoing {
  readonly plan: Plan;
  readonly marker: string;
  /** What the move was decided by. */
  readonly before: SeenBefore;
  readonly from: string | null;
}

/** Throws where GitHub does not let it be done now: the plan stays under way, and somebody does it later. */
export async function undoMove(context: Context, lost: LostRace, undoing: Undoing): Promise<void> {
  const { plan, marker, before, from } = undoing;
  const to = movedTo(plan, lost.key);
  let race = lost;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const look = await findIssue(context, lost.key, { withClaim: false });
    if (!look) return;
    const { seen } = look;
    context.projectIds.learn(look.fields);
    race = lostRace(before, from, seen.comments ?? [], { store: context.storeId, marker }) ?? race;
    const said = seen.comments?.some(({ id }) => id === race.comment) === true;
    const effects = await effectsOf(context, seen, race.state, to);
    if (!said && effects.length === 0) return;
    const retract: Write[] = said ? [{ alias: "retract", kind: "retract", input: { id: race.comment } }] : [];
    const sent = await sendJobs(context, [{ key: lost.key, seen, effects, claim: null }], retract);
    if (sent.kind === "unclear") throw undone();
  }
}

/** Only where the card still stands where our own move has put it: what others did since is theirs. */
async function effectsOf(context: Context, seen: Seen, state: string | null, to: string | null): Promise<Effect[]> {
  const machine = await context.machine();
  const belongs = state === null ? undefined : machine.states.get(state);
  if (seen.card?.state?.name !== to || state === to || state === null || !belongs) return [];
  const reopens = seen.closed && !belongs.terminal && to !== null && machine.states.get(to)?.terminal === true;
  return [
    { kind: "state", value: state },
    { kind: "status", state },
    ...(reopens ? [{ kind: "reopen" } as const] : []),
    ...(!seen.closed && belongs.terminal
      ? [{ kind: "close", completed: machine.pipeline.includes(state) } as const]
      : []),
  ];
}

function movedTo({ entries }: Plan, key: Key): string | null {
  const to = entries.find(({ subject, data }) => subject.key === key && typeof data["to"] === "string")?.data["to"];
  return typeof to === "string" ? to : null;
}

function undone(): GitHubError {
  return new GitHubError(
    "github_failed",
    "Another machine moved the ticket at the same moment, and GitHub did not answer when this move was taken back.",
    "Call again in a minute: it is taken back then.",
  );
}
