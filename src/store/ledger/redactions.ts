// Which texts the ledger itself says were redacted. A text that is blank without such a row was taken away.

import * as z from "zod";
import type { Payload } from "./prepare.ts";

const data = z.object({ seq: z.number(), names: z.array(z.string()) });

export class Redactions {
  readonly #texts = new Set<string>();

  get size(): number {
    return this.#texts.size;
  }

  /** Takes note of a row, whatever its kind. */
  note(payload: Payload): void {
    if (payload.kind !== "redact") return;
    const said = data.safeParse(payload.data);
    for (const name of said.data?.names ?? []) this.#texts.add(keyOf(said.data?.seq, name));
  }

  cover(seq: number, name: string): boolean {
    return this.#texts.has(keyOf(seq, name));
  }
}

function keyOf(seq: number | undefined, name: string): string {
  return `${seq} ${name}`;
}
