// What people did to a ticket where it lives, and what has to follow. An issue that was opened again goes to a person: the
// ticket was over, and nobody here knows why it is not. A column that stands for several states is a wish, not a state: it is
// carried out where it can only mean one move, by the rules that bind every person's move.

import { isRefusal } from "../../engine/refusal.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { sidingOf } from "../../engine/workflow/siding.ts";
import { listed, quote } from "../../engine/words.ts";
import type { App, Caller } from "../app.ts";
import type { DraggedElsewhere, HappenedElsewhere, ReopenedElsewhere, WhatCameOfIt } from "../ports/mirror.ts";
import { handoff } from "../tickets/handoff.ts";

const VIA = "github";
const SOMEBODY = "somebody on GitHub";

export function adoptElsewhere(app: App, happened: HappenedElsewhere): Promise<WhatCameOfIt> {
  return happened.kind === "reopened" ? toAPerson(app, happened) : asAMove(app, happened);
}

/** A terminal state has no way out: the ledger says that it was left all the same, and by whom. */
async function toAPerson(app: App, { key, by, at }: ReopenedElsewhere): Promise<WhatCameOfIt> {
  const toState = sidingOf(app.machine);
  if (toState === null) return null;
  const actor = { kind: "person", name: by?.login ?? SOMEBODY, override: true } as const;
  const reason = "opened again on GitHub: a person decides where it goes from here";
  const requestId = `reopened ${key} ${at}`;
  await handoff(app, { actor, via: VIA }, { key, toState, reason, requestId });
  return null;
}

async function asAMove(app: App, dragged: DraggedElsewhere): Promise<WhatCameOfIt> {
  const { key, state: fromState, option, states, by, at } = dragged;
  const { machine } = app;
  const next = machine.states.get(fromState)?.next ?? [];
  const legal = states.filter((state) => next.includes(state));
  // A column that is also the one for what was given up or waits for a person means the work itself.
  const forward = legal.filter((state) => machine.states.get(state)?.order !== null);
  const ways = forward.length > 0 ? forward : legal;
  const [toState] = ways;
  if (toState === undefined || ways.length > 1) return { refused: whyNot(dragged, ways, next) };
  const caller: Caller = {
    actor: by && !by.isPerson ? { kind: "agent", identity: { connection: by.login, agent: null } } : person(by?.login),
    via: VIA,
    surface: "web",
  };
  const requestId = `status ${key} ${at}`;
  const reason = `dragged to ${quote(option)} on GitHub`;
  const answer = await handoff(app, caller, { key, fromState, toState, reason, requestId });
  return isRefusal(answer) ? { refused: tell(answer, "web").error } : null;
}

function person(name = SOMEBODY): Caller["actor"] {
  return { kind: "person", name };
}

function whyNot({ state, option, states }: DraggedElsewhere, ways: readonly string[], next: readonly string[]): string {
  if (ways.length > 1) {
    return `${quote(option)} may mean ${listed(ways.map(quote), "or")}: set the state itself, and the column follows.`;
  }
  const all = next.length === 0 ? "there is no way on" : `it may go to ${listed(next.map(quote), "or")}`;
  return `${quote(option)} stands for ${listed(states.map(quote), "and")}; from ${quote(state)} ${all}.`;
}
