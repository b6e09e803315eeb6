import { withMirror } from "../../../app/pages/mirror.ts";
import { viewTicketPage } from "../../../app/pages/ticket-page.ts";
import { withLine } from "../../support/mirror-line.ts";
import { printAnswer } from "../../support/people.ts";
import { withBoard } from "../../support/reading.ts";
import type { StoreOptions } from "../../support/store.ts";
import { windowWidth } from "../../screens/table.ts";
import { renderTicket } from "../../screens/ticket.ts";

export async function showOne(key: string, options: StoreOptions): Promise<void> {
  const answer = await withBoard(options, async (app) =>
    withMirror(app.board, true, await viewTicketPage(app, key, null, "cli")),
  );
  printAnswer(options, answer, (page) => withLine(renderTicket(page, windowWidth()), page));
}
