// Claims, in the store: they stand in their tickets' rows.

import { randomBytes } from "node:crypto";
import type { Claims } from "../app/ports/claims.ts";
import { askAll, askOne } from "./ask.ts";
import type { Driver } from "./driver.ts";
import { columns, int, select, shape } from "./select.ts";
import { TICKET, toTicket } from "./tickets/rows.ts";

export const CLAIMS_OF = select(
  TICKET,
  (list) => `SELECT ${list} FROM ticket t WHERE t.claim_connection = ? ORDER BY t.number, t.repo`,
);
const COUNTS = select(
  shape({ live: int("COUNT(CASE WHEN t.claim_expires > board_now() THEN 1 END)"), n: int("COUNT(*)") }),
  (list) => `SELECT ${list} FROM ticket t WHERE t.claim_connection IS NOT NULL`,
);
export const SECRET_VALUE = select(
  shape(columns("meta", "m", "value")),
  (list) => `SELECT ${list} FROM meta m WHERE m.name = 'secret'`,
);

export function storeClaims(driver: Driver): Claims {
  let secret: Promise<string> | null = null;
  return {
    heldBy: async ({ connection }) => (await askAll(driver, CLAIMS_OF, connection)).map(toTicket),
    async counts() {
      const { live, n } = (await askOne(driver, COUNTS)) ?? { live: 0, n: 0 };
      return { live, expired: n - live };
    },
    /** A store that was away when it was first asked is asked again: else only a restart would help. */
    secret() {
      secret ??= readSecret(driver).catch((error: unknown) => {
        secret = null;
        throw error;
      });
      return secret;
    },
  };
}

async function readSecret(driver: Driver): Promise<string> {
  const row = await askOne(driver, SECRET_VALUE);
  return row ? row.value : driver.setSecret(randomBytes(32).toString("base64url"));
}
