import { describe, expect, it } from "vitest";
import { hashWorkflow } from "./hash.ts";
import { earlierHashes, SHIPPED_HASHES } from "./shipped-hashes.ts";
import { shipped, SHIPPED } from "./shipped.ts";

describe.each(SHIPPED)("the shipped workflow %s", (name) => {
  // Where this fails, the file has changed: add its hash at the end of the list, and leave the others there.
  it("is the last of the known ones, so that the next release knows it as an earlier one", () => {
    const now = hashWorkflow(shipped(name).workflow);
    expect(SHIPPED_HASHES[name].at(-1)).toBe(now);
    expect(earlierHashes(name).has(now)).toBe(false);
  });

  it("is known once", () => {
    const known = SHIPPED_HASHES[name];
    expect(new Set(known).size).toBe(known.length);
    expect([...earlierHashes(name)]).toEqual(known.slice(0, -1));
  });
});
