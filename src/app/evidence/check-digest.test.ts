import { expect, it } from "vitest";
import { digestOfCheck } from "./check-digest.ts";

it("is the same for the same check, with its defaults said or left out", () => {
  expect(digestOfCheck({ run: "npm test" })).toBe(digestOfCheck({ min: 1, counts: "auto", run: "npm test" }));
  expect(digestOfCheck({ run: "npm test", seconds: 5 })).toBe(digestOfCheck({ run: "npm test" }));
});

it("is another one for whatever changes what a pass means", () => {
  const checks = [
    { run: "npm test" },
    { run: "npm test " },
    { run: "npm test", setup: "npm ci" },
    { run: "npm test", min: 2 },
    { run: "npm test", counts: "none" as const },
    { run: "npm test", reports: "junit.xml" },
  ];
  expect(new Set(checks.map(digestOfCheck)).size).toBe(checks.length);
});
