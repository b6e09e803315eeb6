import { linkTicket } from "../../../app/tickets/link.ts";
import { showKey } from "../../../engine/facts.ts";
import { readKey } from "../../support/arguments.ts";
import { printAnswer, withPerson, type PersonOptions } from "../../support/people.ts";

interface LinkOptions extends PersonOptions {
  readonly parent?: string;
  readonly blockedBy?: readonly string[];
  readonly notBlockedBy?: readonly string[];
}

export async function linkOne(key: string, options: LinkOptions): Promise<void> {
  const { parent, blockedBy: addBlockers, notBlockedBy: removeBlockers } = options;
  const above = parent === undefined ? undefined : parent === "none" ? null : readKey(parent);
  const input = { key, parent: above, addBlockers, removeBlockers };
  const answer = await withPerson(options, (app, caller) => linkTicket(app, caller(false), input));
  printAnswer(options, answer, ({ number, parent: now, added, removed }) =>
    [
      `#${number}: ${now === null ? "no parent" : `part of ${showKey(now)}`}`,
      ...(added.length > 0 ? [`now blocked by ${added.map(showKey).join(", ")}`] : []),
      ...(removed.length > 0 ? [`no longer blocked by ${removed.map(showKey).join(", ")}`] : []),
    ].join("; "),
  );
}
