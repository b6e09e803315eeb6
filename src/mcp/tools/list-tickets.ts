import * as z from "zod";
import { listTickets } from "../../app/tickets/list.ts";
import { isRefusal } from "../../engine/refusal.ts";
import { summaryOutput } from "../outputs.ts";
import { NEXT } from "../pages/page.ts";
import { CURSOR, defineTool, number, READS, word } from "../tool.ts";

export const listTicketsTool = defineTool({
  name: "list_tickets",
  toolset: "tickets",
  title: "List tickets",
  description:
    "Find tickets by state, parent, priority, label or words in the title, page by page. To find work, use pick_actionable_issue.",
  annotations: READS,
  input: z.strictObject({
    state: word("states").optional(),
    parent: number.optional(),
    priority: word("priorities").optional(),
    label: z.string().optional(),
    text: z.string().optional(),
    open: z.boolean().optional().describe("true: not in a terminal state"),
    limit: z.int().min(1).max(100).optional(),
    owner: z.string().optional(),
    repo: z.string().optional(),
    ...CURSOR,
  }),
  output: z.object({ tickets: z.array(z.object(summaryOutput)) }),
  asOf: "last look",
  run: async ({ app }, args) => {
    const answer = await listTickets(app, args);
    if (isRefusal(answer)) return answer;
    const { tickets, nextCursor } = answer;
    return { tickets, [NEXT]: nextCursor };
  },
});
