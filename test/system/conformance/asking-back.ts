// Tools that ask the client in the middle of a call, as it was done in 2025. The answer would come as a request of its own.

import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import { text } from "./content.ts";
import type { FixtureTool } from "./fixtures.ts";

const choices = [
  { const: "value1", title: "First" },
  { const: "value2", title: "Second" },
];

export const ASKING_TOOLS: readonly FixtureTool[] = [
  {
    name: "test_sampling",
    description: "Asks the client's model.",
    call: async ({ mcpReq }) => {
      const content = { type: "text", text: "Say something." } as const;
      const question = { messages: [{ role: "user" as const, content }], maxTokens: 100 };
      const said = await mcpReq.requestSampling(question, { timeout: 2000 });
      return text(`LLM response: ${JSON.stringify(said.content)}`);
    },
  },
  {
    name: "test_elicitation",
    description: "Asks for a name and an address.",
    call: (context) => elicit(context, { username: { type: "string" }, email: { type: "string" } }),
  },
  {
    name: "test_elicitation_sep1034_defaults",
    description: "Asks with defaults.",
    call: (context) =>
      elicit(context, {
        name: { type: "string", default: "John Doe" },
        age: { type: "integer", default: 30 },
        score: { type: "number", default: 95.5 },
        status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
        verified: { type: "boolean", default: true },
      }),
  },
  {
    name: "test_elicitation_sep1330_enums",
    description: "Asks with choices.",
    call: (context) =>
      elicit(context, {
        untitledSingle: { type: "string", enum: ["option1", "option2"] },
        titledSingle: { type: "string", oneOf: choices },
        legacyEnum: { type: "string", enum: ["opt1", "opt2"], enumNames: ["Option One", "Option Two"] },
        untitledMulti: { type: "array", items: { type: "string", enum: ["option1", "option2"] } },
        titledMulti: { type: "array", items: { anyOf: choices } },
      }),
  },
];

type Schema = Extract<Parameters<ServerContext["mcpReq"]["elicitInput"]>[0], { requestedSchema: object }>;

async function elicit(
  { mcpReq }: ServerContext,
  properties: Schema["requestedSchema"]["properties"],
): Promise<CallToolResult> {
  const requestedSchema = { type: "object", properties } as const;
  const { action, content } = await mcpReq.elicitInput({ message: "Please tell", requestedSchema });
  return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
}
