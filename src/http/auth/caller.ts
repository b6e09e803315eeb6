// Who calls a tool over HTTP. A token says it; without one a request is all that is known, so that nobody is taken for
// somebody else by their name alone: a claim made that way is used by its token.

import type { Caller } from "../../app/app.ts";
import { ConnectionIdentity } from "../../mcp/identity.ts";
import type { McpContext } from "../../mcp/server.ts";
import type { Principal } from "../route-context.ts";

/** `commands`: those that this server lets anybody act as; undefined: all. */
export function callerOverHttp(commands: readonly string[] | undefined): McpContext["callerOf"] {
  return (client, agent, context): Caller => {
    const bearer = context.http?.authInfo?.extra?.["agent"] as Principal["agent"] | undefined;
    if (!bearer)
      return new ConnectionIdentity({ agent: undefined, commands, env: {}, via: "http" }).caller(client, agent);
    const granted = both(commands ?? null, bearer.commands);
    const identity = { connection: bearer.connection, agent: agent || null };
    return {
      actor: { kind: "agent", identity, ...(granted ? { commands: granted } : {}) },
      via: "http",
      proof: "token",
    };
  };
}

/** null: all. */
function both(a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null {
  if (a === null || b === null) return a ?? b;
  return a.filter((command) => b.includes(command));
}
