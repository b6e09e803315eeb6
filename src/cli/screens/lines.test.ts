import fc from "fast-check";
import { expect, it } from "vitest";
import { lengthOf, paintWhole, spread, wrap } from "./lines.ts";
import { widthOf } from "./table.ts";

it("wraps between words, and within one that is longer than a line", () => {
  expect(wrap("one two  three\nabcdefghij", 6)).toEqual(["one", "two ", "three", "abcdef", "ghij"]);
  expect(wrap("", 5)).toEqual([""]);
});

it("never makes a line that is too wide, and loses no letter", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 2, max: 40 }), (text, width) => {
      const lines = wrap(text, width);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
      const bare = (all: string): string => all.replaceAll(/[ \n]/g, "");
      expect(bare(lines.join(""))).toBe(bare(text));
    }),
  );
});

it("fills a line exactly, and cuts the left side where both have no room", () => {
  expect(paintWhole(spread([{ text: "left" }], [{ text: "right" }], 12), 12)).toBe("left   right");
  expect(paintWhole(spread([{ text: "a long one" }], [{ text: "right" }], 12), 12)).toBe("a lon… right");
  expect(lengthOf(spread([{ text: "日本語" }], [{ text: "5m" }], 6))).toBe(6);
});
