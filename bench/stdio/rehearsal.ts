// What handoffs are answered and which rows they write, found out beforehand on a copy, for others to repeat.

import { copyFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { agent } from "../../test/support/processes/app.ts";
import { onBoard } from "./board.ts";
import { deedsAfter, lastRow, type Deed } from "../hand-written.ts";
import { rehearse } from "./handoffs.ts";
import type { EchoAnswers } from "./one-tool.ts";
import type { Call } from "./server-process.ts";

/** The answers' names are the places of their calls. */
export interface Rehearsal {
  readonly answers: EchoAnswers;
  readonly deeds: readonly Deed[];
}

export async function rehearsal(file: string, connection: string, calls: readonly Call[]): Promise<Rehearsal> {
  const copy = copyOf(file, "rehearsal.db");
  const before = lastRow(copy);
  const caller = { ...agent(connection), via: "stdio" };
  const answers = await onBoard(copy, (app) => rehearse(app, caller, calls));
  const deeds = deedsAfter(copy, before);
  if (deeds.length !== calls.length) throw new Error(`${calls.length} calls left ${deeds.length} rows`);
  return { answers: Object.fromEntries(answers.entries()), deeds };
}

/** Of a file that nobody has open. */
export function copyOf(file: string, name: string): string {
  const copy = join(dirname(file), name);
  copyFileSync(file, copy);
  return copy;
}
