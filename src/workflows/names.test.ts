import { expect, it } from "vitest";
import { unwrapIntent } from "../engine/workflow/compile.ts";
import {
  RALPH_COMMANDS,
  SEMANTIC_INTENTS,
  SESSION_STATES,
  STATE_IDS,
  WORKFLOW_STATES,
  WRAPPED_INTENTS,
  type RalphCommand,
  type SemanticIntent,
  type SessionState,
  type StateId,
  type WorkflowState,
  type WrappedIntent,
} from "./names.generated.ts";
import { shipped } from "./shipped.ts";

it("has no place for a wrong name", () => {
  const right: [WorkflowState, RalphCommand, SemanticIntent, WrappedIntent, SessionState, StateId] = [
    "Human Needed",
    "ralph_hero",
    "lock",
    "__LOCK__",
    "idle",
    "batch-router",
  ];
  // Checked by the compiler: where one of these compiles, its @ts-expect-error does not.
  const wrong = [
    // @ts-expect-error a state is spelt as on the board
    "Human needed" satisfies WorkflowState,
    // @ts-expect-error a command has its prefix
    "hero" satisfies RalphCommand,
    // @ts-expect-error an intent is bare
    "__LOCK__" satisfies SemanticIntent,
    // @ts-expect-error a wrapped intent is not
    "lock" satisfies WrappedIntent,
    // @ts-expect-error a session is not a ticket
    "Backlog" satisfies SessionState,
    // @ts-expect-error the skill that works in a state is not the state
    "executing-plans" satisfies StateId,
  ];
  expect(wrong).toHaveLength(right.length);
});

it("has every name of the shipped workflows, in their order", () => {
  expect(WORKFLOW_STATES).toEqual([...shipped("ticket").states.keys()]);
  expect(RALPH_COMMANDS).toEqual([...shipped("ticket").commands.values()].map(({ shown }) => shown));
  expect(SEMANTIC_INTENTS).toEqual([...shipped("ticket").intents.keys()]);
  expect(WRAPPED_INTENTS.map(unwrapIntent)).toEqual(SEMANTIC_INTENTS);
  expect(SESSION_STATES).toEqual([...shipped("session").states.keys()]);
  expect(STATE_IDS).toEqual([...shipped("skill").states.keys()]);
});
