// A model that follows a script, spoken to as Gemini CLI speaks to the real one.

import { nameOf, type Script } from "./follow.ts";
import { serveModel, type Model } from "./model.ts";

interface Request {
  readonly contents?: readonly {
    readonly parts?: readonly { readonly functionResponse?: { readonly response: unknown } }[];
  }[];
  readonly tools?: readonly { readonly functionDeclarations?: readonly { readonly name: string }[] }[];
}

export function geminiModel(script: Script): Promise<Model> {
  return serveModel((path, body) => {
    if (path.includes(":countTokens")) return { json: { totalTokens: 1 } };
    const { contents = [], tools = [] } = body as Request;
    const results = contents
      .flatMap(({ parts = [] }) => parts)
      .flatMap(({ functionResponse }) => (functionResponse ? [JSON.stringify(functionResponse.response)] : []));
    const listed = tools.flatMap(({ functionDeclarations = [] }) => functionDeclarations.map(({ name }) => name));
    const step = script(results);
    const name = step && nameOf(step.tool, listed);
    const part = name ? { functionCall: { name, args: step?.input } } : { text: "Done." };
    const answer = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    };
    return path.includes("alt=sse") ? { events: [["", answer]] } : { json: answer };
  });
}
