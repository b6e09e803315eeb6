// Claims of before go on: their tokens were made from the store's secret, and now their digests are kept. The secret
// itself goes, so that what was copied of the database after this makes no token.

import { createHmac, hash } from "node:crypto";
import type { Derivation } from "./list.ts";

export const TOKENS: Derivation = {
  read: `SELECT t.key AS key, t.fence AS fence, m.value AS secret
    FROM ticket t CROSS JOIN meta m WHERE t.claim_connection IS NOT NULL AND m.name = 'secret'`,
  make: ({ key, fence, secret }) => [String(key), Number(fence), digestOf(String(key), Number(fence), String(secret))],
  write: {
    sqlite: "INSERT INTO claim_token (ticket, fence, digest) VALUES (?, ?, ?)",
    postgres: "INSERT INTO claim_token (ticket, fence, digest) VALUES ($1, $2, $3)",
  },
  afterwards: "DELETE FROM meta WHERE name = 'secret'",
};

function digestOf(key: string, fence: number, secret: string): string {
  const proof = createHmac("sha256", secret).update(`${key}\n${fence}`).digest("base64url").slice(0, 27);
  return hash("sha256", `${fence}.${proof}`);
}
