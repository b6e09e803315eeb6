// All tools, with what they check and do. What a client is shown of them stands in listed-tools.generated.ts, so that a
// server can list them before it has loaded any of this.

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
import { updateSessionStateTool } from "./tools/update-session-state.ts";
import { updateTaskStatusTool } from "./tools/update-task-status.ts";
import { updateTicketTool } from "./tools/update-ticket.ts";
import type { Tool } from "./tool.ts";

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
  updateSessionStateTool,
  completeRalphSession,
  getSession,
  completeSkillTool,
  updateRunTool,
  updateTaskStatusTool,
  getRun,
];
