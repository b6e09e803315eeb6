import { expect, it } from "vitest";
import { makeScrub } from "./secrets.ts";

const scrub = makeScrub(["my-secret-token", "abc"]);

it.each([
  ["failed with my-secret-token, my-secret-token", "failed with [token], [token]"],
  ["ghp_0123456789abcdef0123456789abcdef0123 of another", "[token] of another"],
  ["github_pat_11AAAAAAA0aaaaaaaaaaaa_bbbbbbbbbbbb!", "[token]!"],
  ['{"authorization":"Bearer something.else"}', '{"authorization":"[token]"}'],
  ["Authorization: token xyz", "Authorization: [token]"],
  ["authorization: xyz", "authorization: [token]"],
])("takes the token out of %s", (text, expected) => {
  expect(scrub(text)).toBe(expected);
});

it("leaves other words alone, also where a token is short", () => {
  expect(scrub("the abc of authorization")).toBe("the abc of authorization");
});
