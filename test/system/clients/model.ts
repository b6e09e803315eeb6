// A server on loopback that stands in for a model: what it answers is up to whoever starts it.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type ModelAnswer = { readonly json: object } | { readonly events: readonly (readonly [string, object])[] };

export interface Model {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function serveModel(answer: (path: string, body: unknown) => ModelAnswer): Promise<Model> {
  const server = createServer((request, response) => void tell(request, response, answer));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function tell(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (path: string, body: unknown) => ModelAnswer,
): Promise<void> {
  const text = await bodyOf(request);
  const told = answer(request.url ?? "/", text === "" ? {} : JSON.parse(text));
  if ("json" in told) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify(told.json));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const [name, data] of told.events) {
    response.write(`${name === "" ? "" : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`);
  }
  response.end();
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
