// Claims, in the store: they stand in their tickets' rows.

import type { Claims } from "../app/ports/claims.ts";
import { askAll, askOne } from "./ask.ts";
import type { Reader } from "./driver.ts";
import { UP_TO } from "./queries.ts";
import { columns, int, select, shape } from "./select.ts";
import { CARD, TICKET, toTicket } from "./tickets/rows.ts";

export const CLAIMS_OF = select(
  TICKET,
  (list) => `SELECT ${list} FROM ticket t WHERE t.claim_connection = ? ORDER BY t.number, t.repo`,
);
/** By the claims' own index: they are few, however many tickets there are. */
const HELD = select(
  CARD,
  (list) => `SELECT ${list} FROM ticket t WHERE t.claim_connection IS NOT NULL AND t.closed = 0
    ORDER BY t.number, t.repo ${UP_TO}`,
);
const COUNTS = select(
  shape({ live: int("COUNT(CASE WHEN t.claim_expires > board_now() THEN 1 END)"), n: int("COUNT(*)") }),
  (list) => `SELECT ${list} FROM ticket t WHERE t.claim_connection IS NOT NULL`,
);
const TOKEN = shape(columns("claim_token", "claim_token", "fence"));
/** One statement: a claim that has ended gets no further token. */
export const ADD_TOKEN = select(
  TOKEN,
  (list) => `INSERT INTO claim_token (ticket, fence, digest)
    SELECT t.key, t.fence, CAST(? AS TEXT) FROM ticket t
    WHERE t.key = ? AND t.fence = ? AND t.claim_connection IS NOT NULL RETURNING ${list}`,
);
/** Since when, too: another machine's claim, which is laid over a ticket, may have the same fence. */
export const HAS_TOKEN = select(
  TOKEN,
  (list) => `SELECT ${list} FROM claim_token JOIN ticket t ON t.key = claim_token.ticket AND t.fence = claim_token.fence
    WHERE claim_token.ticket = ? AND claim_token.fence = ? AND claim_token.digest = ? AND t.claim_since = ?`,
);

export function storeClaims(driver: Reader): Claims {
  return {
    heldBy: async ({ connection }) => (await askAll(driver, CLAIMS_OF, connection)).map(toTicket),
    held: async (limit) => (await askAll(driver, HELD, limit)).map(toTicket),
    async counts() {
      const { live, n } = (await askOne(driver, COUNTS)) ?? { live: 0, n: 0 };
      return { live, expired: n - live };
    },
    async addToken(key, fence, digest) {
      return (await driver.read(ADD_TOKEN, [digest, key, fence])).length > 0;
    },
    async hasToken(key, { fence, since }, digest) {
      return (await driver.read(HAS_TOKEN, [key, fence, digest, since])).length > 0;
    },
  };
}
