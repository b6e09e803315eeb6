// What every verb works with.

import type { Machine } from "../engine/workflow/compile.ts";
import type { Actor, Identity } from "../engine/facts.ts";
import type { Surface } from "../engine/surfaces/tell.ts";
import type { Workflow } from "../engine/workflow/format.ts";
import { TICKET_PART } from "./workflows/adopt.ts";
import type { Board } from "./ports/board.ts";
import type { Check } from "./commit/changes.ts";
import type { Author } from "./commit/plan.ts";

export interface App {
  readonly board: Board;
  /** The ticket workflow in force. */
  readonly machine: Machine;
  /** Its version on the board; a plan fails where another workflow has taken force since. */
  readonly workflowVersion?: number;
  /** The workflow of sessions. */
  readonly sessions: Machine;
  /** What a new run begins with; one that is under way keeps its own. */
  readonly runs: RunWorkflow;
  /** Told of every agent that calls; absent: nobody listens. */
  readonly heard?: (who: Identity) => void;
  /** The default repository of a tracker that has several; absent: there is one number space. */
  readonly home?: { readonly owner: string; readonly repo: string };
  /** Fresh and unguessable each time. */
  readonly newId: () => string;
  /** Stands in every handoff's answer while the configuration is not what was asked for. */
  readonly warnings?: readonly string[];
}

export interface RunWorkflow {
  readonly machine: Machine;
  readonly hash: string;
  readonly workflow: Workflow;
}

export interface Caller {
  readonly actor: Actor;
  /** The door: stdio, http, cli … */
  readonly via: string;
  /** What showed that a person is a person. */
  readonly proof?: string;
  /** In whose words they are answered; absent: by who they are and by their door. */
  readonly surface?: Surface;
}

/** Agents are told of tools; people of commands in a terminal, of buttons elsewhere. */
export function surfaceOf({ actor, via, surface }: Caller): Surface {
  if (surface !== undefined) return surface;
  if (actor.kind === "agent") return "mcp";
  return via === "cli" ? "cli" : "web";
}

export function authorOf(caller: Caller): Author {
  const { actor, via, proof } = caller;
  const door = { via, ...(proof === undefined ? {} : { proof }) };
  if (actor.kind === "person") return { person: actor.name, ...door };
  const { connection, agent } = actor.identity;
  return { connection, ...(agent === null ? {} : { agent }), ...door };
}

/** The name that stands under a comment. */
export function signatureOf(caller: Caller): string {
  if (caller.actor.kind === "person") return caller.actor.name;
  const { connection, agent } = caller.actor.identity;
  return agent === null ? connection : `${connection}/${agent}`;
}

/** Decisions by a workflow stand only while it is in force. */
export function workflowCheck(app: App): readonly Check[] {
  return app.workflowVersion === undefined ? [] : [{ table: "force", key: TICKET_PART, version: app.workflowVersion }];
}
