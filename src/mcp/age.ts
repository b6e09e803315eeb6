// As of when an answer is, where tickets live elsewhere: nothing on a board of our own.

import type { App } from "../app/app.ts";
import { readMirror } from "../app/pages/mirror.ts";

/** `last look`: it tells of what is known; `this call`: it was looked at for this very answer. */
export type Seen = "last look" | "this call";

export async function age(
  { board }: Pick<App, "board">,
  seen: Seen,
): Promise<{ readonly asOf?: string; readonly behind?: string }> {
  const { mirror } = await readMirror(board, seen === "this call");
  if (!mirror) return {};
  const { asOf, behind } = mirror;
  return { ...(asOf === null ? {} : { asOf }), ...(behind === null ? {} : { behind }) };
}
