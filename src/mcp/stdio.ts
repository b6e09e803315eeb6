// MCP over stdio: one process for one client. stdout belongs to the protocol alone.

import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { makeServerFactory, type ServerParts } from "./server.ts";

/** Resolves when the client has gone away. */
export function serveOverStdio(parts: ServerParts): Promise<void> {
  const transport = new StdioServerTransport();
  return new Promise((resolve) => {
    const handle = serveStdio(makeServerFactory(parts), {
      transport,
      onerror: (error) => parts.log({ level: "warn", message: "protocol error", error: error.message }),
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
