// A model that follows a script, spoken to as Claude Code speaks to the real one.

import { serveModel, type Model } from "./model.ts";

export interface ToolCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the model has been told so far, and by whom. */
export interface Told {
  readonly system: string;
  /** The first words of the person, or of the agent that started this one. */
  readonly task: string;
  readonly tools: readonly string[];
  /** The results of its calls, oldest first. */
  readonly results: readonly string[];
  /** Everything that was said to it as text, oldest first, and the same in one piece. */
  readonly texts: readonly string[];
  readonly said: string;
}

export type Reply = { readonly say: string } | { readonly call: ToolCall } | { readonly calls: readonly ToolCall[] };

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly content?: string | readonly Block[];
}

interface Request {
  readonly system?: string | readonly Block[];
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Block[] }[];
  readonly tools?: readonly { readonly name: string }[];
  readonly stream?: boolean;
}

export function anthropicModel(reply: (told: Told) => Reply): Promise<Model> {
  return serveModel((path, body) => {
    if (path.endsWith("/count_tokens")) return { json: { input_tokens: 1 } };
    if (!path.startsWith("/v1/messages")) return { json: {} };
    const request = body as Request;
    return message(reply(toldIn(request)), request.stream === true);
  });
}

function toldIn({ system, messages, tools = [] }: Request): Told {
  const blocks = messages
    .filter(({ role }) => role === "user")
    .flatMap(({ content }) => (typeof content === "string" ? [{ type: "text", text: content }] : content));
  const texts = blocks.filter(({ type }) => type === "text").map(({ text }) => text ?? "");
  return {
    system: textOf(system ?? ""),
    task: texts.find((text) => !text.startsWith("<system-reminder>")) ?? "",
    tools: tools.map(({ name }) => name),
    results: blocks.filter(({ type }) => type === "tool_result").map(({ content }) => textOf(content ?? "")),
    texts,
    said: texts.join("\n"),
  };
}

function textOf(content: string | readonly Block[]): string {
  return typeof content === "string" ? content : content.map(({ text }) => text ?? "").join("\n");
}

let counter = 0;

function message(reply: Reply, stream: boolean): { json: object } | { events: readonly [string, object][] } {
  counter += 1;
  const blocks: Record<string, unknown>[] =
    "say" in reply
      ? [{ type: "text", text: reply.say }]
      : ("call" in reply ? [reply.call] : reply.calls).map(({ name, input }, index) => ({
          type: "tool_use",
          id: `toolu_${counter}_${index}`,
          name,
          input,
        }));
  const stop_reason = "say" in reply ? "end_turn" : "tool_use";
  const usage = { input_tokens: 1, output_tokens: 1 };
  const whole = { id: `msg_${counter}`, type: "message", role: "assistant", model: "scripted", stop_sequence: null };
  if (!stream) return { json: { ...whole, content: blocks, stop_reason, usage } };
  const parts = blocks.flatMap((block, index): [string, object][] => {
    const { text, input, ...rest } = block;
    const empty = block["type"] === "text" ? { ...rest, text: "" } : { ...rest, input: {} };
    const delta =
      block["type"] === "text"
        ? { type: "text_delta", text }
        : { type: "input_json_delta", partial_json: JSON.stringify(input) };
    return [
      ["content_block_start", { index, content_block: empty }],
      ["content_block_delta", { index, delta }],
      ["content_block_stop", { index }],
    ];
  });
  const events: [string, object][] = [
    ["message_start", { message: { ...whole, content: [], stop_reason: null, usage } }],
    ...parts,
    ["message_delta", { delta: { stop_reason, stop_sequence: null }, usage }],
    ["message_stop", {}],
  ];
  return { events: events.map(([name, data]) => [name, { type: name, ...data }]) };
}
