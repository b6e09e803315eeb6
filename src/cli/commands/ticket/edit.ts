import { updateTicket } from "../../../app/tickets/update.ts";
import { printAnswer, withAuthor, type PersonOptions } from "../../support/people.ts";
import { readText } from "../../support/text.ts";

interface EditOptions extends PersonOptions {
  readonly title?: string;
  readonly body?: string;
  readonly priority?: string;
  readonly estimate?: string;
  readonly label?: readonly string[];
}

export async function editOne(key: string, options: EditOptions): Promise<void> {
  const input = {
    key,
    title: options.title,
    body: await readText(options.body),
    priority: orNone(options.priority),
    estimate: orNone(options.estimate),
    labels: options.label,
  };
  const answer = await withAuthor(options, (app, caller) => updateTicket(app, caller, input));
  printAnswer(options, answer, ({ number, edited }) => `#${number}: ${edited.join(", ")} changed`);
}

/** `none` takes it away. */
function orNone(word: string | undefined): string | null | undefined {
  return word === "none" ? null : word;
}
