// MCP over stdio: one process for one client. stdout belongs to the protocol alone.

import { Console } from "node:console";
import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { makeServerFactory, type McpContext } from "./server.ts";

/** Resolves when the client has gone away. */
export function serveOverStdio(context: McpContext): Promise<void> {
  keepOffStdout();
  const transport = new StdioServerTransport();
  return new Promise((resolve) => {
    const handle = serveStdio(makeServerFactory(context), {
      transport,
      onerror: (error) => context.log({ level: "warn", message: "protocol error", error: error.message }),
    });
    const end = (): void => {
      void handle.close().finally(resolve);
    };
    process.stdin.once("end", end);
    process.stdin.once("close", end);
    process.once("SIGTERM", end);
    process.once("SIGINT", end);
  });
}

/** One line printed by whatever code, ours or a library's, and the client reads it as a broken message. */
function keepOffStdout(): void {
  Object.assign(console, new Console(process.stderr));
}
