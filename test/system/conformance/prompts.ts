// The prompts that the suite asks for.

import {
  acceptedContent,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptRequest,
  type GetPromptResult,
  type InputRequiredResult,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { PNG } from "./content.ts";

type Message = GetPromptResult["messages"][number];

export const PROMPTS = [
  { name: "test_simple_prompt", description: "A text." },
  {
    name: "test_prompt_with_arguments",
    description: "A text with two arguments.",
    arguments: [
      { name: "arg1", description: "First test argument", required: true },
      { name: "arg2", description: "Second test argument", required: true },
    ],
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A resource and a text.",
    arguments: [{ name: "resourceUri", description: "URI of the resource to embed", required: true }],
  },
  { name: "test_prompt_with_image", description: "An image and a text." },
  { name: "test_input_required_result_prompt", description: "Asks for its context first." },
];

const CONTEXT = z.object({ context: z.string() });

export function getPrompt(
  { name, arguments: args = {} }: GetPromptRequest["params"],
  { mcpReq }: ServerContext,
): GetPromptResult | InputRequiredResult {
  switch (name) {
    case "test_simple_prompt":
      return { messages: [says("This is a simple prompt for testing.")] };
    case "test_prompt_with_arguments":
      return { messages: [says(`Prompt with arguments: arg1='${args["arg1"]}', arg2='${args["arg2"]}'`)] };
    case "test_prompt_with_embedded_resource": {
      const uri = args["resourceUri"] ?? "";
      const resource = { uri, mimeType: "text/plain", text: "Embedded resource content for testing." };
      const shown: Message = { role: "user", content: { type: "resource", resource } };
      return { messages: [shown, says("Please process the embedded resource above.")] };
    }
    case "test_prompt_with_image": {
      const shown: Message = { role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } };
      return { messages: [shown, says("Please analyze the image above.")] };
    }
    case "test_input_required_result_prompt": {
      const given = acceptedContent(mcpReq.inputResponses, "user_context", CONTEXT);
      if (given) return { messages: [says(`The context is ${given.context}.`)] };
      const message = "What context should the prompt use?";
      return inputRequired({
        inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema: CONTEXT }) },
      });
    }
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  }
}

function says(words: string): Message {
  return { role: "user", content: { type: "text", text: words } };
}
