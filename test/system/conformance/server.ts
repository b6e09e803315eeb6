// Our HTTP app and our server, with the fixtures added, on a free port. It runs from the sources, in this process: the
// fixtures are put into the server, which the built program does not let out.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { serve } from "@hono/node-server";
import { prepareServer } from "../../../src/cli/serving/server-context.ts";
import { makeHttpApp } from "../../../src/http/app.ts";
import { ConnectionIdentity } from "../../../src/mcp/identity.ts";
import { addFixtures } from "./fixtures.ts";
import { candidateOf } from "../../../src/setup/workflow.ts";

export interface ConformanceServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function startConformanceServer(): Promise<ConformanceServer> {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-conformance-"));
  const { context, app } = await prepareServer({ database: join(folder, "board.db"), via: "http" });
  const identity = { agent: undefined, commands: undefined, env: {}, via: "http" };
  const http = makeHttpApp(
    {
      ...context,
      callerOf: (client, agent) => new ConnectionIdentity(identity).caller(client, agent),
      log: () => undefined,
      extend: addFixtures,
    },
    {
      web: folder,
      name: "conformance",
      tracker: "local",
      shipped: new Set(),
      readWorkflow: candidateOf,
      loopback: true,
      allowHosts: [],
      requireToken: false,
      trustedProxies: [],
    },
  );
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const server = serve({ fetch: http.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) => resolve(port));
  return {
    url: `http://127.0.0.1:${await listening}/mcp`,
    close: async () => {
      await http.close();
      await new Promise<void>((done) => {
        server.close(() => done());
        if ("closeAllConnections" in server) server.closeAllConnections();
      });
      await app.close();
      rmSync(folder, { recursive: true });
    },
  };
}
