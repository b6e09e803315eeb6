// The least that a server of events can do: what it is given goes out to everybody as it is. Whatever takes longer than
// this is our own doing.

import { createServer, type ServerResponse } from "node:http";

const listeners = new Set<ServerResponse>();
const server = createServer((_, response) => {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.flushHeaders();
  listeners.add(response);
  response.on("close", () => listeners.delete(response));
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.send?.(address === null || typeof address === "string" ? 0 : address.port);
});

process.on("message", (block: string) => {
  const bytes = Buffer.from(`${block}\n\n`);
  for (const response of listeners) response.write(bytes);
});
process.on("disconnect", () => process.exit());
