import { describe, expect, it } from "vitest";
import type { Actor, Identity } from "../facts.ts";
import type { Refusal } from "../refusal.ts";
import { tell } from "../surfaces/tell.ts";
import type { TokenWorth } from "./claims.ts";
import { refuseChild, refuseEdit } from "./edit.ts";
import { sameNameElsewhere } from "./holds.ts";

const NOW = 1_000_000;
const who = (connection: string, agent: string | null = null): Identity => ({ connection, agent });
const actor = (identity: Identity): Actor => ({ kind: "agent", identity });

function claimed(token: TokenWorth, expiresAt = NOW + 1) {
  return { key: "7", claim: { holder: who("ann"), fence: 1, since: 0, expiresAt }, token };
}

function recoveryOf(refusal: Refusal | null): string {
  return refusal ? tell(refusal, "mcp").recovery : "";
}

describe("a claimed ticket", () => {
  it.each([
    ["its holder", "ann", "none", null],
    ["whoever has its token", "bob", "current", null],
    ["another agent", "bob", "none", "claim_conflict"],
    ["its holder with a token that was its own once", "ann", "former", "claim_lost"],
    ["another agent with a token of its own making", "bob", "foreign", "claim_lost"],
  ] as const)("is edited by %s, or not", (_, name, token, code) => {
    expect(refuseEdit(claimed(token), actor(who(name)), NOW)?.code ?? null).toBe(code);
    expect(refuseChild(claimed(token), actor(who(name)), NOW)?.code ?? null).toBe(code);
  });

  it("is anybody's to edit once its lease has run out, or without a claim", () => {
    expect(refuseEdit(claimed("none", NOW), actor(who("bob")), NOW)).toBeNull();
    expect(refuseEdit({ key: "7", claim: null, token: "none" }, actor(who("bob")), NOW)).toBeNull();
  });

  it("is a person's to edit at any time", () => {
    expect(refuseEdit(claimed("none"), { kind: "person", name: "Maria" }, NOW)).toBeNull();
  });

  it("is refused with who holds it, until when, and what to do instead", () => {
    const refusal = refuseEdit(claimed("none"), actor(who("bob")), NOW);
    expect(refusal?.facts).toMatchObject({ number: 7, holder: "ann", expiresAt: new Date(NOW + 1).toISOString() });
    expect(recoveryOf(refusal)).toMatch(/^tell the holder on #7 .* with add_comment/);
    expect(recoveryOf(refuseEdit(claimed("foreign"), actor(who("bob")), NOW))).toContain("If the claim is yours");
  });
});

describe("an agent with the holder's name", () => {
  it.each([
    [who("ann@token"), who("ann"), "taken over HTTP, with a token, and you come over stdio"],
    [who("ann"), who("ann@token"), "taken over stdio, and you come over HTTP, with a token"],
    [who("ann@token"), who("ann@http"), "you come over HTTP, without a token"],
    [who("desk", "uma"), who("office", "uma"), "You are called uma too, but on another connection"],
  ])("is told why it does not hold the claim: %j, %j", (holder, caller, words) => {
    expect(sameNameElsewhere(holder, caller)).toContain(words);
  });

  it.each([
    [who("ann"), who("ann")],
    [who("ann"), who("bob")],
    [who("desk", "uma"), who("desk", "vic")],
    [who("desk"), who("office")],
  ])("is told nothing where the names differ, or nothing does: %j, %j", (holder, caller) => {
    expect(sameNameElsewhere(holder, caller)).toBe("");
  });
});
