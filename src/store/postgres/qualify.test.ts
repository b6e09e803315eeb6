import { expect, it } from "vitest";
import { qualified } from "./qualify.ts";

it.each([
  [
    "SELECT t.key FROM ticket t JOIN blocker b ON b.ticket = t.key",
    `SELECT t.key FROM "s".ticket t JOIN "s".blocker b ON b.ticket = t.key`,
  ],
  ["INSERT INTO request (sender) VALUES (?)", `INSERT INTO "s".request (sender) VALUES (?)`],
  ["UPDATE head SET seq = 1", `UPDATE "s".head SET seq = 1`],
  ["DELETE FROM ledger_text", `DELETE FROM "s".ledger_text`],
  ["SELECT board_now() + x.board_now FROM reached", `SELECT "s".board_now() + x.board_now FROM reached`],
  [
    "SELECT 'FROM ticket' AS \"FROM ticket\" -- FROM ticket\n/* FROM ticket */",
    `SELECT 'FROM ticket' AS "FROM ticket" -- FROM ticket\n/* FROM ticket */`,
  ],
  ["SELECT a IS DISTINCT FROM ticket FROM session", `SELECT a IS DISTINCT FROM ticket FROM "s".session`],
  ["SELECT 1 FROM other.ticket, ticket_log, pg_class", "SELECT 1 FROM other.ticket, ticket_log, pg_class"],
  ["SELECT 1 FROM head FOR UPDATE", `SELECT 1 FROM "s".head FOR UPDATE`],
  ["SELECT ticket.key FROM ticket", `SELECT ticket.key FROM "s".ticket`],
])("names the schema in %s", (sql, text) => {
  expect(qualified("s", sql)).toBe(text);
});
