// The same request twice: the answer that was recorded the first time, and nothing changed. An answer is lost on its way
// more often than one thinks, and an agent that asks again must not do it again.

import { hash } from "node:crypto";
import { argument, say } from "../../engine/acts.ts";
import { refuse, type Refusal } from "../../engine/refusal.ts";
import { quote } from "../../engine/words.ts";
import type { Board } from "../ports/board.ts";
import { canonicalJson } from "./json.ts";
import type { RequestRecord } from "./plan.ts";
import { settle, type Attempt } from "./settle.ts";

export interface RequestName {
  /** See `senderOf`: another sender's request of the same id is another request. */
  readonly sender: string;
  readonly tool: string;
  readonly subject: string;
  /** The caller's request_id; undefined: each call is a call of its own. */
  readonly id: string | undefined;
  readonly arguments: unknown;
}

export interface Recorded<T> {
  readonly answer: T;
  /** The ledger's number for what it did. */
  readonly seq: number;
}

/** An answer that may have been given before. */
export type MaybeRepeated<T> = T & { readonly repeated?: true };

/** Settles a request, unless it was settled before, or is at this moment by the same sender. */
export function settleOnce<Kept, T extends object>(
  board: Board,
  request: RequestName,
  again: (recorded: Recorded<Kept>) => T | Promise<T>,
  look: () => Promise<Attempt<T | Refusal>>,
): Promise<MaybeRepeated<T> | Refusal> {
  if (request.id === undefined) return settle<T | Refusal>(board, look);
  const repeated = async (): Promise<Attempt<MaybeRepeated<T> | Refusal> | null> => {
    const before = await recordedAnswer<Kept>(board, request);
    if (!before) return null;
    return { answer: "answer" in before ? { ...(await again(before)), repeated: true } : before };
  };
  return settle<MaybeRepeated<T> | Refusal>(board, async () => {
    const before = await repeated();
    if (before) return before;
    const attempt = await look();
    // A plan that records the request is stale where somebody was faster. A refusal may be of what they have just done.
    return "plan" in attempt && attempt.plan.request ? attempt : ((await repeated()) ?? attempt);
  });
}

export function withEvent<T extends { readonly event: number | null }>({ answer, seq }: Recorded<T>): T {
  return { ...answer, event: seq };
}

async function recordedAnswer<T>(board: Board, request: RequestName): Promise<Recorded<T> | Refusal | null> {
  if (request.id === undefined) return null;
  const { sender, tool, subject, id } = request;
  const recorded = await board.ledger.recorded({ sender, tool, subject, id });
  if (!recorded) return null;
  if (recorded.arguments === digest(request.arguments)) {
    return { answer: JSON.parse(recorded.answer) as T, seq: recorded.seq };
  }
  return refuse(
    "request_reused",
    say`The ${argument("request_id")} ${quote(request.id)} was used before, for ${{ type: "call", tool: request.tool }} on the same subject with other arguments.`,
    say`retry with a ${argument("request_id")} of its own for each call; repeat one only to repeat the very same call.`,
    { request_id: request.id },
  );
}

export function requestRecord(request: RequestName, answer: unknown): { request: RequestRecord } | object {
  if (request.id === undefined) return {};
  const { sender, tool, subject, id } = request;
  return {
    request: { sender, tool, subject, id, arguments: digest(request.arguments), answer: JSON.stringify(answer) },
  };
}

function digest(value: unknown): string {
  return hash("sha256", canonicalJson(value));
}
