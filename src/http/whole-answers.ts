// Answers of /mcp in one piece. For a client of 2025 the SDK opens a stream for each answer, which costs more than most
// answers do. A stream is for what is told before the answer, and our tools tell of nothing but progress: who asks for none
// gets JSON.

import {
  WebStandardStreamableHTTPServerTransport,
  type McpHandlerRequestOptions,
  type McpServerFactory,
} from "@modelcontextprotocol/server";
import type { Registry } from "../mcp/registry.ts";

/** As proxies note it where a client has gone before its answer. */
const CLIENT_GONE = 499;

/** A call of a tool of ours that nothing is told of before its answer. */
export function isPlainCall({ find }: Pick<Registry, "find">, body: unknown): boolean {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: CallParams | null };
  if (method !== "tools/call" || typeof params?.name !== "string" || !find(params.name)) return false;
  return params._meta?.progressToken === undefined;
}

interface CallParams {
  readonly name?: unknown;
  readonly _meta?: { readonly progressToken?: unknown } | null;
}

/** A request of 2025 by itself, on a server of its own. */
export async function answerWhole(
  factory: McpServerFactory,
  request: Request,
  options: McpHandlerRequestOptions,
): Promise<Response> {
  const { authInfo } = options;
  const server = await factory({ era: "legacy", requestInfo: request, ...(authInfo ? { authInfo } : {}) });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  // What an answered server leaves behind is only memory; one whose client has gone is told to stop.
  const gone = Promise.withResolvers<Response>();
  request.signal.addEventListener("abort", () => {
    server.close().then(() => gone.resolve(new Response(null, { status: CLIENT_GONE })), gone.reject);
  });
  return Promise.race([transport.handleRequest(request, options), gone.promise]);
}
