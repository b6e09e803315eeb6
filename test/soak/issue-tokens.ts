// Keys for those who come over HTTP.

import { issueToken } from "../../src/app/keys/tokens.ts";
import { isRefusal } from "../../src/engine/refusal.ts";
import { tell } from "../../src/engine/surfaces/tell.ts";
import { appOn, openStore, person } from "../support/processes/app.ts";
import type { Address } from "../support/processes/place.ts";

export async function issueTokens(address: Address, count: number, role = "agent"): Promise<readonly string[]> {
  const store = await openStore(address);
  try {
    const tokens: string[] = [];
    for (let seat = 0; seat < count; seat++) {
      const name = role === "operator" ? "Ada" : `seat-${seat}`;
      const made = await issueToken(appOn(store), person, { role, name });
      if (isRefusal(made)) throw new Error(tell(made, "mcp").error);
      tokens.push(made.token);
    }
    return tokens;
  } finally {
    await store.close();
  }
}
