// The ticket workflow as its file says it, and what may be asked of it. Nothing of the program reads it for us.

import { readFileSync } from "node:fs";
import { z } from "zod";

const guard = z.object({ type: z.string(), target: z.string().optional(), policy: z.string() });
export type Guard = z.infer<typeof guard>;

const command = z.object({
  inputs: z.array(z.string()),
  outputs: z.array(z.string()),
  lock: z.string().optional(),
});

const intent = z.object({
  acquires: z.boolean().optional(),
  expected: z.boolean().optional(),
  all: z.string().optional(),
  commands: z.record(z.string(), z.string().nullable()).optional(),
});

const workflow = z.object({
  start: z.string(),
  states: z.record(
    z.string(),
    z.object({ lock: z.boolean().optional(), human: z.boolean().optional(), terminal: z.boolean().optional() }),
  ),
  edges: z.array(z.object({ from: z.string(), to: z.string(), guards: z.array(guard).optional() })),
  pipeline: z.array(z.string()),
  commandPrefix: z.string().optional(),
  commands: z.record(z.string(), command),
  intents: z.record(z.string(), intent),
  inputs: z.string().optional(),
  humanGates: z.record(z.string(), z.string()).optional(),
  lease: z.object({ seconds: z.number(), states: z.record(z.string(), z.number()).optional() }),
  propagation: z.string().optional(),
});

export class Rules {
  readonly start: string;
  readonly longestLeaseMs: number;
  readonly #file: z.infer<typeof workflow>;
  readonly #guards: ReadonlyMap<string, readonly Guard[]>;

  /** A path, or what the file says. */
  constructor(source: string | object) {
    const file = workflow.parse(typeof source === "string" ? JSON.parse(readFileSync(source, "utf8")) : source);
    this.#file = file;
    this.start = file.start;
    this.longestLeaseMs = Math.max(file.lease.seconds, ...Object.values(file.lease.states ?? {})) * 1000;
    this.#guards = new Map(file.edges.map(({ from, to, guards }) => [edge(from, to), guards ?? []]));
  }

  knows(state: string | null): state is string {
    return state !== null && Object.hasOwn(this.#file.states, state);
  }

  hasEdge(from: string, to: string): boolean {
    return this.#guards.has(edge(from, to));
  }

  guardsOn(from: string, to: string): readonly Guard[] {
    return (this.#guards.get(edge(from, to)) ?? []).filter(({ policy }) => policy === "enforce");
  }

  isTerminal(state: string | null): boolean {
    return this.knows(state) && this.#file.states[state]?.terminal === true;
  }

  isLock(state: string | null): boolean {
    return this.knows(state) && this.#file.states[state]?.lock === true;
  }

  /** Only a person moves a ticket out of it. */
  isGated(state: string | null): boolean {
    return state !== null && this.#file.humanGates?.[state] === "enforce";
  }

  /** Its place in the pipeline; null: it stands outside. */
  placeOf(state: string | null): number | null {
    const place = state === null ? -1 : this.#file.pipeline.indexOf(state);
    return place < 0 ? null : place;
  }

  get movesOnlyChildrenLinkedBefore(): boolean {
    return this.#file.propagation === "linked-before";
  }

  /** Over edges that lead on in the pipeline, past no gate. */
  leadsForward(from: string, to: string): boolean {
    const reached = new Set([from]);
    for (const state of reached) {
      if (this.isGated(state)) continue;
      for (const { from: leaves, to: enters } of this.#file.edges) {
        if (leaves === state && (this.placeOf(enters) ?? -1) > (this.placeOf(state) ?? Infinity)) reached.add(enters);
      }
    }
    return reached.has(to);
  }

  /** Whether anybody could go on with a ticket that stands here and that nobody holds. */
  hasNextStep(state: string): boolean {
    const known = this.#file.states[state];
    if (!known || known.terminal) return false;
    if (!this.#file.edges.some(({ from }) => from === state)) return false;
    if (known.human) return true;
    return Object.values(this.#file.commands).some(({ inputs, lock }) => lock === state || inputs.includes(state));
  }

  /** What is wrong with an agent's move as this command; null: nothing. `word`: as the agent wrote it. */
  objection(word: string | null, intentName: string | null, from: string, to: string): string | null {
    const bare = this.#bare(word);
    const acting = bare === null ? undefined : this.#file.commands[bare];
    if (bare === null || !acting) return `there is no command "${word}"`;
    const asked = intentName === null ? undefined : this.#file.intents[intentName];
    if (intentName !== null && !asked) return `there is no intent "${intentName}"`;
    if (asked) {
      const own = asked.commands?.[bare];
      const target = own === undefined ? asked.all : own;
      if (target !== to) return `${intentName} of ${bare} leads to "${target ?? "nowhere"}", and not to "${to}"`;
    } else if (!acting.outputs.includes(to) && acting.lock !== to) {
      return `${bare} may not produce "${to}"`;
    }
    const binds = this.#file.inputs !== "warn" && (asked === undefined || asked.expected === true);
    if (binds && !acting.inputs.includes(from) && acting.lock !== from) return `${bare} does not expect "${from}"`;
    return null;
  }

  /** Whether this step takes the ticket for whoever makes it. */
  acquires(word: string | null, intentName: string | null, to: string): boolean {
    if (intentName !== null) return this.#file.intents[intentName]?.acquires === true;
    const bare = this.#bare(word);
    return bare !== null && this.#file.commands[bare]?.lock === to;
  }

  #bare(word: string | null): string | null {
    const prefix = this.#file.commandPrefix ?? "";
    return word !== null && prefix !== "" && word.startsWith(prefix) ? word.slice(prefix.length) : word;
  }
}

function edge(from: string, to: string): string {
  return JSON.stringify([from, to]);
}
