import * as z from "zod";
import { addComment } from "../../app/tickets/comment.ts";
import { keyOf } from "../key.ts";
import { ref } from "../outputs.ts";
import { CHANGES, defineTool, TICKET, WRITES } from "../tool.ts";

export const addCommentTool = defineTool({
  name: "add_comment",
  toolset: "tickets",
  title: "Comment",
  description: "Leave findings, a plan, a question or a link on a ticket, for people and for the next agent.",
  annotations: WRITES,
  input: z.strictObject({ ...TICKET, body: z.string(), ...CHANGES }),
  output: z.object({ ...ref, id: z.string(), event: z.int().nullable() }),
  run: ({ app, caller }, args) =>
    addComment(app, caller, {
      key: keyOf(app, args),
      body: args.body,
      requestId: args.request_id,
    }),
});
