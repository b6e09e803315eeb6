// A crowd of MCP clients in one process: all connect in the same moment, and each calls again as soon as it is answered.

import { say, setupOf, told } from "../../test/support/processes/child.ts";
import { LeanClient } from "./lean-client.ts";

export interface CrowdOrders {
  readonly url: string;
  readonly clients: number;
  readonly seconds: number;
}

export interface CrowdWent {
  readonly perSecond: number;
  /** How long each of them waited for its first answer, from before it was connected, in ms. */
  readonly first: readonly number[];
  readonly errors: readonly string[];
}

/** One address may send 5,000 writes in a second, and they would send more. */
const ADDRESSES = 4;

setupOf();
const nextOrder = told<CrowdOrders>();
await say("ready");
for (;;) await say(await crowd(await nextOrder()));

async function crowd({ url, clients, seconds }: CrowdOrders): Promise<CrowdWent> {
  const [first, errors]: [number[], string[]] = [[], []];
  let answers = 0;
  const begin = performance.now();
  const end = begin + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      try {
        const connection = await LeanClient.open(url, `127.0.0.${1 + (client % ADDRESSES)}`);
        for (let call = 0; performance.now() < end; call++) {
          const params = { name: "create_ticket", arguments: { title: `The export is empty, says ${client}` } };
          const message = JSON.stringify({ jsonrpc: "2.0", id: call, method: "tools/call", params });
          const { status, body } = await connection.post("/mcp", null, message);
          const isMade = status === 200 && body.includes('"number":');
          if (!isMade) errors.push(`${status}: ${body.slice(0, 500)}`);
          if (call === 0) first.push(performance.now() - begin);
          if (isMade && performance.now() < end) answers++;
        }
        connection.close();
      } catch (error) {
        errors.push(String(error));
      }
    }),
  );
  return { perSecond: answers / seconds, first, errors };
}
