// The moves that are measured, again and again on the same tickets: an agent locks one, finds that it needs a person and
// hands it over, and a person sends it back to where it was. A third each, none of them ever refused.

import type { App, Caller } from "../../src/app/app.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { handoff } from "../../src/app/tickets/handoff.ts";
import { issueToken } from "../../src/app/keys/tokens.ts";
import { isRefusal, type Refusal } from "../../src/engine/refusal.ts";
import { tell } from "../../src/engine/surfaces/tell.ts";

export interface Step {
  readonly by: "agent" | "operator";
  /** Needs the token that the lock was answered with. */
  readonly claimed: boolean;
  readonly ask: Readonly<Record<string, string>>;
}

const BEGINS_IN = "Research Needed";
const REASON = "As the next one in the queue";

export const CYCLE: readonly Step[] = [
  { by: "agent", claimed: false, ask: { command: "research", intent: "lock", reason: REASON } },
  { by: "agent", claimed: true, ask: { command: "research", intent: "escalate", reason: REASON } },
  { by: "operator", claimed: false, ask: { toState: BEGINS_IN, reason: REASON } },
];

export interface Client {
  readonly token: string;
  /** Nobody else's. */
  readonly tickets: readonly string[];
}

const ada: Caller = { actor: { kind: "person", name: "Ada" }, via: "bench" };

export async function makeClients(app: App, name: string, count: number, tickets: number): Promise<readonly Client[]> {
  const clients: Client[] = [];
  for (let made = 0; made < count; made++) {
    const token = await makeToken(app, "agent", `${name}-${made}`);
    clients.push({ token, tickets: await Promise.all(Array.from({ length: tickets }, () => makeTicket(app))) });
  }
  return clients;
}

export async function makeToken(app: App, role: string, name: string): Promise<string> {
  return accepted(await issueToken(app, ada, { role, name })).token;
}

async function makeTicket(app: App): Promise<string> {
  const key = String(accepted(await createTicket(app, ada, { title: "One of many", estimate: "S" })).number);
  accepted(await handoff(app, ada, { key, toState: BEGINS_IN, reason: "to begin with" }));
  return key;
}

function accepted<T extends object>(answer: T | Refusal): T {
  if (isRefusal(answer)) throw new Error(tell(answer, "mcp").error);
  return answer;
}
