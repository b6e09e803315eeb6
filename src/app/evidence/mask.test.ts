import { expect, it } from "vitest";
import { maskSecrets, MOST_OF_A_TAIL, tailOf } from "./mask.ts";

const a = (length: number): string => "a1".repeat(length).slice(0, length);

it.each([
  ["a GitHub token", `ghp_${a(36)}`],
  ["a token of this board", `sbx_0123456789_${a(43)}`],
  ["a key of a cloud", "AKIAABCDEFGHIJKLMNOP"],
  ["a private key", "-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----"],
  ["half of a private key", "-----BEGIN PRIVATE KEY-----\nabc"],
  ["a web token", `eyJ${a(20)}.${a(20)}.${a(20)}`],
  ["an API key", `sk-proj-${a(30)}`],
])("masks %s", (_, secret) => {
  const masked = maskSecrets(`before ${secret} after`);
  expect(masked).not.toContain(secret);
  expect(masked).toContain("before [masked]");
});

it("masks what is called a secret, and keeps its name", () => {
  expect(maskSecrets("NPM_TOKEN=hunter2000, ok")).toBe("NPM_TOKEN=[masked], ok");
  expect(maskSecrets('"password": "hunter2000"')).toBe('"password": "[masked]"');
  expect(maskSecrets("postgres://bob:hunter2@db/x")).toBe("postgres://bob:[masked]@db/x");
  expect(maskSecrets(`Authorization: Bearer ${a(20)}`)).toBe("Authorization: Bearer [masked]");
});

it("leaves the output of tests as it is", () => {
  const output = "✓ 812 passed, 3 skipped (74.21s)\nat src/token.ts:12:3\nexpected 3 to be 4";
  expect(maskSecrets(output)).toBe(output);
});

it("keeps the end of a long output, masked before it is cut", () => {
  const secret = `ghp_${a(36)}`;
  const tail = tailOf(`${secret}${"ü".repeat(MOST_OF_A_TAIL / 2 - 10)}`);
  expect(Buffer.byteLength(tail)).toBeLessThanOrEqual(MOST_OF_A_TAIL);
  expect(tail).not.toContain("a1a1");
  expect(tail.endsWith("ü")).toBe(true);
  expect(tailOf("x".repeat(9000)).length).toBe(MOST_OF_A_TAIL);
  expect(tailOf("half \uD800 and \0")).toBe("half \uFFFD and \u2400");
});
