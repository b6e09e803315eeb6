// How an answer is told to a client. Some show the model only the text, others only the structured content, so that both
// say the same; on a refusal the text is the prose that the fields carry too.

import { randomUUID } from "node:crypto";
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from "@modelcontextprotocol/server";
import { wayOut } from "../app/commit/errors.ts";
import { isRefusal, type Refusal } from "../engine/refusal.ts";
import { tell } from "../engine/surfaces/tell.ts";
import type { Words } from "../engine/acts.ts";
import { FIRST_PAGE, onePage, type Asked } from "./pages/cursors.ts";
import { pageOf } from "./pages/page.ts";

/** `asked`: which page of it. */
export function answerResult(answer: object | Refusal, asked: Asked = FIRST_PAGE): CallToolResult {
  if (isRefusal(answer)) return refused(answer);
  const page = onePage(answer, asked);
  if (isRefusal(page)) return refused(page);
  return { content: [{ type: "text", text: page.text }], structuredContent: page.fields };
}

function refused(refusal: Refusal): CallToolResult {
  const { error, recovery } = tellBriefly(refusal);
  return failed({ code: refusal.code, error, recovery, ...refusal.facts });
}

/** An error that knows what to do is passed on in words; anything else is a bug: logged once, told by its id alone. */
export function errorResult(error: unknown, log: Log): CallToolResult {
  return failed(explain(error, log));
}

/** The same for a request that has no result to carry an error. */
export function protocolError(error: unknown, log: Log): ProtocolError {
  if (error instanceof ProtocolError) return error;
  const { error: text, ...data } = explain(error, log);
  return new ProtocolError(ProtocolErrorCode.InternalError, text, data);
}

type Log = (line: Record<string, unknown>) => void;

type Explained = { code: string; error: string; recovery: string; id?: string };

function explain(failure: unknown, log: Log): Explained {
  const known = wayOut(failure);
  if (known) {
    const { error, recovery } = tellBriefly(known);
    return { code: known.code, error, recovery };
  }
  const id = randomUUID();
  log({
    level: "error",
    id,
    message: "a call failed",
    error: failure instanceof Error ? failure.stack : String(failure),
  });
  const bug = {
    what: `Something went wrong in Signalbox (error ${id}); nothing is known to have changed.`,
    recovery: "try once more; if it happens again, tell a person, who finds this id in the server's log.",
  };
  const { error, recovery } = tell(bug, "mcp");
  return { code: "internal_error", error, recovery, id };
}

/** Of its lists as many entries as there is room for, and how many more there are. */
function failed(content: { error: string } & Record<string, unknown>): CallToolResult {
  const { page, next, left } = pageOf(content, null);
  const structuredContent = next === null ? page : { ...page, more: left };
  return { isError: true, content: [{ type: "text", text: content.error }], structuredContent };
}

/** Nobody reads on beyond this; and the way out must not be lost behind it. */
const MOST_OF_A_TEXT = 4_000;

function tellBriefly(refusal: { readonly what: Words; readonly recovery: Words }): { error: string; recovery: string } {
  const told = tell(refusal, "mcp");
  const recovery = shortened(told.recovery);
  return { error: `${shortened(told.what)}\nRecovery: ${recovery}`, recovery };
}

function shortened(text: string): string {
  if (text.length <= MOST_OF_A_TEXT) return text;
  return `${text.slice(0, MOST_OF_A_TEXT).toWellFormed()}… (${text.length - MOST_OF_A_TEXT} more characters)`;
}
