// Tools that answer with every kind of content, and tools that report while they work.

import type { CallToolResult, ServerContext } from "@modelcontextprotocol/server";
import type { FixtureTool } from "./fixtures.ts";

/** One red pixel. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A header, and no sound. */
const WAV = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";

const image = { type: "image", data: PNG, mimeType: "image/png" } as const;

export function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }] };
}

export const CONTENT_TOOLS: readonly FixtureTool[] = [
  {
    name: "test_simple_text",
    description: "Answers with a text.",
    call: () => text("This is a simple text response for testing."),
  },
  { name: "test_image_content", description: "Answers with an image.", call: () => ({ content: [image] }) },
  {
    name: "test_audio_content",
    description: "Answers with a sound.",
    call: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  },
  {
    name: "test_embedded_resource",
    description: "Answers with a resource.",
    call: () => ({
      content: [
        {
          type: "resource",
          resource: {
            uri: "test://embedded-resource",
            mimeType: "text/plain",
            text: "This is an embedded resource content.",
          },
        },
      ],
    }),
  },
  {
    name: "test_multiple_content_types",
    description: "Answers with a text, an image and a resource.",
    call: () => ({
      content: [
        { type: "text", text: "Multiple content types test:" },
        image,
        {
          type: "resource",
          resource: {
            uri: "test://mixed-content-resource",
            mimeType: "application/json",
            text: JSON.stringify({ test: "data", value: 123 }),
          },
        },
      ],
    }),
  },
  {
    name: "test_error_handling",
    description: "Fails.",
    call: () => ({ ...text("This tool intentionally returns an error for testing"), isError: true }),
  },
  { name: "test_tool_with_logging", description: "Logs while it works.", call: logThrice },
  { name: "test_logging_tool", description: "Logs while it works.", call: logThrice },
  { name: "test_tool_with_progress", description: "Reports its progress.", call: progressThrice },
];

async function logThrice(context: ServerContext): Promise<CallToolResult> {
  for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    await context.mcpReq.log("info", line);
  }
  return text("logged");
}

async function progressThrice(context: ServerContext): Promise<CallToolResult> {
  const progressToken = context.mcpReq._meta?.progressToken;
  if (progressToken === undefined) return text("done");
  for (const progress of [0, 50, 100]) {
    const params = { progressToken, progress, total: 100 };
    await context.mcpReq.notify({ method: "notifications/progress", params });
  }
  return text("done");
}
