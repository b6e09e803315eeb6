import { expect, it } from "vitest";
import { makeScrub } from "./secrets.ts";

const scrub = makeScrub(["my-secret-token", "abc"]);

it.each([
  ["failed with my-secret-token, my-secret-token", "failed with [token], [token]"],
  ["ghp_0123456789abcdef0123456789abcdef0123 of another", "[token] of another"],
  ["github_pat_11AAAAAAA0aaaaaaaaaaaa_bbbbbbbbbbbb!", "[token]!"],
  ["ghs_123456_eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjF9.a-b_c0 of an App", "[token] of an App"],
  ["eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiIxIn0.c2ln-bmF0_dXJl was refused", "[token] was refused"],
  ["-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nis no key", "[key]\nis no key"],
  ["cut off: -----BEGIN PRIVATE KEY-----\nMIIE", "cut off: [key]"],
  ['{"authorization":"Bearer something.else"}', '{"authorization":"[token]"}'],
  ["Authorization: token xyz", "Authorization: [token]"],
  ["authorization: xyz", "authorization: [token]"],
])("takes the token out of %s", (text, expected) => {
  expect(scrub(text)).toBe(expected);
});

it("leaves other words alone, also where a token is short", () => {
  expect(scrub("the abc of authorization")).toBe("the abc of authorization");
});
