import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { EdgeSpec, Workflow } from "../engine/workflow/format.ts";
import { shipped } from "./shipped.ts";

const PLAIN = shipped("ticket").workflow;
const PROOF = shipped("ticket-proof").workflow;

/** Without what asks for evidence. */
function bare({ takes: _, guards = [], ...edge }: EdgeSpec): EdgeSpec {
  const others = guards.filter(({ type }) => type === "group_convergence" || type === "no_open_blockers");
  return others.length > 0 ? { ...edge, guards: others } : edge;
}

it("is the plain workflow, but for what it asks for", () => {
  const { checks, merge, follow, base, name, description, ...rest } = PROOF;
  const { name: _, description: __, ...plain } = PLAIN;
  expect({ ...rest, edges: rest.edges.map(bare) }).toEqual(plain);
  expect({ checks, merge, follow, base }).toMatchObject({ checks: { tests: { run: "npm test" } }, base: "main" });
  expect([name, description]).not.toContain(PLAIN.name);
});

it("asks for evidence on the ways in and out of review, and at the door of the backlog", () => {
  const guarded = PROOF.edges.filter((edge) => JSON.stringify(edge) !== JSON.stringify(bare(edge)));
  expect(
    guarded.map(({ from, to, takes, guards = [] }) => [from, to, takes ?? null, guards.map(({ type }) => type)]),
  ).toEqual([
    ["Backlog", "Done", null, ["other_hands"]],
    ["In Progress", "In Review", "commit", ["facts", "room"]],
    ["In Review", "Done", null, ["facts", "other_hands", "untouched"]],
    ["In Review", "In Progress", null, ["rounds"]],
  ]);
});

it("is shipped as it lies in the folder", () => {
  const file = join(import.meta.dirname, "../../workflows/ticket-proof.json");
  expect(JSON.parse(readFileSync(file, "utf8")) as Workflow).toEqual(PROOF);
});
