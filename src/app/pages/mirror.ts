// As of when an answer is, where tickets live elsewhere. On a board of our own there is nothing to say.

import { stamp } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { Board } from "../ports/board.ts";
import type { MirrorView } from "./views.ts";

/** `looked`: what it tells of was looked at there for this very answer; else it is as old as the last look at everything. */
export async function readMirror(board: Board, looked: boolean): Promise<{ readonly mirror?: MirrorView }> {
  const { mirror } = board;
  if (!mirror) return {};
  if (looked) return { mirror: { of: mirror.name, asOf: stamp(await board.now()), behind: null } };
  const { at, behind } = await mirror.age();
  const why = behind && `${behind.what} ${behind.recovery}`;
  return { mirror: { of: mirror.name, asOf: at === null ? null : stamp(at), behind: why } };
}

/** A refusal says by itself what it rests on. */
export async function withMirror<T extends object>(
  board: Board,
  looked: boolean,
  answer: T | Refusal,
): Promise<(T & { readonly mirror?: MirrorView }) | Refusal> {
  return isRefusal(answer) ? answer : { ...answer, ...(await readMirror(board, looked)) };
}
