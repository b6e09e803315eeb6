// How an answer is told to a client. Some show the model only the text, others only the structured content, so that both
// say the same; on a refusal the text is the prose that the fields carry too.

import { randomUUID } from "node:crypto";
import { ProtocolError, ProtocolErrorCode, type CallToolResult } from "@modelcontextprotocol/server";
import { wayOut } from "../app/commit/errors.ts";
import { isRefusal, type Refusal } from "../engine/refusal.ts";
import { tell } from "../engine/surfaces/tell.ts";

export function answerResult(answer: object | Refusal): CallToolResult {
  if (isRefusal(answer)) {
    const { error, recovery } = tell(answer, "mcp");
    return failed({ code: answer.code, error, recovery, ...answer.facts });
  }
  return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: { ...answer } };
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
    const { error, recovery } = tell(known, "mcp");
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

function failed(content: { error: string } & Record<string, unknown>): CallToolResult {
  return { isError: true, content: [{ type: "text", text: content.error }], structuredContent: content };
}
