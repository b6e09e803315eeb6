// Generated from workflows/*.json by `npm run generate`: edit those instead.

export const WORKFLOW_STATES = [
  "Backlog",
  "Research Needed",
  "Research in Progress",
  "Ready for Plan",
  "Plan in Progress",
  "Plan in Review",
  "In Progress",
  "In Review",
  "Human Needed",
  "Done",
  "Canceled",
] as const;
export type WorkflowState = (typeof WORKFLOW_STATES)[number];

export const RALPH_COMMANDS = [
  "ralph_triage",
  "ralph_split",
  "ralph_research",
  "ralph_plan",
  "ralph_review",
  "ralph_impl",
  "ralph_hero",
] as const;
export type RalphCommand = (typeof RALPH_COMMANDS)[number];

export const SEMANTIC_INTENTS = [
  "lock",
  "complete",
  "escalate",
  "close",
  "cancel",
  "reject",
] as const;
export type SemanticIntent = (typeof SEMANTIC_INTENTS)[number];

export const WRAPPED_INTENTS = [
  "__LOCK__",
  "__COMPLETE__",
  "__ESCALATE__",
  "__CLOSE__",
  "__CANCEL__",
  "__REJECT__",
] as const;
export type WrappedIntent = (typeof WRAPPED_INTENTS)[number];

export const SESSION_STATES = [
  "idle",
  "analyzing",
  "implementing",
  "testing",
  "committing",
  "reviewing",
  "done",
  "failed",
] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const STATE_IDS = [
  "collab-start",
  "gather-goals",
  "clear-pre-item",
  "work-item-router",
  "brainstorm-exploring",
  "clear-bs1",
  "brainstorm-clarifying",
  "clear-bs2",
  "brainstorm-designing",
  "clear-bs3",
  "brainstorm-validating",
  "item-type-router",
  "clear-pre-rough",
  "rough-draft-interface",
  "clear-rd1",
  "rough-draft-pseudocode",
  "clear-rd2",
  "rough-draft-skeleton",
  "clear-rd3",
  "build-task-graph",
  "clear-rd4",
  "rough-draft-handoff",
  "task-planning",
  "systematic-debugging",
  "clear-post-item",
  "ready-to-implement",
  "clear-pre-execute",
  "batch-router",
  "execute-batch",
  "log-batch-complete",
  "clear-post-batch",
  "workflow-complete",
  "cleanup",
  "done",
] as const;
export type StateId = (typeof STATE_IDS)[number];
