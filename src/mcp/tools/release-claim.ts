import * as z from "zod";
import { releaseClaim } from "../../app/claims/release.ts";
import { keyOf } from "../key.ts";
import { ref } from "../outputs.ts";
import { CHANGES, defineTool, TICKET, WRITES } from "../tool.ts";

export const releaseClaimTool = defineTool({
  name: "release_claim",
  toolset: "tickets",
  title: "Give a claim back",
  description: "Give back a ticket that you locked and can't go on with. Its state stays; others may lock it.",
  annotations: WRITES,
  input: z.strictObject({ ...TICKET, claim: z.string().optional(), reason: z.string(), ...CHANGES }),
  output: z.object({
    ...ref,
    released: z.literal(true),
    holder: z.string(),
    state: z.string().nullable(),
    event: z.int().nullable(),
  }),
  run: ({ app, caller }, args) =>
    releaseClaim(app, caller, {
      key: keyOf(app, args),
      reason: args.reason,
      claim: args.claim,
      requestId: args.request_id,
    }),
});
