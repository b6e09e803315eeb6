// A board as the specifications have it, in plain objects: slow, simple, and sharing nothing with the engine. What a
// command may do from where stands in the literal tables; claims, guards, picking and advancing are written out here.

import type { Caller } from "../../src/app/app.ts";
import type { Identity } from "../../src/engine/facts.ts";
import { EDGES } from "../support/engine/handoff-matrix.ts";
import { byUrgency, Cards, endClaim, shownClaim, type Card } from "./model-cards.ts";
import {
  COMMANDS,
  GRACE,
  INTENTS,
  LOCKS,
  LOCK_FLAGGED,
  ORDER,
  REFUSED,
  RELINKERS,
  STATES,
  TERMINAL,
  bareIntent,
  cellAt,
  isGuarded,
  leaseOf,
  nameOf,
  passesGuard,
  rank,
  same,
  type Answer,
  type Asked,
  type ClaimShown,
} from "./model-rules.ts";

export class Model extends Cards {
  /** Every token that was ever given out. */
  readonly tokens: { readonly token: string; readonly number: number; readonly fence: number }[] = [];
  /** The claim that was taken last. */
  #taken: Taken | null = null;
  readonly #requests = new Map<string, { arguments: string; answer: Answer; taken: Taken | null }>();

  create(
    caller: Caller,
    fields: Pick<Card, "title" | "priority" | "estimate"> & { parent: number | null; blockers: number[] },
  ): Answer {
    const { parent, blockers } = fields;
    const others = [...new Set([...(parent === null ? [] : [parent]), ...blockers])];
    if (others.some((other) => !this.cards.has(other))) return { code: "ticket_not_found" };
    if (parent !== null && this.#isAnothers(this.card(parent), caller)) {
      return this.#refuse(this.card(parent), "claim_conflict");
    }
    if (parent !== null && blockers.includes(parent)) return { code: "blocked_by_family" };
    const number = this.cards.size + 1;
    this.cards.set(number, {
      number,
      title: fields.title,
      body: "",
      priority: fields.priority,
      estimate: fields.estimate,
      labels: [],
      state: "Backlog",
      closed: false,
      version: 1,
      created: this.now,
      updated: this.now,
      entered: this.now,
      parent,
      parentSince: parent === null ? null : this.now,
      linkedBy: this.lines.length + 1,
      arrivals: [{ state: "Backlog", row: this.lines.length + 1 }],
      blockers: new Set(blockers),
      fence: 0,
      claim: null,
      former: null,
      reserved: null,
      comments: [],
    });
    for (const other of others) this.touch(this.card(other));
    return { number, event: this.write({ kind: "create", key: String(number), to: "Backlog" }) };
  }

  edit(
    caller: Caller,
    number: number,
    fields: Partial<Pick<Card, "title" | "body" | "priority" | "estimate" | "labels">>,
  ): Answer {
    const card = this.cards.get(number);
    if (!card) return { code: "ticket_not_found" };
    if (this.#isAnothers(card, caller)) return this.#refuse(card, "claim_conflict");
    Object.assign(card, fields);
    this.#signOfLife(card, caller);
    this.touch(card);
    return { edited: Object.keys(fields), event: this.write({ kind: "edit", key: String(number) }) };
  }

  comment(caller: Caller, number: number, body: string): Answer {
    const card = this.cards.get(number);
    if (!card) return { code: "ticket_not_found" };
    card.comments.push(body);
    if (this.#signOfLife(card, caller)) this.touch(card);
    return { event: this.write({ kind: "comment", key: String(number) }) };
  }

  link(
    caller: Caller,
    number: number,
    asked: { parent?: number | null; add: number[]; remove: number[]; command?: string },
  ): Answer {
    const card = this.cards.get(number);
    if (!card) return { code: "ticket_not_found" };
    const added = [...new Set(asked.add)].filter((other) => !card.blockers.has(other));
    const removed = [...new Set(asked.remove)].filter((other) => card.blockers.has(other));
    const parent = asked.parent === undefined ? card.parent : asked.parent;
    const reparented = parent !== card.parent;
    const answer = { parent, added, removed };
    if (added.length === 0 && removed.length === 0 && !reparented) return { ...answer, event: null };
    const refuse = (code: string) => this.#refuse(card, code);
    if (removed.length > 0 || (reparented && card.parent !== null)) {
      const may = caller.actor.kind === "person" || RELINKERS.get(asked.command ?? "")?.includes(card.state ?? "");
      if (!may) return refuse("relink_not_allowed");
    }
    const ends = reparented ? [card.parent, parent].filter((end) => end !== null) : [];
    const others = new Set([...added, ...removed, ...ends]);
    if ([...others].some((other) => !this.cards.has(other))) return refuse("ticket_not_found");
    if (ends.some((end) => this.#isAnothers(this.card(end), caller))) return refuse("claim_conflict");
    const isChild = (other: number) => this.cards.get(other)?.parent === number;
    const kept = [...card.blockers, ...added].filter((other) => !removed.includes(other));
    const meetsParent = parent !== null && (reparented ? kept : added).includes(parent);
    const isParentsBlocker = reparented && parent !== null && this.card(parent).blockers.has(number);
    if (added.some(isChild) || meetsParent || isParentsBlocker) return refuse("blocked_by_family");
    if (added.some((other) => other === number || this.waitsFor(number, other))) return refuse("cycle");
    if (reparented && parent !== null && this.above(parent).includes(number)) return refuse("cycle");
    if (reparented && parent !== null && !this.#mayHang(caller, card, this.card(parent), asked.command))
      return refuse("relink_not_allowed");
    if (this.#isAnothers(card, caller)) return refuse("claim_conflict");
    for (const other of added) card.blockers.add(other);
    for (const other of removed) card.blockers.delete(other);
    if (reparented) {
      [card.parent, card.parentSince] = [parent, parent === null ? null : this.now];
      card.linkedBy = this.lines.length + 1;
    }
    this.#signOfLife(card, caller);
    for (const other of others) this.touch(this.card(other));
    this.touch(card);
    return { ...answer, event: this.write({ kind: "link", key: String(number) }) };
  }

  handoff(caller: Caller, number: number, asked: Asked): Answer {
    const { actor } = caller;
    if ((asked.intent === undefined) === (asked.toState === undefined))
      return this.#refuseMuddle(caller, number, asked, "one_target");
    if (actor.kind === "person") return this.#personMoves(number, asked, actor.override === true);
    const command = asked.command?.replace("ralph_", "") ?? "";
    if (!COMMANDS.includes(command)) return this.#refuseMuddle(caller, number, asked, "unknown_command");
    const intent = bareIntent(asked);
    if (intent !== null && !INTENTS.includes(intent))
      return this.#refuseMuddle(caller, number, asked, "unknown_intent");
    if (intent === null && !STATES.includes(asked.toState ?? ""))
      return this.#refuseMuddle(caller, number, asked, "unknown_state");
    const request = intent === null ? { to_state: asked.toState ?? "" } : { intent: intent as "lock" };
    const card = this.cards.get(number);
    // Without a state it counts as new.
    const state = card && (card.state ?? "Backlog");
    const cell = cellAt(command, request, state !== undefined && STATES.includes(state) ? state : null);
    if (cell.expected === "n" || cell.expected === "a") {
      return this.#refuseMuddle(caller, number, asked, REFUSED[cell.expected]);
    }
    if (!card) return { code: "ticket_not_found" };
    const refuse = (code: string) => this.#refuse(card, code, caller, asked.claim);
    if (asked.fromState !== undefined && asked.fromState !== card.state) return refuse("state_changed");
    const target = cell.target ?? "";
    const locks = intent === "lock" || (intent === null && LOCKS.get(command) === target);
    const denied = this.#claimDenies(card, actor.identity, asked.claim, locks && card.state === target, locks);
    if (denied !== null) return refuse(denied);
    if (cell.expected !== "M" && cell.expected !== "S" && cell.expected !== "U") return refuse(REFUSED[cell.expected]);
    if (cell.expected !== "S" && isGuarded(card.state, target) && !this.hasConverged(number, new Map()))
      return refuse("not_converged");
    return this.#accept(card, actor.identity, asked.claim, {
      target,
      locks,
      kind: cell.expected === "S" && card.state !== null ? "stay" : "move",
    });
  }

  release(caller: Caller, number: number, token: string | undefined): Answer {
    const card = this.cards.get(number);
    if (!card) return { code: "ticket_not_found" };
    if (!card.claim) return this.#refuse(card, "not_claimed");
    const { actor } = caller;
    if (actor.kind === "agent") {
      if (token !== undefined && !this.#isCurrent(card, token)) return this.#refuse(card, "claim_lost");
      if (token === undefined && !same(card.claim.holder, actor.identity)) return this.#refuse(card, "claim_conflict");
    }
    const holder = nameOf(card.claim.holder);
    endClaim(card);
    this.touch(card);
    return { holder, state: card.state, event: this.write({ kind: "release", key: String(number) }) };
  }

  /** `claimAs`: the command that takes what is found; null: nobody does. */
  pick(caller: Caller, state: string, largest: string, claimAs: string | null): Answer {
    const candidates = [...this.cards.values()]
      .filter((card) => this.isPickable(card, state, largest))
      .toSorted(byUrgency);
    const nothing = { found: false, number: null, alternatives: 0 };
    if (claimAs === null || caller.actor.kind === "person") {
      const [first] = candidates;
      if (!first) return nothing;
      return { found: true, number: first.number, state, isLocked: false, alternatives: candidates.length - 1 };
    }
    const target = LOCKS.get(claimAs) ?? "";
    const skipped: number[] = [];
    for (const [index, card] of candidates.entries()) {
      if (isGuarded(card.state, target) && !this.hasConverged(card.number, new Map())) {
        skipped.push(card.number);
        continue;
      }
      const kind = card.state === target ? "stay" : "move";
      const { claim, event } = this.#accept(card, caller.actor.identity, undefined, { target, locks: true, kind });
      const alternatives = candidates.length - index - 1;
      return { found: true, number: card.number, state: target, isLocked: true, alternatives, claim, event, skipped };
    }
    return { ...nothing, skipped };
  }

  advanceChildren(number: number, target: string): Answer {
    const parent = this.cards.get(number);
    if (!parent) return { code: "ticket_not_found" };
    if (!ORDER.includes(target)) return this.#refuse(parent, "unknown_target");
    if (LOCK_FLAGGED.has(target) || TERMINAL.has(target)) return this.#refuse(parent, "target_not_allowed");
    if (rank(parent.state) < 0) return this.#refuse(parent, "parent_outside_order");
    if (rank(target) > rank(parent.state)) return this.#refuse(parent, "target_ahead_of_parent");
    const children = [...this.cards.values()].filter((card) => card.parent === number);
    let moving = children.filter(
      (card) =>
        rank(card.state) >= 0 &&
        !card.closed &&
        rank(card.state) < rank(target) &&
        !this.isLocked(card) &&
        card.linkedBy <= this.firstThere(parent, target),
    );
    for (let before = -1; before !== moving.length;) {
      before = moving.length;
      const there = new Map(moving.map((card) => [card.number, target]));
      moving = moving.filter((card) => !passesGuard(card.state, target) || this.hasConverged(card.number, there));
    }
    const advanced = moving.map((card) => [card.number, card.state, target]);
    const skipped = children.filter((card) => !moving.includes(card)).map((card) => card.number);
    for (const card of moving) {
      const from = card.state;
      this.enter(card, target);
      this.write({ kind: "propagate", key: String(card.number), from, to: target });
      if (card.claim) endClaim(card);
      card.reserved = null;
      this.touch(card);
    }
    return { advanced, skipped };
  }

  goAway(connection: string): number {
    const claimed = [...this.cards.values()].filter((card) => card.claim?.holder.connection === connection);
    let cut = 0;
    for (const card of claimed) {
      if (!card.claim || card.claim.expires <= this.now + GRACE) continue;
      card.claim.expires = this.now + GRACE;
      this.touch(card);
      this.write({ kind: "claim", key: String(card.number) });
      cut++;
    }
    return cut;
  }

  /** Somebody types a state that nobody knows. */
  typeState(number: number, state: string | null): void {
    const card = this.card(number);
    card.state = state;
    card.version++;
    this.write({ kind: "edit", key: String(number) });
  }

  /** The same request of the same caller gets the same answer; another one under its name none. */
  once(
    caller: Caller,
    name: { tool: string; subject: string; id: string | undefined; arguments: unknown },
    act: () => Answer,
  ): Answer {
    if (name.id === undefined) return act();
    const key = JSON.stringify([caller, name.tool, name.subject, name.id]);
    const given = JSON.stringify(name.arguments);
    const before = this.#requests.get(key);
    if (before) return before.arguments === given ? givenAgain(before) : { code: "request_reused" };
    const lines = this.lines.length;
    this.#taken = null;
    const answer = act();
    const isKept = !("code" in answer) && this.lines.length > lines;
    if (isKept) this.#requests.set(key, { arguments: given, answer, taken: this.#taken });
    return answer;
  }

  /** What it says and how it is linked is its holder's to change. */
  #isAnothers({ claim }: Card, { actor }: Caller): boolean {
    if (actor.kind === "person" || claim === null || claim.expires <= this.now) return false;
    return !same(claim.holder, actor.identity);
  }

  #personMoves(number: number, asked: Asked, override: boolean): Answer {
    const target = asked.toState ?? "";
    const card = this.cards.get(number);
    if (!STATES.includes(target)) return card ? this.#refuse(card, "unknown_state") : { code: "unknown_state" };
    if (!card) return { code: "ticket_not_found" };
    if (asked.fromState !== undefined && asked.fromState !== card.state) return this.#refuse(card, "state_changed");
    const { state } = card;
    const at = state ?? "Backlog";
    const known = STATES.includes(at) && !(state === null && target === at);
    const terminal = TERMINAL.has(at);
    if (state === target && !terminal) {
      return this.#shown(
        card,
        state,
        "stay",
        null,
        this.write({ kind: "stay", key: String(number), from: state, to: target }),
      );
    }
    let kind = "move";
    if (known && !EDGES.some(([from, to]) => from === at && to === target)) {
      if (!override || state === target) return this.#refuse(card, terminal ? "terminal_state" : "invalid_transition");
      kind = "override";
    }
    if (isGuarded(state, target) && !this.hasConverged(number, new Map())) {
      if (!override) return this.#refuse(card, "not_converged");
      kind = "override";
    }
    this.enter(card, target);
    if (card.claim) endClaim(card);
    card.reserved = LOCK_FLAGGED.has(target) ? this.now + leaseOf(target) : null;
    this.touch(card);
    return this.#shown(card, state, "move", null, this.write({ kind, key: String(number), from: state, to: target }));
  }

  #accept(
    card: Card,
    who: Identity,
    token: string | undefined,
    step: { target: string; locks: boolean; kind: "move" | "stay" },
  ): Answer {
    const { target, locks, kind } = step;
    const from = card.state;
    const holds = card.claim !== null && (token !== undefined || same(card.claim.holder, who));
    const expires = this.now + leaseOf(target);
    let claim: ClaimShown | null = null;
    let changed = kind === "move";
    if (locks && token !== undefined && kind === "stay" && card.claim) {
      card.claim.expires = expires;
      [claim, changed] = [shownClaim(card, true), true];
    } else if (locks) {
      card.former = card.claim && !holds ? card.claim.holder : null;
      card.fence++;
      this.#taken = { card, fence: card.fence };
      card.claim = { holder: who, since: this.now, expires };
      card.reserved = null;
      [claim, changed] = [shownClaim(card, true), true];
    } else if (kind === "move") {
      if (card.claim) endClaim(card);
      card.reserved = null;
    } else if (holds && this.#renew(card)) {
      [claim, changed] = [shownClaim(card, token !== undefined), true];
    }
    if (kind === "move") this.enter(card, target);
    if (changed) this.touch(card);
    const event = this.write({ kind, key: String(card.number), from, to: target });
    return this.#shown(card, from, kind, claim, event);
  }

  #shown(card: Card, from: string | null, kind: "move" | "stay", claim: ClaimShown | null, event: number): Answer {
    const answer = { previousState: from, newState: card.state, changed: kind === "move", event };
    return claim === null ? answer : { ...answer, claim };
  }

  /** Why somebody else's claim stands in the way, or null. */
  #claimDenies(
    card: Card,
    who: Identity,
    token: string | undefined,
    locksHere: boolean,
    locks: boolean,
  ): string | null {
    if (token !== undefined && !this.#isCurrent(card, token)) return "claim_lost";
    const live = card.claim !== null && card.claim.expires > this.now;
    if (live && token === undefined && card.claim) {
      if (locks) return "claim_conflict";
      if (!same(card.claim.holder, who)) return card.former && same(card.former, who) ? "claim_lost" : "claim_conflict";
    }
    const reserved = card.claim === null && (card.reserved ?? 0) > this.now;
    return locksHere && reserved ? "claim_conflict" : null;
  }

  #refuseMuddle(caller: Caller, number: number, asked: Asked, code: string): Answer {
    const card = this.cards.get(number);
    return card ? this.#refuse(card, code, caller, asked.claim) : { code };
  }

  /** It stands in the ledger; and a holder who is refused is alive. */
  #refuse(card: Card, code: string, caller?: Caller, token?: string): Answer {
    const alive = caller?.actor.kind === "agent" && card.claim !== null && card.claim.expires > this.now;
    if (alive && card.claim && caller.actor.kind === "agent") {
      const holds = token === undefined ? same(card.claim.holder, caller.actor.identity) : this.#isCurrent(card, token);
      if (holds && this.#renew(card)) this.touch(card);
    }
    this.write({ kind: "refuse", key: String(card.number), from: card.state, code });
    return { code };
  }

  #signOfLife(card: Card, caller: Caller): boolean {
    const { actor } = caller;
    if (actor.kind === "person" || !card.claim || card.claim.expires <= this.now) return false;
    return same(card.claim.holder, actor.identity) && this.#renew(card);
  }

  /** Once half of it is gone. */
  #renew(card: Card): boolean {
    if (!card.claim || card.claim.expires - this.now >= leaseOf(card.state) / 2) return false;
    card.claim.expires = this.now + leaseOf(card.state);
    return true;
  }

  /** No agent hangs below a ticket what would hide that it is late, unless it may relink anyway. */
  #mayHang({ actor }: Caller, card: Card, parent: Card, command = ""): boolean {
    if (actor.kind === "person" || RELINKERS.get(command)?.includes(card.state ?? "")) return true;
    if (card.closed || parent.closed || this.isContainer(parent)) return true;
    if (this.connected(parent.number).every((one) => one === parent || one.closed)) return true;
    const isThere = ({ state }: Card): boolean => rank(state) >= rank("Ready for Plan");
    const work = this.below(card).filter((one) => !one.closed && !this.isContainer(one));
    return isThere(parent) || work.length === 0 || !work.every(isThere);
  }

  #isCurrent(card: Card, token: string): boolean {
    const known = this.tokens.find((one) => one.token === token);
    return known?.number === card.number && known.fence === card.fence && card.claim !== null;
  }
}

interface Taken {
  readonly card: Card;
  readonly fence: number;
}

/** With a second token, while the claim stands. */
function givenAgain({ answer, taken }: { answer: Answer; taken: Taken | null }): Answer {
  if (taken === null) return answer;
  const token = taken.card.claim !== null && taken.card.fence === taken.fence;
  return { ...answer, claim: { ...(answer["claim"] as ClaimShown), token } };
}
