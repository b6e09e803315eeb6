// What a claim's effect writes into the ticket's row.

import type { ClaimEffect } from "../../engine/claims/claims.ts";
import { showIdentity, type ClaimFacts, type Identity, type Time } from "../../engine/facts.ts";
import type { Columns, TicketColumns } from "../commit/changes.ts";
import type { Json } from "../commit/json.ts";
import { digestOf } from "./token.ts";

const NO_CLAIM = {
  claim_connection: null,
  claim_agent: null,
  claim_since: null,
  claim_expires: null,
  former_connection: null,
  former_agent: null,
  reserved_until: null,
  claim_digest: null,
} as const satisfies Columns<"ticket">;

/** `token`: the one that a new holder is given. */
export function claimColumns(effect: ClaimEffect, moved: boolean, now: Time, token?: string): Columns<"ticket"> {
  switch (effect.type) {
    case "keep":
      return moved ? { reserved_until: null } : {};
    case "renew":
      return { claim_expires: effect.expiresAt };
    case "release":
      return NO_CLAIM;
    case "reserve":
      return { ...NO_CLAIM, reserved_until: effect.until };
    case "acquire":
      return {
        ...NO_CLAIM,
        fence: effect.fence,
        claim_connection: effect.holder.connection,
        claim_agent: effect.holder.agent,
        claim_since: now,
        claim_expires: effect.expiresAt,
        former_connection: effect.takenFrom?.connection ?? null,
        former_agent: effect.takenFrom?.agent ?? null,
        claim_digest: token === undefined ? null : digestOf(token),
      };
  }
}

/** What the ledger says of it; null where nothing happened to the claim. */
export function claimData(effect: ClaimEffect): Json {
  switch (effect.type) {
    case "keep":
      return null;
    case "renew":
      return { type: "renew", expiresAt: effect.expiresAt };
    case "release":
      return { type: "release", holder: showIdentity(effect.holder), deposed: effect.deposed };
    case "reserve":
      return { type: "reserve", until: effect.until, deposed: effect.deposed && showIdentity(effect.deposed) };
    case "acquire":
      return {
        type: "acquire",
        holder: showIdentity(effect.holder),
        fence: effect.fence,
        expiresAt: effect.expiresAt,
        takenFrom: effect.takenFrom && showIdentity(effect.takenFrom),
      };
  }
}

type LockColumns = Pick<
  TicketColumns,
  "fence" | "claim_connection" | "claim_agent" | "claim_since" | "claim_expires" | "reserved_until"
>;

/** Who has it to themselves, and until when. */
export function lockIn(row: LockColumns): { readonly claim: ClaimFacts | null; readonly reservedUntil: Time | null } {
  const { fence, claim_since: since, claim_expires: expiresAt } = row;
  const holder = identityIn(row.claim_connection, row.claim_agent);
  // They are set together.
  const claim = holder && { holder, fence, since: since ?? 0, expiresAt: expiresAt ?? 0 };
  return { claim, reservedUntil: row.reserved_until };
}

export function identityIn(connection: string | null, agent: string | null): Identity | null {
  return connection === null ? null : { connection, agent };
}
