// Sends a fact to a board. Sent again under the same id where nobody knows whether it arrived: the board takes it once.

import { setTimeout as wait } from "node:timers/promises";
import { CliError } from "../support/output.ts";
import type { FactAnswer, NewFact } from "../../http/contract.ts";

const PATIENCE_MS = 30_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 10_000;

export async function sendFact(server: string, bearer: string, fact: NewFact): Promise<FactAnswer> {
  const address = addressOf(server);
  let last = "";
  for (let tried = 0; tried < TRIES; tried++) {
    if (tried > 0) await wait(Math.min(FIRST_PAUSE_MS * 2 ** tried, LONGEST_PAUSE_MS));
    const answer = await post(address, bearer, fact);
    if ("fact" in answer) return answer.fact;
    if (!answer.again) throw new CliError(answer.why);
    last = answer.why;
  }
  throw new CliError(`${last} It was tried ${TRIES} times.`);
}

type Sent = { readonly fact: FactAnswer } | { readonly why: string; readonly again: boolean };

async function post(address: URL, bearer: string, fact: NewFact): Promise<Sent> {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: { authorization: `Bearer ${bearer}`, "content-type": "application/json" },
      body: JSON.stringify(fact),
      // A token is for this address, and for none that it leads to.
      redirect: "error",
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const text = await answer.text();
    if (answer.status === 201) return { fact: JSON.parse(text) as FactAnswer };
    const again = answer.status === 429 || answer.status >= 500;
    return { why: wordsOf(text) ?? `${address.host} answered with ${answer.status}.`, again };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const why = cause instanceof Error ? cause.message : String(cause);
    return { why: `${address.host} can't be reached: ${why}.`, again: true };
  }
}

/** What a refusal says; null: it is none of ours. */
function wordsOf(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: { code?: string; message?: string; recovery?: string } };
    return error?.message === undefined ? null : `${error.message} Recovery: ${error.recovery} (${error.code})`;
  } catch {
    // A proxy answers with a page of its own.
    return null;
  }
}

function addressOf(server: string): URL {
  if (!/^https?:\/\//i.test(server) || !URL.canParse(server)) {
    throw new CliError(`${server} is no address of a board: it begins with https://`, 2);
  }
  return new URL("api/facts", server.endsWith("/") ? server : `${server}/`);
}
