import { expect, it } from "vitest";
import { numbered, Statements } from "./statements.ts";

it("numbers the parameters, and leaves question marks in strings, names and comments alone", () => {
  const sql = `SELECT '?', 'it''s ?', "odd?" -- why?\n, ? /* ? */ FROM t WHERE a = ? AND b LIKE '%?' AND c = ?`;
  const text = `SELECT '?', 'it''s ?', "odd?" -- why?\n, $1 /* ? */ FROM t WHERE a = $2 AND b LIKE '%?' AND c = $3`;
  expect(numbered(sql)).toBe(text);
});

it("gives the same text the same name, another text another, and the same text on another board another", () => {
  const here = new Statements("here");
  const there = new Statements("there");
  const name = here.of("SELECT 1 FROM ticket").name;
  expect(new Statements("here").of("SELECT 1 FROM ticket").name).toBe(name);
  expect(here.of("SELECT 2 FROM ticket").name).not.toBe(name);
  expect(there.of("SELECT 1 FROM ticket").name).not.toBe(name);
});
