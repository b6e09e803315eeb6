import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, it } from "vitest";
import { refuse } from "../engine/refusal.ts";
import { shipped } from "../workflows/shipped.ts";
import { TOOLS } from "./all-tools.ts";
import { answerResult } from "./results.ts";
import { showTool } from "./listed-tool.ts";
import { listedTool } from "./schemas.ts";

const sources = { machine: shipped("ticket"), sessions: shipped("session") };
const validator = new AjvJsonSchemaValidator();

describe("the schema of a tool's answers", () => {
  it.each(TOOLS)("$name: takes a refusal, whatever its fields are, and nothing that is neither", (tool) => {
    const fits = validator.getValidator(showTool(sources, listedTool(tool), tool.name).outputSchema);
    const fields = { number: "seven", state: 1, claim: "x", sessions: null, advanced: "y", found: "z" };
    const { structuredContent } = answerResult(refuse("claim_conflict", "Somebody holds it.", "wait.", fields));
    expect(fits(structuredContent).valid).toBe(true);
    if (tool.output.safeParse({}).success) return;
    expect(fits({ code: "claim_conflict" }).valid).toBe(false);
  });
});
