// A model that follows a script, spoken to in the two ways of OpenAI: responses (Codex) and chat completions (OpenCode).

import { nameOf, type Script } from "./follow.ts";
import { serveModel, type Model, type ModelAnswer } from "./model.ts";

interface ResponsesRequest {
  readonly input?: readonly { readonly type?: string; readonly output?: unknown }[];
  readonly tools?: readonly ResponsesTool[];
}

interface ResponsesTool {
  readonly type: string;
  readonly name?: string;
  readonly tools?: readonly ResponsesTool[];
}

interface ChatRequest {
  readonly messages?: readonly { readonly role: string; readonly content?: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

let counter = 0;

export function responsesModel(script: Script): Promise<Model> {
  return serveModel((path, body) =>
    path.endsWith("/responses") ? respond(script, body as ResponsesRequest) : { json: { data: [], models: [] } },
  );
}

export function chatModel(script: Script): Promise<Model> {
  return serveModel((path, body) =>
    path.endsWith("/chat/completions") ? chat(script, body as ChatRequest) : { json: { data: [] } },
  );
}

function respond(script: Script, { input = [], tools = [] }: ResponsesRequest): ModelAnswer {
  counter += 1;
  const results = input
    .filter(({ type }) => type === "function_call_output")
    .map(({ output }) => JSON.stringify(output));
  const step = script(results);
  const found = step && toolIn(step.tool, tools);
  const id = `item_${counter}`;
  const item =
    step && found
      ? { type: "function_call", id, call_id: `call_${counter}`, ...found, arguments: JSON.stringify(step.input) }
      : { type: "message", id, role: "assistant", content: [{ type: "output_text", text: "Done.", annotations: [] }] };
  const response = { id: `resp_${counter}`, object: "response", status: "completed", output: [item] };
  const usage = {
    input_tokens: 1,
    output_tokens: 1,
    total_tokens: 2,
    input_tokens_details: null,
    output_tokens_details: null,
  };
  const events: [string, object][] = [
    ["response.created", { response: { id: response.id } }],
    ["response.output_item.added", { output_index: 0, item }],
    ["response.output_item.done", { output_index: 0, item }],
    ["response.completed", { response: { ...response, usage } }],
  ];
  return { events: events.map(([name, data]) => [name, { type: name, ...data }]) };
}

/** Codex lists the tools of a server as a name space of its own. */
function toolIn(tool: string, tools: readonly ResponsesTool[]): { name: string; namespace?: string } | null {
  for (const { name = "", tools: inner } of tools) {
    if (inner) {
      const found = nameOf(
        tool,
        inner.map((one) => one.name ?? ""),
      );
      if (found !== null) return { name: found, namespace: name };
    } else if (nameOf(tool, [name]) !== null) return { name };
  }
  return null;
}

function chat(script: Script, { messages = [], tools = [] }: ChatRequest): ModelAnswer {
  counter += 1;
  const results = messages.filter(({ role }) => role === "tool").map(({ content }) => JSON.stringify(content));
  const step = script(results);
  const name =
    step &&
    nameOf(
      step.tool,
      tools.map((tool) => tool.function.name),
    );
  const base = { id: `chat_${counter}`, object: "chat.completion.chunk", created: 1, model: "scripted" };
  const call = {
    index: 0,
    id: `call_${counter}`,
    type: "function",
    function: { name, arguments: JSON.stringify(step?.input) },
  };
  const delta = name ? { role: "assistant", tool_calls: [call] } : { role: "assistant", content: "Done." };
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return {
    events: [
      ["", { ...base, choices: [{ index: 0, delta, finish_reason: null }] }],
      ["", { ...base, choices: [{ index: 0, delta: {}, finish_reason: name ? "tool_calls" : "stop" }], usage }],
    ],
  };
}
