import { describe, expect, it } from "vitest";
import { shipped } from "../../workflows/shipped.ts";
import type { Actor, ClaimFacts, Identity } from "../facts.ts";
import { reporterOf, takeOver } from "./owner.ts";

const who = (connection: string, agent: string | null = null): Identity => ({ connection, agent });
const actor = (identity: Identity): Actor => ({ kind: "agent", identity });
const claimOf = (holder: Identity): ClaimFacts => ({ holder, fence: 1, since: 0, expiresAt: 1 });

function reporter(holder: Identity, caller: Identity, more: { state?: string; claim?: ClaimFacts } = {}) {
  const session = { id: "s", ticket: "7", holder, state: "testing", claim: null, ...more };
  return reporterOf(shipped("session"), session, actor(caller));
}

describe("a session", () => {
  it("is reported on by its agent, also where that forgot to say which one it is", () => {
    expect(reporter(who("ann"), who("ann"))).toEqual({ kind: "own" });
    expect(reporter(who("desk", "uma"), who("desk"))).toEqual({ kind: "own" });
    expect(reporter(who("desk"), who("desk", "uma"))).toEqual({ kind: "own" });
  });

  it("is not another agent's", () => {
    expect(reporter(who("ann"), who("bob"))).toBeNull();
    expect(reporter(who("desk", "uma"), who("desk", "vic"))).toBeNull();
    expect(reporter(who("ann@token"), who("ann"))).toBeNull();
    expect(reporter(who("ann", "uma"), who("bob", "uma"))).toBeNull();
  });

  it("is taken over by who holds the ticket's claim, or while it is idle", () => {
    const taken = { kind: "taken_over", holder: who("bob") };
    expect(reporter(who("ann"), who("bob"), { claim: claimOf(who("bob")) })).toEqual(taken);
    expect(reporter(who("ann"), who("bob"), { claim: claimOf(who("ann")) })).toBeNull();
    expect(reporter(who("ann"), who("bob"), { state: "idle" })).toEqual(taken);
  });

  it("of a caller without a name is anybody's, and keeps its name among such callers", () => {
    expect(reporter(who("a@http"), who("bob"))).toEqual({ kind: "taken_over", holder: who("bob") });
    expect(reporter(who("a@http"), who("b@http"))).toEqual({ kind: "own" });
    const session = { id: "s", ticket: "7", holder: who("ann"), state: "testing", claim: null };
    expect(takeOver(session, who("b@http"))).toEqual({ kind: "taken_over", holder: who("b@http") });
  });

  it("is any person's to end", () => {
    const session = { id: "s", ticket: "7", holder: who("ann"), state: "testing", claim: null };
    expect(reporterOf(shipped("session"), session, { kind: "person", name: "Maria" })).toEqual({ kind: "own" });
  });
});
