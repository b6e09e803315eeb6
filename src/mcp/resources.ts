// What can be read without a tool: the workflow, the board, a ticket.

import { ResourceNotFoundError, type ReadResourceResult } from "@modelcontextprotocol/server";
import type { App } from "../app/app.ts";
import { viewSession } from "../app/view-session.ts";
import { viewRun } from "../app/view-run.ts";
import { viewTicket } from "../app/view.ts";
import { isRefusal } from "../engine/refusal.ts";
import type { Workflow } from "../engine/workflow.ts";

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
  {
    uriTemplate: "signalbox://session/{id}",
    name: "session",
    title: "A session",
    description: "What an agent does on a ticket, with its history.",
    mimeType: JSON_TYPE,
  },
  {
    uriTemplate: "signalbox://run/{project}/{session}",
    name: "run",
    title: "A run",
    description: "A run of skills: where it stands, its items and tasks, its history.",
    mimeType: JSON_TYPE,
  },
] as const;

export async function readResource(app: App, uri: string): Promise<ReadResourceResult> {
  const value = await read(app, uri);
  if (value === null) throw new ResourceNotFoundError(uri.slice(0, 200));
  return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(value) }] };
}

async function read(app: App, uri: string): Promise<object | null> {
  const run = /^signalbox:\/\/run\/([^/?#]+)\/([^/?#]+)$/.exec(uri);
  if (run) return readRun(app, run[1] ?? "", run[2] ?? "");
  const [, kind, name = ""] = /^signalbox:\/\/(board|workflow|ticket|session)(?:\/([^/?#]+))?$/.exec(uri) ?? [];
  switch (kind) {
    case "board": {
      const [states, head] = await Promise.all([app.board.stateCounts(), app.board.head()]);
      return name === "" ? { states, head: { seq: head.seq, hash: head.hash } } : null;
    }
    case "workflow":
      return inForce(app).find((workflow) => workflow.name === name) ?? null;
    case "ticket": {
      if (!/^[1-9]\d{0,14}$/.test(name)) return null;
      const ticket = await viewTicket(app, name);
      return isRefusal(ticket) ? null : ticket;
    }
    case "session": {
      const session = await viewSession(app, name);
      return isRefusal(session) ? null : session;
    }
    default:
      return null;
  }
}

function inForce({ machine, sessions, runs }: App): readonly Workflow[] {
  return [machine.workflow, sessions.workflow, runs.workflow];
}

/** Names may hold any character: in an address they are written with percent signs. */
async function readRun(app: App, project: string, session: string): Promise<object | null> {
  if (!isEncoded(project) || !isEncoded(session)) return null;
  const run = await viewRun(app, { project: decodeURIComponent(project), session: decodeURIComponent(session) });
  return isRefusal(run) ? null : run;
}

function isEncoded(part: string): boolean {
  try {
    return decodeURIComponent(part) !== "";
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}
