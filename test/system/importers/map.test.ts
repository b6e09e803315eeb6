import { expect, it } from "vitest";
import { fitTickets } from "../../../src/importers/fit.ts";
import type { ForeignTicket } from "../../../src/importers/foreign.ts";
import { checkMap, guessMap } from "../../../src/importers/map.ts";
import { shipped } from "../../../src/workflows/shipped.ts";

const { workflow } = shipped("ticket");

function foreign(fields: Partial<ForeignTicket>): ForeignTicket {
  return {
    id: "a",
    title: "A",
    body: "",
    state: "open",
    priority: null,
    estimate: null,
    labels: [],
    parent: null,
    blockedBy: [],
    comments: [],
    extra: [],
    ...fields,
  };
}

it.each([
  ["open", "Backlog"],
  ["in-review", "In Review"],
  ["IN_PROGRESS", "In Progress"],
  ["Plan in Progress", "Backlog"],
  ["closed", "Done"],
  ["Resolved", "Done"],
  ["closed as not planned", "Canceled"],
  ["Won't fix", "Canceled"],
  ["Blocked", "Backlog"],
])("guesses that %j is %j, and puts nothing into a lock", (word, state) => {
  expect(guessMap([foreign({ state: word })], workflow).states).toEqual({ [word]: state });
});

it("guesses priorities and estimates, and says where it has no idea", () => {
  const words = ["critical", "1", "Medium", "4", "someday"].map((priority) => foreign({ priority }));
  expect(guessMap(words, workflow).priorities).toEqual({
    critical: "P0",
    1: "P1",
    Medium: "P2",
    4: "P3",
    someday: null,
  });
  const sizes = ["xs", "30 min", "300 min", "13", "huge"].map((estimate) => foreign({ estimate }));
  expect(guessMap(sizes, workflow).estimates).toEqual({
    xs: "XS",
    "30 min": "XS",
    "300 min": "M",
    13: "XL",
    huge: null,
  });
});

it("finds everything that is wrong with a table", () => {
  const tickets = [foreign({ state: "new", priority: "9" })];
  const map = { states: { old: "Nowhere", locked: "Plan in Progress" }, priorities: { 1: "P7" }, estimates: {} };
  expect(checkMap(map, tickets, workflow)).toEqual([
    'states says nothing of "new"',
    'priorities says nothing of "9"',
    expect.stringMatching(/^states sends "old" to "Nowhere", and the states are Backlog, /),
    'states sends "locked" to "Plan in Progress", which is entered with a lock only',
    'priorities: "P7" is none of P0, P1, P2 or P3',
  ]);
  expect(checkMap(guessMap(tickets, workflow), tickets, workflow)).toEqual([]);
});

it("loses nothing: what has no place stands below the text", () => {
  const found = foreign({
    title: "x".repeat(300),
    body: "Text.",
    priority: "someday",
    labels: ["ok", "y".repeat(101)],
    parent: "gone",
    blockedBy: ["a"],
    extra: [["assignee", "maria\nand jan"]],
  });
  const { tickets, notes } = fitTickets([found], guessMap([found], workflow), "csv");
  expect(tickets[0]?.title).toBe(`${"x".repeat(255)}…`);
  expect(tickets[0]).toMatchObject({ priority: null, labels: ["ok"], parent: null, blockedBy: [] });
  expect(tickets[0]?.body).toBe(
    [
      "Text.",
      "",
      "---",
      "Imported from csv: a",
      `- title: ${"x".repeat(300)}`,
      "- priority: someday",
      `- label: ${"y".repeat(101)}`,
      "- parent: gone",
      "- blocked by: a",
      "- assignee: maria and jan",
    ].join("\n"),
  );
  expect(notes).toHaveLength(2);
});

it("goes on in comments where a text is longer than a body may be, and never halves a character", () => {
  const body = "é".repeat(50_000);
  const { tickets, notes } = fitTickets([foreign({ body })], guessMap([foreign({})], workflow), "csv");
  const [ticket] = tickets;
  const texts = [ticket?.body ?? "", ...(ticket?.comments ?? []).map((comment) => comment.body)];
  expect(texts.join("")).toBe(`${body}\n\n---\nImported from csv: a`);
  for (const text of texts) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * 1024);
  expect(notes).toEqual(["a: its text is longer than a body may be: 1 comments hold the rest"]);
});

it("replaces what no database gives back, and says so", () => {
  const found = foreign({ title: "a\0b", body: "\ud800" });
  const { tickets, notes } = fitTickets([found], guessMap([found], workflow), "csv");
  expect(tickets[0]).toMatchObject({ title: "a\uFFFDb", body: expect.stringMatching(/^\uFFFD/) });
  expect(notes).toEqual(["a: characters that can't be stored were replaced"]);
});
