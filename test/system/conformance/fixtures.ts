// What the conformance suite wants to find on a server, put on ours in front of its own tools and resources.

import type { CallToolResult, InputRequiredResult, Server, ServerContext } from "@modelcontextprotocol/server";
import type { Answers } from "../../../src/mcp/server.ts";
import { ASKING_TOOLS } from "./asking-back.ts";
import { CONTENT_TOOLS } from "./content.ts";
import { getPrompt, PROMPTS } from "./prompts.ts";
import { QUESTION_TOOLS } from "./questions.ts";
import { FIXTURE_RESOURCES, FIXTURE_TEMPLATES, readFixture } from "./resources.ts";

export interface FixtureTool {
  readonly name: string;
  readonly description: string;
  readonly call: (
    context: ServerContext,
  ) => CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>;
}

const TOOLS = new Map([...CONTENT_TOOLS, ...QUESTION_TOOLS, ...ASKING_TOOLS].map((tool) => [tool.name, tool]));

export function addFixtures(server: Server, own: Answers): void {
  server.registerCapabilities({ prompts: {}, completions: {}, logging: {}, resources: { subscribe: true } });
  server.setRequestHandler("tools/list", () => {
    const added = [...TOOLS.values()].map(({ name, description }) => ({
      name,
      description,
      inputSchema: { type: "object" as const },
    }));
    return { tools: [...own.listTools().tools, ...added] };
  });
  server.setRequestHandler("tools/call", (request, context) => {
    const added = TOOLS.get(request.params.name);
    return added ? added.call(context) : own.callTool(request, context);
  });
  server.setRequestHandler("resources/list", async () => ({
    resources: [...(await own.listResources()).resources, ...FIXTURE_RESOURCES],
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [...own.listResourceTemplates().resourceTemplates, ...FIXTURE_TEMPLATES],
  }));
  server.setRequestHandler("resources/read", ({ params }) => readFixture(params.uri) ?? own.readResource(params.uri));
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("prompts/list", async () => ({
    prompts: [...PROMPTS, ...(await own.listPrompts()).prompts],
  }));
  server.setRequestHandler("prompts/get", ({ params }, context) =>
    PROMPTS.some(({ name }) => name === params.name) ? getPrompt(params, context) : own.getPrompt(params),
  );
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }));
}
