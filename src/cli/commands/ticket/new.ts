import { createTicket } from "../../../app/tickets/create.ts";
import { printAnswer, withAuthor, type PersonOptions } from "../../support/people.ts";
import { readText } from "../../support/text.ts";

interface NewOptions extends PersonOptions {
  readonly body?: string;
  readonly priority?: string;
  readonly estimate?: string;
  readonly label?: readonly string[];
  readonly parent?: string;
  readonly blockedBy?: readonly string[];
}

export async function newTicket(title: string, options: NewOptions): Promise<void> {
  const { priority, estimate, label: labels, parent, blockedBy } = options;
  const body = await readText(options.body);
  const input = { title, body, priority, estimate, labels, parent, blockedBy };
  const answer = await withAuthor({ ...options, make: true }, (app, caller) => createTicket(app, caller, input));
  printAnswer(options, answer, ({ number, state }) => `#${number} made, in ${state}`);
}
