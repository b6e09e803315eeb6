import { describe, expect, it } from "vitest";
import { explore, type Graph } from "./explore.ts";
import { LAWS } from "./laws.ts";
import { keyOf } from "./normal.ts";
import { ALL_RULES, type Rules } from "./rules.ts";
import { stepsFrom } from "./steps.ts";
import { begin, DONE, type Scene, type World } from "./world.ts";

const TWO_AGENTS: Scene = {
  agents: ["ann", "bob"],
  tickets: ["1"],
  verbs: ["lock", "complete"],
  person: [],
  loses: false,
  repeats: [],
  crashes: [],
  leaves: [],
  wrongClocks: [],
  reads: "at once",
  mostFences: null,
};

interface Told {
  readonly scene: Scene;
  /** What must have happened somewhere in it, or it says little. */
  readonly happens: readonly string[];
}

const SCENES: Readonly<Record<string, Told>> = {
  "two agents, one of which crashes or goes away, and answers that get lost": {
    scene: {
      ...TWO_AGENTS,
      verbs: ["lock", "complete", "sign", "release"],
      loses: true,
      crashes: ["ann"],
      leaves: ["ann"],
    },
    happens: [
      "bob commits: lock, taken over",
      "bob begins to complete with its token (claim_lost)",
      "ann commits: ask for what is refused with its token (state_changed)",
      "ann commits: lock; the answer is lost",
      "the server commits: cut the lease of ann",
    ],
  },
  "two agents and a person who moves, drags and releases": {
    scene: {
      ...TWO_AGENTS,
      verbs: ["lock", "complete", "sign"],
      person: ["override", "drag", "release"],
      leaves: ["ann"],
    },
    happens: [
      "Olga commits: put back",
      "Olga commits: drag into the lock state",
      "Olga commits: release",
      "ann begins to complete with its token (claim_lost)",
    ],
  },
  "three agents": {
    scene: { ...TWO_AGENTS, agents: ["ann", "bob", "cid"], leaves: ["ann"] },
    happens: ["bob commits: lock, taken over", "cid commits: lock, taken over"],
  },
  "two tickets that are picked": {
    scene: { ...TWO_AGENTS, tickets: ["1", "2"], verbs: ["pick", "complete"] },
    happens: ["ann commits: pick", "bob reads on to pick"],
  },
  "comments, where the ticket is read first and then the time": {
    scene: { ...TWO_AGENTS, verbs: ["lock", "complete", "comment"], reads: "apart" },
    happens: ["ann commits: comment", "ann reads on to comment"],
  },
  "a lease that is cut to a grace, where the ticket is read first and then the time": {
    scene: { ...TWO_AGENTS, crashes: ["ann"], reads: "apart" },
    happens: ["the server reads on to cut the lease of ann", "the server commits: cut the lease of ann"],
  },
  "a clock that is fast, slow, and set": {
    scene: { ...TWO_AGENTS, verbs: ["lock", "complete", "sign"], leaves: ["bob"], wrongClocks: ["ann"] },
    happens: ["ann's clock jumps", "ann commits: lock, taken over", "bob commits: lock, taken over"],
  },
  "an agent that asks again with the same request_id, also while the first call is under way": {
    scene: { ...TWO_AGENTS, loses: true, repeats: ["ann"], mostFences: 3 },
    happens: [
      "ann commits: lock; the answer is lost",
      "ann asks again to lock",
      "ann asks again to complete with its token",
      "ann gives up waiting for an answer",
      "ann commits: complete with its second token",
      "ann reads on to complete with its second token (claim_lost)",
    ],
  },
};

describe("claims, in every order in which anything can happen, hold to all laws", () => {
  for (const [name, { scene, happens }] of Object.entries(SCENES)) {
    it(`with ${name}`, async () => {
      const { states, edges, seen, found } = await exploreAll(scene, ALL_RULES);
      console.log(`${name}: ${states} states, ${edges} steps`);
      expect(found).toBeNull();
      expect(happens.filter((words) => !seen.has(words))).toEqual([]);
    });
  }
});

const CRASHING: Scene = { ...TWO_AGENTS, verbs: ["lock", "complete", "sign"], leaves: ["ann"] };

const BROKEN: readonly { readonly rule: keyof Rules; readonly law: string; readonly scene: Scene }[] = [
  { rule: "versions", law: LAWS.noLostUpdate, scene: { ...TWO_AGENTS, verbs: ["lock", "release"] } },
  { rule: "tokens", law: LAWS.oneHolder, scene: CRASHING },
  { rule: "leases", law: LAWS.neverStuck, scene: CRASHING },
  { rule: "fences", law: LAWS.fencesRise, scene: CRASHING },
  { rule: "holders", law: LAWS.liveIsHeld, scene: CRASHING },
  { rule: "renewals", law: LAWS.oneHolder, scene: CRASHING },
  { rule: "requests", law: LAWS.oneEffect, scene: { ...TWO_AGENTS, loses: true, repeats: ["ann"], mostFences: 3 } },
  { rule: "seconds", law: LAWS.standing, scene: { ...TWO_AGENTS, loses: true, repeats: ["ann"], mostFences: 3 } },
];

describe("the exploration finds what is wrong", () => {
  for (const { rule, law, scene } of BROKEN) {
    it(`without the rule of ${rule}`, async () => {
      const { found } = await exploreAll(scene, { ...ALL_RULES, [rule]: false });
      console.log(`without the rule of ${rule}: ${found?.trace.join("; ")}. Broken: ${found?.laws.join("; ")}.`);
      expect(found?.laws).toContain(law);
      expect(found?.trace).not.toEqual([]);
    });
  }
});

function exploreAll(scene: Scene, rules: Rules): Promise<Graph> {
  return explore<World>({
    start: begin(scene),
    key: keyOf,
    steps: (world) => stepsFrom(world, { scene, rules }),
    goals: {
      law: LAWS.neverStuck,
      isGoal: scene.tickets.map((key) => (world) => world.tickets[key]?.state === DONE),
    },
    mostStates: 100_000,
  });
}
