// What guards on evidence say of a move that nobody asked Signalbox about: a card that was dragged elsewhere.

import type { Actor, Key, Time } from "../../engine/facts.ts";
import { judgeMove } from "../../engine/tickets/check-handoff.ts";
import { factsForGuards, isUnmet, type GuardResult } from "../../engine/tickets/guards.ts";
import type { App } from "../app.ts";
import type { Observed } from "../ports/tickets.ts";
import { gather, type Gathered } from "./gather.ts";

export interface Move {
  readonly key: Key;
  readonly from: string | null;
  readonly to: string;
  readonly actor: Actor;
  readonly now: Time;
  /** What a tracker elsewhere shows; absent: it was not asked. */
  readonly observed?: readonly Observed[] | undefined;
}

export interface JudgedMove {
  readonly guards: readonly GuardResult[];
  /** Those that would have kept it back. */
  readonly unmet: readonly GuardResult[];
  /** null: nothing asks for evidence on that way. */
  readonly gathered: Gathered | null;
}

type Judging = Pick<App, "board" | "machine" | "newId">;

export async function judgeMoveOf(app: Judging, move: Move): Promise<JudgedMove> {
  const { key, now, observed, actor, to } = move;
  const { evidence: wanted } = factsForGuards(app.machine, to);
  if (!wanted) return { guards: [], unmet: [], gathered: null };
  const caller = { actor, via: VIA };
  const gathered = await gather(app, caller, { key, now, wanted, observed, takes: false });
  const guards = judgeMove(app.machine, move, gathered.evidence);
  return { guards, unmet: guards.filter(isUnmet), gathered };
}

const VIA = "github";
