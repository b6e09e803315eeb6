import { expect, it } from "vitest";
import { numbered, statementOf } from "./statements.ts";

it("numbers the parameters, and leaves question marks in strings, names and comments alone", () => {
  const sql = `SELECT '?', 'it''s ?', "odd?" -- why?\n, ? /* ? */ FROM t WHERE a = ? AND b LIKE '%?' AND c = ?`;
  const text = `SELECT '?', 'it''s ?', "odd?" -- why?\n, $1 /* ? */ FROM t WHERE a = $2 AND b LIKE '%?' AND c = $3`;
  expect(numbered(sql)).toBe(text);
});

it("gives the same text the same name, and another text another", () => {
  expect(statementOf("SELECT 1")).toBe(statementOf("SELECT 1"));
  expect(statementOf("SELECT 1").name).not.toBe(statementOf("SELECT 2").name);
});
