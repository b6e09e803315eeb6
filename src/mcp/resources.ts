// What can be read without a tool: the workflow, the board, a ticket.

import { ResourceNotFoundError, type ReadResourceResult } from "@modelcontextprotocol/server";
import type { App } from "../app/app.ts";
import { viewTicket } from "../app/view.ts";
import { isRefusal } from "../engine/refusal.ts";

const JSON_TYPE = "application/json";

export const RESOURCES = [
  {
    uri: "signalbox://board",
    name: "board",
    title: "The board",
    description: "How many tickets stand in each state, and the ledger's head.",
    mimeType: JSON_TYPE,
  },
  {
    uri: "signalbox://workflow/ticket",
    name: "ticket workflow",
    title: "The ticket workflow in force",
    description: "States, edges, commands and intents, as data.",
    mimeType: JSON_TYPE,
  },
] as const;

export const RESOURCE_TEMPLATES = [
  {
    uriTemplate: "signalbox://workflow/{name}",
    name: "workflow",
    title: "A workflow",
    description: "A workflow in force, by name.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: "signalbox://ticket/{number}",
    name: "ticket",
    title: "A ticket",
    description: "One ticket with its links, comments and moves.",
    mimeType: JSON_TYPE,
  },
] as const;

export async function readResource(app: App, uri: string): Promise<ReadResourceResult> {
  const value = await read(app, uri);
  if (value === null) throw new ResourceNotFoundError(uri.slice(0, 200));
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }] };
}

async function read(app: App, uri: string): Promise<object | null> {
  const [, kind, name = ""] = /^signalbox:\/\/(board|workflow|ticket)(?:\/([^/?#]+))?$/.exec(uri) ?? [];
  switch (kind) {
    case "board": {
      const [states, head] = await Promise.all([app.board.stateCounts(), app.board.head()]);
      return name === "" ? { states, head: { seq: head.seq, hash: head.hash } } : null;
    }
    case "workflow":
      return name === app.machine.workflow.name ? app.machine.workflow : null;
    case "ticket": {
      if (!/^[1-9]\d{0,14}$/.test(name)) return null;
      const ticket = await viewTicket(app, name);
      return isRefusal(ticket) ? null : ticket;
    }
    default:
      return null;
  }
}
