import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { follow, MOST_CHARACTERS } from "../../../test/support/pages.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import { askedPage, onePage, type ToldPage } from "./cursors.ts";
import { NEXT, pageOf } from "./page.ts";

/** What a reader of the fields is told is what a reader of the text is. */
function textOf(page: ToldPage | Refusal): string {
  if (isRefusal(page)) return JSON.stringify(page);
  expect(JSON.parse(page.text)).toEqual(JSON.parse(JSON.stringify(page.fields)));
  return page.text;
}

const ask =
  (answer: () => object) =>
  (cursor: string | undefined): Promise<string> => {
    const asked = askedPage("a_tool", { number: 1 }, cursor);
    if (isRefusal(asked)) throw new Error("the cursor was refused");
    return Promise.resolve(textOf(onePage(answer(), asked)));
  };

const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, i) => make(i));

describe("an answer in pages", () => {
  it("is one page, as it is, where it is short", async () => {
    const answer = { number: 1, labels: ["a"], body: "x".repeat(1000) };
    expect(await follow(ask(() => answer))).toEqual({
      whole: answer,
      pages: 1,
      largest: JSON.stringify(answer).length,
    });
  });

  it.each<[string, object]>([
    ["a long text", { number: 1, body: "x".repeat(65_536), labels: ["a"] }],
    ["a text of which every letter is written as six", { body: "\u0001".repeat(65_536) }],
    ["a text of pairs that must not be cut in two", { body: "👩".repeat(20_000) }],
    ["many entries", { children: many(900, (number) => ({ number, title: "t".repeat(250) })) }],
    [
      "entries that are as large as a page",
      { comments: many(9, (i) => ({ author: "a", body: `${i}`.repeat(65_000), createdAt: i })) },
    ],
    [
      "lists in entries of a list",
      { batches: many(3, (id) => ({ id, tasks: many(400, (i) => ({ id: `${id}-${i}`, files: ["f".repeat(90)] })) })) },
    ],
    ["lists in a list", { batches: [many(900, (i) => `first ${"x".repeat(90)} ${i}`), ["second"]] }],
    [
      "lists in a field",
      {
        convergence: { met: false, blocking: many(900, (number) => ({ number, state: "s".repeat(40) })) },
        isGroup: true,
      },
    ],
    ["long words in a list", { warnings: ["a".repeat(60_000), "b", "c".repeat(60_000)] }],
    [
      "several long parts",
      {
        body: "b".repeat(30_000),
        labels: many(50, () => "\u0001".repeat(100)),
        history: many(500, (seq) => ({ seq, text: "t".repeat(99) })),
      },
    ],
  ])("gives %s out once, in pages below the limit", async (_, answer) => {
    const { whole, pages, largest } = await follow(ask(() => answer));
    expect(whole).toEqual(answer);
    expect(pages).toBeGreaterThan(1);
    expect(largest).toBeLessThan(MOST_CHARACTERS);
  });

  it("gives out whatever there is, each once", async () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.string({ unit: "binary", minLength: 8_000, maxLength: 30_000 }),
    );
    const entry = fc.record({
      id: fc.uuid(),
      text: texts,
      words: fc.array(fc.string({ maxLength: 300 }), { maxLength: 80 }),
    });
    const answer = fc.record({
      number: fc.nat(),
      body: texts,
      comments: fc.array(entry, { maxLength: 30 }),
      children: fc.array(entry, { maxLength: 30 }),
    });
    await fc.assert(
      fc.asyncProperty(answer, async (given) => {
        const { whole, largest } = await follow(ask(() => given));
        expect(whole).toEqual(given);
        expect(largest).toBeLessThan(MOST_CHARACTERS);
      }),
      { numRuns: 40 },
    );
  });

  it("begins with the newest where the newest stands last, and keeps the order on each page", () => {
    const history = many(900, (seq) => ({ seq, text: "t".repeat(90) }));
    const { page } = pageOf({ history }, null);
    const seqs = (page["history"] as { seq: number }[]).map(({ seq }) => seq);
    expect(seqs.at(-1)).toBe(899);
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
  });

  it("loses and repeats nothing where entries come in while somebody reads", async () => {
    let [oldest, newest] = [0, 500];
    const entries = (): object => ({
      history: many(newest - oldest, (i) => ({ seq: oldest + i, text: "t".repeat(90) })),
    });
    const begun = entries() as { history: readonly object[] };
    const turn = ask(entries);
    const { whole } = await follow((cursor) => {
      const text = turn(cursor);
      newest += 7;
      return text;
    });
    expect(whole).toEqual(begun);
    oldest = newest;
    const [first, gone] = [await ask(() => begun)(undefined), ask(entries)];
    expect(await gone((JSON.parse(first) as { cursor: string }).cursor)).toContain("invalid_cursor");
  });

  it("goes on where its source does", async () => {
    const sources: Record<string, readonly number[]> = { "": [1, 2], b: [3], c: [] };
    const next: Record<string, string | null> = { "": "b", b: "c", c: null };
    const { whole, pages } = await follow((cursor) => {
      const asked = askedPage("list", {}, cursor);
      if (isRefusal(asked)) throw new Error("the cursor was refused");
      const { source = "" } = asked.at;
      return Promise.resolve(textOf(onePage({ tickets: sources[source], [NEXT]: next[source] }, asked)));
    });
    expect(whole).toEqual({ tickets: [1, 2, 3] });
    expect(pages).toBe(3);
  });
});

describe("a cursor", () => {
  const answer = { body: "x".repeat(60_000) };
  const first = JSON.parse(textOf(onePage(answer, askedPage("a_tool", { number: 1 }, undefined) as never))) as {
    cursor: string;
  };

  it("is good for the same call only", () => {
    expect(isRefusal(askedPage("a_tool", { number: 1 }, first.cursor))).toBe(false);
    expect(isRefusal(askedPage("a_tool", { number: 2 }, first.cursor))).toBe(true);
    expect(isRefusal(askedPage("other_tool", { number: 1 }, first.cursor))).toBe(true);
  });

  it.each(["", "x", "e30", "bnVsbA", "x".repeat(1_000_000), Buffer.from("[]").toString("base64url")])(
    "that was made up is refused: %#",
    (cursor) => {
      expect(askedPage("a_tool", { number: 1 }, cursor)).toMatchObject({ code: "invalid_cursor" });
    },
  );

  it("does not lead into a text that has changed", () => {
    const asked = askedPage("a_tool", { number: 1 }, first.cursor);
    expect(onePage({ body: "y".repeat(60_000) }, asked as never)).toMatchObject({ code: "invalid_cursor" });
  });
});
