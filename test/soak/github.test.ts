// The soak of a board on GitHub, small: every kind of fault, a server that is killed, and no breach; and a GitHub that lies
// is found out.

import { describe, expect, it } from "vitest";
import type { Counts } from "./counts.ts";
import { KILLS } from "./github-kills.ts";
import { soakGitHub } from "./github.ts";
import type { GitHubSoak } from "./github-stage.ts";

const KINDS = [
  "unauthorized",
  "forbidden",
  "too-many",
  "limited",
  "bad-gateway",
  "drop",
  "slow",
  "garbage",
  "stale",
  "part",
];

const SMALL: GitHubSoak = {
  minutes: 10 / 60,
  seed: 1,
  tell: () => undefined,
  hurry: 20,
  machines: 2,
  agentsEach: 2,
  tickets: 16,
  weather: { stormMs: 600_000, calmMs: 0, everyMs: 100 },
  dragEveryMs: 800,
  killEveryMs: 2_000,
  plant: null,
  served: true,
  enough: (counts) => KINDS.every((kind) => isMet(kind, counts)) && (counts[KILLS] ?? 0) > 0,
};

function isMet(kind: string, counts: Counts): boolean {
  return Object.keys(counts).some((name) => name.startsWith(`GitHub's fault: ${kind}`));
}

it("loses nothing and does nothing twice, whatever GitHub does and whoever is killed", async () => {
  const { breaches, counts } = await soakGitHub(SMALL);
  expect(breaches).toEqual([]);
  expect(counts["moves acknowledged"]).toBeGreaterThan(0);
  expect(counts["people's drags"]).toBeGreaterThan(0);
});

describe("finds out a GitHub", () => {
  const calm: GitHubSoak = {
    ...SMALL,
    minutes: 0,
    machines: 1,
    served: false,
    weather: { stormMs: 0, calmMs: 600_000, everyMs: 1_000 },
    enough: (counts) => (counts["moves acknowledged"] ?? 0) > 8,
  };

  it("that says it has done what it has not", async () => {
    const { breaches } = await soakGitHub({ ...calm, plant: "unwritten" });
    expect(breaches.join("\n")).toMatch(/was told that \w+ is done, and ask-\w+-\d+ is not on GitHub/);
  });

  it("that does things twice", async () => {
    const { breaches } = await soakGitHub({ ...calm, plant: "twice" });
    expect(breaches.join("\n")).toMatch(/The marker .+ stands on GitHub 2 times/);
    expect(breaches.join("\n")).toMatch(/What was asked for as ask-\w+-\d+ stands on GitHub 2 times/);
  });
});
