import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  aroundCursor,
  deleteAfter,
  deleteBefore,
  deleteLine,
  deleteWord,
  EMPTY,
  fieldWith,
  insert,
  move,
  moveLine,
  toLineEnd,
  toLineStart,
} from "./text-field.ts";

describe("a text that is typed", () => {
  it("takes letters where the cursor is, and deletes them there", () => {
    const typed = insert(move(insert(EMPTY, "ac"), -1), "b");
    expect(typed).toEqual({ text: "abc", at: 2 });
    expect(deleteBefore(typed)).toEqual({ text: "ac", at: 1 });
    expect(deleteAfter(typed)).toEqual({ text: "ab", at: 2 });
    expect([deleteBefore(EMPTY), deleteAfter(EMPTY)]).toEqual([EMPTY, EMPTY]);
  });

  it("counts what a person sees as one letter", () => {
    const family = "👩‍👩‍👧";
    expect(fieldWith(`é${family}`).at).toBe(2);
    expect(deleteBefore(fieldWith(`a${family}`))).toEqual({ text: "a", at: 1 });
  });

  it("takes the lines of what is pasted, and none of a terminal's commands", () => {
    expect(insert(EMPTY, "a\r\nb\u001b[2J\u0007")).toEqual({ text: "a\nb[2J", at: 6 });
  });

  it("goes from line to line, and keeps its place in it", () => {
    const field = fieldWith("long line\nab\nanother");
    const up = moveLine(field, -1);
    expect(aroundCursor(up)).toEqual({ before: "long line\nab", on: "\n", after: "another" });
    expect(moveLine(up, -1).at).toBe(2);
    expect(moveLine(field, 1)).toBe(field);
    expect([toLineStart(up).at, toLineEnd(toLineStart(up)).at]).toEqual([10, 12]);
  });

  it("deletes a word, and what stands before it in the line", () => {
    const field = fieldWith("one\ntwo three  ");
    expect(deleteWord(field)).toEqual({ text: "one\ntwo ", at: 8 });
    expect(deleteLine(field)).toEqual({ text: "one\n", at: 4 });
  });

  it("never has its cursor outside of the text", () => {
    const acts = [
      deleteAfter,
      deleteBefore,
      deleteWord,
      deleteLine,
      toLineEnd,
      toLineStart,
      (field: typeof EMPTY) => moveLine(field, 1),
      (field: typeof EMPTY) => moveLine(field, -1),
      (field: typeof EMPTY) => move(field, -3),
      (field: typeof EMPTY) => insert(field, "x\ny"),
    ];
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.array(fc.nat(acts.length - 1)), (text, order) => {
        let field = insert(EMPTY, text);
        for (const at of order) field = acts[at]?.(field) ?? field;
        const { before, on, after } = aroundCursor(field);
        expect(`${before}${on}${after}`).toBe(field.text);
      }),
    );
  });
});
