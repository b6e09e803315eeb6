import { describe, expect, it } from "vitest";
import { explore, type Graph } from "./explore.ts";
import { begin, isIn, isLost, LAWS, stepsFrom, type Rules, type Second, type World } from "./proof.ts";

const ALL_RULES: Rules = { facts: true, room: true, taken: true };

describe("work with proof, in every order in which anything can happen, holds to all laws", () => {
  it.each<[Second, string]>([
    ["its own commit", "agent 2 hands 2 in"],
    ["agent 1's commit", "agent 2 hands 2 in with agent 1's commit"],
  ])("with two agents, the second with %s, room for one, CI and a person who sends back", async (second, handsIn) => {
    const { states, edges, seen, found } = await exploreAll(ALL_RULES, second);
    console.log(`work with proof: ${states} states, ${edges} steps`);
    expect(found).toBeNull();
    for (const words of [
      "agent 1 hands 1 in: commits",
      `${handsIn}: commits`,
      `${handsIn}: commits, too late`,
      "CI says fail: commits",
      "CI says pass: commits",
      "Olga sends 1 back: commits",
    ]) {
      expect(seen).toContain(words);
    }
  });
});

describe("the exploration finds what is wrong", () => {
  it.each<[keyof Rules, string, Second]>([
    ["facts", LAWS.proof, "its own commit"],
    ["room", LAWS.room, "its own commit"],
    ["taken", LAWS.taken, "agent 1's commit"],
  ])("without the rule of %s", async (rule, law, second) => {
    const { found } = await exploreAll({ ...ALL_RULES, [rule]: false }, second);
    console.log(`without the rule of ${rule}: ${found?.trace.join("; ")}. Broken: ${found?.laws.join("; ")}.`);
    expect(found?.laws).toContain(law);
  });
});

function exploreAll(rules: Rules, second: Second): Promise<Graph> {
  return explore<World>({
    start: begin(second),
    key: (world) => JSON.stringify(world, (name, value: unknown) => (name === "plan" ? planKey(value) : value)),
    steps: (world) => stepsFrom(world, rules),
    goals: { law: LAWS.neverStuck, isGoal: [(world) => isIn(world, "1") || isIn(world, "2") || isLost(world)] },
    mostStates: 200_000,
  });
}

/** Salts differ where nothing else does. */
function planKey(plan: unknown): unknown {
  if (typeof plan !== "object" || plan === null || !("checks" in plan) || !("rows" in plan)) return plan;
  const rows = plan.rows as readonly { readonly changes: unknown }[];
  return [plan.checks, rows.map(({ changes }) => changes)];
}
