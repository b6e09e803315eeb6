// Claims, in the store: they stand in their tickets' rows.

import { randomBytes } from "node:crypto";
import type { Claims } from "../app/ports/claims.ts";
import { askAll, askOne } from "./ask.ts";
import type { Driver } from "./driver.ts";
import { number, text, toTicket } from "./rows.ts";
import { TICKET } from "./tickets/queries.ts";

export const CLAIMS_OF = `SELECT ${TICKET} FROM ticket WHERE claim_connection = ? ORDER BY number, repo`;
const COUNTS = `SELECT COUNT(CASE WHEN claim_expires > board_now() THEN 1 END) AS live, COUNT(*) AS n
  FROM ticket WHERE claim_connection IS NOT NULL`;
export const SECRET_VALUE = "SELECT value FROM meta WHERE name = 'secret'";

export function storeClaims(driver: Driver): Claims {
  let secret: Promise<string> | null = null;
  return {
    heldBy: async ({ connection }) => (await askAll(driver, CLAIMS_OF, connection)).map(toTicket),
    async counts() {
      const row = await askOne(driver, COUNTS);
      const live = number(row?.["live"]);
      return { live, expired: number(row?.["n"]) - live };
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
  return row ? text(row["value"]) : driver.setSecret(randomBytes(32).toString("base64url"));
}
