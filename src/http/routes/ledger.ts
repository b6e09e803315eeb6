// The ledger: forwards for programs that follow it, the newest first and by filters for people, and as a file.

import { Hono } from "hono";
import * as z from "zod";
import type { App } from "../../app/app.ts";
import { ledgerEvents } from "../../app/ledger/events.ts";
import { FORMATS, headOf, lineOf, type Format } from "../../app/pages/ledger-file.ts";
import { isAbout, isWanted, readKinds, readSubject, type EventFilter } from "../../app/ledger/filter.ts";
import { summarise, toRowViews, viewLedger, viewRow } from "../../app/pages/ledger-page.ts";
import { stamp } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { refused, reply } from "../answers.ts";
import type { LedgerAnswer, LedgerRowAnswer, LedgerSummaryAnswer } from "../contract.ts";
import { readQuery, whole } from "../input.ts";
import type { RouteContext, RouteEnv, Routes } from "../route-context.ts";

const NAME = z.string().min(1).max(300);
const MOMENT = z
  .string()
  .max(40)
  .transform((text) => Date.parse(text))
  .refine((time) => !Number.isNaN(time), "a time is written as 2026-11-16T11:42:00Z, or as 2026-11-16");

const FILTERS = {
  who: NAME.optional(),
  kind: NAME.optional(),
  subject: NAME.optional(),
  state: NAME.optional(),
  refused: z.enum(["0", "1"]).optional(),
  from: MOMENT.optional(),
  to: MOMENT.optional(),
  q: NAME.optional(),
  code: NAME.optional(),
  about: NAME.optional(),
  left: NAME.optional(),
};
const WANTED = z.strictObject(FILTERS);
const ROWS = z.strictObject({
  ...FILTERS,
  after: whole(0, Number.MAX_SAFE_INTEGER).optional(),
  before: whole(1, Number.MAX_SAFE_INTEGER).optional(),
  limit: whole(1, 1_000).optional(),
});
const SPAN = z.strictObject({ from: MOMENT, to: MOMENT });

const DEFAULT_ROWS = 100;
/** Of the rows' texts in one answer: a thousand bodies of 64 kB would be 64 MB. */
const MOST_LETTERS = 1_000_000;
/** Rows that one request goes through; the next one goes on from there. */
const REACH = 40_000;
const IN_A_FILE = 200;

export function ledgerRoutes(server: RouteContext): Routes {
  const routes: Routes = new Hono<RouteEnv>();

  routes.get("/api/ledger", async (context) => {
    const asked = readQuery(context, ROWS);
    if (isRefusal(asked)) return refused(context, asked);
    const { after, before, limit = DEFAULT_ROWS, ...wanted } = asked.query;
    const filter = filterOf(wanted);
    if (isRefusal(filter)) return refused(context, filter);
    const app = await server.openApp();
    const head = (await app.board.ledger.head()).seq;
    if (after !== undefined) {
      const rows = await ledgerEvents(app, after, limit, MOST_LETTERS);
      const found = rows.filter((row) => isWanted(row, filter) && isAbout(row, filter.subject));
      const answer = { head, rows: await toRowViews(app, found), next: null, passed: rows.at(-1)?.seq ?? after };
      return reply(context, answer satisfies LedgerAnswer);
    }
    const look = { before: before ?? head + 1, limit, reach: REACH, letters: MOST_LETTERS };
    const answer = { head, ...(await viewLedger(app, filter, look)) };
    return reply(context, answer satisfies LedgerAnswer);
  });

  routes.get("/api/ledger/summary", async (context) => {
    const asked = readQuery(context, SPAN);
    if (isRefusal(asked)) return refused(context, asked);
    const app = await server.openApp();
    const [{ seq: head }, [first]] = await Promise.all([app.board.ledger.head(), app.board.ledger.after(0, 1)]);
    const { from, to } = asked.query;
    const answer = {
      head,
      began: first ? stamp(first.at) : null,
      summary: await summarise(app, from, Math.max(from, to)),
    };
    return reply(context, answer satisfies LedgerSummaryAnswer);
  });

  for (const format of FORMATS) {
    routes.get(`/api/ledger.${format}`, async (context) => {
      const asked = readQuery(context, WANTED);
      if (isRefusal(asked)) return refused(context, asked);
      const filter = filterOf(asked.query);
      if (isRefusal(filter)) return refused(context, filter);
      const app = await server.openApp();
      return context.body(fileOf(app, filter, format, (await app.board.ledger.head()).seq), 200, {
        "Content-Type": format === "csv" ? "text/csv; charset=utf-8" : "application/jsonl; charset=utf-8",
        "Content-Disposition": `attachment; filename*=UTF-8''ledger.${format}`,
        "Cache-Control": "no-store",
      });
    });
  }

  routes.get("/api/ledger/:seq{[0-9]{1,15}}", async (context) => {
    const answer = await viewRow(await server.openApp(), Number(context.req.param("seq")));
    return reply(context, answer satisfies LedgerRowAnswer | Refusal);
  });

  return routes;
}

function filterOf(query: z.infer<typeof WANTED>): EventFilter | Refusal {
  const kinds = query.kind === undefined ? undefined : readKinds(query.kind.split(",").filter(Boolean));
  if (kinds && isRefusal(kinds)) return kinds;
  return {
    who: query.who,
    kinds,
    subject: query.subject === undefined ? undefined : readSubject(query.subject),
    state: query.state,
    refused: query.refused === "1",
    since: query.from,
    until: query.to,
    words: query.q,
    code: query.code,
    about: query.about,
    left: query.left,
  };
}

/** Made while it is read, so that a long ledger takes no more memory than a short one. */
function fileOf(app: App, filter: EventFilter, format: Format, head: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder();
  let before: number | null = head + 1;
  return new ReadableStream<Uint8Array>({
    start: (out) => out.enqueue(bytes.encode(headOf(format))),
    async pull(out) {
      while (before !== null) {
        const page: Awaited<ReturnType<typeof viewLedger>> = await viewLedger(app, filter, {
          before,
          limit: IN_A_FILE,
          reach: REACH,
          letters: MOST_LETTERS,
        });
        before = page.next;
        if (page.rows.length === 0) continue;
        out.enqueue(bytes.encode(page.rows.map((row) => lineOf(format, row)).join("")));
        return;
      }
      out.close();
    },
  });
}
