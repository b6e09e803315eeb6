import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { harmless } from "../support/output.ts";
import { cut, fitWindow, oneLine, renderTable, widthOf, type Column } from "./table.ts";

const RED = "\u001b[31m";
const OFF = "\u001b[0m";

afterEach(() => {
  vi.unstubAllEnvs();
});

const text = (...texts: string[]): { text: string }[] => texts.map((one) => ({ text: one }));

describe("a table", () => {
  const columns: readonly Column[] = [
    { title: "ID" },
    { title: "TITLE", least: 6 },
    { title: "N", right: true },
    { title: "NOTE", drop: 2, least: 4 },
    { title: "EXTRA", drop: 1 },
  ];
  const rows = [text("1", "A long title", "7", "a note", "more"), text("22", "Short", "123", "", "m")];

  it("is as wide as it needs to be, with numbers to the right", () => {
    vi.stubEnv("NO_COLOR", "1");
    expect(renderTable(columns, rows, 100).split("\n")).toEqual([
      "ID  TITLE           N  NOTE    EXTRA",
      "1   A long title    7  a note  more",
      "22  Short         123          m",
    ]);
  });

  it("takes away from the widest first, and then leaves out what can be spared most", () => {
    vi.stubEnv("NO_COLOR", "1");
    const widths = (width: number): readonly string[] => renderTable(columns, rows, width).split("\n");
    expect(widths(34)).toEqual([
      "ID  TITLE         N  NOTE    EXTRA",
      "1   A long ti…    7  a note  more",
      "22  Short       123          m",
    ]);
    expect(widths(22)).toEqual(["ID  TITLE     N  EXTRA", "1   A lon…    7  more", "22  Short   123  m"]);
    expect(widths(15)).toEqual(["ID  TITLE     N", "1   A lon…    7", "22  Short   123"]);
    // Below that it stays as it is: nothing more can be spared here.
    expect(widths(5)).toEqual(widths(15));
  });

  it("counts what a terminal shows, not what a string holds", () => {
    vi.stubEnv("NO_COLOR", "1");
    const shown = renderTable(
      [{ title: "A" }, { title: "B" }],
      [text("日本", "x"), text("👍🏽", "x"), text("e\u0301", "x")],
      80,
    );
    expect(shown.split("\n")).toEqual(["A     B", "日本  x", "👍🏽    x", "e\u0301     x"]);
  });

  it("colours no space, and lets nothing through that a terminal would obey", () => {
    vi.stubEnv("FORCE_COLOR", "1");
    const [, line] = renderTable(
      [{ title: "A", right: true }, { title: "LONGER" }],
      [[{ text: "x\u001b[2J\ny", styles: ["red"] }, { text: "z" }]],
      80,
    ).split("\n");
    expect(harmless(line ?? "")).toBe(`${RED}x [2J y${OFF}  z`);
  });

  it("has room for missing cells", () => {
    vi.stubEnv("NO_COLOR", "1");
    expect(renderTable([{ title: "A" }, { title: "B" }], [text("x")], 80)).toBe("A  B\nx");
  });
});

describe("cutting", () => {
  it("cuts between letters, never within one, and never beyond the size", () => {
    expect(cut("abc", 3)).toBe("abc");
    expect(cut("abcd", 3)).toBe("ab…");
    expect(cut("日本語", 5)).toBe("日本…");
    expect(cut("日本語", 4)).toBe("日…");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 20 }), (word, size) => {
        expect(widthOf(cut(word, size))).toBeLessThanOrEqual(size);
      }),
    );
  });

  it("fits coloured lines into a window, and switches off what it has switched on", () => {
    expect(fitWindow("abc\nabcdef", 3)).toBe("abc\nab…");
    expect(fitWindow(`${RED}abc${OFF}def`, 6)).toBe(`${RED}abc${OFF}def`);
    expect(fitWindow(`${RED}abc${OFF}def`, 5)).toBe(`${RED}abc${OFF}d…`);
    expect(fitWindow(`x${RED}abcdef${OFF}`, 4)).toBe(`x${RED}ab…${OFF}`);
    expect(fitWindow(`abcd${RED}ef${OFF}`, 3)).toBe(`ab…${RED}${OFF}`);
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: "grapheme-ascii" }), fc.constantFrom(RED, OFF, "日"))),
        fc.integer({ min: 1, max: 20 }),
        (parts, width) => {
          const line = parts.join("").replaceAll("\n", " ");
          const fitted = fitWindow(line, width);
          const shown = stripVTControlCharacters(fitted);
          expect(widthOf(shown)).toBeLessThanOrEqual(width);
          if (widthOf(stripVTControlCharacters(line)) <= width) expect(fitted).toBe(line);
        },
      ),
    );
  });
});

it("makes one line of any text", () => {
  expect(oneLine(" a\r\nb\tc\u2028d\u202ee\u0007 ")).toBe("a b c d e");
});
