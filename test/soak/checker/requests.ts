// The answers that are kept for whoever asks again: each names the one row that it is about, and says what the row says.

import { z } from "zod";
import type { LedgerSource } from "../source.ts";
import { fits } from "./acknowledgements.ts";
import type { Breaches } from "./breaches.ts";
import { readRow, wordOf } from "./row.ts";

const PAGE = 5000;
const kept = z.object({ tool: z.string(), subject: z.string(), id: z.string(), answer: z.string(), seq: z.number() });
const step = z.object({ answer: z.object({ previousState: z.string().nullable(), newState: z.string() }) });

/** Tools whose requests are about the ticket that they change. */
const OF_ONE_TICKET = new Set(["handoff_ticket", "add_comment", "release_claim", "update_ticket", "link_ticket"]);

/** How many there are. */
export async function checkRequests(all: LedgerSource["all"], breaches: Breaches): Promise<number> {
  let [count, last] = [0, { seq: 0, name: "" }];
  const sql = `SELECT r.tool, r.subject, r.id, r.answer, r.seq, l.at, l.payload
    FROM request r LEFT JOIN ledger l ON l.seq = r.seq
    WHERE r.seq > ? OR (r.seq = ? AND r.tool || ' ' || r.subject || ' ' || r.id > ?)
    ORDER BY r.seq, r.tool || ' ' || r.subject || ' ' || r.id LIMIT ${PAGE}`;
  for (;;) {
    const page = await all(sql, [last.seq, last.seq, last.name]);
    for (const found of page) {
      const request = kept.parse(found);
      const name = `${request.tool} ${request.subject} ${request.id}`;
      if (request.seq === last.seq) {
        breaches.note("request", `row ${request.seq} is kept as the answer to "${last.name}" and to "${name}"`);
      }
      compare(name, request, found, breaches);
      last = { seq: request.seq, name };
      count++;
    }
    if (page.length < PAGE) return count;
  }
}

function compare(
  name: string,
  request: z.infer<typeof kept>,
  found: Readonly<Record<string, unknown>>,
  breaches: Breaches,
): void {
  const note = (what: string): void => breaches.note("request", `the answer kept for "${name}" ${what}`);
  const { tool, subject, seq } = request;
  const row = typeof found["payload"] === "string" ? readRow(seq, Number(found["at"]), found["payload"]) : null;
  if (!row) return note(`names row ${seq}, which is not there`);
  if (!fits(tool, row.kind)) note(`names row ${seq}, which is of the kind "${row.kind}"`);
  if (OF_ONE_TICKET.has(tool) && row.subject.key !== subject) note(`names row ${seq}, which is on #${row.subject.key}`);
  if (tool !== "handoff_ticket") return;
  const said = step.safeParse(JSON.parse(request.answer)).data?.answer;
  if (said?.previousState === wordOf(row, "from") && said.newState === wordOf(row, "to")) return;
  note(`says that it went from "${said?.previousState}" to "${said?.newState}", and row ${seq} says otherwise`);
}
