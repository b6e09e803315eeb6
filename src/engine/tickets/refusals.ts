// The words of a refused handoff. Each case says what was asked, why it can't be, and how to go on; every retry that is
// named here was tried out against the same snapshot first.

import { alternatives, showRetry, type Retry } from "./alternatives.ts";
import { askByIntent, askByName, type Ask, type HandoffRequest, type Muddle } from "./read-request.ts";
import type { ClaimDenied } from "../claims/claims.ts";
import { commandOf, type Command, type Machine } from "../workflow/compile.ts";
import { refOf, showIdentity, showKey, stamp } from "../facts.ts";
import { guardSentence } from "./guards.ts";
import { mayProduce, type Denied, type HandoffSnapshot } from "./check-handoff.ts";
import { allowedFrom, confirmed, describe, goOn, meanwhile, type Context } from "./recovery.ts";
import type { RefusalCode } from "../refusal-codes.ts";
import { listed, nearest, refuse, type Refusal } from "../refusal.ts";

export function explain(
  machine: Machine,
  snapshot: HandoffSnapshot,
  request: HandoffRequest,
  problem: Muddle | Denied,
  ask: Ask | null,
): Refusal {
  const command = request.command === undefined ? null : (commandOf(machine, request.command) ?? null);
  const context: Context = {
    machine,
    snapshot,
    request,
    command,
    key: showKey(request.key),
    from: snapshot.ticket?.state ?? null,
    ways: alternatives(machine, snapshot, request.actor, command),
  };
  const { code, what, fields, recovery } = words(context, problem, ask);
  return refuse(code, what, recovery ?? goOn(context), {
    ...refOf(request.key),
    from: context.from,
    ...(ask ? { to: ask.target } : {}),
    ...(request.command === undefined ? {} : { command: request.command }),
    ...fields,
    accepted: context.ways.certain,
  });
}

interface Words {
  readonly code: RefusalCode;
  readonly what: string;
  readonly fields?: Record<string, unknown>;
  /** Absent: what would be accepted now. */
  readonly recovery?: string;
}

function words(context: Context, problem: Muddle | Denied, ask: Ask | null): Words {
  const { machine, request, key, from } = context;
  const standing = from === null ? `${key} has no state` : `${key} is in "${from}"`;
  switch (problem.code) {
    case "one_target":
      return {
        code: problem.code,
        what: `A handoff takes exactly one of intent and to_state; ${problem.given} of them ${problem.given === "both" ? "were" : "was"} given.`,
      };
    case "unknown_command":
      return unknownCommand(context);
    case "command_not_allowed": {
      const granted = shownCommands(machine, problem.commands);
      return {
        code: problem.code,
        what: `This connection may not act as ${problem.command.shown}; it may act as ${listed(granted)}.`,
        fields: { commands: granted },
        recovery: `${goOn(context)} Leave what only ${problem.command.shown} does to an agent that may act as ${problem.command.shown}.`,
      };
    }
    case "unknown_intent":
      return unknownIntent(context, problem.word, problem.command);
    case "unknown_state":
      return unknownState(context, problem.word, problem.command);
    case "blank_reason":
      return {
        code: problem.code,
        what: "A handoff needs a reason: it stands in the ledger and on the ticket, for whoever reads it later.",
        recovery: "retry the same call with reason set to a sentence that says why.",
      };
    case "intent_not_mapped":
      return intentNotMapped(context, problem.command, problem.intent.name);
    case "intent_ambiguous":
      return intentAmbiguous(context, problem.command, problem.intent.name);
    case "ticket_not_found":
      return {
        code: problem.code,
        what: `There is no ticket ${key} on this board.`,
        recovery:
          "find the ticket's number with list_tickets, or make one with create_ticket; then retry with that number.",
      };
    case "not_on_board":
      return {
        code: problem.code,
        what: `${key} exists, but it is not on the board, so it has no state to move from.`,
        recovery: `add ${key} to the board first, then retry the same call.`,
      };
    case "state_changed":
      return {
        code: problem.code,
        what: `You expected ${key} to ${request.fromState === null ? "have no state" : `be in "${request.fromState}"`}, but ${from === null ? "it has no state" : `it is in "${from}" by now`}.`,
        fields: { expected: request.fromState },
        recovery: `read the ticket again and decide anew. ${goOn(context)}`,
      };
    case "claim_conflict":
      return claimConflict(context, problem);
    case "claim_lost":
      return claimLost(context, problem);
    case "human_gate":
      return {
        code: problem.code,
        what: `${standing}, and only a person moves a ticket out of that state.`,
        fields: { allowed: allowedFrom(machine, from) },
        recovery: `nothing can move ${key} now but a person. Say in a comment what you need (add_comment), then take up other work with pick_actionable_issue. A person can move it to ${listed(allowedFrom(machine, from))}.`,
      };
    case "terminal_state":
      return {
        code: problem.code,
        what: `Invalid transition: ${standing}, which is terminal: no transition leads out of it.`,
        fields: { allowed: [] },
        recovery:
          request.actor.kind === "person"
            ? "leave it closed, or override with an operator's credential."
            : `nothing can move ${key} any more. Make a new ticket with create_ticket where work is left, and say there where it came from.`,
      };
    case "invalid_transition":
      return invalidTransition(context, ask, standing);
    case "unexpected_state":
      return unexpectedState(context, ask, standing);
    case "invalid_output":
      return invalidOutput(context, ask);
    case "guard_failed": {
      const failed = problem.guards.filter((guard) => !guard.met && guard.policy === "enforce");
      const first = failed[0];
      const blocking = failed.flatMap((guard) => guard.blocking);
      const wait =
        first?.type === "group_convergence"
          ? "check_convergence says when it is met"
          : "get_ticket says when they are closed";
      return {
        code: first?.type === "no_open_blockers" ? "open_blockers" : "not_converged",
        what: `${key} can't go from "${from}" to "${ask?.target}" yet. ${failed.map(guardSentence).join(" ")}`,
        fields: { blocking, guards: failed },
        recovery: `help ${
          blocking.length > 0
            ? listed(
                blocking.map((member) => showKey(member.key)),
                "and",
              )
            : "the group"
        } along first (${wait}), then retry the same call. ${meanwhile(context)}`.trim(),
      };
    }
  }
}

function unknownCommand(context: Context): Words {
  const { machine, request } = context;
  const all = [...machine.commands.values()];
  const meant = commandOf(
    machine,
    nearest(
      request.command ?? "",
      all.flatMap((c) => [c.name, c.shown]),
    ) ?? "",
  );
  const example = all[0];
  const forms = example && machine.prefix ? `, bare or prefixed (${example.name} or ${example.shown})` : "";
  return {
    code: "unknown_command",
    what: `Unknown command ${quote(request.command ?? "")}. The commands are ${listed(
      all.map((c) => c.shown),
      "and",
    )}${forms}.`,
    fields: { commands: all.map((c) => c.shown), ...(meant ? { nearest: meant.shown } : {}) },
    recovery: goOn(context, meant ? retryAs(context, meant) : null),
  };
}

function unknownIntent(context: Context, word: string, command: Command): Words {
  const { machine } = context;
  const intents = [...machine.intents.values()];
  const meant = machine.intents.get(nearest(word, machine.intents.keys()) ?? "");
  const target = meant ? command.targets.get(meant.name) : undefined;
  const retry = meant && target ? confirmed(context, askByIntent(command, meant, target)) : null;
  return {
    code: "unknown_intent",
    what: `Unknown semantic intent ${quote(word)}. The intents are ${intents.map((intent) => `${intent.name} (${intent.description})`).join("; ")}.`,
    fields: { intents: intents.map((intent) => intent.name), ...(meant ? { nearest: meant.name } : {}) },
    recovery: goOn(context, retry),
  };
}

function unknownState(context: Context, word: string, command: Command | null): Words {
  const { machine } = context;
  const meant = nearest(word, machine.states.keys());
  const retry = meant !== undefined && command ? confirmed(context, askByName(machine, command, meant)) : null;
  return {
    code: "unknown_state",
    what: `Unknown state ${quote(word)}.${meant === undefined ? "" : ` Did you mean "${meant}"?`} The states are ${listed(machine.states.keys(), "and")}.`,
    fields: { states: [...machine.states.keys()], ...(meant === undefined ? {} : { nearest: meant }) },
    recovery: goOn(context, retry),
  };
}

function intentNotMapped(context: Context, command: Command, intent: string): Words {
  const { machine } = context;
  const fields = { intents: intentsOf(command), outputs: [...command.outputs] };
  if (machine.intents.get(intent)?.acquires) {
    const lockers = [...machine.commands.values()].filter((c) => c.lock !== null);
    const who = listed(
      lockers.map((c) => `${c.shown} (to "${c.lock}")`),
      "and",
    );
    return {
      code: "intent_not_mapped",
      what: `Intent "${intent}" is not valid for ${command.shown}, which has no lock state. ${lockers.length > 0 ? `These can lock: ${who}.` : "No command can lock."} ${instead(context, command)}`,
      fields: { ...fields, lockers: lockers.map((c) => ({ command: c.shown, state: c.lock })) },
    };
  }
  const why = command.orchestrates
    ? `an orchestrator, which delegates each step to the command for it and completes nothing by itself`
    : `which has no mapping for it`;
  return {
    code: "intent_not_mapped",
    what: `Intent "${intent}" is not valid for ${command.shown}, ${why}. ${instead(context, command)}`,
    fields,
    recovery: command.orchestrates
      ? `delegate the step to the command for it, or escalate. ${goOn(context)}`
      : goOn(context),
  };
}

function intentAmbiguous(context: Context, command: Command, intent: string): Words {
  const { machine, ways } = context;
  const outputs = [...command.outputs].map((name) => `"${name}" (${machine.states.get(name)?.description ?? ""})`);
  const named = [...command.outputs].flatMap((name) => confirmed(context, askByName(machine, command, name)) ?? []);
  const way =
    named.length > 0
      ? `retry with a direct state name in place of the intent: ${listed(named.map(showRetry))}.`
      : `a direct state name in place of the intent says which way out is meant, but none is open from here. ${describe(ways, context)}`;
  return {
    code: "intent_ambiguous",
    what: `Intent "${intent}" is ambiguous for ${command.shown}, which has multiple output paths: ${outputs.join("; ")}.`,
    fields: { outputs: [...command.outputs], intents: intentsOf(command) },
    recovery: way,
  };
}

function claimConflict(context: Context, problem: ClaimDenied): Words {
  const { key } = context;
  const { claim } = problem;
  if (!claim) {
    const until = stamp(problem.reservedUntil ?? 0);
    return {
      code: "claim_conflict",
      what: `${key} is locked: it was put into "${context.from}" by hand, and is kept for whoever did that until ${until}.`,
      fields: { holder: null, expiresAt: until },
      recovery:
        `wait until ${until} and retry the same call, or take up other work with pick_actionable_issue. ${meanwhile(context)}`.trim(),
    };
  }
  const holder = showIdentity(claim.holder);
  const fields = { holder, since: stamp(claim.since), expiresAt: stamp(claim.expiresAt), fence: claim.fence };
  if (problem.yours) {
    return {
      code: "claim_conflict",
      what: `${key} is claimed already, by you (${holder}) or by somebody on the same connection, since ${fields.since}, until ${fields.expiresAt}. Taking the lock again needs the claim's token.`,
      fields,
      recovery:
        `retry the same call with claim set to the token that the first lock answered with. Where the token is lost, give the claim back with release_claim and lock again. ${meanwhile(context)}`.trim(),
    };
  }
  return {
    code: "claim_conflict",
    what: `${key} is claimed by ${holder} since ${fields.since}, until ${fields.expiresAt} unless renewed. Only one agent works on a ticket at a time.`,
    fields,
    recovery: `leave ${key} to ${holder} and take up other work with pick_actionable_issue; nothing on ${key} is accepted from you before ${fields.expiresAt}. If the claim has run out by then, lock the ticket yourself. An operator can release it sooner.`,
  };
}

function claimLost(context: Context, problem: ClaimDenied): Words {
  const { key } = context;
  const { claim } = problem;
  if (!claim) {
    return {
      code: "claim_lost",
      what: `The claim token does not fit ${key}: the claim that it belonged to has ended.`,
      fields: { holder: null },
      recovery:
        `read the ticket again; if the step still makes sense, retry without claim, or lock the ticket anew. ${meanwhile(context)}`.trim(),
    };
  }
  const holder = showIdentity(claim.holder);
  const expiresAt = stamp(claim.expiresAt);
  return {
    code: "claim_lost",
    what: `Your claim on ${key} is gone: ${problem.yours ? "a newer claim" : holder} holds it since ${stamp(claim.since)}, until ${expiresAt}.`,
    fields: { holder, since: stamp(claim.since), expiresAt, fence: claim.fence },
    recovery: `stop working on ${key}, do not push what you have without talking to ${holder}, and take up other work with pick_actionable_issue. Nothing on ${key} is accepted with this token.`,
  };
}

function invalidTransition(context: Context, ask: Ask | null, standing: string): Words {
  const { machine, from, request } = context;
  const allowed = allowedFrom(machine, from);
  const target = ask?.target ?? "";
  const beyond =
    ask?.command && !ask.intent && !mayProduce(ask, target) ? ` ${outputSentence(context, ask.command, target)}` : "";
  const leads = allowed.length > 0 ? `leads to ${listed(allowed)}` : "leads nowhere";
  return {
    code: "invalid_transition",
    what: `Invalid transition: ${standing}, which does not lead to "${target}". "${from}" ${leads}.${beyond}`,
    fields: {
      allowed,
      ...(ask?.command ? { outputs: [...ask.command.outputs], intents: intentsOf(ask.command) } : {}),
    },
    ...(request.actor.kind === "person"
      ? {
          recovery:
            allowed.length > 0
              ? `retry with one of ${listed(allowed)}, or override with an operator's credential.`
              : "override with an operator's credential.",
        }
      : {}),
  };
}

function unexpectedState(context: Context, ask: Ask | null, standing: string): Words {
  const command = ask?.command;
  if (!command) return { code: "unexpected_state", what: `${standing}.` };
  const lock = command.lock === null ? "" : `, or its own lock state "${command.lock}"`;
  const beyond = !ask.intent && !mayProduce(ask, ask.target) ? ` ${outputSentence(context, command, ask.target)}` : "";
  const by = context.machine.states.get(context.from ?? "")?.expectedBy ?? [];
  const whose = by.length > 0 ? ` "${context.from}" is expected by ${listed(by, "and")}.` : "";
  return {
    code: "unexpected_state",
    what: `${standing}, which ${command.shown} does not expect: it expects ${listed([...command.inputs].map((s) => `"${s}"`))}${lock}.${whose}${beyond}`,
    fields: {
      expected: [...command.inputs],
      expectedByCommands: by,
      outputs: [...command.outputs],
      intents: intentsOf(command),
    },
  };
}

function invalidOutput(context: Context, ask: Ask | null): Words {
  const command = ask?.command;
  if (!command) return { code: "invalid_output", what: "" };
  return {
    code: "invalid_output",
    what: outputSentence(context, command, ask.target),
    fields: { outputs: [...command.outputs], intents: intentsOf(command) },
  };
}

function outputSentence(context: Context, command: Command, target: string): string {
  const leading = intentsOf(command).filter((intent) => intent.newState === target);
  const lead =
    leading.length > 0
      ? ` "${target}" is what the intent ${listed(leading.map((i) => `"${i.intent}"`))} stands for.`
      : "";
  return `"${target}" is not a valid output for ${command.shown}, which may produce ${listed([...command.outputs].map((s) => `"${s}"`))}. ${instead(context, command)}${lead}`;
}

/** What the command uses in place of what was asked. */
function instead(context: Context, command: Command): string {
  const intents = intentsOf(command).map((intent) => `${intent.intent} (to "${intent.newState}")`);
  const ambiguous = [...command.targets].filter(([, target]) => target === null).map(([intent]) => intent);
  const named =
    ambiguous.length > 0 ? `; in place of ${listed(ambiguous)} it names a state (${listed(command.outputs)})` : "";
  return `Available semantic intents for ${context.machine.commands.get(command.name)?.shown}: ${intents.join(", ")}${named}.`;
}

function intentsOf(command: Command): readonly { intent: string; newState: string }[] {
  return [...command.targets].flatMap(([intent, target]) => (target === null ? [] : [{ intent, newState: target }]));
}

/** The same request as another command, where that is accepted now. */
function retryAs(context: Context, command: Command): Retry | null {
  const { machine, request } = context;
  const intent = machine.intents.get(request.intent ?? "");
  const target = intent ? command.targets.get(intent.name) : request.toState;
  if (target === undefined || target === null || !machine.states.has(target)) return null;
  return confirmed(context, intent ? askByIntent(command, intent, target) : askByName(machine, command, target));
}

function shownCommands(machine: Machine, words: readonly string[]): readonly string[] {
  return words.map((word) => commandOf(machine, word)?.shown ?? word);
}

function quote(word: string): string {
  return JSON.stringify(word.length > 80 ? `${word.slice(0, 80)}…` : word);
}
