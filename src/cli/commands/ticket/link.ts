import { updateTicket } from "../../../app/tickets/update.ts";
import { keyOf, showKey, type TicketRef } from "../../../engine/facts.ts";
import { readKey } from "../../support/arguments.ts";
import { printAnswer, withAuthor, type PersonOptions } from "../../support/people.ts";

interface LinkOptions extends PersonOptions {
  readonly parent?: string;
  readonly blockedBy?: readonly string[];
  readonly notBlockedBy?: readonly string[];
}

export async function linkOne(key: string, options: LinkOptions): Promise<void> {
  const { parent, blockedBy: addBlockers, notBlockedBy: removeBlockers } = options;
  const above = parent === undefined ? undefined : parent === "none" ? null : readKey(parent);
  const input = { key, parent: above, addBlockers, removeBlockers };
  const answer = await withAuthor(options, (app, caller) => updateTicket(app, caller, input));
  printAnswer(options, answer, ({ number, links }) =>
    [
      `#${number}: ${links?.parent ? `part of ${showRef(links.parent)}` : "no parent"}`,
      ...listed("now blocked by", links?.added),
      ...listed("no longer blocked by", links?.removed),
    ].join("; "),
  );
}

function listed(what: string, refs: readonly TicketRef[] = []): readonly string[] {
  return refs.length === 0 ? [] : [`${what} ${refs.map(showRef).join(", ")}`];
}

function showRef(ref: TicketRef): string {
  return showKey(keyOf(ref));
}
