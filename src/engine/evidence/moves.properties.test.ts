// Whatever is known and whoever asks: nothing goes past a guard that is not met. What "met" is, is said here once more, from
// the words of the specification and not from the code.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Actor } from "../facts.ts";
import { isRefusal } from "../refusal.ts";
import type { HandoffSnapshot } from "../tickets/check-handoff.ts";
import { decide } from "../tickets/handoff.ts";
import { compile } from "../workflow/compile.ts";
import type { EdgeSpec, EvidenceGuard, Level, Workflow } from "../workflow/format.ts";
import type { Fact, Said } from "./fact.ts";
import type { EvidenceFacts, OtherWork, TicketStep } from "./snapshot.ts";

const [HEAD, OTHER, TAKEN] = ["a".repeat(40), "b".repeat(40), "c".repeat(40)];
const OWNED: OtherWork = { key: "5", head: TAKEN, how: "part", tied: false };
const DIGEST = "sha256:now";

const level = fc.constantFrom<Level>("reported", "witnessed", "observed", "attested");
const name = fc.constantFrom("tests", "work", "review", "codeless");
const source = fc.constantFrom("check", "git", "token:ci", "person:Maria", "person:Ned", "ann");

const guard: fc.Arbitrary<EvidenceGuard> = fc.oneof(
  fc.record({
    type: fc.constant("facts" as const),
    facts: fc.uniqueArray(fc.constantFrom("tests", "work", "review"), { minLength: 1, maxLength: 2 }),
    atLeast: level,
    unless: fc.constant("codeless"),
  }),
  fc.record({ type: fc.constant("facts" as const), facts: fc.constant<string[]>(["tests"]), atLeast: level }),
  fc.record({ type: fc.constant("rounds" as const), max: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    type: fc.constant("other_hands" as const),
    than: fc.constant<string[]>(["Build"]),
    by: fc.constantFrom("connection" as const, "agent" as const, "person" as const),
  }),
  fc.record({ type: fc.constant("other_hands" as const), by: fc.constant("person" as const) }),
  fc.record({ type: fc.constant("room" as const), max: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    type: fc.constant("untouched" as const),
    paths: fc.constant<string[]>([".github/**"]),
    unless: fc.constant("review"),
  }),
);

const said: fc.Arbitrary<Said> = fc
  .record({
    level,
    source,
    verdict: fc.constantFrom("pass", "pass", "fail", "empty", "unknown"),
    check: fc.option(fc.constantFrom(DIGEST, "sha256:before"), { nil: undefined }),
    paths: fc.option(fc.constantFrom<readonly string[]>([], ["src/a"], [".github/ci.yml"]), { nil: undefined }),
  })
  .map(({ check, paths, ...rest }) => ({
    ...rest,
    run: "1",
    at: 0,
    ...(check === undefined ? {} : { check }),
    ...(paths === undefined ? {} : { paths }),
  }));

const fact: fc.Arbitrary<Fact> = fc.record({
  subject: fc.constantFrom(HEAD, OTHER, "#7"),
  name,
  said: fc.array(said, { maxLength: 3 }),
  version: fc.constant(1),
});

const step: fc.Arbitrary<TicketStep> = fc.record({
  hand: fc.constantFrom(
    { person: null, identity: { connection: "ann", agent: "one" } },
    { person: null, identity: { connection: "ann", agent: "two" } },
    { person: null, identity: { connection: "bob", agent: null } },
    { person: "Maria", identity: null },
  ),
  from: fc.constantFrom("Build", "Review", null),
  to: fc.constantFrom("Build", "Review"),
  moved: fc.boolean(),
  held: fc.boolean(),
});

/** What is said of sharing the work that another ticket was handed in with. */
const shared: fc.Arbitrary<Fact> = fc.record({
  subject: fc.constant(TAKEN),
  name: fc.constant("shared"),
  said: fc.array(said, { minLength: 1, maxLength: 2 }),
  version: fc.constant(1),
});

const evidence: fc.Arbitrary<EvidenceFacts> = fc.record(
  {
    head: fc.constantFrom(HEAD, null),
    given: fc.constantFrom(
      { kind: "known", commit: HEAD, fork: null, others: [] } as const,
      { kind: "known", commit: OTHER, fork: null, others: [] } as const,
      { kind: "known", commit: OTHER, fork: null, others: [OWNED] } as const,
      { kind: "known", commit: OTHER, fork: null, others: [{ ...OWNED, tied: true }] } as const,
      { kind: "unknown", word: "abc", why: "partial" } as const,
    ),
    facts: fc.uniqueArray(fc.oneof({ weight: 5, arbitrary: fact }, { weight: 1, arbitrary: shared }), {
      maxLength: 6,
      selector: ({ subject, name: of }) => `${subject}/${of}`,
    }),
    checks: fc.constant(new Map([["tests", DIGEST]])),
    steps: fc.array(step, { maxLength: 5 }),
    room: fc.integer({ min: 0, max: 3 }).map((there) => new Map([["Review", there]])),
    nameless: fc.boolean(),
  },
  { requiredKeys: [] },
);

const actor: fc.Arbitrary<Actor> = fc.constantFrom<Actor>(
  { kind: "agent", identity: { connection: "ann", agent: "one" } },
  { kind: "agent", identity: { connection: "bob", agent: null } },
  { kind: "person", name: "Maria" },
  { kind: "person", name: "Ned" },
);

function workflowWith(edge: EdgeSpec): Workflow {
  return {
    name: "w",
    version: 1,
    title: "W",
    mode: "enforce",
    start: "Build",
    states: { Build: {}, Review: {}, Stuck: { human: true }, Done: { terminal: true } },
    edges: [edge, { from: "Build", to: "Stuck" }, { from: "Review", to: "Done" }],
    pipeline: ["Build", "Review", "Done"],
    commands: { work: { inputs: ["Build"], outputs: ["Review", "Stuck"] } },
    checks: { tests: { run: "npm test" } },
  };
}

interface Case {
  readonly guards: readonly EvidenceGuard[];
  readonly takes: boolean;
  readonly known: EvidenceFacts;
  readonly by: Actor;
  readonly state: string;
}

const situation: fc.Arbitrary<Case> = fc.record({
  guards: fc.array(guard, { minLength: 1, maxLength: 3 }),
  takes: fc.boolean(),
  known: evidence,
  by: actor,
  state: fc.constantFrom("Build", "Somewhere"),
});

function tried({ guards, takes, known, by, state }: Case) {
  const edge: EdgeSpec = {
    from: "Build",
    to: "Review",
    guards: [...guards],
    ...(takes ? { takes: "commit" as const } : {}),
  };
  const machine = compile(workflowWith(edge));
  const ticket = {
    key: "7",
    onBoard: true,
    state,
    claim: null,
    fence: 0,
    formerHolder: null,
    reservedUntil: null,
    token: "none",
  } as const;
  const snapshot: HandoffSnapshot = { now: 0, ticket, evidence: known };
  return decide(machine, snapshot, {
    key: "7",
    reason: "r",
    actor: by,
    toState: "Review",
    ...(by.kind === "agent" ? { command: "work" } : {}),
  });
}

describe("a move", () => {
  it("is never accepted past an unmet enforced guard", () => {
    let accepted = 0;
    fc.assert(
      fc.property(situation, (one) => {
        const decision = tried(one);
        if (isRefusal(decision)) return;
        accepted += 1;
        const { given, head = null } = one.known;
        if (one.takes) expect(given?.kind === "known" || (given === undefined && head === null)).toBe(true);
        const subject = one.takes && given?.kind === "known" ? given.commit : (head ?? "#7");
        for (const each of one.guards) expect(isMet(each, one, subject), JSON.stringify(each)).toBe(true);
        if (one.takes && one.by.kind === "agent" && given?.kind === "known") {
          for (const { tied, head: taken } of given.others) expect(tied || isShared(one.known, taken)).toBe(true);
        }
        expect(decision.commit?.head ?? null).toBe(one.takes && given?.kind === "known" ? given.commit : null);
      }),
      { numRuns: 20_000 },
    );
    // Where nothing is ever accepted, nothing was shown.
    expect(accepted).toBeGreaterThan(300);
  });

  it("is accepted with another ticket's work from a person, or where the work is meant to be shared, and not else", () => {
    const seen = new Set<string>();
    const given = { kind: "known", commit: OTHER, fork: null, others: [OWNED] } as const;
    fc.assert(
      fc.property(situation, fc.option(shared), fc.boolean(), (one, fact, tied) => {
        const others = [{ ...OWNED, tied }];
        const facts = fact ? [fact] : [];
        const decision = tried({ ...one, guards: [], takes: true, known: { given: { ...given, others }, facts } });
        const may = one.by.kind === "person" || tied || isShared({ facts }, TAKEN);
        expect(isRefusal(decision) ? decision.code : "accepted").toBe(may ? "accepted" : "commit_taken");
        seen.add(`${may} ${tied} ${fact !== null}`);
      }),
      { numRuns: 1_000 },
    );
    expect(seen).toContain("true false true");
    expect(seen).toContain("false false true");
  });

  it("is never accepted on what was not read", () => {
    fc.assert(
      fc.property(situation, (one) => {
        const bound =
          one.guards.some(({ type }) => type !== "rounds" && type !== "other_hands") || one.by.kind === "agent";
        const needs = one.guards.some(
          (each) => !(each.type === "other_hands" && each.than === undefined && one.by.kind === "person"),
        );
        if (bound && needs && !(one.by.kind === "person" && one.guards.every(({ type }) => type === "rounds"))) {
          expect(isRefusal(tried({ ...one, known: {} }))).toBe(true);
        }
      }),
    );
  });

  it("is refused with the code of the first guard that fails, and all that fail are told", () => {
    const codes = {
      facts: "facts_missing",
      rounds: "rounds_used",
      other_hands: "same_hands",
      room: "no_room",
      untouched: "paths_touched",
    };
    fc.assert(
      fc.property(situation, (one) => {
        const decision = tried({ ...one, takes: false, state: "Build" });
        if (!isRefusal(decision) || decision.code.startsWith("commit_")) return;
        const subject = one.known.head ?? "#7";
        const failing = one.guards.filter((each) => !isMet(each, { ...one, takes: false }, subject));
        const [first] = failing;
        expect(decision.code).toBe(first && codes[first.type]);
        expect(decision.facts["guards"]).toHaveLength(failing.length);
      }),
      { numRuns: 3_000 },
    );
  });
});

const RANK = { reported: 0, witnessed: 1, observed: 2, attested: 2 } as const;

function isShared({ facts = [] }: EvidenceFacts, taken: string): boolean {
  return isPersons(facts.find(({ subject, name: of }) => subject === taken && of === "shared")?.said ?? []);
}

function isMet(each: EvidenceGuard, { known, by }: Case, subject: string): boolean {
  const of = (wanted: string): readonly Said[] =>
    known.facts?.find((one) => one.subject === subject && one.name === wanted)?.said ?? [];
  switch (each.type) {
    case "facts":
      return (
        (each.unless !== undefined && isPersons(of(each.unless))) ||
        (known.checks !== undefined &&
          each.facts.every((wanted) => passes(of(wanted), RANK[each.atLeast], wanted === "tests" ? DIGEST : null)))
      );
    case "rounds": {
      if (by.kind === "person") return true;
      const since = known.steps?.findLastIndex(({ moved, hand }) => moved && hand.person !== null) ?? 0;
      const gone = known.steps
        ?.slice(since + 1)
        .filter(({ moved, from, to }) => moved && (from ?? "Build") === "Build" && to === "Review");
      return gone !== undefined && gone.length < each.max;
    }
    case "room":
      return (known.room?.get("Review") ?? Infinity) < each.max;
    case "untouched": {
      if (isPersons(of("review"))) return true;
      const looks = of("work").filter(({ level: at, paths }) => at !== "reported" && paths !== undefined);
      const codeless = subject === "#7" && isPersons(of("codeless"));
      return (
        (codeless || looks.length > 0) &&
        looks.every(({ paths = [] }) => !paths.some((path) => path.startsWith(".github/")))
      );
    }
    case "other_hands": {
      const workers = (known.steps ?? []).filter(
        ({ moved, held, from, to }) => (moved && (from ?? "Build") === "Build") || (held && to === "Build"),
      );
      const people = new Set(each.than ? workers.flatMap(({ hand }) => hand.person ?? []) : []);
      const reviews = of("review").filter((one) => !people.has(one.source.replace("person:", "")));
      if (isPersons(reviews)) return true;
      if (each.by === "person" && by.kind === "agent") return false;
      if (each.than === undefined) return true;
      if (known.steps === undefined || (by.kind === "agent" && known.nameless === true)) return false;
      return !workers.some(({ hand }) =>
        by.kind === "person"
          ? hand.person === by.name
          : hand.identity?.connection === by.identity.connection &&
            (each.by !== "agent" || hand.identity.agent === by.identity.agent),
      );
    }
  }
}

function passes(all: readonly Said[], atLeast: number, digest: string | null): boolean {
  return [0, 1, 2].some((rank) => {
    if (rank < atLeast) return false;
    const above = all.filter((one) => RANK[one.level] >= rank);
    if (above.some(({ verdict }) => verdict === "fail" || verdict === "empty")) return false;
    return all.some((one) => RANK[one.level] === rank && one.verdict === "pass" && fits(one, digest));
  });
}

function fits({ level: at, check }: Said, digest: string | null): boolean {
  if (digest === null || at === "reported") return true;
  return check === undefined ? at !== "witnessed" : check === digest;
}

function isPersons(all: readonly Said[]): boolean {
  const against = all.some((one) => RANK[one.level] === 2 && (one.verdict === "fail" || one.verdict === "empty"));
  return (
    !against &&
    all.some(
      (one) =>
        one.verdict === "pass" &&
        (one.level === "observed" || (one.level === "attested" && one.source.startsWith("person:"))),
    )
  );
}
