// Who calls a tool over HTTP. A token says it; without one a request is all that is known, so that nobody is taken for
// somebody else by their name alone: a claim made that way is used by its token.

import type { Caller } from "../../app/app.ts";
import { atDoor } from "../../engine/names.ts";
import { ConnectionIdentity } from "../../mcp/identity.ts";
import type { McpContext } from "../../mcp/server.ts";
import type { Principal } from "../route-context.ts";

/** `commands`: those that this server lets anybody act as; undefined: all. */
export function callerOverHttp(commands: readonly string[] | undefined): McpContext["callerOf"] {
  return (client, agent, context): Caller => {
    const bearer = context.http?.authInfo?.extra?.["agent"] as Principal["agent"] | undefined;
    const granted = both(commands ?? null, bearer?.commands ?? null);
    const identity = { connection: bearer?.connection ?? nameless(client), agent: agent || null };
    return {
      actor: { kind: "agent", identity, ...(granted ? { commands: granted } : {}) },
      via: "http",
      ...(bearer ? { proof: "token" } : { unnamed: true }),
    };
  };
}

function nameless(client: string | undefined): string {
  const identity = new ConnectionIdentity({ agent: undefined, commands: undefined, env: {}, via: "http" });
  return atDoor(identity.connection(client), "http");
}

/** null: all. */
function both(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((command) => b.includes(command));
}
