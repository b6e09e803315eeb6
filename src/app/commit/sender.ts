// Whose request it is: each sender's request ids are its own. Agents that have no name of their own share one space for
// each door, as they can't be told apart after a reconnect.

import { authorOf, type Caller } from "../app.ts";
import type { Author } from "./plan.ts";

/** Requests whose ids are made from what they ask for: that is done once, whoever asks. */
export const IMPORT = { sender: "board", tool: "import_tickets" } as const;
export const ISSUE = { sender: "board", tool: "issue_token" } as const;

/**
 * Whose answers are kept for ever, as patterns of SQL's LIKE. What was imported or issued is not done again after any time,
 * and a merge that was seen on GitHub leads a ticket on once, however late somebody looks at it again.
 */
export const LASTING = [
  IMPORT.sender,
  '["person","github",%',
  '["agent","github",%',
  '["fact","observed","github"%',
] as const;

export function senderOf(caller: Caller): string {
  const author = authorOf(caller);
  return caller.unnamed ? named("agent", author, null) : senderIn(author);
}

/** Of a request that was kept without its sender, by the row of the ledger that it led to. */
export function formerSender(tool: string, by: Author | undefined): string {
  const shared = [IMPORT, ISSUE].find((request) => request.tool === tool);
  return shared ? shared.sender : senderIn(by ?? { via: "" });
}

function senderIn(author: Author): string {
  return author.person === undefined
    ? named("agent", author, author.connection ?? null)
    : named("person", author, author.person);
}

/** As JSON: whatever stands in a name, no two senders are written alike. */
function named(kind: "agent" | "person", { via, agent }: Author, name: string | null): string {
  return JSON.stringify([kind, via, name, agent ?? null]);
}
