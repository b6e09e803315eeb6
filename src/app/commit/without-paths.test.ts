import { expect, it } from "vitest";
import { KnownError } from "./errors.ts";
import { withoutPaths } from "./without-paths.ts";

it.each([
  ["The database /home/ann/board.db can't be written.", "The database board.db can't be written."],
  ["Reading C:\\Users\\ann\\board.db failed.", "Reading board.db failed."],
  ['Run: chmod 600 "/srv/a/b/key"', 'Run: chmod 600 "key"'],
  ["open https://board.example.org/open and/or ask", "open https://board.example.org/open and/or ask"],
  ["GET /api/ledger", "GET ledger"],
])("tells of a path its last part: %s", (text, told) => {
  expect(withoutPaths(new KnownError("store_full", text, "wait."))).toMatchObject({ what: told, recovery: "wait." });
});

it("leaves an error that is a bug as it is", () => {
  const bug = new Error("/home/ann");
  expect(withoutPaths(bug)).toBe(bug);
});
