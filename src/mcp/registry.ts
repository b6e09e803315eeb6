// All tools, and how a call finds one.

import { addCommentTool } from "./tools/add-comment.ts";
import { advanceChildrenTool } from "./tools/advance-children.ts";
import { checkConvergenceTool } from "./tools/check-convergence.ts";
import { completeSkillTool } from "./tools/complete-skill.ts";
import { completeRalphSession } from "./tools/complete-ralph-session.ts";
import { createRalphSession } from "./tools/create-ralph-session.ts";
import { createTicketTool } from "./tools/create-ticket.ts";
import { detectPipelinePosition } from "./tools/detect-pipeline-position.ts";
import { getRun } from "./tools/get-run.ts";
import { getSession } from "./tools/get-session.ts";
import { getTicket } from "./tools/get-ticket.ts";
import { handoffTicket } from "./tools/handoff-ticket.ts";
import { listTicketsTool } from "./tools/list-tickets.ts";
import { pickActionableIssue } from "./tools/pick-actionable-issue.ts";
import { releaseClaimTool } from "./tools/release-claim.ts";
import { updateRunTool } from "./tools/update-run.ts";
import { updateSessionState } from "./tools/update-session-state.ts";
import { updateTaskStatusTool } from "./tools/update-task-status.ts";
import { updateTicketTool } from "./tools/update-ticket.ts";
import type { Tool, Toolset } from "./tool.ts";

export const TOOLS: readonly Tool[] = [
  handoffTicket,
  releaseClaimTool,
  createTicketTool,
  getTicket,
  listTicketsTool,
  updateTicketTool,
  addCommentTool,
  detectPipelinePosition,
  checkConvergenceTool,
  advanceChildrenTool,
  pickActionableIssue,
  createRalphSession,
  updateSessionState,
  completeRalphSession,
  getSession,
  completeSkillTool,
  updateRunTool,
  updateTaskStatusTool,
  getRun,
];

/** Prompts that were written for that server find the same tools here. */
const OLDER_PREFIX = "ralph_hero__";

export interface Registry {
  readonly tools: readonly Tool[];
  readonly shownName: (name: string) => string;
  readonly find: (called: string) => Tool | undefined;
}

export function makeRegistry(
  options: { readonly prefix: string; readonly toolsets: readonly Toolset[] },
  extra: readonly Tool[] = [],
): Registry {
  const tools = [...TOOLS.filter((tool) => options.toolsets.includes(tool.toolset)), ...extra];
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    // A refusal's recovery names tools without the prefix, and must work to the letter.
    byName.set(tool.name, tool);
    byName.set(`${OLDER_PREFIX}${tool.name}`, tool);
    byName.set(`${options.prefix}${tool.name}`, tool);
  }
  return { tools, shownName: (name) => `${options.prefix}${name}`, find: (called) => byName.get(called) };
}
