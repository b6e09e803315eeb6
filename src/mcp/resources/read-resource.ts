// Reads a resource by its address.

import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
} from "@modelcontextprotocol/server";
import type { App } from "../../app/app.ts";
import { readMirror } from "../../app/pages/mirror.ts";
import { viewSession } from "../../app/sessions/view-session.ts";
import { viewRun } from "../../app/runs/view-run.ts";
import { viewTicket } from "../../app/tickets/view.ts";
import { refOf } from "../../engine/facts.ts";
import { isRefusal, type Refusal } from "../../engine/refusal.ts";
import type { Workflow } from "../../engine/workflow/format.ts";
import { tell } from "../../engine/surfaces/tell.ts";
import { plainJson } from "../../engine/words.ts";
import { ALL_ROWS } from "../../app/ports/ledger.ts";
import { askedPage, onePage, type ToldPage } from "../pages/cursors.ts";
import { age } from "../age.ts";
import { keyFrom } from "../key.ts";
import { JSON_TYPE } from "./resources.ts";

export async function readResource(app: App, uri: string): Promise<ReadResourceResult> {
  const [address = "", cursor] = uri.split("?cursor=", 2);
  const value = await read(app, address);
  if (value === null) throw new ResourceNotFoundError(uri.slice(0, 200));
  // A workflow is read by programs, as it is.
  const page = address.startsWith("signalbox://workflow/")
    ? { text: plainJson(value) }
    : pageAt(address, cursor, value);
  if (isRefusal(page)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, tell(page, "mcp").error);
  return { contents: [{ uri, mimeType: JSON_TYPE, text: page.text }] };
}

/** The next one is at the same address with `?cursor=` and the cursor. */
function pageAt(address: string, cursor: string | undefined, value: object): ToldPage | Refusal {
  const asked = askedPage(address, {}, cursor);
  return isRefusal(asked) ? asked : onePage(value, asked);
}

async function read(app: App, uri: string): Promise<object | null> {
  const run = /^signalbox:\/\/run\/([^/?#]+)\/([^/?#]+)$/.exec(uri);
  if (run) return readRun(app, run[1] ?? "", run[2] ?? "");
  const [, kind, name = ""] = /^signalbox:\/\/(board|workflow|ticket|session)(?:\/([^/?#]+))?$/.exec(uri) ?? [];
  switch (kind) {
    case "board": {
      await app.board.mirror?.fresh();
      const [states, head] = await Promise.all([app.board.tickets.countByState(), app.board.ledger.head()]);
      const mirror = await readMirror(app.board, false);
      return name === "" ? { states, head: { seq: head.seq, hash: head.hash }, ...mirror } : null;
    }
    case "workflow":
      return inForce(app).find((workflow) => workflow.name === name) ?? null;
    case "ticket": {
      const key = isEncoded(name) ? keyFrom(app, decodeURIComponent(name)) : "";
      const { number, repo } = refOf(key);
      if (!(number >= 1) || (repo !== undefined && !app.home)) return null;
      const ticket = await viewTicket(app, key);
      return isRefusal(ticket) ? null : { ...ticket, ...(await age(app, "this call")) };
    }
    case "session": {
      const session = await viewSession(app, name, ALL_ROWS);
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
  const run = await viewRun(
    app,
    { project: decodeURIComponent(project), session: decodeURIComponent(session) },
    { rows: ALL_ROWS },
  );
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
