// Reads a request: its words become a command, an intent and a target state, or the reason why they can't be (the checks
// on input and resolution, which need no ticket).

import {
  acquiringIntent,
  commandOf,
  intentOf,
  unwrapIntent,
  type Command,
  type Intent,
  type Machine,
} from "../workflow/compile.ts";
import type { Actor, Key } from "../facts.ts";

export interface HandoffRequest {
  readonly key: Key;
  /** The caller's word for the command; absent when a person acts. */
  readonly command?: string | undefined;
  readonly intent?: string | undefined;
  readonly toState?: string | undefined;
  readonly reason: string;
  /** Where the caller believes the ticket to be. */
  readonly fromState?: string | null | undefined;
  /** The caller's word for the commit that the work is in. */
  readonly commit?: string | undefined;
  readonly actor: Actor;
}

/** A request that makes sense: what `checkHandoff` decides on. */
export interface ClearRequest {
  /** null: a person, who acts along the graph and not as a command. */
  readonly command: Command | null;
  /** null: a state was named. */
  readonly intent: Intent | null;
  readonly target: string;
  readonly acquires: boolean;
  /** Only from a state that the command expects. */
  readonly expected: boolean;
}

/** What an agent asks for: always as a command. */
export interface CommandRequest extends ClearRequest {
  readonly command: Command;
}

/** Why a request makes no sense. */
export type Unclear =
  | { readonly code: "one_target"; readonly given: "both" | "neither" }
  | { readonly code: "unknown_command" }
  | { readonly code: "command_not_allowed"; readonly command: Command; readonly commands: readonly string[] }
  | { readonly code: "unknown_intent"; readonly word: string; readonly command: Command }
  | { readonly code: "unknown_state"; readonly word: string; readonly command: Command | null }
  | { readonly code: "blank_reason"; readonly command: Command | null }
  | { readonly code: "intent_not_mapped"; readonly intent: Intent; readonly command: Command }
  | { readonly code: "intent_ambiguous"; readonly intent: Intent; readonly command: Command };

export function readRequest(machine: Machine, request: HandoffRequest): ClearRequest | Unclear {
  const { intent: intentWord, toState } = request;
  if ((intentWord === undefined) === (toState === undefined)) {
    return { code: "one_target", given: toState === undefined ? "neither" : "both" };
  }
  if (request.actor.kind === "person") return readPersonsRequest(machine, request);

  const command = commandOf(machine, request.command ?? "");
  if (!command) return { code: "unknown_command" };
  const granted = request.actor.commands;
  if (granted && !mayActAs(machine, granted, command)) {
    return { code: "command_not_allowed", command, commands: granted };
  }
  // A wrapped intent in to_state is an intent.
  const asIntent = intentWord ?? (toState !== undefined && unwrapIntent(toState) !== null ? toState : undefined);
  if (asIntent !== undefined) {
    const intent = intentOf(machine, asIntent);
    if (!intent) return { code: "unknown_intent", word: asIntent, command };
    if (isBlank(request.reason)) return { code: "blank_reason", command };
    const target = command.targets.get(intent.name);
    if (target === undefined) return { code: "intent_not_mapped", intent, command };
    if (target === null) return { code: "intent_ambiguous", intent, command };
    return requestByIntent(command, intent, target);
  }
  const named = toState ?? "";
  if (!machine.states.has(named)) return { code: "unknown_state", word: named, command };
  if (isBlank(request.reason)) return { code: "blank_reason", command };
  return requestByState(machine, command, named);
}

export function requestByIntent(command: Command, intent: Intent, target: string): CommandRequest {
  return { command, intent, target, acquires: intent.acquires, expected: intent.expected };
}

export function requestByState(machine: Machine, command: Command, target: string): CommandRequest {
  // Naming the command's own lock state is the lock itself, claim included: otherwise two agents could both get in.
  const acquires = command.lock === target && acquiringIntent(machine) !== undefined;
  return { command, intent: null, target, acquires, expected: true };
}

export function mayActAs(machine: Machine, granted: readonly string[], command: Command): boolean {
  return granted.some((word) => commandOf(machine, word) === command);
}

function readPersonsRequest(machine: Machine, request: HandoffRequest): ClearRequest | Unclear {
  const target = request.toState ?? request.intent ?? "";
  if (request.toState === undefined || !machine.states.has(target)) {
    return { code: "unknown_state", word: target, command: null };
  }
  if (isBlank(request.reason)) return { code: "blank_reason", command: null };
  return { command: null, intent: null, target, acquires: false, expected: false };
}

function isBlank(text: string): boolean {
  return text.trim() === "";
}
