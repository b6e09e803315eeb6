// Text that is given as an argument, or on stdin where the argument is a dash.

import { text } from "node:stream/consumers";

export function readText(given: string): Promise<string>;
export function readText(given: string | undefined): Promise<string | undefined>;
export async function readText(given: string | undefined): Promise<string | undefined> {
  return given === "-" ? (await text(process.stdin)).trimEnd() : given;
}
