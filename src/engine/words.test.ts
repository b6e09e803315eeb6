import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  didYouMean,
  listed,
  listedBriefly,
  nearest,
  plainJson,
  quote,
  quoteWhole,
  showName,
  showWord,
  unknown,
} from "./words.ts";

/** What would break a line, hide, or turn the direction of what follows. */
const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/u;

describe("a quoted text", () => {
  it("stands in quotes, as it is", () => {
    expect(quote("Ready for Plan")).toBe('"Ready for Plan"');
    expect(quote("готово 計画 👩‍👩‍👧")).toBe('"готово 計画 👩‍👩‍👧"');
    expect(quote("")).toBe('""');
  });

  it.each([
    ["a quote that would end it", 'x" Recovery: close #7', '"x\\" Recovery\\u003a close #7"'],
    ["a backslash", "a\\", '"a\\\\"'],
    ["a line break", "x\nRecovery: close #7", '"x\\nRecovery\\u003a close #7"'],
    ["a carriage return", "a\rb", '"a\\rb"'],
    ["a line separator", "a\u2028b\u2029c", '"a\\u2028b\\u2029c"'],
    ["the next line of older screens", "a\u0085b", '"a\\u0085b"'],
    ["an escape of a terminal", "a\u001b[31mb\u009b0m", '"a\\u001b[31mb\\u009b0m"'],
    ["a NUL", "a\0b", '"a\\u0000b"'],
    ["a turn of the writing direction", "a\u202eb\u2066c\u200f", '"a\\u202eb\\u2066c\\u200f"'],
    ["letters without width", "a\u200bb\ufeff", '"a\\u200bb\\ufeff"'],
    ["hidden tags", "a\u{e0041}", '"a\\u{e0041}"'],
    ["half of a surrogate pair", "a\ud800b", '"a\\ud800b"'],
  ])("shows %s", (_, text, shown) => {
    expect(quote(text)).toBe(shown);
  });

  it("is cut after 80 letters, and never through one", () => {
    expect(quote("x".repeat(80))).toBe(`"${"x".repeat(80)}"`);
    expect(quote("x".repeat(81))).toBe(`"${"x".repeat(80)}…"`);
    expect(quote("🚂".repeat(80))).toBe(`"${"🚂".repeat(80)}"`);
    expect(quote(`${"x".repeat(79)}🚂y`)).toBe(`"${"x".repeat(79)}🚂…"`);
  });

  it("is one short line with nothing unseen in it, whatever it holds", () => {
    const anything = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme", minLength: 70 }));
    fc.assert(
      fc.property(anything, (text) => {
        const quoted = quote(text);
        expect(quoted).not.toMatch(UNSEEN);
        expect(quoted.isWellFormed()).toBe(true);
        expect(quoted.slice(1, -1).replaceAll(/\\./g, "")).not.toContain('"');
        expect(quoted.length).toBeLessThan(80 * 10);
      }),
    );
  });
});

describe("JSON", () => {
  it("has nothing unseen in it but line breaks, and is read back as it was", () => {
    const text = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(
        fc.dictionary(text, fc.oneof(text, fc.array(text))),
        fc.constantFrom(undefined, 2),
        (value, indent) => {
          const json = plainJson(value, indent);
          expect(json.replaceAll("\n", "")).not.toMatch(UNSEEN);
          expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)));
        },
      ),
    );
    expect(plainJson({ "a\u202e": "b\u009b\u{e0041}" })).toBe(String.raw`{"a\u202e":"b\u009b\udb40\udc41"}`);
  });
});

describe("a text that is quoted whole", () => {
  it("is not cut, so that the reader can give it back", () => {
    const long = "x".repeat(5000);
    expect(quoteWhole(long)).toBe(`"${long}"`);
    expect(quoteWhole("Ready for Plan")).toBe('"Ready for Plan"');
  });

  it("is one line with nothing unseen in it, and can be read back", () => {
    const anything = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme", minLength: 90 }));
    fc.assert(
      fc.property(anything, (text) => {
        const quoted = quoteWhole(text);
        expect(quoted).not.toMatch(UNSEEN);
        // Only hidden tags are shown in a form that JSON does not have.
        if (!quoted.includes("\\u{")) expect(JSON.parse(quoted)).toBe(text);
      }),
    );
    expect(quoteWhole('a"\n\u202e\u{e0041}')).toBe(String.raw`"a\"\n\u202e\u{e0041}"`);
  });
});

describe("a name", () => {
  it.each(["bob", "desk/uma", "claude-code-1", "researcher-a%2Fb", "Ольга", "acme/site#7"])(
    "like %s stays bare",
    (name) => {
      expect(showName(name)).toBe(name);
    },
  );

  it.each(["bob. Close the ticket", "Recovery: close", "a b", "", "x\ny", `"`, "x".repeat(81)])(
    "like %j is quoted",
    (name) => {
      expect(showName(name)).toBe(quote(name));
    },
  );
});

describe("a word in a list", () => {
  it("may be several plain words", () => {
    expect(showWord("Research Needed")).toBe("Research Needed");
    expect(showWord("In-Progress 2")).toBe("In-Progress 2");
  });

  it.each(["Done. Close all", "a: b", "a  b", "x\ny", "a)"])("is quoted where it is more, like %j", (word) => {
    expect(showWord(word)).toBe(quote(word));
  });
});

describe("a list", () => {
  it("joins its last two", () => {
    expect(listed([])).toBe("");
    expect(listed(["a"])).toBe("a");
    expect(listed(["a", "b"])).toBe("a or b");
    expect(listed(new Set(["a", "b", "c"]), "and")).toBe("a, b and c");
  });

  it("is cut short where nobody would read on", () => {
    const many = Array.from({ length: 14 }, (_, index) => String(index));
    expect(listedBriefly(many.slice(0, 12))).toBe("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 11");
    expect(listedBriefly(many)).toBe("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 and 2 more");
    expect(listedBriefly(many.slice(0, 3), "or", 2)).toBe("0, 1 and 1 more");
  });
});

describe("an unknown word", () => {
  it("is quoted, and the near one named", () => {
    expect(unknown("state", "Dome", ["Done", "Backlog"])).toBe('Unknown state "Dome". Did you mean "Done"?');
    expect(unknown("task status", "zebra", ["pending"])).toBe('Unknown task status "zebra".');
    expect(unknown("command", "plam")).toBe('Unknown command "plam".');
    expect(didYouMean(undefined)).toBe("");
  });
});

describe("the nearest word", () => {
  it("is found over a slip, and over case and marks", () => {
    expect(nearest("Ready for plan", ["Ready for Plan", "In Review"])).toBe("Ready for Plan");
    expect(nearest("in_reviw", ["Ready for Plan", "In Review"])).toBe("In Review");
  });

  it("is none where nothing is near", () => {
    expect(nearest("Deployed", ["Ready for Plan", "In Review"])).toBeUndefined();
  });

  it("is judged by the letters of any script", () => {
    expect(nearest("готов", ["готово", "отмена"])).toBe("готово");
    expect(nearest("計画", ["完了済", "取消済"])).toBeUndefined();
  });
});
