// The claim tokens that callers were ever given. Whoever brings one that was given for another claim, or for none, holds
// nothing by it.

import type { Ticket } from "./board.ts";

export class Tokens {
  readonly #given = new Map<string, { readonly key: string; readonly fence: number }>();

  give(token: string, key: string, fence: number): void {
    this.#given.set(token, { key, fence });
  }

  fits(token: string, ticket: Ticket): boolean {
    const given = this.#given.get(token);
    return given?.key === ticket.key && given.fence === ticket.fence && ticket.claim !== null;
  }
}
