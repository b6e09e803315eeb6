// Who is calling. A connection's name comes from outside the model: set where the process is started, or the client's own
// session, or its name made unique. What a call says about its agent is recorded beside it and widens nothing.

import { hash, randomBytes } from "node:crypto";
import type { Caller } from "../app/app.ts";
import { safeName } from "../engine/names.ts";

const LONGEST_CLIENT = 40;
const SESSION = /^[A-Za-z0-9._-]{1,80}$/;

export interface IdentityOptions {
  readonly agent: string | undefined;
  readonly commands: readonly string[] | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly via: string;
}

export class ConnectionIdentity {
  readonly #options: IdentityOptions;
  #connection: string | null = null;

  constructor(options: IdentityOptions) {
    this.#options = options;
  }

  /** The same for the whole life of the connection, and again after a reconnect where the client has a session of its own. */
  connection(client: string | undefined): string {
    this.#connection ??= this.#name(client);
    return this.#connection;
  }

  get known(): string | null {
    return this.#connection;
  }

  caller(client: string | undefined, agent: string | undefined): Caller {
    const { commands, via } = this.#options;
    const identity = { connection: this.connection(client), agent: agent || null };
    const actor = { kind: "agent", identity, ...(commands ? { commands } : {}) } as const;
    return { actor, via, ...(this.#ownName() === undefined ? { unnamed: true } : {}) };
  }

  /** One that the agent has again after a reconnect. */
  #ownName(): string | undefined {
    const { agent, env } = this.#options;
    if (agent !== undefined) return agent;
    const session = env["CLAUDE_CODE_SESSION_ID"];
    return session ? `claude-code-${SESSION.test(session) ? session : digestOf(session)}` : undefined;
  }

  #name(client: string | undefined): string {
    return this.#ownName() ?? `${safeName(client, LONGEST_CLIENT)}-${randomBytes(4).toString("hex")}`;
  }
}

/** A session's id that is no fit name: still one name for one session. */
function digestOf(session: string): string {
  return hash("sha256", session).slice(0, 32);
}
