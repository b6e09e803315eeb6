// A claim as other machines see it: the message of the commit that a ref points at.

import type { Time } from "../../engine/facts.ts";

export interface Lease {
  readonly oid: string;
  readonly store: string;
  readonly holder: string;
  readonly fence: number;
  readonly since: Time;
  readonly expiresAt: Time;
}

const TITLE = "Signalbox claim";

export function refName(number: number): string {
  return `refs/signalbox/claims/issue-${number}`;
}

/** `nonce`: the same words in the same second would be the same object, and then two would hold it. */
export function leaseMessage(lease: Omit<Lease, "oid">, nonce: string): string {
  return `${TITLE}\n\n${JSON.stringify({ ...lease, nonce })}`;
}

/** What can't be read is nobody's, and may be taken over. */
export function readLease(oid: string, message: string): Lease {
  const { store, holder, fence, since, expiresAt } = parse(message.slice(message.indexOf("\n\n")));
  return {
    oid,
    store: typeof store === "string" ? store : "",
    holder: typeof holder === "string" ? holder : "",
    fence: typeof fence === "number" ? fence : 0,
    since: typeof since === "number" ? since : 0,
    expiresAt: typeof expiresAt === "number" ? expiresAt : 0,
  };
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
