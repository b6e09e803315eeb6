import { addComment } from "../../../app/tickets/comment.ts";
import { printAnswer, withAuthor, type PersonOptions } from "../../support/people.ts";
import { readText } from "../../support/text.ts";

export async function commentOn(key: string, given: string, options: PersonOptions): Promise<void> {
  const body = await readText(given);
  const answer = await withAuthor(options, (app, caller) => addComment(app, caller, { key, body }));
  printAnswer(options, answer, ({ number }) => `#${number}: said`);
}
