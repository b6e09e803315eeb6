// `signalbox mcp` with four tools more, each with a fault of its own. It runs from the sources: the tools are put into the
// server's registry, which the built program does not let out.

import { z } from "zod";
import { prepareServer } from "../../../src/cli/serving/server-context.ts";
import { ConnectionIdentity } from "../../../src/mcp/identity.ts";
import { makeRegistry } from "../../../src/mcp/registry.ts";
import { listedTool } from "../../../src/mcp/schemas.ts";
import { serveOverStdio } from "../../../src/mcp/stdio.ts";
import { defineTool, READS } from "../../../src/mcp/tool.ts";

const shape = { toolset: "tickets", annotations: READS, input: z.strictObject({}), output: z.object({}) } as const;

const prints = defineTool({
  ...shape,
  name: "test_prints",
  title: "Prints",
  description: "Prints to the console in every way there is.",
  run: async () => {
    console.log("printed by log");
    console.info("printed by info");
    console.debug("printed by debug");
    console.dir({ printed: "by dir" });
    console.table([{ printed: "by table" }]);
    return {};
  },
});

const writes = defineTool({
  ...shape,
  name: "test_writes",
  title: "Writes",
  description: "Writes to stdout past the console.",
  run: async () => {
    process.stdout.write("past the console\n");
    return {};
  },
});

const throws = defineTool({
  ...shape,
  name: "test_throws",
  title: "Throws",
  description: "Has a bug.",
  run: () => Promise.reject(new TypeError("the secret inside of a bug")),
});

const waits = defineTool({
  ...shape,
  name: "test_waits",
  title: "Waits",
  description: "Waits until it is cancelled.",
  run: async ({ signal }) => {
    process.stderr.write("waiting\n");
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    process.stderr.write("cancelled\n");
    return {};
  },
});

const faulty = [prints, writes, throws, waits];
const own = makeRegistry({ prefix: "", toolsets: ["tickets"] });
const { context, app } = await prepareServer({ database: process.argv.at(-1), via: "stdio" });
const identity = new ConnectionIdentity({ agent: undefined, commands: undefined, env: {}, via: "stdio" });
await serveOverStdio({
  ...context,
  registry: {
    ...own,
    tools: [...own.tools, ...faulty.map(listedTool)],
    find: (called) => own.find(called) ?? faulty.map(listedTool).find(({ name }) => name === called),
    load: async (listed) => faulty.find(({ name }) => name === listed.name) ?? own.load(listed),
  },
  callerOf: (client, agent) => identity.caller(client, agent),
});
await app.close();
