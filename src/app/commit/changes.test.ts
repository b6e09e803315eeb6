import { describe, expect, it } from "vitest";
import { changedTickets, eachOnce, ticketChange, ticketCheck, touched, type Change, type Check } from "./changes.ts";

const KEY = { key: { key: "1" } };

describe("a change", () => {
  it("takes the columns of its own table, and compiles with no other", () => {
    const fits: Change[] = [
      { table: "ticket", ...KEY, set: { title: "new", closed: 1, parent: null } },
      { table: "item", key: { run: "p/s", number: 1 }, set: { documented: 1 } },
      { table: "blocker", key: { ticket: "1", blocked_by: "2" }, set: null },
    ];
    const changes: Change[] = [
      // @ts-expect-error -- a misspelt column
      { table: "ticket", ...KEY, set: { titel: "new" } },
      // @ts-expect-error -- another table's column
      { table: "ticket", ...KEY, set: { documented: 1 } },
      // @ts-expect-error -- an unknown table
      { table: "tickets", ...KEY, set: { title: "new" } },
      // @ts-expect-error -- a key column that is missing
      { table: "blocker", key: { ticket: "1" }, set: { since: 1 } },
      // @ts-expect-error -- another table's key
      { table: "session", ...KEY, set: { state: "idle" } },
      // @ts-expect-error -- text for a number
      { table: "ticket", ...KEY, set: { version: "2" } },
      // @ts-expect-error -- a flag that is neither 0 nor 1
      { table: "ticket", ...KEY, set: { closed: 2 } },
      // @ts-expect-error -- null for a column that is always there
      { table: "ticket", ...KEY, set: { title: null } },
      // @ts-expect-error -- undefined is no value
      { table: "ticket", ...KEY, set: { state: undefined } },
    ];
    // @ts-expect-error -- a table whose rows have no version
    const check: Check = { table: "comment", key: "1", version: 1 };
    expect([fits.length, changes.length, check.version]).toEqual([3, 9, 1]);
  });
});

describe("changes of a ticket", () => {
  const ticket = { key: "1", version: 4 };

  it("raise its version, and rest on the one that was read", () => {
    const raised = { version: 5, updated_at: 9 };
    expect(ticketChange(ticket, { state: "Done" }, 9)).toEqual([
      { table: "ticket", ...KEY, set: { state: "Done", ...raised } },
    ]);
    expect(touched(ticket, 9)).toEqual({ table: "ticket", ...KEY, set: raised });
    expect(ticketCheck(ticket)).toEqual({ table: "ticket", key: "1", version: 4 });
  });

  it("are none where nothing is set", () => {
    expect(ticketChange(ticket, {}, 9)).toEqual([]);
  });

  it("are found among those of other tables, each ticket once", () => {
    const comment: Change = { table: "comment", key: { id: "c" }, set: null };
    const entries = [
      { changes: [touched(ticket, 1), comment] },
      {},
      { changes: [touched({ key: "2", version: 1 }, 1), touched(ticket, 1)] },
    ];
    expect(changedTickets(entries)).toEqual(["1", "2"]);
  });
});

describe("checks", () => {
  it("are made once for each row and version, and keep a row that was read at two", () => {
    const older = ticketCheck({ key: "1", version: 1 });
    const newer = ticketCheck({ key: "1", version: 2 });
    const run: Check = { table: "run", key: "1", version: 1 };
    expect(eachOnce([older, newer, { ...older }, run, run])).toEqual([older, newer, run]);
  });
});
