import { matchesGlob } from "node:path/posix";
import fc from "fast-check";
import { expect, it } from "vitest";
import { touchedPaths } from "./paths.ts";

const touches = (path: string, ...patterns: readonly string[]): boolean => touchedPaths([path], patterns).length > 0;

it.each([
  [".github/workflows/ci.yml", ".github/**", true],
  [".github", ".github/**", false],
  ["src/.github/ci.yml", ".github/**", false],
  ["src/.github/ci.yml", "**/.github/**", true],
  ["package.json", "*.json", true],
  ["src/package.json", "*.json", false],
  ["src/package.json", "**/*.json", true],
  ["package.json", "**/*.json", true],
  ["a/.env", "a/*", true],
  ["a/b.txt", "a/?.txt", true],
  ["a/bb.txt", "a/?.txt", false],
  ["a/x/y/z", "a/**/z", true],
  ["a/z", "a/**/z", true],
  ["a/x/y", "**", true],
  ["test/a.ts", "{test,src}/*.{ts,tsx}", true],
  ["web/a.ts", "{test,src}/*.{ts,tsx}", false],
  ["a{b", "a{b", true],
  ["a+b(c)", "a+b(c)", true],
  ["aab", "*ab", true],
])("%s is meant by %s: %s", (path, pattern, expected) => {
  expect(touches(path, pattern)).toBe(expected);
});

it("agrees with Node's own matching on names without dots and braces", () => {
  const part = fc.stringMatching(/^[ab]{1,3}$/);
  const wild = fc.oneof(part, fc.constantFrom("**", "*", "?", "a*", "*b", "a*b", "?a"));
  const pattern = fc
    .array(wild, { minLength: 1, maxLength: 4 })
    .filter((parts) => !parts.some((one, at) => one === "**" && parts[at + 1] === "**"));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), pattern, (names, parts) => {
      const [path, glob] = [names.join("/"), parts.join("/")];
      expect(touches(path, glob), `${path} by ${glob}`).toBe(matchesGlob(path, glob));
    }),
    { numRuns: 2000 },
  );
});

it("answers at once, whatever the pattern is", () => {
  const path = `${"a".repeat(200)}/${"a/".repeat(50)}b`;
  expect(touches(path, `${"*a".repeat(60)}c`, `${"**/a/".repeat(30)}c`, "{a,b}".repeat(40))).toBe(true);
});
