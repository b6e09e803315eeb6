// `import … from "signalbox/engine"`: the shipped workflows' rules as plain functions, and `loadStateMachine` for a
// workflow file of one's own. Nothing here writes anything.

import { commandOf, intentOf, unwrapIntent, type Machine } from "./engine/compile.ts";
import { evaluateCondition as holds, nextState, transitionContext } from "./engine/route.ts";
import type { Condition, StateSpec } from "./engine/workflow.ts";

export {};
void [commandOf, intentOf, unwrapIntent, holds, nextState, transitionContext];
export type { Machine, Condition, StateSpec };
