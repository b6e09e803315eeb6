import { DatabaseSync } from "node:sqlite";
import { describe, expect, expectTypeOf, it } from "vitest";
import { MIGRATIONS } from "./migrations/list.ts";
import { columns, int, maybeText, optional, select, shape, tableShape, text, type RowOf } from "./select.ts";
import { Statements } from "./sqlite/statements.ts";

const LINK = shape({
  ...columns("ticket", "t", "key", "closed", "state", "children"),
  ...optional(columns("blocker", "b", "blocked_by", "since")),
  now: int("7"),
});
const LINKS = select(
  LINK,
  (list) => `SELECT ${list} FROM ticket t LEFT JOIN blocker b ON b.ticket = t.key ORDER BY t.key`,
);

describe("what a select lists", () => {
  it("is what its rows are read by", () => {
    expect(LINK.list).toBe("t.key, t.closed, t.state, t.children, b.blocked_by, b.since, 7 AS now");
    expect(LINKS.names).toEqual(["key", "closed", "state", "children", "blocked_by", "since", "now"]);
    expect(LINKS.sql).toContain(`SELECT ${LINK.list} FROM ticket t`);
  });

  it("has the types of the tables' columns", () => {
    expectTypeOf<RowOf<typeof LINK>>().toEqualTypeOf<{
      readonly key: string;
      readonly closed: 0 | 1;
      readonly state: string | null;
      readonly children: number;
      readonly blocked_by: string | null;
      readonly since: number | null;
      readonly now: number;
    }>();
    // @ts-expect-error -- a column that the table does not have
    expect(() => columns("ticket", "t", "titel")).toThrow("there is no column titel in ticket");
    // @ts-expect-error -- a table that there is not
    expect(() => columns("tickets", "t", "key")).toThrow();
  });
});

describe("a row", () => {
  it("gives what was selected, and nothing else compiles", () => {
    const [free, blocked] = read();
    expect([blocked?.key, blocked?.closed, blocked?.blocked_by, blocked?.since, blocked?.now]).toEqual([
      "2",
      1,
      "1",
      5,
      7,
    ]);
    expect([free?.key, free?.state, free?.children, free?.blocked_by]).toEqual(["1", null, 0, null]);
    // @ts-expect-error -- a column that was not selected
    expect(free?.title).toBeUndefined();
  });

  it("is no row where a value is not of its column's type", () => {
    const wrong = shape({ title: int("'words'"), number: text("1"), none: text("NULL"), maybe: maybeText("2") });
    const [row] = new Statements(new DatabaseSync(":memory:")).read(
      select(wrong, (list) => `SELECT ${list}`),
      [],
    );
    expect(() => row?.title).toThrow("title: a number expected, found string");
    expect(() => row?.number).toThrow("number: text expected, found number");
    expect(() => row?.none).toThrow("none: text expected, found object");
    expect(() => row?.maybe).toThrow("maybe: text expected, found number");
  });

  it("of any table shows all of its columns, as they are", () => {
    const any = tableShape("blocker");
    expect(any.list).toBe("t.ticket, t.blocked_by, t.since");
    expect(tableShape("ticket").names.slice(-2)).toEqual(["open_blockers", "children"]);
    const [row] = any.rows([["1", 2, null]]);
    expect([row?.["ticket"], row?.["blocked_by"], row?.["since"]]).toEqual(["1", 2, null]);
  });
});

function read() {
  const db = new DatabaseSync(":memory:");
  for (const { sqlite } of MIGRATIONS) db.exec(sqlite);
  const ticket =
    "INSERT INTO ticket (key, number, repo, title, body, labels, created_at, updated_at, entered_at, version, closed, fence)";
  db.exec(`${ticket} VALUES ('1', 1, '', 'a', '', '[]', 1, 1, 1, 1, 0, 0), ('2', 2, '', 'b', '', '[]', 1, 1, 1, 1, 1, 0);
    INSERT INTO blocker (ticket, blocked_by, since) VALUES ('2', '1', 5)`);
  return new Statements(db).read(LINKS, []);
}
