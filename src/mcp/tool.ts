// A tool is data: its words, its schemas, and one verb that it calls.

import type { Seen } from "./age.ts";
import * as z from "zod";
import type { App, Caller } from "../app/app.ts";
import type { Refusal } from "../engine/refusal.ts";
import { PAGED } from "./pages/cursors.ts";
import { WORDS, type Words } from "./words.ts";

export type Toolset = "tickets" | "decisions" | "sessions" | "runs";

export interface ToolContext {
  readonly app: App;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  /** Told to a client that asked for it. */
  readonly progress: (done: number, total: number) => void;
}

export interface Tool {
  readonly name: string;
  readonly toolset: Toolset;
  readonly title: string;
  /** When to use it: hosts may show nothing else. */
  readonly description: string;
  readonly annotations: Annotations;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /** Acting again would answer something else: further pages are of the answer that is kept under a request_id. */
  readonly keepsAnswer?: true;
  /** It tells of tickets. Where those live elsewhere its answer says as of when: of the last look, or of one for this call. */
  readonly asOf?: Seen;
  readonly run: (context: ToolContext, args: never) => Promise<object | Refusal>;
}

/** A hint that says what a client takes for granted without it is left out: without `readOnlyHint`, a tool writes. */
export interface Annotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export const READS: Annotations = { readOnlyHint: true, openWorldHint: false };
export const WRITES: Annotations = { destructiveHint: false, openWorldHint: false };

export function defineTool<Input extends z.ZodObject>(tool: {
  readonly name: string;
  readonly toolset: Toolset;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly input: Input;
  readonly output: z.ZodObject;
  readonly keepsAnswer?: true;
  readonly asOf?: NonNullable<Tool["asOf"]>;
  readonly run: (context: ToolContext, args: z.output<Input>) => Promise<object | Refusal>;
}): Tool {
  return { ...tool, output: tool.output.extend(tool.asOf ? { ...PAGED, ...AS_OF } : PAGED) };
}

const AS_OF = { asOf: z.string().optional(), behind: z.string().optional() };

/** Shown with its known words as an enum; any other word passes, and gets a refusal that teaches instead. */
export function word(words: Words): z.ZodString {
  return z.string().meta({ [WORDS]: words });
}

const numbered = z.int().positive();

/** On every tool whose answer may come in pages. What it is for stands in the instructions. */
export const CURSOR = { cursor: z.string().optional() };

/** How a ticket is named. On a board of our own, owner and repo are taken and have no effect. */
export const TICKET = {
  number: numbered,
  owner: z.string().optional(),
  repo: z.string().optional(),
};

/** On every tool that changes something. What they are for stands in the instructions, once and not on every tool. */
export const CHANGES = {
  agent: z.string().optional(),
  request_id: z.string().optional(),
};

export const number = numbered;
