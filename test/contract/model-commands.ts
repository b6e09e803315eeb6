// What happens to a board, at random.

import fc from "fast-check";
import { expect } from "vitest";
import { advanceChildren } from "../../src/app/tickets/advance.ts";
import type { Caller } from "../../src/app/app.ts";
import { addComment } from "../../src/app/tickets/comment.ts";
import { createTicket } from "../../src/app/tickets/create.ts";
import { updateTicket } from "../../src/app/tickets/update.ts";
import { shortenLeases } from "../../src/app/claims/shorten-leases.ts";
import { pickIssue } from "../../src/app/tickets/pick.ts";
import { releaseClaim } from "../../src/app/claims/release.ts";
import { isRefusal } from "../../src/engine/refusal.ts";
import type { Model } from "./model.ts";
import { COMMANDS, INTENTS, pickMuddle, STATES, type Asked } from "./model-rules.ts";
import {
  claimShown,
  dryHandoff,
  handOver,
  learn,
  MOST_TICKETS,
  numberOf,
  pickShown,
  same,
  seen,
  step,
  tokenFor,
  type Step,
  type TokenChoice,
} from "./model-steps.ts";
import { typeState } from "../support/worlds/steps.ts";
import { agent, ann, bob, maria, MINUTE, operator, SECOND, uma, vic } from "../support/worlds/world.ts";

const CALLERS = { ann, bob, uma, vic, maria, operator } as const;

type Name = keyof typeof CALLERS;
const anybody = fc.constantFrom<Name>("ann", "bob", "uma", "vic", "maria", "operator");
const agents = fc.constantFrom<Name>("ann", "bob", "uma", "vic");
/** Quite often whoever holds the ticket. */
const someone = fc.oneof({ weight: 2, arbitrary: anybody }, { weight: 1, arbitrary: fc.constant("holder" as const) });
/** Mostly one that is there. */
const ticket = fc.oneof({ weight: 30, arbitrary: fc.nat(MOST_TICKETS - 1) }, { weight: 1, arbitrary: fc.constant(98) });
const requestId = fc.oneof(
  { weight: 5, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom("r1", "r2") },
);
const priority = fc.constantFrom(null, "P0", "P1", "P2", "P3");
const estimate = fc.constantFrom(null, null, "XS", "S", "M", "XL");
const state = fc.constantFrom(...STATES);
/** Where work goes on. */
const openState = fc.constantFrom(...STATES.filter((name) => name !== "Done" && name !== "Canceled"));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 1 });
const rarely = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });

const token = fc.oneof<fc.MaybeWeightedArbitrary<TokenChoice>[]>(
  { weight: 6, arbitrary: fc.constant("none" as const) },
  { weight: 4, arbitrary: fc.constant("newest" as const) },
  { weight: 1, arbitrary: fc.constantFrom("oldest" as const, "other" as const, "forged" as const) },
);

const creating = fc
  .record({
    priority,
    estimate,
    parent: rarely(ticket),
    blockers: fc.array(ticket, { maxLength: 1 }),
    requestId,
    by: anybody,
  })
  .map((given) => {
    const { by, requestId, ...fields } = given;
    return step("create", given, true, async (model, world) => {
      const parent = fields.parent === undefined ? null : numberOf(model, fields.parent);
      const blockers = [...new Set(fields.blockers.map((one) => numberOf(model, one)))];
      const title = `${fields.priority} ${fields.estimate}`;
      const input = {
        title,
        ...(fields.priority === null ? {} : { priority: fields.priority }),
        ...(fields.estimate === null ? {} : { estimate: fields.estimate }),
        ...(parent === null ? {} : { parent: String(parent) }),
        blockedBy: blockers.map(String),
      };
      const expected = model.once(
        CALLERS[by],
        { tool: "create", subject: "board", id: requestId, arguments: input },
        () => model.create(CALLERS[by], { ...fields, title, parent, blockers }),
      );
      const answer = await createTicket(world.app, CALLERS[by], { ...input, requestId });
      same(answer, expected, ({ number, event }) => ({ number, event }));
    });
  });

const editing = fc
  .record({
    by: someone,
    at: ticket,
    fields: fc.record(
      { body: fc.constantFrom("one", "two"), priority, labels: fc.constant<string[]>(["a"]) },
      { requiredKeys: ["body"] },
    ),
    requestId,
  })
  .map((given) => {
    const { by, at, fields, requestId } = given;
    return step("edit", given, false, async (model, world) => {
      const number = numberOf(model, at);
      const caller = callerOf(model, by, number);
      const request = { tool: "update_ticket", subject: String(number), id: requestId, arguments: fields };
      const expected = model.once(caller, request, () => model.edit(caller, number, fields));
      const answer = await updateTicket(world.app, caller, { key: String(number), ...fields, requestId });
      same(answer, expected, ({ edited, event }) => ({ edited: edited.toSorted(), event }));
    });
  });

const commenting = fc
  .record({ by: someone, at: ticket, body: fc.constantFrom("yes", "no"), requestId })
  .map((given) => {
    const { by, at, body, requestId } = given;
    return step("comment", given, false, async (model, world) => {
      const number = numberOf(model, at);
      const caller = callerOf(model, by, number);
      const request = { tool: "comment", subject: String(number), id: requestId, arguments: body };
      const expected = model.once(caller, request, () => model.comment(caller, number, body));
      const answer = await addComment(world.app, caller, { key: String(number), body, requestId });
      same(answer, expected, ({ event }) => ({ event }));
    });
  });

const linking = fc
  .record({
    by: someone,
    at: ticket,
    parent: rarely(fc.option(ticket, { nil: null })),
    add: fc.array(ticket, { maxLength: 2 }),
    remove: fc.array(ticket, { maxLength: 1 }),
    command: maybe(fc.constantFrom("triage", "split", "research")),
    requestId,
  })
  .map((given) => {
    const { by, at, command, requestId } = given;
    return step("link", given, false, async (model, world) => {
      const number = numberOf(model, at);
      const caller = callerOf(model, by, number);
      const parent = typeof given.parent === "number" ? numberOf(model, given.parent) : given.parent;
      const add = given.add.map((one) => numberOf(model, one));
      const remove = given.remove.map((one) => numberOf(model, one));
      const input = {
        ...(parent === undefined ? {} : { parent: parent === null ? null : String(parent) }),
        addBlockers: add.map(String),
        removeBlockers: remove.map(String),
        ...(command === undefined ? {} : { command }),
      };
      const request = { tool: "update_ticket", subject: String(number), id: requestId, arguments: input };
      const asked = {
        add,
        remove,
        ...(parent === undefined ? {} : { parent }),
        ...(command === undefined ? {} : { command }),
      };
      const expected = model.once(caller, request, () => model.link(caller, number, asked));
      const answer = await updateTicket(world.app, caller, { key: String(number), ...input, requestId });
      same(answer, expected, ({ links, event }) => ({
        parent: links?.parent?.number ?? null,
        added: links?.added.map((ref) => ref.number),
        removed: links?.removed.map((ref) => ref.number),
        event,
      }));
    });
  });

/** What a skill would say in a state. */
const SENSIBLE: Readonly<Record<string, readonly Asked[]>> = {
  Backlog: [
    { command: "triage", toState: "Research Needed" },
    { command: "triage", toState: "Ready for Plan" },
    { command: "split", intent: "complete" },
  ],
  "Research Needed": [{ command: "research", intent: "lock" }],
  "Research in Progress": [
    { command: "research", intent: "complete" },
    { command: "research", intent: "lock" },
    { command: "research", intent: "escalate" },
  ],
  "Ready for Plan": [{ command: "plan", intent: "lock" }],
  "Plan in Progress": [
    { command: "plan", intent: "complete" },
    { command: "plan", intent: "lock" },
  ],
  "Plan in Review": [
    { command: "review", intent: "complete" },
    { command: "review", intent: "reject" },
    { command: "impl", intent: "lock" },
  ],
  "In Progress": [
    { command: "impl", intent: "lock" },
    { command: "impl", intent: "complete" },
    { command: "impl", intent: "reject" },
  ],
  "In Review": [
    { command: "impl", intent: "reject" },
    { command: "review", intent: "close" },
  ],
};

/** A number: one of what a skill would say. Anything else: what goes wrong. */
const wish = fc.oneof(
  { weight: 14, arbitrary: fc.nat(5) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...COMMANDS), fc.constantFrom(...INTENTS), fc.boolean())
      .map(([command, intent, wrapped]): Asked =>
        wrapped ? { command: `ralph_${command}`, toState: `__${intent.toUpperCase()}__` } : { command, intent },
      ),
  },
  { weight: 4, arbitrary: fc.record({ command: fc.constantFrom(...COMMANDS), toState: state }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Asked>(
      { command: "triage" },
      { command: "triage", intent: "close", toState: "Done" },
      { command: "nobody", intent: "lock" },
      { command: "impl", intent: "finish" },
      { command: "impl", toState: "Nowhere" },
    ),
  },
);

const handing = fc
  .record({
    by: fc.oneof(agents, fc.constant("holder" as const)),
    at: ticket,
    wish,
    fromState: rarely(fc.oneof(fc.constant("here"), state)),
    token,
    requestId,
    dryRun: rarely(fc.constant(true)),
  })
  .map((given) => {
    const { by, at, wish, fromState, requestId, dryRun } = given;
    return step("handoff", given, false, async (model, world) => {
      const number = numberOf(model, at);
      const caller = callerOf(model, by, number);
      const claim = tokenFor(model, number, given.token);
      const here = model.cards.get(number)?.state ?? "Backlog";
      const asked: Asked = {
        ...(typeof wish === "number" ? sensible(model, number, wish) : wish),
        ...(fromState === undefined ? {} : { fromState: fromState === "here" ? here : fromState }),
        ...(claim === undefined ? {} : { claim }),
      };
      if (dryRun) return dryHandoff(model, world, caller, number, asked);
      await handOver(model, world, caller, number, asked, requestId);
    });
  });

const moving = fc
  .record({
    by: fc.constantFrom<Name>("maria", "operator", "operator"),
    at: ticket,
    toState: fc.oneof({ weight: 5, arbitrary: openState }, { weight: 1, arbitrary: state }),
    fromState: rarely(state),
    requestId,
  })
  .map((given) => {
    const { by, at, toState, fromState, requestId } = given;
    return step("move", given, false, (model, world) => {
      const asked = { toState, ...(fromState === undefined ? {} : { fromState }) };
      return handOver(model, world, CALLERS[by], numberOf(model, at), asked, requestId);
    });
  });

const releasing = fc.record({ by: someone, at: ticket, token, requestId }).map((given) => {
  const { by, at, requestId } = given;
  return step("release", given, false, async (model, world) => {
    const number = numberOf(model, at);
    const caller = callerOf(model, by, number);
    const claim = tokenFor(model, number, given.token);
    const input = { reason: "enough", ...(claim === undefined ? {} : { claim }) };
    const request = { tool: "release", subject: String(number), id: requestId, arguments: input };
    const expected = model.once(caller, request, () => model.release(caller, number, claim));
    const answer = await releaseClaim(world.app, caller, { key: String(number), ...input, requestId });
    same(answer, expected, ({ holder, state, event }) => ({ holder, state, event }));
  });
});

const looking = fc.record({ by: anybody, from: state, maxEstimate: fc.constantFrom("XS", "S", "XL") }).map((given) =>
  step("pick", given, false, async (model, world) => {
    const { by, from: workflowState, maxEstimate } = given;
    const expected = pickMuddle(workflowState, null) ?? model.pick(CALLERS[by], workflowState, maxEstimate, null);
    same(await pickIssue(world.app, CALLERS[by], { workflowState, maxEstimate }), expected, pickShown);
  }),
);

const taking = fc
  .record({
    by: agents,
    pair: fc.oneof(
      {
        weight: 6,
        arbitrary: fc.constantFrom(
          ["research", "Research Needed"] as const,
          ["research", "Research in Progress"] as const,
          ["plan", "Ready for Plan"] as const,
          ["plan", "Plan in Progress"] as const,
          ["impl", "Plan in Review"] as const,
          ["impl", "In Progress"] as const,
        ),
      },
      { weight: 1, arbitrary: fc.tuple(fc.constantFrom(undefined, ...COMMANDS), state) },
    ),
    maxEstimate: fc.constantFrom("S", "XL"),
    requestId,
  })
  .map((given) => {
    const { by, maxEstimate, requestId } = given;
    const [command, workflowState] = given.pair;
    return step("take", given, false, async (model, world) => {
      const input = {
        workflowState,
        maxEstimate,
        claim: true,
        reason: "next",
        ...(command === undefined ? {} : { command }),
      };
      const request = { tool: "pick", subject: workflowState, id: requestId, arguments: input };
      const expected = model.once(
        CALLERS[by],
        request,
        () =>
          pickMuddle(workflowState, command) ?? model.pick(CALLERS[by], workflowState, maxEstimate, command ?? null),
      );
      const answer = await pickIssue(world.app, CALLERS[by], { ...input, requestId });
      same(answer, expected, (picked) => ({
        ...pickShown(picked),
        ...(picked.claim ? { claim: claimShown(picked.claim), event: picked.event } : {}),
        skipped: (picked.skipped ?? []).map((one) => one.number),
      }));
      if (!isRefusal(answer)) learn(model, answer.issue?.number, answer.claim);
    });
  });

const advancing = fc.record({ by: anybody, at: ticket, target: state, requestId }).map((given) => {
  const { by, at, target, requestId } = given;
  return step("advance", given, false, async (model, world) => {
    const number = numberOf(model, at);
    const request = { tool: "advance", subject: String(number), id: requestId, arguments: target };
    const expected = model.once(CALLERS[by], request, () => model.advanceChildren(number, target));
    const answer = await advanceChildren(world.app, CALLERS[by], {
      key: String(number),
      targetState: target,
      requestId,
    });
    same(answer, expected, ({ advanced, skipped }) => ({
      advanced: advanced.map((one) => [one.number, one.fromState, one.toState]),
      skipped: skipped.map((one) => one.number),
    }));
  });
});

/** The parent is put where its children shall follow. */
const leading = fc.record({ at: ticket, target: state }).map((given) =>
  step("lead", given, false, async (model, world) => {
    const child = model.cards.get(numberOf(model, given.at));
    if (!child?.parent) return;
    await handOver(model, world, operator, child.parent, { toState: given.target }, undefined);
    const expected = model.advanceChildren(child.parent, given.target);
    const answer = await advanceChildren(world.app, ann, { key: String(child.parent), targetState: given.target });
    same(answer, expected, ({ advanced, skipped }) => ({
      advanced: advanced.map((one) => [one.number, one.fromState, one.toState]),
      skipped: skipped.map((one) => one.number),
    }));
  }),
);

const leaving = fc.constantFrom("ann", "bob", "desk").map((connection) =>
  step("go away", { connection }, false, async (model, world) => {
    const expected = model.goAway(connection);
    seen.add(`cut ${expected > 0}`);
    expect(await shortenLeases(world.app, agent(connection), connection)).toBe(expected);
  }),
);

const waiting = fc
  .constantFrom(SECOND, MINUTE, 5 * MINUTE, 11 * MINUTE, 20 * MINUTE, 31 * MINUTE, 61 * MINUTE)
  .map((ms) =>
    step("wait", { minutes: ms / MINUTE }, false, async (model, world) => {
      model.now += ms;
      await world.advance(ms);
    }),
  );

const typing = fc.record({ at: ticket, state: fc.constantFrom("Elsewhere", null) }).map((given) =>
  step("type", given, false, async (model, world) => {
    const number = numberOf(model, given.at);
    if (!model.cards.has(number)) return;
    model.typeState(number, given.state);
    await typeState(world, String(number), given.state);
  }),
);

const WEIGHTS: readonly [number, fc.Arbitrary<Step>][] = [
  [5, creating],
  [2, editing],
  [1, commenting],
  [4, linking],
  [24, handing],
  [7, moving],
  [2, releasing],
  [1, looking],
  [5, taking],
  [1, advancing],
  [2, leading],
  [1, leaving],
  [4, waiting],
  [1, typing],
];

export const steps: fc.Arbitrary<Step>[] = WEIGHTS.flatMap(([weight, one]) =>
  Array.from({ length: weight }, () => one),
);

function callerOf(model: Model, who: Name | "holder", number: number): Caller {
  if (who !== "holder") return CALLERS[who];
  const holder = model.cards.get(number)?.claim?.holder;
  return holder ? agent(holder.connection, holder.agent) : ann;
}

function sensible(model: Model, number: number, choice: number): Asked {
  const wishes = SENSIBLE[model.cards.get(number)?.state ?? ""] ?? [{ command: "hero", intent: "escalate" }];
  return wishes[choice % wishes.length] ?? {};
}
