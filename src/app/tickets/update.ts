// What a ticket says and how it is linked, changed in one step. Never its state: that is what handoff is for.

import type { TicketRef } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { App, Caller } from "../app.ts";
import { editTicket, readEdit, type EditInput } from "./edit.ts";
import { linkStep, type LinkAnswer, type LinkInput } from "./link.ts";
import { checkNames } from "../commit/limits.ts";
import { noSuchTicket } from "../commit/refused.ts";
import { settleOnce, withEvent, type RequestName } from "../commit/requests.ts";
import { byWorkflow } from "../workflows/by-workflow.ts";

export type UpdateInput = EditInput & LinkInput;

export interface UpdateAnswer extends TicketRef {
  readonly edited: readonly string[];
  /** Where links were part of it. */
  readonly links?: Pick<LinkAnswer, "parent" | "added" | "removed">;
  readonly event: number | null;
}

export async function updateTicket(app: App, caller: Caller, input: UpdateInput): Promise<UpdateAnswer | Refusal> {
  const { key, requestId, parent, addBlockers, removeBlockers, command, ...fields } = input;
  const links = { parent, addBlockers, removeBlockers };
  if (Object.values(links).every((link) => link === undefined))
    return editTicket(app, caller, { key, requestId, ...fields });
  const unfit = checkNames(caller, requestId);
  if (unfit) return unfit;
  const edit = readEdit(fields);
  if (isRefusal(edit)) return edit;
  const request: RequestName = {
    tool: "update_ticket",
    subject: key,
    id: requestId,
    arguments: { ...fields, ...links, command },
  };
  const look = byWorkflow<LinkAnswer | Refusal>(app, async (app) => {
    const ticket = await app.board.tickets.get(key);
    if (!ticket) return { answer: noSuchTicket(key) };
    return linkStep(app, caller, { key, command, ...links }, request, ticket, edit);
  });
  const answer = await settleOnce<LinkAnswer, LinkAnswer>(app.board, request, withEvent, look);
  if (isRefusal(answer)) return answer;
  const { parent: above, added, removed, event, ...ref } = answer;
  return { ...ref, edited: edit.edited, links: { parent: above, added, removed }, event };
}
