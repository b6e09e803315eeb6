// All clients of the API, in one process: they share the processors with the servers, and several would take more.

import { say, setupOf, told } from "../../test/support/processes/child.ts";
import { CYCLE, type Client } from "./cycle.ts";
import { LeanClient } from "./lean-client.ts";
import { forSeconds, type Go } from "./for-seconds.ts";

export interface ApiSetup {
  readonly servers: readonly string[];
  readonly operator: string;
  readonly clients: readonly Client[];
}

const { servers, operator, clients } = setupOf() as ApiSetup;
const nextOrder = told<Go>();
const loops = clients.map(handOff);

await say({ type: "ready" });
for (;;) {
  const { seconds } = await nextOrder();
  // Anew for each round: a connection that was idle meanwhile is one that a server may have closed.
  const connections = await Promise.all(
    clients.map((_, index) => LeanClient.open(servers[index % servers.length] ?? "")),
  );
  await say(
    await forSeconds(
      seconds,
      loops.map((loop, index) => () => loop(connections[index])),
    ),
  );
  for (const connection of connections) connection.close();
}

/** One move more of this client, each time it is called. */
function handOff({ token, tickets }: Client): (connection: LeanClient | undefined) => Promise<void> {
  const claims = new Map<string, string>();
  let made = 0;
  return async (connection) => {
    const key = tickets[made % tickets.length] ?? "";
    const step = CYCLE[Math.floor(made / tickets.length) % CYCLE.length];
    if (!step || !connection) throw new Error("there is no such step");
    made++;
    const ask = step.claimed ? { ...step.ask, claim: claims.get(key) } : step.ask;
    const by = step.by === "agent" ? token : operator;
    const { status, body } = await connection.post(`/api/tickets/${key}/handoff`, by, JSON.stringify(ask));
    if (status !== 200) throw new Error(`${step.ask["intent"] ?? "back"} of ${key} was answered ${status}: ${body}`);
    const [, claim] = /"token":"([^"]+)"/.exec(body) ?? [];
    if (claim !== undefined) claims.set(key, claim);
  };
}
