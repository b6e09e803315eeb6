// What the stage and its agents tell each other, beside what the board knows.

import * as z from "zod";

/** Given to an agent when it starts. */
export const orders = z.strictObject({
  name: z.string(),
  seed: z.int(),
  /** The commands as which it works, the one that it likes best first; without any it goes through a run of skills. */
  trades: z.array(z.string()),
  /** Whether it looks at new tickets, and files more of them. */
  triages: z.boolean(),
  /** Whether it judges what waits for a person, and how long it leaves that to one; null: for ever. */
  reviewsAfterMs: z.number().nullable(),
  /**
   * How often it tries what is not allowed, and looks before it takes; on which of its tickets it dies; and whether it says
   * that tests pass before anybody has run them.
   */
  habits: z.strictObject({
    mischief: z.number(),
    hesitates: z.number(),
    diesAt: z.int().nullable(),
    boasts: z.boolean(),
  }),
  /** The repository that it works in; null: there is none. */
  project: z.string().nullable(),
  /** How long its steps take: 1 is normal, less is faster. */
  pace: z.number(),
});

export type Orders = z.output<typeof orders>;

/** What an agent tells the stage. */
export const told = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("ready"), server: z.int() }),
  z.strictObject({ kind: z.literal("did"), text: z.string() }),
  z.strictObject({ kind: z.literal("refused"), id: z.int(), tool: z.string(), code: z.string(), race: z.boolean() }),
  z.strictObject({ kind: z.literal("recovered"), id: z.int(), by: z.string() }),
  /** It holds a ticket, and wants to be killed. */
  z.strictObject({ kind: z.literal("crash"), ticket: z.int() }),
  z.strictObject({ kind: z.literal("failed"), message: z.string() }),
]);

export type Told = z.output<typeof told>;

/** What the stage tells an agent. */
export const STOP = "stop";
