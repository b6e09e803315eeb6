import * as z from "zod";
import { completeSkill } from "../../app/runs/complete-skill.ts";
import { changeOutput, RUN, RUN_CHANGES, runOf, standingOutput } from "../run-schemas.ts";
import { defineTool, WRITES } from "../tool.ts";

export const completeSkillTool = defineTool({
  name: "complete_skill",
  toolset: "runs",
  title: "Complete a skill",
  description: "Say that a skill is finished; the answer names the next. New runs begin here.",
  annotations: WRITES,
  input: z.strictObject({ ...RUN, skill: z.string(), state: z.string().optional(), ...RUN_CHANGES }),
  // Loose: the handoffs of tickets, which most runs don't have, cost no client a word.
  output: z.looseObject({ ...standingOutput, ...changeOutput }),
  run: ({ app, caller }, args) =>
    completeSkill(app, caller, {
      ...runOf(args),
      skill: args.skill,
      state: args.state,
      requestId: args.request_id,
    }),
});
