import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBeads } from "../../../src/importers/beads.ts";
import { readCsv } from "../../../src/importers/csv.ts";
import type { Foreign } from "../../../src/importers/foreign.ts";
import { readGh } from "../../../src/importers/gh.ts";
import { readForeign, type Format } from "../../../src/importers/read.ts";

const SAMPLES = join(import.meta.dirname, "samples");

async function sample(format: Format, name: string): Promise<Foreign> {
  const path = join(SAMPLES, name);
  const { tickets, problems } = await readForeign(format, path, () => Promise.resolve(""));
  return { tickets, problems: problems.map((problem) => problem.replaceAll(`${SAMPLES}/`, "")) };
}

const bare = {
  body: "",
  priority: null,
  estimate: null,
  labels: [],
  parent: null,
  blockedBy: [],
  comments: [],
  extra: [],
};

describe("GitHub issues", () => {
  it("keep their labels, parents, blockers and comments; a label that says how urgent or large is no label", async () => {
    const { tickets, problems } = await sample("gh", "issues.json");
    expect(tickets).toEqual([
      {
        ...bare,
        id: "12",
        title: "Readings with a decimal comma are cut off",
        body: "12,7 becomes 12.",
        state: "open",
        priority: "P1",
        estimate: "S",
        labels: ["bug"],
        parent: "9",
        comments: [{ author: "jan", body: "Since the last release." }],
        extra: [
          ["assignees", "maria"],
          ["milestone", "Spring"],
          ["createdAt", "2026-03-01T08:00:00Z"],
          ["url", "https://github.com/example/meters/issues/12"],
        ],
      },
      { ...bare, id: "9", title: "Readings without a signal", state: "In Review", blockedBy: ["12"] },
      { ...bare, id: "7", title: "Old idea", state: "closed as not planned" },
      { ...bare, id: "3", title: "First release", state: "closed", blockedBy: ["99"] },
    ]);
    expect(problems).toEqual([expect.stringMatching(/^issues\.json, issue 5: .*expected number/)]);
  });

  it.each(["", "{", '{"number":1}', "null"])("are refused whole where the file is %j", (text) => {
    expect(() => readGh(text, "issues.json")).toThrow(/issues\.json is no/);
  });
});

describe("beads", () => {
  it("keep parents apart from blockers, and what else is said in the text", async () => {
    const { tickets, problems } = await sample("beads", "beads.jsonl");
    expect(tickets).toEqual([
      {
        ...bare,
        id: "mr-1",
        title: "Keep readings on the device",
        body: "Nothing typed may depend on a network.",
        state: "open",
        priority: "1",
        labels: ["epic"],
        extra: [["created_at", "2026-03-01T08:00:00Z"]],
      },
      {
        ...bare,
        id: "mr-1.1",
        title: "Write to the local database first",
        body: "## Design\n\nOne table.\n\n## Acceptance criteria\n\nUnder 50 ms.",
        state: "in_progress",
        priority: "0",
        estimate: "180 min",
        labels: ["storage", "task"],
        parent: "mr-1",
        comments: [{ author: "jan", body: "Measured on the oldest device." }],
        extra: [["assignee", "maria"]],
      },
      {
        ...bare,
        id: "mr-1.2",
        title: "Survive a dying battery",
        state: "open",
        priority: "2",
        labels: ["task"],
        parent: "mr-1",
        blockedBy: ["mr-1.1"],
        extra: [["discovered-from", "mr-2"]],
      },
      {
        ...bare,
        id: "mr-2",
        title: "Photos",
        state: "closed",
        priority: "4",
        labels: ["feature"],
        extra: [["close_reason", "done in the spring"]],
      },
    ]);
    expect(problems).toEqual([
      expect.stringMatching(/^beads\.jsonl, line 7: Unterminated string/),
      expect.stringMatching(/^beads\.jsonl, line 8: .*at id$/),
      "beads.jsonl: 1 deleted there, and not taken over",
    ]);
  });

  it("take links that name their target in either way", () => {
    const line = { id: "b", title: "B", dependencies: [{ id: "a", dep_type: "blocks" }] };
    expect(readBeads(JSON.stringify(line), "f").tickets[0]?.blockedBy).toEqual(["a"]);
  });
});

describe("Backlog.md", () => {
  it("is read from its folders, finished tasks too; ids are the same in large and small letters", async () => {
    const { tickets, problems } = await sample("backlog", "backlog");
    expect(tickets).toEqual([
      {
        ...bare,
        id: "task-1",
        title: "Routes that need no network",
        body: "## Description\n\nThe day's addresses are there before the van leaves.",
        state: "To Do",
        priority: "high",
        labels: ["routes"],
        extra: [["created_date", "2026-03-01 08:00"]],
      },
      {
        ...bare,
        id: "task-1.1",
        title: "Download over night: between two and four",
        body: "## Acceptance Criteria\n- [ ] #1 Under 3 MB",
        state: "In Progress",
        priority: "medium",
        parent: "task-1",
        blockedBy: ["task-2"],
        extra: [
          ["assignee", "@maria"],
          ["milestone", "m-1"],
        ],
      },
      { ...bare, id: "task-2", title: "Map tiles", body: "One file for each district.", state: "Done" },
    ]);
    expect(problems).toEqual([
      "backlog/tasks/readme.md: it has no fields between --- and ---",
      expect.stringMatching(/^backlog\/tasks\/task-9 - Broken\.md: Flow sequence/),
      "backlog/drafts: not taken over",
    ]);
  });

  it("says so where there is no such folder", async () => {
    await expect(sample("backlog", "nowhere")).rejects.toThrow(/can't be read/);
  });
});

describe("tables", () => {
  it("have columns by many names, quotes, lines within a field, and rows that are no tickets", async () => {
    const { tickets, problems } = await sample("csv", "tickets.csv");
    expect(tickets).toEqual([
      {
        ...bare,
        id: "A-1",
        title: "Plausibility, on the device",
        body: "Half of all call-backs.\nA glance would do.",
        state: "To do",
        priority: "High",
        estimate: "5",
        labels: ["quality", "device"],
        extra: [["Reporter", 'Ms "Jo" Li']],
      },
      {
        ...bare,
        id: "A-2",
        title: "Ask again below the last value",
        state: "Won't do",
        priority: "Whenever",
        estimate: "1",
        parent: "A-1",
      },
      {
        ...bare,
        id: "A-3",
        title: "Expected range",
        state: "resolved",
        estimate: "2",
        parent: "A-1",
        blockedBy: ["A-2", "A-77"],
        extra: [["Reporter", "jan"]],
      },
      { ...bare, id: "A-5", title: "never closed,,,", state: "open" },
    ]);
    expect(problems).toEqual([
      "tickets.csv, line 6: it has no title",
      "tickets.csv, line 8: a quote that is opened is never closed",
      "A-2 is there twice; not taken over the second time: The same key again",
    ]);
  });

  it.each(["\n", "\r\n", "\r"])("know their lines over fields of several lines and blank ones: %j", (end) => {
    const lines = ["title,body", 'One,"a', 'b"', "", "   ", ",x", 'Two "too",y,z', ',"p', "", 'q"', "Three"];
    const { tickets, problems } = readCsv(lines.join(end), "t.csv");
    expect(tickets.map(({ title, body }) => [title, body])).toEqual([
      ["One", "a\nb"],
      ['Two "too"', "y"],
      ["Three", ""],
    ]);
    expect(problems).toEqual([
      "t.csv, line 6: it has no title",
      "t.csv, line 7: 3 fields in 2 columns",
      "t.csv, line 8: it has no title",
    ]);
  });

  it("need a column for titles, and keep fields that no column names", () => {
    expect(() => readCsv("a,b\n1,2\n", "t.csv")).toThrow(/no column for titles: its columns are a, b/);
    expect(readCsv("title\nOne,two\n", "t.csv")).toMatchObject({
      tickets: [{ id: "row 1", extra: [["column 2", "two"]] }],
      problems: ["t.csv, line 2: 2 fields in 1 columns"],
    });
  });
});
