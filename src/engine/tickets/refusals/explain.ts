// Explains a refused handoff: what was asked, why it can't be, and how to go on. Every retry that is named was tried out
// against the same snapshot first.

import type { ClearRequest, HandoffRequest, Unclear } from "../read-request.ts";
import { argument, by, say } from "../../acts.ts";
import { commandOf, type Machine } from "../../workflow/compile.ts";
import { refOf, showKey } from "../../facts.ts";
import type { Denied, HandoffSnapshot } from "../check-handoff.ts";
import { goOn, leave } from "../recovery.ts";
import { asRetry, suggestionsFor } from "../suggestions.ts";
import { refuse, type Refusal } from "../../refusal.ts";
import { listed, quote } from "../../words.ts";
import { allowedFrom, standing, type Context, type Explained } from "./context.ts";
import { claimConflict, claimLost } from "./claims.ts";
import { commitChanged, commitMissing, commitTaken, commitUnknown } from "./commits.ts";
import { guardFailed } from "./guards.ts";
import { invalidOutput, invalidTransition, rejectGoesBack, terminalState, unexpectedState } from "./moves.ts";
import {
  commandNotAllowed,
  intentAmbiguous,
  intentNotMapped,
  unknownCommand,
  unknownIntent,
  unknownState,
} from "./requests.ts";

export function explain(
  machine: Machine,
  snapshot: HandoffSnapshot,
  request: HandoffRequest,
  problem: Unclear | Denied,
  wanted: ClearRequest | null,
): Refusal {
  const command = request.command === undefined ? null : (commandOf(machine, request.command) ?? null);
  const context: Context = {
    machine,
    snapshot,
    request,
    command,
    key: showKey(request.key),
    from: snapshot.ticket?.state ?? null,
    suggestions: suggestionsFor(machine, snapshot, request),
  };
  const { code, what, facts, recovery } = explained(context, problem, wanted);
  return refuse(code, what, recovery ?? goOn(context), {
    ...refOf(request.key),
    from: context.from,
    ...(wanted ? { to: wanted.target } : {}),
    ...(request.command === undefined ? {} : { command: request.command }),
    accepted: [...(context.suggestions.needsEvidence ? [] : context.suggestions.own), ...context.suggestions.begin].map(
      asRetry,
    ),
    ...facts,
  });
}

function explained(context: Context, problem: Unclear | Denied, wanted: ClearRequest | null): Explained {
  const { machine, request, key, from } = context;
  const { code } = problem;
  switch (code) {
    case "one_target":
      return {
        code,
        what: say`A handoff takes exactly one of ${argument("intent")} and ${argument("to_state")}; ${problem.given} of them ${problem.given === "both" ? "were" : "was"} given.`,
      };
    case "unknown_command":
      return unknownCommand(context);
    case "command_not_allowed":
      return commandNotAllowed(context, problem.command, problem.commands);
    case "unknown_intent":
      return unknownIntent(context, problem.word);
    case "unknown_state":
      return unknownState(context, problem.word);
    case "blank_reason":
      return {
        code,
        what: "A handoff needs a reason: it stands in the ledger and on the ticket, for whoever reads it later.",
      };
    case "intent_not_mapped":
      return intentNotMapped(context, problem.command, problem.intent.name);
    case "intent_ambiguous":
      return intentAmbiguous(context, problem.command, problem.intent.name);
    case "ticket_not_found":
      return {
        code,
        what: `There is no ticket ${key} on this board.`,
        recovery: say`find the ticket's number ${by({ type: "list_tickets" })}, or make one ${by({ type: "create_ticket" })}; then retry with that number.`,
      };
    case "not_on_board":
      return {
        code,
        what: `${key} exists, but it is not on the board, so it has no state to move from.`,
        recovery: say`add ${key} to the board first, then ${{ type: "again" }}.`,
      };
    case "state_changed":
      return {
        code,
        what: `You expected ${key} to ${request.fromState == null ? "have no state" : `be in ${quote(request.fromState)}`}, but ${from === null ? "it has no state" : `it is in ${quote(from)} by now`}.`,
        facts: { expected: request.fromState },
      };
    case "claim_conflict":
      return claimConflict(context, problem);
    case "claim_lost":
      return claimLost(context, problem);
    case "human_gate":
      return {
        code,
        what: `${standing(context)}, and only a person moves a ticket out of that state.`,
        facts: { allowed: allowedFrom(machine, from) },
        recovery: say`${leave(context)}. Where you need something, say it in a comment (${{ type: "comment" }}): a person reads it, and can move ${key} to ${listed(allowedFrom(machine, from))}.`,
      };
    case "terminal_state":
      return terminalState(context);
    case "invalid_transition":
      return invalidTransition(context, wanted);
    case "reject_goes_back":
      return rejectGoesBack(context, wanted);
    case "unexpected_state":
      return unexpectedState(context, wanted);
    case "invalid_output":
      return invalidOutput(wanted);
    case "commit_missing":
      return commitMissing(context, wanted);
    case "commit_unknown":
      return commitUnknown(context);
    case "commit_changed":
      return commitChanged(context);
    case "commit_taken":
      return commitTaken(context);
    case "guard_failed":
      return guardFailed(context, wanted, problem.guards);
  }
}
