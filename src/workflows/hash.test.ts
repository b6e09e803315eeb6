import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { Workflow } from "../engine/workflow/format.ts";
import { hashWorkflow } from "./hash.ts";

const WORKFLOW: Workflow = {
  name: "small",
  version: 1,
  title: "Small",
  mode: "enforce",
  start: "b",
  states: { b: { lock: true, human: true }, a: { terminal: true }, B: {} },
  edges: [
    { to: "a", from: "b" },
    { from: "B", to: "a" },
  ],
  intents: { go: { description: "go", commands: { x: null } } },
};

// Stores know workflows by these bytes: another way to write them down would make every one of them a stranger.
it("is taken over the sorted keys, without white space", () => {
  const text =
    '{"edges":[{"from":"b","to":"a"},{"from":"B","to":"a"}],' +
    '"intents":{"go":{"commands":{"x":null},"description":"go"}},"mode":"enforce","name":"small","start":"b",' +
    '"states":{"B":{},"a":{"terminal":true},"b":{"human":true,"lock":true}},"title":"Small","version":1}';
  expect(hashWorkflow(WORKFLOW)).toBe(createHash("sha256").update(text).digest("hex"));
});

it("does not depend on the order of keys, or on where the schema is", () => {
  const states = { B: {}, a: { terminal: true }, b: { human: true, lock: true } };
  expect(hashWorkflow({ $schema: "./workflow.schema.json", ...WORKFLOW, states })).toBe(hashWorkflow(WORKFLOW));
});

it("depends on the order of edges: the first that holds is taken", () => {
  expect(hashWorkflow({ ...WORKFLOW, edges: WORKFLOW.edges.toReversed() })).not.toBe(hashWorkflow(WORKFLOW));
});
