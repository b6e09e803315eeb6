// The hashes of every workflow that came with a release, so that a newer program knows an older shipped one from one that
// somebody wrote. A workflow that changes gets a new line here, and the old line stays.

import type { ShippedName } from "./shipped.ts";

/** The oldest first; the last one is what comes with this program. */
export const SHIPPED_HASHES: Readonly<Record<ShippedName, readonly string[]>> = {
  ticket: ["5ee87b9683229b421d2ffcd26410f51bb4a3ca78271c5055e92f3e3b42f53957"],
  "ticket-proof": ["3f06427b3ef44238e385f9e5bff31f27efef48387a7a221aa4ce853d8f7ecca7"],
  session: ["d07d61a46efa4c4dcad037abb576cb2cfa84ce9d6a04b118402cf079fd92ac1b"],
  skill: [
    "f2dc1c3b0921c4487012d64434e98ff3492bdc3bf8ab0e8e36b81611a7123faa",
    "a5ae14530811e2bade3abb563fc851fc5dcf5eb68f922dd18c7e8cdf429afd7e",
    "d5db985f4b8497598bffda97372d3d5c39396a214f3f7df0021e8cbda7c702a0",
  ],
};

/** Those of earlier releases. */
export function earlierHashes(name: ShippedName): ReadonlySet<string> {
  return new Set(SHIPPED_HASHES[name].slice(0, -1));
}
