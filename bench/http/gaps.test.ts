import { expect, it } from "vitest";
import { fill, templateOf } from "./gaps.ts";

const FAR = { key: "712345678", plan: "a-plan", version: 3_000_000_004, fence: 5_000_000_000, now: 7_000_000_000_000 };

it("a text with gaps is the text again when it is filled with what was in it", () => {
  const text = JSON.stringify({
    ...FAR,
    expires: FAR.now + 1000,
    next: FAR.version + 1,
    payload: '{"key":"712345678"}',
  });
  expect(fill(templateOf(text, FAR), FAR)).toBe(text);
});

it("what is a little more stays as much more", () => {
  const template = templateOf(`[3000000005,5000000001,7000001200000]`, FAR);
  expect(fill(template, { ...FAR, version: 7, fence: 1, now: 1000 })).toBe("[8,2,1201000]");
});

it("what only looks like a value is left alone", () => {
  const text = `["a-plan-b","7123456789","x712345678",4,"2999999999"]`;
  expect(templateOf(text, FAR)).toEqual({ texts: [text], gaps: [] });
});
