// What all agents of a phase share.

import type { Acknowledged } from "./acknowledged.ts";
import type { Weather } from "./faults/weather.ts";
import type { Notes } from "./notes.ts";

export interface World {
  readonly notes: Notes;
  readonly weather: Weather;
  readonly checker: { acknowledge(what: Acknowledged): void };
  /** Between two calls of an agent, on average. */
  readonly thinkMs: number;
  /** Tickets that wait for a person. */
  readonly escalated: number[];
  /** No new work is begun. */
  readonly over: AbortSignal;
}
