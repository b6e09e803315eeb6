// What every verb works with.

import type { Machine } from "../engine/workflow/compile.ts";
import type { Actor, Identity } from "../engine/facts.ts";
import type { Surface } from "../engine/surfaces/tell.ts";
import type { Level, Workflow } from "../engine/workflow/format.ts";
import type { Board } from "./ports/board.ts";
import type { Git } from "./ports/git.ts";
import { TICKET_PART, type ForceVersions, type WorkflowPart } from "./ports/workflows.ts";
import type { Check } from "./commit/changes.ts";
import type { Author } from "./commit/plan.ts";

export interface App {
  readonly board: Board;
  /** The ticket workflow in force. */
  readonly machine: Machine;
  /** The workflow of sessions. */
  readonly sessions: Machine;
  /** What a new run begins with; one that is under way keeps its own. */
  readonly runs: RunWorkflow;
  /** What it relies on to be in force; absent: it relies on nothing, like whoever only looks. */
  readonly force?: Force;
  /** Told of every agent that calls; absent: nobody listens. */
  readonly heard?: (who: Identity) => void;
  /** Told of every session that a call has written to, at the version that it wrote; absent: nobody listens. */
  readonly reported?: (session: string, version: number) => void;
  /** The default repository of a tracker that has several; absent: there is one number space. */
  readonly home?: { readonly owner: string; readonly repo: string };
  /** The checkout that agents work in; absent where there is none, as on a server. */
  readonly git?: Git;
  /** Fresh and unguessable each time. */
  readonly newId: () => string;
  /** Stands in every handoff's answer while the configuration is not what was asked for. */
  readonly warnings?: readonly string[];
}

/** An app is of one moment: where another workflow takes force, another app takes its place. */
export interface Force {
  /** A plan fails where these are others by now. */
  readonly versions: ForceVersions;
  /** The app by the workflows that are in force now; the same one where none has changed. */
  readonly reload: () => Promise<App>;
  /** What agents are to hear once: whoever asks for it passes it on. */
  readonly news: () => readonly string[];
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
  /** The connection's name was made up for it: after a reconnect it has another one. */
  readonly unnamed?: true;
  /** In whose words they are answered; absent: by who they are and by their door. */
  readonly surface?: Surface;
  /** What their word on a fact is worth. Set by the door alone, never by what was sent; absent: it is a report. */
  readonly witness?: Witness;
}

export interface Witness {
  readonly level: Exclude<Level, "reported">;
  /** "check", "git", "github", "token:NAME", "oidc:…", "person:NAME". */
  readonly source: string;
  /** The facts that they may give; absent: all. */
  readonly facts?: readonly string[];
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
export function workflowCheck({ force }: App, part: WorkflowPart = TICKET_PART): readonly Check[] {
  return force ? [{ table: "force", key: part, version: force.versions[part] }] : [];
}
