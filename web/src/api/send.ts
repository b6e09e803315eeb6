// What is sent: one function for every change that a person makes.

import type {
  AdoptionAnswer,
  EndedBrowser,
  MovedAnswer,
  NewAdoption,
  NewAttest,
  NewComment,
  NewEdit,
  NewEnd,
  NewHandoff,
  NewKey,
  NewKeyAnswer,
  NewLimit,
  NewLink,
  NewRelease,
  NewRevocation,
  NewSession,
  NewTaskStatus,
  NewTicket,
  NewTrial,
  NewUndo,
  TrialAnswer,
  UndoAnswer,
} from "../../../src/http/contract.ts";
import { postJson, sendDelete, sendJson } from "./client.ts";
import { noteOwnMove } from "./own-move.ts";
import { runPath } from "./queries.ts";

export function sendTrial(body: NewTrial): Promise<TrialAnswer> {
  return postJson("/api/workflow/try", body);
}

export function sendAdoption(body: NewAdoption): Promise<AdoptionAnswer> {
  return postJson("/api/workflows/adopt", body);
}

export function sendKey(body: NewKey): Promise<NewKeyAnswer> {
  return postJson("/api/tokens", body);
}

export function sendLimit(id: string, body: NewLimit): Promise<unknown> {
  return postJson(`/api/tokens/${encodeURIComponent(id)}/limit`, body);
}

export function sendRevocation(id: string, body: NewRevocation): Promise<unknown> {
  return postJson(`/api/tokens/${encodeURIComponent(id)}/revoke`, body);
}

export function sendBrowserEnd(id: string): Promise<EndedBrowser> {
  return sendDelete(`/api/browsers/${encodeURIComponent(id)}`);
}

export async function sendHandoff(key: string, body: NewHandoff): Promise<unknown> {
  const answer = await postJson<MovedAnswer>(`${ticketRoute(key)}/handoff`, body);
  if (answer.changed && answer.event !== null && body.toState !== undefined) {
    noteOwnMove({ ticket: key, to: body.toState, event: answer.event });
  }
  return answer;
}

export function sendUndo(key: string, body: NewUndo): Promise<UndoAnswer> {
  return postJson(`${ticketRoute(key)}/undo`, body);
}

export function sendTicket(body: NewTicket): Promise<{ readonly number: number; readonly repo?: string }> {
  return postJson("/api/tickets", body);
}

export function sendEdit(key: string, body: NewEdit): Promise<unknown> {
  return sendJson("PATCH", ticketRoute(key), body);
}

export function sendBlocker(key: string, blocker: string, body: NewLink): Promise<unknown> {
  return sendJson("PUT", `${ticketRoute(key)}/blockers/${encodeURIComponent(blocker)}`, body);
}

export function sendUnblock(key: string, blocker: string): Promise<unknown> {
  return sendDelete(`${ticketRoute(key)}/blockers/${encodeURIComponent(blocker)}`);
}

export function sendComment(key: string, body: NewComment): Promise<unknown> {
  return postJson(`/api/tickets/${encodeURIComponent(key)}/comments`, body);
}

export function sendAttest(key: string, body: NewAttest): Promise<unknown> {
  return postJson(`/api/tickets/${encodeURIComponent(key)}/attest`, body);
}

export function sendRelease(key: string, body: NewRelease): Promise<unknown> {
  return postJson(`/api/claims/${encodeURIComponent(key)}/release`, body);
}

export function sendSession(body: NewSession): Promise<{ readonly sessionId: string; readonly existing: boolean }> {
  return postJson("/api/sessions", body);
}

export function sendEnd(session: string, body: NewEnd): Promise<unknown> {
  return postJson(`/api/sessions/${encodeURIComponent(session)}/end`, body);
}

export function sendTaskStatus(project: string, session: string, task: string, body: NewTaskStatus): Promise<unknown> {
  return postJson(`${runPath(project, session)}/tasks/${encodeURIComponent(task)}`, body);
}

function ticketRoute(key: string): string {
  return `/api/tickets/${encodeURIComponent(key)}`;
}
