// Moves that the graph or the command does not allow.

import { by, say, type Act } from "../../acts.ts";
import { mayProduce } from "../check-handoff.ts";
import type { ClearRequest } from "../read-request.ts";
import { leave, personsWays } from "../recovery.ts";
import { listed, quote } from "../../words.ts";
import { intentsOf, outputSentence } from "./commands.ts";
import { allowedFrom, standing, type Context, type Explained } from "./context.ts";

const OVERRIDE: Act = { type: "override" };

export function terminalState(context: Context): Explained {
  const { request } = context;
  return {
    code: "terminal_state",
    what: `Invalid transition: ${standing(context)}, which is terminal: no transition leads out of it.`,
    facts: { allowed: [] },
    recovery:
      request.actor.kind === "person"
        ? say`leave it closed, or ${OVERRIDE}.`
        : say`${leave(context)}. Where work is left, make a new ticket ${by({ type: "create_ticket" })}, and say there where it came from.`,
  };
}

export function invalidTransition(context: Context, wanted: ClearRequest | null): Explained {
  const { machine, from, request } = context;
  const allowed = allowedFrom(machine, from);
  const target = wanted?.target ?? "";
  const beyond =
    wanted?.command && !wanted.intent && !mayProduce(wanted, target)
      ? ` ${outputSentence(wanted.command, target)}`
      : "";
  const leads = allowed.length > 0 ? `leads to ${listed(allowed)}` : "leads nowhere";
  const ways = personsWays(context);
  return {
    code: "invalid_transition",
    what: `Invalid transition: ${standing(context)}, which does not lead to "${target}". ${quote(from ?? machine.workflow.start)} ${leads}.${beyond}`,
    facts: {
      allowed,
      ...(wanted?.command ? { outputs: [...wanted.command.outputs], intents: intentsOf(wanted.command) } : {}),
    },
    ...(request.actor.kind === "person" ? { recovery: ways ? say`${ways}, or ${OVERRIDE}.` : say`${OVERRIDE}.` } : {}),
  };
}

/** What takes a ticket back must not carry it on. */
export function rejectGoesBack(context: Context, wanted: ClearRequest | null): Explained {
  const { from } = context;
  const intent = wanted?.intent?.name ?? "";
  return {
    code: "reject_goes_back",
    what: `Invalid transition: intent ${quote(intent)} sends work back, and "${wanted?.target}" is further on than ${quote(from ?? context.machine.workflow.start)}, where ${context.key} is.`,
    facts: { allowed: allowedFrom(context.machine, from) },
  };
}

export function unexpectedState(context: Context, wanted: ClearRequest | null): Explained {
  const command = wanted?.command;
  if (!command) return { code: "unexpected_state", what: `${standing(context)}.` };
  const lock = command.lock === null ? "" : `, or its own lock state "${command.lock}"`;
  const beyond =
    !wanted.intent && !mayProduce(wanted, wanted.target) ? ` ${outputSentence(command, wanted.target)}` : "";
  const at = context.from ?? context.machine.workflow.start;
  const expectedBy = context.machine.states.get(at)?.expectedBy ?? [];
  const whose = expectedBy.length > 0 ? ` "${at}" is expected by ${listed(expectedBy, "and")}.` : "";
  return {
    code: "unexpected_state",
    what: `${standing(context)}, which ${command.shown} does not expect: it expects ${listed([...command.inputs].map((s) => `"${s}"`))}${lock}.${whose}${beyond}`,
    facts: {
      expected: [...command.inputs],
      expectedByCommands: expectedBy,
      outputs: [...command.outputs],
      intents: intentsOf(command),
    },
  };
}

export function invalidOutput(wanted: ClearRequest | null): Explained {
  const command = wanted?.command;
  if (!command) return { code: "invalid_output", what: "" };
  return {
    code: "invalid_output",
    what: outputSentence(command, wanted.target),
    facts: { outputs: [...command.outputs], intents: intentsOf(command) },
  };
}
