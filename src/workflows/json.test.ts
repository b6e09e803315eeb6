import fc from "fast-check";
import { expect, it } from "vitest";
import { findJsonFault, lineAndColumn } from "./json.ts";

it.each([
  ['{"a":1,}', "1:8", 'expected a key in double quotes, found "}"'],
  ["[1,]", "1:4", 'expected a value, found "]"'],
  ["{\n  'a': 1 }", "2:3", 'expected a key in double quotes, found "\'"'],
  ['{"a" 1}', "1:6", 'expected ":", found "1"'],
  ['{"a"', "1:5", 'expected ":", found the end of the text'],
  ["[1 2]", "1:4", 'expected "," or "]", found "2"'],
  ['{"a":1 "b":2}', "1:8", 'expected "," or "}", found "\\""'],
  ["[1,2", "1:5", "the text ends too early"],
  ['["abc', "1:2", "a string that is never closed"],
  ['["a\\x"]', "1:4", "not an escape that JSON knows"],
  ['["\\u12"]', "1:3", "not an escape that JSON knows"],
  ['["a\tb"]', "1:4", '"\\t" in a string must be escaped'],
  ["01", "1:2", 'nothing may follow the value, but "1" does'],
  ["NaN", "1:1", 'expected a value, found "N"'],
  ["{} // done", "1:4", 'nothing may follow the value, but "/" does'],
  ["😀", "1:1", 'expected a value, found "😀"'],
  ['{"a":1,\r\n"\\u0061":2}', "2:1", 'the key "a" stands twice in one object'],
])("finds the fault in %j", (text, place, reason) => {
  const fault = findJsonFault(text);
  expect(fault?.reason).toBe(reason);
  expect(lineAndColumn(text, fault?.offset ?? -1)).toBe(place);
});

it("allows 64 levels and no more", () => {
  expect(findJsonFault("[".repeat(64) + "]".repeat(64))).toBeUndefined();
  expect(findJsonFault("[".repeat(65) + "]".repeat(65))).toMatchObject({ offset: 64 });
});

it("takes numbers and escapes of every form", () => {
  expect(findJsonFault('[0, -1, 1.5, 1e5, 1E-5, 2.5e+10, "\\u00e9\\n\\/"]')).toBeUndefined();
});

it("allows a key again in another object", () => {
  expect(findJsonFault('[{"a":{"a":1}},{"a":2}]')).toBeUndefined();
});

it("finds no fault in anything that JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.constantFrom(undefined, 2, "\t"), (value, space) => {
      expect(findJsonFault(JSON.stringify(value, null, space))).toBeUndefined();
    }),
  );
});

it("agrees with JSON.parse on what is JSON", () => {
  const pieces = fc.constantFrom(
    ...'{ } [ ] , : " \\'.split(" "),
    " ",
    "\n",
    "1",
    "-",
    "0",
    ".5",
    "e+1",
    "true",
    "null",
    '"a"',
    '"b"',
    "\\u00e9",
    "\u0001",
    "x",
  );
  const text = fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join(""));
  let valid = 0;
  fc.assert(
    fc.property(text, (json) => {
      const fault = findJsonFault(json);
      if (parses(json)) valid += 1;
      expect(fault === undefined || fault.reason.includes("twice")).toBe(parses(json));
    }),
    { numRuns: 20_000 },
  );
  expect(valid).toBeGreaterThan(100);
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
